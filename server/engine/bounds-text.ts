import { comparisonOf } from './compare.ts'
import { toSpanish } from './decimal.ts'
import type { Bound } from './limit.ts'

const words = { lte: 'como máximo', lt: 'menos de', gte: 'como mínimo', gt: 'más de', eq: 'exactamente' } as const

/** Bounds in words: `como máximo 0,35 W/m²K`, or `como mínimo 13 cm y como máximo 18,5 cm`. */
export function boundsText(bounds: readonly Bound[], unit: string): string {
  const shown = unit === '1' || unit === '' ? '' : ` ${unit}`
  return bounds
    .map((bound) =>
      typeof bound.limit === 'string' ? `clase ${bound.limit} o mejor` : `${words[comparisonOf(bound)]} ${toSpanish(bound.limit)}${shown}`,
    )
    .join(' y ')
}
