import Fraction from 'fraction.js'
import { readZone } from './climate.ts'
import type { Dimensions } from './condition.ts'
import { type Exact, parseDecimal } from './decimal.ts'
import type { Dimension } from './schema.ts'
import { alikeAmong, identifier } from './text.ts'
import { readTypedNumber } from './typed-number.ts'

export type ContextInput = Readonly<Record<string, string | number | boolean>>

/** A fault of one context field: which, what is wrong, and the values that would be right. */
export interface ContextFault {
  readonly field: string
  readonly fault: 'unknown-field' | 'not-a-number' | 'ambiguous-number' | 'not-a-boolean' | 'unknown-value' | 'from-place'
  readonly candidates: readonly string[]
}

export interface ReadContext {
  readonly known: ReadonlyMap<string, Exact | string>
  readonly faults: readonly ContextFault[]
}

/** Place dimensions that somebody on site may know better than the lists: the maps have no list, and bands go by the plot's altitude. */
const fromPlaceButMayBeGiven = new Set(['wind_zone', 'snow_zone', 'climate_zone', 'altitud_m', 'seismic_ab_g', 'seismic_k'])

/** Reads the `context` of a request: folds names, types values by their dimension, accepts aliases. Unknown fields and values are faults, never ignored. */
export function readContext(input: ContextInput, dimensions: Dimensions): ReadContext {
  const known = new Map<string, Exact | string>()
  const faults: ContextFault[] = []
  for (const [field, value] of Object.entries(input)) {
    const dimension = dimensions.named(field)
    if (dimension === undefined) {
      const givable = new Set([...dimensions.byId.values()].filter(mayBeGiven).map(({ id }) => id))
      faults.push({ field, fault: 'unknown-field', candidates: dimensions.alike(field, givable) })
    } else if (!mayBeGiven(dimension)) faults.push({ field, fault: 'from-place', candidates: [] })
    else {
      const read = readValue(dimension, value)
      if (typeof read === 'object' && 'fault' in read) faults.push({ field, ...read })
      else known.set(dimension.id, read)
    }
  }
  return { known, faults }
}

/** Whether a user may state this dimension. */
export function mayBeGiven(dimension: Dimension): boolean {
  return dimension.source === 'context' || fromPlaceButMayBeGiven.has(dimension.id)
}

/** One value in the form its dimension compares by, or what is wrong with it. */
export function readValue(dimension: Dimension, value: string | number | boolean): Exact | string | Pick<ContextFault, 'fault' | 'candidates'> {
  switch (dimension.type) {
    case 'number': {
      if (typeof value === 'number') return parseDecimal(String(value))
      const typed = readTypedNumber(String(value))
      if (typed.kind === 'number') return parseDecimal(typed.text)
      return typed.kind === 'text'
        ? { fault: 'not-a-number', candidates: [] }
        : { fault: 'ambiguous-number', candidates: [typed.grouped, typed.decimal] }
    }
    case 'boolean': {
      const text = identifier(String(value))
      if (['true', 'si', 'yes', '1'].includes(text)) return 'true'
      return ['false', 'no', '0'].includes(text) ? 'false' : { fault: 'not-a-boolean', candidates: ['true', 'false'] }
    }
    case 'enum': {
      if (dimension.id === 'climate_zone')
        return readZone(String(value)) ?? { fault: 'unknown-value', candidates: dimension.values.map(({ id }) => id) }
      const wanted = identifier(String(value))
      const found =
        dimension.values.find(({ id }) => identifier(id) === wanted) ??
        dimension.values.find(({ label, aliases }) => [label, ...aliases].some((name) => identifier(name) === wanted))
      if (found !== undefined) return found.id
      const alike = alikeAmong(dimension.values.map(({ id, label, aliases }) => [[id, label, ...aliases].join(' '), id]))(String(value))
      return { fault: 'unknown-value', candidates: alike.length > 0 ? alike : dimension.values.map(({ id }) => id) }
    }
    default:
      return dimension.type satisfies never
  }
}

/** A dimension's default as a known value, or undefined where it has none. */
export function defaultOf(dimension: Dimension): Exact | string | undefined {
  if (dimension.default === undefined) return undefined
  return dimension.type === 'number' ? new Fraction(dimension.default) : dimension.default
}
