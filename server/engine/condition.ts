import { type Exact, isDecimal, parseDecimal } from './decimal.ts'
import { nameWords, wordsKey } from './name-words.ts'
import type { Dimension, When } from './schema.ts'
import { type Alike, alikeAmong, identifier } from './text.ts'
import type { Test } from './when.ts'

/** The known facts of a case: the value of each dimension, an exact number or the id of a value. */
export type Known = ReadonlyMap<string, Exact | string>

/** The dimensions of the knowledge base, ready for comparing. */
export interface Dimensions {
  readonly byId: ReadonlyMap<string, Dimension>
  /** The dimension that a text names, by its id or an alias. */
  named(text: string): Dimension | undefined
  /** The ids of those most like a text that names none. */
  readonly alike: Alike
  /** A value and every broader one: `reforma_mas_25` is also `reforma`. */
  widened(dimension: string, value: string): readonly string[]
}

/** Makes dimensions ready to compare by: each value with all that are broader. */
export function dimensionsFrom(all: readonly Dimension[]): Dimensions {
  return dimensionsOver(new Map(all.map((dimension) => [dimension.id, dimension])))
}

/** Like `dimensionsFrom`, over dimensions that may be read when first asked for. */
export function dimensionsOver(byId: ReadonlyMap<string, Dimension>): Dimensions {
  const chains = new Map<string, ReadonlyMap<string, readonly string[]>>()
  const chainsOf = (dimension: Dimension): ReadonlyMap<string, readonly string[]> => {
    const known = chains.get(dimension.id)
    if (known !== undefined) return known
    const made = broaderValues(dimension)
    chains.set(dimension.id, made)
    return made
  }
  // Most requests state dimensions by their ids: names are made ready when first needed.
  let names: ReadonlyMap<string, Dimension> | undefined
  let words: ReadonlyMap<string, Dimension> | undefined
  let alike: Alike | undefined
  return {
    byId,
    named(text) {
      const exact = byId.get(text)
      if (exact !== undefined) return exact
      names ??= namesOf([...byId.values()])
      words ??= wordsOf([...byId.values()])
      return names.get(identifier(text)) ?? words.get(wordsKey(nameWords(text)))
    },
    alike(wanted, among) {
      alike ??= alikeAmong([...byId.values()].map(({ id, label }) => [`${id} ${label}`, id]))
      return alike(wanted, among)
    },
    widened(dimension, value) {
      const found = byId.get(dimension)
      return (found === undefined ? undefined : chainsOf(found).get(value)) ?? [value]
    },
  }
}

/** Each value of a dimension with every broader one. */
function broaderValues({ values }: Dimension): ReadonlyMap<string, readonly string[]> {
  const parents = new Map(values.map((value) => [value.id, value.broader]))
  return new Map(
    values.map(({ id }) => {
      const chain: string[] = []
      for (let at: string | undefined = id; at !== undefined && !chain.includes(at); at = parents.get(at)) chain.push(at)
      return [id, chain]
    }),
  )
}

/** The dimensions by their ids and aliases. An id names its own, whatever aliases others have. */
function namesOf(all: readonly Dimension[]): ReadonlyMap<string, Dimension> {
  const found = new Map(all.map((dimension) => [identifier(dimension.id), dimension]))
  for (const dimension of all) for (const name of dimension.aliases.map(identifier)) if (!found.has(name)) found.set(name, dimension)
  return found
}

/** The dimensions by the words of their names, in any order and number. Words that several share name none. */
function wordsOf(all: readonly Dimension[]): ReadonlyMap<string, Dimension> {
  const found = new Map<string, Dimension | undefined>()
  for (const dimension of all)
    for (const key of new Set([dimension.id, dimension.label, ...dimension.aliases].map((name) => wordsKey(nameWords(name.replace(/_/g, ' '))))))
      found.set(key, found.has(key) ? undefined : dimension)
  return new Map([...found].flatMap(([key, dimension]) => (dimension === undefined || key === '' ? [] : [[key, dimension] as const])))
}

/** True if every condition holds. Where that hangs on dimensions not known, `unknown` lists them; one false condition settles it. */
export function holds(
  when: When,
  known: Known,
  dimensions: Dimensions,
): { readonly result: boolean | 'unknown'; readonly unknown: readonly string[] } {
  const unknown: string[] = []
  for (const dimension in when) {
    const test = when[dimension]
    const value = known.get(dimension)
    if (value === undefined) unknown.push(dimension)
    else if (test !== undefined && !passes(test, value, dimension, dimensions)) return { result: false, unknown: [] }
  }
  return unknown.length > 0 ? { result: 'unknown', unknown } : { result: true, unknown }
}

/** True if one known value passes one test. */
export function passes(test: Test, value: Exact | string, dimension: string, dimensions: Dimensions): boolean {
  if (test.kind === 'interval') {
    if (typeof value === 'string') return false
    return (
      (test.lt === undefined || value.compare(test.lt) < 0) &&
      (test.lte === undefined || value.compare(test.lte) <= 0) &&
      (test.gt === undefined || value.compare(test.gt) > 0) &&
      (test.gte === undefined || value.compare(test.gte) >= 0)
    )
  }
  const among =
    typeof value === 'string'
      ? dimensions.widened(dimension, value).some((wider) => test.values.includes(wider))
      : test.numbers.some((candidate) => value.compare(candidate) === 0)
  return test.kind === 'in' ? among : !among
}

/** True if no case can meet both sets of conditions: some dimension tells them apart. The compiler's proof that one rule at most applies. */
export function areDisjoint(left: When, right: When, dimensions: Dimensions): boolean {
  return Object.keys(left).some((dimension) => {
    const one = left[dimension]
    const other = right[dimension]
    return one !== undefined && other !== undefined && testsDisjoint(one, other, dimension, dimensions)
  })
}

/** True if no value passes both tests. */
export function testsDisjoint(one: Test, other: Test, dimension: string, dimensions: Dimensions): boolean {
  if (one.kind === 'interval' && other.kind === 'interval') return intervalsDisjoint(one, other)
  if (one.kind === 'interval') return other.kind === 'in' && other.numbers.every((value) => !passes(one, value, dimension, dimensions))
  if (other.kind === 'interval') return testsDisjoint(other, one, dimension, dimensions)
  const values = dimensions.byId.get(dimension)?.values.map((value) => value.id) ?? []
  const universe = new Set([...values, ...(one.kind === 'in' ? one.values : []), ...(other.kind === 'in' ? other.values : [])])
  if (one.kind === 'notIn' && other.kind === 'notIn' && values.length === 0) return false
  return ![...universe].some((value) => {
    const typed = dimensions.byId.get(dimension)?.type === 'number' && isDecimal(value) ? parseDecimal(value) : value
    return passes(one, typed, dimension, dimensions) && passes(other, typed, dimension, dimensions)
  })
}

type Interval = Extract<Test, { kind: 'interval' }>
function intervalsDisjoint(one: Interval, other: Interval): boolean {
  return endsBefore(one, other) || endsBefore(other, one)
}
function endsBefore(one: Interval, other: Interval): boolean {
  const end = one.lt ?? one.lte
  const start = other.gt ?? other.gte
  if (end === undefined || start === undefined) return false
  const order = end.compare(start)
  return order < 0 || (order === 0 && (one.lt !== undefined || other.gt !== undefined))
}
