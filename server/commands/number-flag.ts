import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import { UsageError } from './terminal.ts'

/** The number that an option has, as people write it. Throws `UsageError` if it is none, or may be two: `1.000` is a thousand or one. */
export function numberOf(flag: string, typed: string): number {
  const read = readTypedNumber(typed)
  if (read.kind === 'number') return Number(read.text)
  const text = read.kind === 'ambiguous' ? askBack(typed, read) : { es: `«${typed}»: se espera un número`, en: `"${typed}": expected a number` }
  throw new UsageError({ es: `${flag}: ${text.es}`, en: `${flag}: ${text.en}` })
}
