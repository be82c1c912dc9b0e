import { type Exact, toSpanish } from '../engine/decimal.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { said } from '../kb/wording.ts'

/** The value of a dimension in words: `sí`, `2,5`, or the label of an enumerated value; in English `yes`, `2.5`. */
export function valueLabel(kb: KnowledgeBase, dimension: string, value: Exact | string | undefined): string {
  if (value === undefined) return ''
  if (typeof value !== 'string') return numberText(kb, value)
  if (value === 'true') return said(kb, { es: 'sí', en: 'yes' })
  if (value === 'false') return 'no'
  return kb.book.dimensions.byId.get(dimension)?.values.find(({ id }) => id === value)?.label ?? value
}

/** A number with the decimal sign of the language: `2,5`, `2.5`. */
export function numberText(kb: Pick<KnowledgeBase, 'language'>, value: Exact, places?: number): string {
  const text = toSpanish(value, places)
  return said(kb, { es: text, en: text.replace(',', '.') })
}
