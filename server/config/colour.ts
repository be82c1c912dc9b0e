import type { Environment } from './environment.ts'

/** True if the command line writes in colours: `--color always`, or `auto` in a terminal where NO_COLOR is not set. */
export function isColoured(args: readonly string[], environment: Environment, isTerminal: boolean): boolean {
  const at = args.findIndex((one) => one === '--color' || one.startsWith('--color='))
  const wanted = at < 0 ? 'auto' : (args[at]?.split('=')[1] ?? args[at + 1])
  return wanted === 'always' || (wanted === 'auto' && isTerminal && !environment['NO_COLOR'])
}
