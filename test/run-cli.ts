import { runCli } from '../server/cli.ts'

/** Runs `plomada` in this process over a data folder. Returns its exit code and what it printed. */
export async function plomada(folder: string, ...args: string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(args, { environment: { PLOMADA_DATA: folder }, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
