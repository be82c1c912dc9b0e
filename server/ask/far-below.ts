import type { Book } from '../engine/book.ts'
import { toNumber } from '../engine/decimal.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { convert } from '../engine/unit.ts'
import type { Slots } from './slots.ts'

/** A limit of less than this much of the unit asked for is not meant. */
const leastAsked = 0.1

/** True for a rule whose limits are all a few hundredths of the unit asked for: nobody asks how many metres 25 mm are. */
export function isFarBelow({ units }: Book, { rule, lower, upper }: LoadedRule, { unit }: Pick<Slots, 'unit'>): boolean {
  const own = units.parse(rule.unit)
  if (unit === undefined || own === undefined || own.kind !== unit.kind || own.text === unit.text) return false
  const limits = [lower, upper].flatMap((value) => (value?.kind === 'const' ? [value.value] : []))
  return limits.length > 0 && limits.every((limit) => typeof limit !== 'string' && toNumber(convert(limit, own, unit)) < leastAsked)
}
