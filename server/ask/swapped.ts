import type { Book } from '../engine/book.ts'
import type { Known } from '../engine/condition.ts'
import { type LoadedRule, limitsOf } from '../engine/limit.ts'
import { canMeasure, valueInUnitOf } from './dimension-value.ts'
import { isWithinBounds } from './judge.ts'
import type { RuleReading } from './reading.ts'

/**
 * True if a rule finds the same where the value to judge and a quantity that says something of the case change places, as they may where both have the same
 * unit and no name tells which is which: `trabaja a 1 bar y se ha probado a 1,5 bar`, of a limit that hangs on the pressure of work.
 */
export function isSameSwapped(
  book: Book,
  loaded: LoadedRule,
  isWithin: boolean,
  { quantity: judged, known, guessed }: Pick<RuleReading, 'quantity' | 'guessed'> & { readonly known: Known },
): boolean {
  const own = book.units.parse(loaded.rule.unit)?.kind
  return guessed.every(({ dimension, quantity }) => {
    if (judged === undefined || quantity.unit?.kind !== own || !canMeasure(judged.quantity, dimension, book)) return true
    const limits = limitsOf(loaded, new Map([...known, [dimension.id, valueInUnitOf(judged.quantity, dimension, book)]]), book.dimensions)
    const { text, unit } = quantity
    return limits.kind !== 'bounds' || isWithinBounds(book, loaded, limits.bounds, { text, unit }) === isWithin
  })
}
