import { availableParallelism } from 'node:os'
import { OperatorError } from '../errors/operator-error.ts'
import { trustedProxies } from '../http/proxy.ts'

/** Reads a whole number in a range. Throws `OperatorError` with the name of the setting. */
export function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < low || value > high)
    throw new OperatorError({
      es: `No se entiende ${name} «${text}»: se espera un número entero de ${low} a ${high}`,
      en: `Cannot read ${name} "${text}": expected a whole number from ${low} to ${high}`,
    })
  return value
}

/** Reads the address of a PostgreSQL database. Throws `OperatorError` with the name of the setting, without the text, which may have a password. */
export function postgresUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text))) return text
  throw new OperatorError({
    es: `No se entiende ${name}: se espera postgres://usuario:contraseña@equipo:5432/base`,
    en: `Cannot read ${name}: expected postgres://user:password@host:5432/database`,
  })
}

/** Reads the name of a node. Throws `OperatorError` with the name of the setting. */
export function nodeNameFrom(name: string, text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(text)) return text
  throw new OperatorError({
    es: `No se entiende ${name} «${text}»: se esperan letras sin tilde, cifras, puntos y guiones`,
    en: `Cannot read ${name} "${text}": expected letters, digits, dots and hyphens`,
  })
}

const mostWorkers = 64

/** Reads a number of processes; `auto` is one for each core. Throws `OperatorError` with the name of the setting. */
export function workersFrom(name: string, text: string): number {
  return text === 'auto' ? Math.min(availableParallelism(), mostWorkers) : wholeNumber(name, text, 1, mostWorkers)
}

/** Reads `yes` or `no`. Throws `OperatorError` with the name of the setting. */
export function yesOrNo(name: string, text: string): boolean {
  if (text !== 'yes' && text !== 'no')
    throw new OperatorError({ es: `No se entiende ${name} «${text}»: se espera yes o no`, en: `Cannot read ${name} "${text}": expected yes or no` })
  return text === 'yes'
}

/** Reads one word of a few. Throws `OperatorError` with the name of the setting. */
export function oneOf<Word extends string>(name: string, text: string, words: readonly Word[]): Word {
  const found = words.find((word) => word === text)
  if (found !== undefined) return found
  throw new OperatorError({
    es: `No se entiende ${name} «${text}»: se espera ${words.join(', ')}`,
    en: `Cannot read ${name} "${text}": expected one of ${words.join(', ')}`,
  })
}

/** Reads a list of names with commas between them, in lower case. */
export function listOf(text = ''): string[] {
  return text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}

/** Checks a list of networks in CIDR notation. Throws `OperatorError` with the name of the setting. */
export function networks(name: string, list: readonly string[]): readonly string[] {
  try {
    trustedProxies(list)
    return list
  } catch (cause) {
    const wrong = cause instanceof Error ? cause.message : ''
    throw new OperatorError(
      {
        es: `No se entiende ${name} «${wrong}»: se esperan direcciones o redes con comas entre ellas, como 127.0.0.1,10.0.0.0/8`,
        en: `Cannot read ${name} "${wrong}": expected addresses or networks with commas between them, such as 127.0.0.1,10.0.0.0/8`,
      },
      { cause },
    )
  }
}
