import { constant, type Exact, withComma } from './decimal.ts'
import { convert, type Unit, type Units } from './unit.ts'
import { withUnit } from './unit-words.ts'

/** The range of values that are physically possible, in `unit`. */
export interface Possible {
  readonly min?: string | undefined
  readonly max?: string | undefined
  /** The value must be greater than this one. */
  readonly above?: string | undefined
  readonly integer?: boolean | undefined
  readonly unit?: string | undefined
  /** The range in which limits lie: where it reaches below zero, so may a value. */
  readonly plausible?: { readonly min: string } | undefined
}

/** True if a value, in the unit of its range, can be at all. The ends `min` and `max` can; `above` cannot. */
export function isPossible(value: Exact, possible: Possible): boolean {
  const { max, above, integer } = possible
  const min = leastOf(possible)
  return (
    (min === undefined || value.compare(constant(min)) >= 0) &&
    (above === undefined || value.compare(constant(above)) > 0) &&
    (max === undefined || value.compare(constant(max)) <= 0) &&
    (integer !== true || value.mod(1).equals(0))
  )
}

/** True if a value can be one of a parameter. A value in a unit of another kind is not for this function to judge: true. */
export function isPossibleIn(parameter: Possible & { readonly unit: string }, value: Exact, unit: Unit, units: Units): boolean {
  const own = units.parse(parameter.unit)
  return own?.kind !== unit.kind || isPossible(convert(value, unit, own), parameter)
}

/** A range in words: `un número entero entre 1 y 5`, `un valor mayor que 0 W/m²K`. */
export function rangeText(possible: Possible): { readonly es: string; readonly en: string } {
  const { max, above, integer = false, unit = '1' } = possible
  const low = above ?? leastOf(possible)
  const measured = (language: 'es' | 'en'): string => withUnit('', unit, language)
  const [whole, number] = integer ? ['un número entero ', 'a whole number '] : ['un valor ', 'a value ']
  const [from, over] = above === undefined ? ['no menor que', 'not less than'] : ['mayor que', 'greater than']
  if (low !== undefined && max !== undefined && above === undefined)
    return { es: `${whole}entre ${withComma(low)} y ${withComma(max)}${measured('es')}`, en: `${number}between ${low} and ${max}${measured('en')}` }
  const ends = (language: 'es' | 'en'): string =>
    [
      ...(low === undefined ? [] : [language === 'es' ? `${from} ${withComma(low)}` : `${over} ${low}`]),
      ...(max === undefined ? [] : [language === 'es' ? `no mayor que ${withComma(max)}` : `not greater than ${max}`]),
    ].join(language === 'es' ? ' y ' : ' and ')
  return { es: `${whole}${ends('es')}${measured('es')}`.trim(), en: `${number}${ends('en')}${measured('en')}`.trim() }
}

/** The least possible value: the declared one; else 0, unless limits below zero are plausible. */
export function leastOf({ min, above, plausible }: Possible): string | undefined {
  if (min !== undefined || above !== undefined) return min
  return plausible !== undefined && constant(plausible.min).compare(0) < 0 ? undefined : '0'
}
