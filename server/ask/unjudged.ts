import type { Book } from '../engine/book.ts'
import { parseDecimal, withComma } from '../engine/decimal.ts'
import { quantitiesIn } from '../engine/quantities.ts'
import { convert } from '../engine/unit.ts'
import type { Family } from './choose.ts'
import { isInFocus } from './focus.ts'
import type { FreeQuantity, Slots } from './slots.ts'

/**
 * The quantities of a question to judge that no rule of the answer judges, takes as a condition or has in its name: `a 50 Pa` is how a leak of air is
 * measured.
 */
export function unjudged(book: Book, families: readonly Family[]): FreeQuantity[] {
  const [first, ...others] = families
  if (first === undefined) return []
  const named = families.flatMap(({ best: { loaded } }) => quantitiesIn(loaded.rule.title, book.units))
  const isNamed = ({ quantity: { text, unit } }: FreeQuantity): boolean =>
    unit !== undefined &&
    named.some((own) => own.unit?.kind === unit.kind && convert(parseDecimal(text), unit, own.unit).compare(parseDecimal(own.text)) === 0)
  return first.best.unread.filter((one) => !isNamed(one) && others.every(({ best }) => best.unread.some(({ quantity }) => quantity === one.quantity)))
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
