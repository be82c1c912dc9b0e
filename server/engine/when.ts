import { type Exact, isDecimal, parseDecimal } from './decimal.ts'
import type { PlainConditions, When } from './schema.ts'

/** One condition on one dimension: any of some values, none of them, or an interval. */
export type Test =
  | { readonly kind: 'in' | 'notIn'; readonly values: readonly string[]; readonly numbers: readonly Exact[] }
  | {
      readonly kind: 'interval'
      readonly lt?: Exact | undefined
      readonly lte?: Exact | undefined
      readonly gt?: Exact | undefined
      readonly gte?: Exact | undefined
    }

/** A test for membership of `values`; those that read as numbers are kept as such too. */
export function membership(kind: 'in' | 'notIn', values: readonly string[]): Test {
  return { kind, values, numbers: values.filter(isDecimal).map(parseDecimal) }
}

/** Plain conditions as `when`. */
export function whenOf(conditions: PlainConditions): When {
  return Object.fromEntries(Object.entries(conditions).map(([name, values]) => [name, membership('in', values)]))
}
