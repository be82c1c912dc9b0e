import { withUnit } from '../../server/engine/unit-words.ts'
import type { Language } from '../text.ts'
import { figure, searchKey, unitText } from '../text.ts'
import { type Project, type ProjectCheck, type Result, resultOf } from './project.ts'
import type { Outcome } from './use-outcomes.ts'

/** A check as the grid shows it. */
export interface GridRow {
  readonly id: string
  /** Its number in the project, from 1. */
  readonly number: number
  readonly language: Language
  readonly check: ProjectCheck
  readonly name: string
  readonly value: string
  readonly outcome: Outcome | undefined
  /** Undefined until the service has answered. */
  readonly result: Result | undefined
  /** Why it is undecided, in a line; empty if it is decided. */
  readonly reason: string
  /** Slug of the document that governs; empty if none does. */
  readonly document: string
}

export const sortColumns = ['number', 'result', 'name', 'value', 'document'] as const
export type SortColumn = (typeof sortColumns)[number]

export interface GridOrder {
  readonly column: SortColumn
  readonly direction: 'ascending' | 'descending'
}

/** The rows of a project's checks, in its order. A row that has not changed since `before` is the same object, so that it is not drawn again. */
export function rowsOf(
  { checks = [] }: Project,
  outcomes: readonly (Outcome | undefined)[],
  words: { nameOf(check: ProjectCheck): string; missing(labels: string): string; readonly language: Language },
  before: ReadonlyMap<string, GridRow>,
): GridRow[] {
  const { nameOf, missing, language } = words
  return checks.map((check, index) => {
    const outcome = outcomes[index]
    const name = nameOf(check)
    const last = before.get(check.id)
    if (last?.check === check && last.outcome === outcome && last.name === name && last.number === index + 1 && last.language === language)
      return last
    return {
      id: check.id,
      number: index + 1,
      language,
      check,
      name,
      value: withUnit(figure(check.value, language), unitText(check.unit), language),
      outcome,
      result: outcome === undefined ? undefined : resultOf(outcome),
      reason: outcome === undefined ? '' : reasonOf(outcome, missing),
      document: outcome?.outcome === 'verdict' ? (outcome.verdict.sources[0]?.code_slug ?? '') : '',
    }
  })
}

function reasonOf(outcome: Outcome, missing: (labels: string) => string): string {
  if (outcome.outcome !== 'problem') return ''
  const { missing: asked = [], detail } = outcome.problem
  return asked.length === 0 ? detail : missing(asked.map(({ label }) => label).join('; '))
}

/** The rows with a text (in their name, value, source or notes) and a result; all rows for empty ones. */
export function filtered(rows: readonly GridRow[], text: string, result: Result | ''): GridRow[] {
  const wanted = searchKey(text)
  return rows.filter((row) => (result === '' || row.result === result) && (wanted === '' || foundBy(row).includes(wanted)))
}

/** What a row is found by, folded once: a row is the same object until it changes. */
const folded = new WeakMap<GridRow, string>()

function foundBy(row: GridRow): string {
  const known = folded.get(row)
  if (known !== undefined) return known
  const words = searchKey(`${row.name} ${row.value} ${row.document} ${row.check.origin ?? ''} ${row.check.notes ?? ''}`)
  folded.set(row, words)
  return words
}

const results: readonly (Result | undefined)[] = ['fails', 'undecided', 'complies', undefined]

/** The rows in an order; equal ones stay in the order of the project. */
export function sorted(rows: readonly GridRow[], { column, direction }: GridOrder): GridRow[] {
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((left, right) => sign * compared(left, right, column) || left.number - right.number)
}

function compared(left: GridRow, right: GridRow, column: SortColumn): number {
  switch (column) {
    case 'number':
      return left.number - right.number
    case 'result':
      return results.indexOf(left.result) - results.indexOf(right.result)
    default:
      return left[column].localeCompare(right[column], 'es', { numeric: true })
  }
}

/** The rows by the document that governs them, in the order in which the documents first appear; those without one are the last. */
export function byDocument(rows: readonly GridRow[]): readonly (readonly [string, GridRow[]])[] {
  return [...Map.groupBy(rows, ({ document }) => document)].toSorted(([one], [other]) => Number(one === '') - Number(other === ''))
}
