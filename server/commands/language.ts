import type { Environment } from '../config/environment.ts'
import type { Language } from '../errors/language.ts'

/**
 * The language of help and errors on the command line: `--lang`, else `PLOMADA_LANG`, else the locale of the system (`LC_ALL`, `LC_MESSAGES`, `LANG`).
 * English if that is English, Spanish for anything else.
 */
export function languageFrom(args: readonly string[], environment: Environment): Language {
  const chosen = optionIn(args) ?? environment['PLOMADA_LANG']
  const locale = chosen || environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^en(?![a-z])/i.test(locale) ? 'en' : 'es'
}

/** The value of `--lang`, before the arguments of the command are read: their errors need the language. */
function optionIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((one) => one === '--lang' || one.startsWith('--lang='))
  const found = args[at]
  return found?.includes('=') ? found.slice('--lang='.length) : found === undefined ? undefined : args[at + 1]
}
