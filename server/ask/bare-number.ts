import type { Book } from '../engine/book.ts'
import { toNumber } from '../engine/decimal.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Quantity } from '../engine/quantities.ts'
import type { Dimension } from '../engine/schema.ts'
import type { Unit } from '../engine/unit.ts'
import type { Chosen } from './choose.ts'
import type { FreeQuantity, Slots } from './slots.ts'

/** A unit that a smaller share of the rules of its kind is written in is none that people leave out. */
const leastShare = 0.02
/** How many powers of ten a number may be away from a limit in a unit that is left out. */
const nearLimit = 0.7

/** The units that rules are written in, by kind, largest number of rules first. */
const unitsByBook = new WeakMap<Book, ReadonlyMap<string, readonly Unit[]>>()

/**
 * The units in which a number without one may be meant for a rule: those that rules on such a quantity are written in and in which it has the size of
 * the limit. `78` is centimetres for the width of a door. `far`: how far a quantity is from the limit.
 */
export function unitsMeant(
  book: Book,
  { rule }: LoadedRule,
  text: string,
  far: (quantity: Pick<Quantity, 'text' | 'unit'>) => number,
): readonly Unit[] {
  const own = book.units.parse(rule.unit)
  if (own === undefined) return []
  const known = naturalUnits(book).get(own.kind) ?? []
  // Things that are counted and factors have no unit that could be left out; a percentage may be told as a share.
  const offered = own.kind === '1' ? [own, ...known.filter(({ factor }) => !own.factor.equals(1) && factor.equals(1))] : [own, ...known]
  const distinct = offered.filter((one, index) => offered.findIndex(({ factor }) => factor.equals(one.factor)) === index)
  if (distinct.length === 1) return distinct
  return distinct.filter((unit) => far({ text, unit }) <= nearLimit)
}

function naturalUnits(book: Book): ReadonlyMap<string, readonly Unit[]> {
  const before = unitsByBook.get(book)
  if (before !== undefined) return before
  const rules = [...book.ruleByKey.values()].flatMap(({ rule }) => book.units.parse(rule.unit) ?? [])
  const byKind = new Map(
    [...Map.groupBy(rules, ({ kind }) => kind)].map(([kind, all]) => {
      const byText = [...Map.groupBy(all, ({ text }) => text).values()].filter(({ length }) => length >= leastShare * all.length)
      return [kind, byText.toSorted((left, right) => right.length - left.length).flatMap(([first]) => first ?? [])] as const
    }),
  )
  unitsByBook.set(book, byKind)
  return byKind
}

/** The value to judge of an answer that gives no unit, with the only one that it can have; undefined if there is none such. */
export function unsaidUnit(chosen: Chosen): { readonly value: FreeQuantity; readonly unit: Unit } | undefined {
  if (chosen.kind !== 'rules') return undefined
  const [found] = chosen.families.flatMap(({ best: { quantity, meant, loaded } }) => {
    const [unit, other] = meant
    return quantity === undefined || unit === undefined || other !== undefined || loaded.rule.unit === '1' ? [] : [{ value: quantity, unit }]
  })
  return found
}

/** A question with a unit for one of its numbers, so that the value is judged as if its unit were said. */
export function withUnit(slots: Slots, { quantity }: FreeQuantity, unit: Unit): Slots {
  const change = (one: FreeQuantity): FreeQuantity => (one.quantity === quantity ? { ...one, quantity: { ...quantity, unit } } : one)
  return {
    ...slots,
    value: slots.value?.text === quantity.text ? { text: quantity.text, unit } : slots.value,
    assigned: slots.assigned.map(change),
    unassigned: slots.unassigned.map(change),
  }
}

/** The ends of the intervals of each dimension that rules test. */
const endsByBook = new WeakMap<Book, ReadonlyMap<string, readonly number[]>>()

/** True if a number has a size that rules test a condition for; any number where none of them does by an interval. */
export function isOfSize(book: Book, dimension: Pick<Dimension, 'id'>, text: string): boolean {
  const ends = testedEnds(book).get(dimension.id)
  const value = Number(text.replace(',', '.'))
  return ends === undefined || value <= 0 || ends.some((end) => Math.abs(Math.log10(value / end)) <= nearLimit)
}

function testedEnds(book: Book): ReadonlyMap<string, readonly number[]> {
  const before = endsByBook.get(book)
  if (before !== undefined) return before
  const ends = new Map<string, number[]>()
  for (const { rule } of book.ruleByKey.values())
    for (const [name, test] of Object.entries(rule.when)) {
      if (test.kind !== 'interval') continue
      const own = [test.lt, test.lte, test.gt, test.gte].flatMap((end) => (end === undefined ? [] : [toNumber(end)])).filter((end) => end > 0)
      ends.set(name, [...(ends.get(name) ?? []), ...own])
    }
  endsByBook.set(book, ends)
  return ends
}
