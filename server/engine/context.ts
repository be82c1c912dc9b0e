import { readZone } from './climate.ts'
import type { Dimensions } from './condition.ts'
import { constant, type Exact, parseDecimal } from './decimal.ts'
import { nameWords, wordsKey } from './name-words.ts'
import { isPossible } from './possible.ts'
import type { Dimension } from './schema.ts'
import { alikeAmong, identifier } from './text.ts'
import { readTypedNumber } from './typed-number.ts'

export type ContextInput = Readonly<Record<string, string | number | boolean>>

/** An error of one context field: which, what is wrong, and the values that would be right. */
export interface ContextError {
  readonly field: string
  readonly error:
    | 'unknown-field'
    | 'not-a-number'
    | 'ambiguous-number'
    | 'not-a-boolean'
    | 'unknown-value'
    | 'from-place'
    | 'stated-twice'
    | 'contradicts'
    | 'impossible'
  readonly candidates: readonly string[]
  /** The two statements that contradict each other, as the request makes them. */
  readonly sides?: readonly [Statement, Statement]
}

/** One side of a contradiction: a field of the context, or `element`, and its value as sent. */
export interface Statement {
  readonly field: string
  readonly value: string | number | boolean
}

export interface ReadContext {
  readonly known: ReadonlyMap<string, Exact | string>
  /** How each dimension was stated. */
  readonly stated: ReadonlyMap<string, Statement>
  readonly errors: readonly ContextError[]
}

/** Place dimensions that somebody on site may know better than the lists: the maps have no list, and bands go by the plot's altitude. */
const fromPlaceButMayBeGiven = new Set(['wind_zone', 'snow_zone', 'climate_zone', 'altitud_m', 'seismic_ab_g', 'seismic_k'])

/**
 * Reads the `context` of a request: folds names, types values by their dimension, accepts aliases. Unknown fields and values are errors, never ignored.
 * A dimension stated twice (by its id, an alias or another spelling) is an error where the values differ, so that the order of fields never matters.
 */
export function readContext(input: ContextInput, dimensions: Dimensions): ReadContext {
  const known = new Map<string, Exact | string>()
  const stated = new Map<string, Statement>()
  const errors: ContextError[] = []
  let givable: ReadonlySet<string> | undefined
  for (const [field, value] of Object.entries(input)) {
    const dimension = dimensions.named(field)
    if (dimension === undefined) {
      givable ??= new Set([...dimensions.byId.values()].filter(mayBeGiven).map(({ id }) => id))
      errors.push({ field, error: 'unknown-field', candidates: dimensions.alike(field, givable) })
    } else if (!mayBeGiven(dimension)) errors.push({ field, error: 'from-place', candidates: [] })
    else {
      const read = readValue(dimension, value)
      const [before, statement] = [known.get(dimension.id), stated.get(dimension.id)]
      if (typeof read === 'object' && 'error' in read) errors.push({ field, ...read })
      else if (before !== undefined && statement !== undefined && !isSameValue(before, read))
        errors.push({ field, error: 'stated-twice', candidates: [], sides: [statement, { field, value }] })
      else {
        known.set(dimension.id, read)
        stated.set(dimension.id, { field, value })
      }
    }
  }
  return { known, stated, errors }
}

/** True if two values of a dimension are one. */
export function isSameValue(one: Exact | string, other: Exact | string): boolean {
  return typeof one === 'string' || typeof other === 'string' ? one === other : one.compare(other) === 0
}

/** The conditions of a whole with those of a part: what the part states, under any name, replaces what the whole states. */
export function overridden(whole: ContextInput, part: ContextInput, dimensions: Dimensions): ContextInput {
  const idOf = (field: string): string => dimensions.named(field)?.id ?? field
  const own = new Set(Object.keys(part).map(idOf))
  return { ...Object.fromEntries(Object.entries(whole).filter(([field]) => !own.has(idOf(field)))), ...part }
}

/** True if a user may state this dimension. */
export function mayBeGiven(dimension: Dimension): boolean {
  return dimension.source === 'context' || fromPlaceButMayBeGiven.has(dimension.id)
}

/** One value in the form its dimension compares by, or what is wrong with it. */
export function readValue(dimension: Dimension, value: string | number | boolean): Exact | string | Pick<ContextError, 'error' | 'candidates'> {
  switch (dimension.type) {
    case 'number': {
      if (typeof value === 'boolean') return { error: 'not-a-number', candidates: [] }
      const typed = typeof value === 'number' ? ({ kind: 'number', text: String(value) } as const) : readTypedNumber(value)
      if (typed.kind === 'text') return { error: 'not-a-number', candidates: [] }
      if (typed.kind !== 'number') return { error: 'ambiguous-number', candidates: [typed.grouped, typed.decimal] }
      const number = parseDecimal(typed.text)
      return isPossible(number, dimension) ? number : { error: 'impossible', candidates: [] }
    }
    case 'boolean': {
      const text = identifier(String(value))
      if (['true', 'si', 'yes', '1'].includes(text)) return 'true'
      return ['false', 'no', '0'].includes(text) ? 'false' : { error: 'not-a-boolean', candidates: ['true', 'false'] }
    }
    case 'enum': {
      if (dimension.id === 'climate_zone')
        return readZone(String(value)) ?? { error: 'unknown-value', candidates: dimension.values.map(({ id }) => id) }
      const found = valueNames(dimension).get(identifier(String(value)))
      if (found !== undefined) return found
      const inWords = dimension.values.filter(({ id, label, aliases }) =>
        [id, label, ...aliases].some((name) => inOtherWords(name) === inOtherWords(String(value))),
      )
      const [only, ...others] = inWords
      if (only !== undefined && others.length === 0) return only.id
      const alike = alikeAmong(dimension.values.map(({ id, label, aliases }) => [[id, label, ...aliases].join(' '), id]))(String(value))
      return { error: 'unknown-value', candidates: alike.length > 0 ? alike : dimension.values.map(({ id }) => id) }
    }
    default:
      return dimension.type satisfies never
  }
}

const namesOfValues = new WeakMap<Dimension, ReadonlyMap<string, string>>()

/** The ids of a dimension's values by all their names as identifiers; an id before names of others, and the first of several. Made once for each dimension. */
function valueNames(dimension: Dimension): ReadonlyMap<string, string> {
  const known = namesOfValues.get(dimension)
  if (known !== undefined) return known
  const ids = dimension.values.map(({ id }) => [id, id] as const)
  const others = dimension.values.flatMap(({ id, label, aliases }) => [label, ...aliases].map((name) => [name, id] as const))
  const made = new Map<string, string>()
  for (const [name, id] of [...ids, ...others]) if (!made.has(identifier(name))) made.set(identifier(name), id)
  namesOfValues.set(dimension, made)
  return made
}

/** A name by its words alone: `Zonas interiores secas` and `zona interior seca` are one. */
function inOtherWords(name: string): string {
  return wordsKey(nameWords(name.replace(/_/g, ' ')))
}

/** A dimension's default as a known value, or undefined where it has none. */
export function defaultOf(dimension: Dimension): Exact | string | undefined {
  if (dimension.default === undefined) return undefined
  return dimension.type === 'number' ? constant(dimension.default) : dimension.default
}
