import type { Language } from '../errors/language.ts'
import type { Environment } from './environment.ts'

/**
 * The language of help and errors on the command line: `--lang`, else `PLOMADA_LANG`, else the locale of the system (`LC_ALL`, `LC_MESSAGES`, `LANG`).
 * English if that is English, Spanish for anything else.
 */
export function languageFrom(args: readonly string[], environment: Environment): Language {
  const chosen = optionIn(args) ?? environment['PLOMADA_LANG']
  const locale = chosen || environment['LC_ALL'] || environment['LC_MESSAGES'] || environment['LANG'] || ''
  return /^en(?![a-z])/i.test(locale) ? 'en' : 'es'
}

/** The value of `--lang` if it is a language, before the arguments of the command are read: their errors need it. */
function optionIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((one) => one === '--lang' || one.startsWith('--lang='))
  const value = args[at]?.startsWith('--lang=') ? args[at].slice('--lang='.length) : args[at + 1]
  return at >= 0 && (value === 'es' || value === 'en') ? value : undefined
}
