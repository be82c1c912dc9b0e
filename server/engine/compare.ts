import { type Exact, endsAsDecimal, toNumber } from './decimal.ts'
import type { Bound } from './limit.ts'
import { type Satisfied, satisfies } from './scale.ts'
import type { Scale } from './schema.ts'

/**
 * Whether a value meets a bound, both in one unit. Equal to the limit complies unless the bound is strict.
 * `undefined` where the value is no class of the scale, or a number is held against a class.
 */
export function meets(value: Exact | string, bound: Bound, scale: Scale | undefined): Satisfied | undefined {
  if (bound.side === 'class') return scale === undefined ? undefined : satisfies(scale, String(value), String(bound.limit))
  if (typeof value === 'string' || typeof bound.limit === 'string') return undefined
  const order = compareTo(bound.limit, value)
  switch (bound.side) {
    case 'max':
      return bound.strict ? order < 0 : order <= 0
    case 'min':
      return bound.strict ? order > 0 : order >= 0
    case 'equals':
      return order === 0
    default:
      return bound.side satisfies never
  }
}

/**
 * How a value compares with a limit. A limit such as 1/350 has no decimal: a value that is its nearest number, as any program would
 * send it, is taken for it and not for a little less.
 */
function compareTo(limit: Exact, value: Exact): number {
  return !endsAsDecimal(limit) && toNumber(value) === toNumber(limit) ? 0 : value.compare(limit)
}

/** Signed distance to the bound: positive inside it, negative beyond. `undefined` for classes. */
export function marginOf(value: Exact | string, bound: Bound): Exact | undefined {
  if (typeof value === 'string' || typeof bound.limit === 'string') return undefined
  switch (bound.side) {
    case 'max':
      return bound.limit.sub(value)
    case 'min':
      return value.sub(bound.limit)
    case 'equals':
      return value.sub(bound.limit).abs().neg()
    default:
      return undefined
  }
}

/** The sign of each comparison, as it is printed. */
export const comparisonSigns = { lte: '≤', lt: '<', gte: '≥', gt: '>', eq: '=' } as const
export type Comparison = keyof typeof comparisonSigns

/** How a bound is read: `lte`, `lt`, `gte`, `gt`, `eq`. A class is `gte`: that class or better. */
export function comparisonOf(bound: Bound): Comparison {
  if (bound.side === 'equals') return 'eq'
  if (bound.side === 'max') return bound.strict ? 'lt' : 'lte'
  return bound.strict ? 'gt' : 'gte'
}
