import { type Exact, toSpanish } from '../engine/decimal.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** The value of a dimension in Spanish: `sí`, `2,5`, or the label of an enumerated value. */
export function valueLabel(kb: KnowledgeBase, dimension: string, value: Exact | string | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return toSpanish(value)
  if (value === 'true') return 'sí'
  if (value === 'false') return 'no'
  return kb.book.dimensions.byId.get(dimension)?.values.find(({ id }) => id === value)?.label ?? value
}
