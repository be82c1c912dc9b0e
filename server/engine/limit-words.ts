import { boundsText } from './bounds-text.ts'
import type { Dimensions } from './condition.ts'
import { type Exact, isExact, parseExact, toSpanish } from './decimal.ts'
import type { Bound } from './limit.ts'
import type { Rule } from './schema.ts'
import { readKey } from './table.ts'
import { withUnit } from './unit-words.ts'
import { dimensionsOf, isBlank, type LoadedValue } from './value.ts'

/** A key cell or heading of a table in Spanish words: `Docente o Comercial`, `Superficie: más de 60 y hasta 65 m²`. Text that is no value of the dimension stays as it is. */
export function keyWords(text: string, dimension: string | undefined, dimensions: Dimensions): string {
  const known = dimension === undefined ? undefined : dimensions.byId.get(dimension)
  const test = readKey(text)
  if (test === null) return known === undefined ? 'cualquiera' : `${known.label}: cualquiera`
  const unit = known?.unit ?? ''
  if (test.kind === 'interval') {
    const ends = [
      ...wordsOf('más de', test.gt),
      ...(test.gte === undefined ? [] : [`${toSpanish(test.gte)} o más`]),
      ...wordsOf('menos de', test.lt),
      ...wordsOf('hasta', test.lte),
    ]
    return `${known === undefined ? '' : `${known.label}: `}${withUnit(ends.join(' y '), unit)}`
  }
  const names = text.split('|').map((part) => valueWords(part.trim(), known?.values ?? []))
  const isBare = known !== undefined && known.values.length === 0
  return `${isBare ? `${known.label}: ` : ''}${isBare ? withUnit(names.join(' o '), unit) : names.join(' o ')}`
}

function wordsOf(preposition: string, end: Exact | undefined): string[] {
  return end === undefined ? [] : [`${preposition} ${toSpanish(end)}`]
}

function valueWords(text: string, values: readonly { readonly id: string; readonly label: string }[]): string {
  if (isExact(text)) return toSpanish(parseExact(text))
  return values.find(({ id }) => id === text)?.label ?? text.replaceAll('_', ' ')
}

/** One limit of a rule in Spanish words: `como máximo 0,35 W/m²K`, or what it is computed from. Undefined where the text sets none. */
export function limitWords(
  text: string,
  value: LoadedValue,
  { rule, side }: { readonly rule: Rule; readonly side: 'min' | 'max' },
  dimensions: Dimensions,
): string | undefined {
  if (isBlank(text)) return undefined
  const bound: Bound['side'] = rule.bound === 'equals' || rule.bound === 'class' ? rule.bound : side
  if (value.kind === 'formula' || value.kind === 'dimension') {
    const labels = [...new Set(dimensionsOf(value))].map((id) => `«${dimensions.byId.get(id)?.label ?? id.replaceAll('_', ' ')}»`)
    const start = { max: 'un máximo', min: 'un mínimo', equals: 'un valor', class: 'una clase' }[bound]
    return labels.length === 0 ? `${start} que se calcula` : `${start} según ${labels.join(', ')}`
  }
  const limit = bound !== 'class' && isExact(text) ? parseExact(text) : text.replaceAll('_', ' ')
  return boundsText([{ side: bound, limit, strict: rule.strict }], rule.unit)
}
