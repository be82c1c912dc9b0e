import type { Book } from './book.ts'
import { areDisjoint, type Dimensions, passes } from './condition.ts'
import { type Exact, toNumber } from './decimal.ts'
import type { LoadedRule } from './limit.ts'
import { keyWords, limitWords } from './limit-words.ts'
import type { LoadedValue } from './value.ts'
import type { Test } from './when.ts'

/** A rule of one edition, as a change cites it. */
export interface ChangeSide {
  readonly rule: string
  readonly title: string
  readonly section: string
  readonly locator: string | null
}

/** Limits on one thing that differ between two editions. `null`: that edition sets none. */
export interface LimitChange {
  readonly element: readonly string[]
  readonly parameter: string
  readonly unit: string
  readonly from: ChangeSide | null
  readonly to: ChangeSide | null
  readonly values: readonly ChangedValue[]
}

/** A value that changed, as the base writes it; `words` is the same in Spanish words. */
export interface ChangedValue {
  readonly at: string
  readonly from: string | null
  readonly to: string | null
  readonly words: { readonly at: string; readonly from: string | null; readonly to: string | null }
}

interface Figure {
  readonly text: string
  readonly words: string | null
  readonly atWords: string
}

/** The limits of a document that changed from one edition to another: those of rules that only one of them has, paired where they bind the same thing. */
export function limitChanges(book: Book, document: string, from: string, to: string): LimitChange[] {
  const limits = book.rules.filter((loaded) => loaded.document === document && loaded.rule.kind === 'limit')
  const only = (one: string, other: string): LoadedRule[] =>
    limits.filter(({ rule }) => rule.editions.includes(one) && !rule.editions.includes(other))
  const [before, after] = [only(from, to), only(to, from)]
  const paired = new Set<LoadedRule>()
  const changes: LimitChange[] = []
  for (const old of before) {
    const alike = after.filter((candidate) => bindsTheSame(old, candidate))
    const ofSameCase = alike.filter((candidate) => caseOf(candidate) === caseOf(old))
    // A rule whose own case is in both editions is compared with that alone: another case is another limit.
    const partners = ofSameCase.length > 0 ? ofSameCase : alike.filter(({ rule }) => !areDisjoint(old.rule.when, rule.when, book.dimensions))
    for (const partner of partners) paired.add(partner)
    if (partners.length === 0) changes.push(change(old, undefined, book.dimensions))
    else changes.push(...partners.map((partner) => change(old, partner, book.dimensions)))
  }
  changes.push(...after.filter((loaded) => !paired.has(loaded)).map((loaded) => change(undefined, loaded, book.dimensions)))
  return changes.filter(({ values }) => values.length > 0)
}

function bindsTheSame({ rule: one }: LoadedRule, { rule: other }: LoadedRule): boolean {
  return one.parameter === other.parameter && one.bound === other.bound && one.element.some((id) => other.element.includes(id))
}

function caseOf({ rule }: LoadedRule): string {
  const conditions = Object.entries(rule.when).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(conditions, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function change(old: LoadedRule | undefined, now: LoadedRule | undefined, dimensions: Dimensions): LimitChange {
  const [before, after] = [valuesOf(old, dimensions), valuesOf(now, dimensions)]
  const shown = now ?? old
  const element =
    old !== undefined && now !== undefined ? now.rule.element.filter((id) => old.rule.element.includes(id)) : (shown?.rule.element ?? [])
  const named = [...new Set([...before.keys(), ...after.keys()])].filter((at) => at !== '')
  const places = named.length > 0 ? named : ['']
  // One figure for all holds at each place that the other edition tells apart.
  const valueAt = (values: ReadonlyMap<string, Figure>, at: string): Figure | undefined => values.get(at) ?? values.get('')
  return {
    element,
    parameter: shown?.rule.parameter ?? '',
    unit: shown?.rule.unit ?? '',
    from: side(old),
    to: side(now),
    values: places.flatMap((at) => {
      const [was, is] = [valueAt(before, at), valueAt(after, at)]
      const place = (after.get(at) ?? before.get(at))?.atWords ?? ''
      return was?.text === is?.text
        ? []
        : [{ at, from: was?.text ?? null, to: is?.text ?? null, words: { at: place, from: was?.words ?? null, to: is?.words ?? null } }]
    }),
  }
}

function side(loaded: LoadedRule | undefined): ChangeSide | null {
  if (loaded === undefined) return null
  const { id, title, cite } = loaded.rule
  return { rule: id, title, section: cite.section, locator: cite.locator ?? null }
}

/** Every value that a rule can take, by its place: the column of a zone, the key cells of a row, or nothing where it is one figure. */
function valuesOf(loaded: LoadedRule | undefined, dimensions: Dimensions): Map<string, Figure> {
  const values = new Map<string, Figure>()
  if (loaded === undefined) return values
  const { rule, lower, upper } = loaded
  for (const [label, side, value] of [
    ['≥', 'min', lower],
    ['≤', 'max', upper],
  ] as const) {
    if (value === undefined) continue
    const prefix = lower !== undefined && upper !== undefined ? `${label} ` : ''
    for (const { at, atWords, text } of figures(value, dimensions))
      values.set(`${prefix}${at}`.trim(), { text, atWords, words: limitWords(text, value, { rule, side }, dimensions) ?? null })
  }
  return values
}

interface Place {
  readonly at: string
  readonly atWords: string
  readonly text: string
}

function figures(value: LoadedValue, dimensions: Dimensions): Place[] {
  switch (value.kind) {
    case 'const':
      return [{ at: '', atWords: '', text: show(value.value) }]
    case 'dimension':
      return [{ at: '', atWords: '', text: value.dimension }]
    case 'formula':
      return [{ at: '', atWords: '', text: value.text }]
    case 'table':
      return cellsOf(value, dimensions)
    default:
      return value satisfies never
  }
}

/** The cells of a table that a rule may pick, each with its place: the key cells of its row and the heading of its column. */
function cellsOf({ spec, table: { table, headers } }: Extract<LoadedValue, { kind: 'table' }>, dimensions: Dimensions): Place[] {
  const fixed = Object.entries({ ...spec.where, ...(spec.row === undefined ? {} : { [table.keys[0] ?? '']: spec.row }) })
  const rows = table.rows.filter((row) => fixed.every(([column, text]) => row[table.header.indexOf(column)] === text))
  const matched = Object.entries(spec.match ?? {})
  const isPicked = (name: string, index: number): boolean =>
    spec.by === undefined ? name === spec.column : !table.keys.includes(name) && isValueOf(spec.by, headers[index], dimensions)
  return rows.flatMap((row) => {
    const keys = matched.map(([column, dimension]) => ({ text: row[table.header.indexOf(column)] ?? '', dimension }))
    return table.header.flatMap((name, index): Place[] => {
      if (!isPicked(name, index)) return []
      const places = [...keys, ...(spec.by === undefined ? [] : [{ text: name, dimension: spec.by }])]
      return [
        {
          at: places.map(({ text }) => text).join(' · '),
          atWords: places.map(({ text, dimension }) => keyWords(text, dimension, dimensions)).join(' · '),
          text: (row[index] ?? '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''),
        },
      ]
    })
  })
}

/** True if a column is headed by some value of a dimension: the columns that a rule may pick by it. */
export function isValueOf(dimension: string, header: Test | null | undefined, dimensions: Dimensions): boolean {
  if (header == null) return false
  if (header.kind === 'interval') return true
  const known = dimensions.byId.get(dimension)
  return known?.type === 'number' ? header.numbers.length > 0 : (known?.values ?? []).some(({ id }) => passes(header, id, dimension, dimensions))
}

function show(value: Exact | string): string {
  return typeof value === 'string' ? value : String(toNumber(value))
}
