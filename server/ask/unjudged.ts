import type { Book } from '../engine/book.ts'
import { withComma } from '../engine/decimal.ts'
import type { Family } from './choose.ts'
import { isInFocus } from './focus.ts'
import type { FreeQuantity, Slots } from './slots.ts'

/** The quantities of a question to judge that no rule of the answer judges or takes as a condition. */
export function unjudged(families: readonly Family[]): FreeQuantity[] {
  const [first, ...others] = families
  if (first === undefined) return []
  return first.best.unread.filter((one) => others.every(({ best }) => best.unread.some(({ quantity }) => quantity === one.quantity)))
}

/** A quantity as the question writes it: `4,60 m`. */
export function quantityText({ quantity: { text, unit } }: FreeQuantity): string {
  return `${withComma(text)} ${unit?.text ?? ''}`.trim()
}

/**
 * True if what is left unjudged is beside the question: there is nothing left; or the question asks in the end for the one quantity that is judged
 * (`¿Correcto de tensión?`), and what is left measures something else.
 */
export function isBeside(book: Book, families: readonly Family[], left: readonly FreeQuantity[], { focus }: Pick<Slots, 'focus'>): boolean {
  if (left.length === 0) return true
  return families.every(({ best: { loaded, missing } }) => {
    if (missing.length > 0) return false
    const parameter = book.parameters.byId.get(loaded.rule.parameter)
    const own = book.units.parse(loaded.rule.unit)?.kind
    return parameter !== undefined && isInFocus(focus, parameter) && left.every(({ quantity: { unit } }) => unit?.kind !== own)
  })
}
