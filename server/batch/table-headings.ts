import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import type { Dimensions } from '../engine/condition.ts'
import { mayBeGiven } from '../engine/context.ts'
import type { Dimension } from '../engine/schema.ts'
import { identifier } from '../engine/text.ts'
import { type CheckField, fieldByName } from './headings.ts'

export type Delimiter = ';' | ',' | '\t'

/** A column of a table: a field of a check, a condition, or neither if the heading is not recognized. */
export interface Column {
  readonly heading: string
  readonly field: CheckField | undefined
  readonly condition: Dimension | undefined
}

/** Reads a heading line. Chooses the delimiter that gives the most recognized headings or, if equal, the most headings. */
export function readHeadings(line: string, dimensions: Dimensions): { readonly delimiter: Delimiter; readonly columns: readonly Column[] } {
  const columnOf = columnFinder(dimensions)
  const readings = ([';', '\t', ','] as const).map((delimiter) => ({
    delimiter,
    columns: (cellsOf(line, delimiter) ?? [line]).map(columnOf),
  }))
  const known = ({ columns }: (typeof readings)[number]): number => columns.filter(isKnown).length * 1000 + columns.length
  return readings.reduce((best, reading) => (known(reading) > known(best) ? reading : best))
}

/** The columns that headings name. */
export function columnsNamed(headings: readonly string[], dimensions: Dimensions): readonly Column[] {
  return headings.map(columnFinder(dimensions))
}

function columnFinder(dimensions: Dimensions): (heading: string) => Column {
  const conditionNamed = conditionFinder(dimensions)
  return (heading) => {
    const name = identifier(heading)
    const field = fieldByName.get(name)
    return { heading, field, condition: field === undefined && name !== '' ? conditionNamed(name) : undefined }
  }
}

/** True if the heading of a column is recognized. */
export function isKnown({ field, condition }: Column): boolean {
  return field !== undefined || condition !== undefined
}

/** The trimmed cells of one record; undefined if its quotes are not balanced. A quote inside an unquoted cell is a plain character: `1/2" de tubo`. */
export function cellsOf(record: string, delimiter: Delimiter): string[] | undefined {
  try {
    const options = { delimiter, record_delimiter: '\u0000', relax_quotes: true, relax_column_count: true }
    const [cells = []] = parseCsv(record.replaceAll('\u0000', ' '), options)
    return cells.map((cell) => cell.trim())
  } catch (error) {
    if (error instanceof CsvError) return undefined
    throw error
  }
}

/** Returns a function that finds the condition for a heading, by identifier, or by a label or alias that only one condition has. */
function conditionFinder(dimensions: Dimensions): (name: string) => Dimension | undefined {
  const byId = new Map<string, Dimension>()
  const byName = new Map<string, Set<Dimension>>()
  for (const dimension of dimensions.byId.values()) {
    if (!mayBeGiven(dimension)) continue
    byId.set(identifier(dimension.id), dimension)
    for (const name of [dimension.label, ...dimension.aliases].map(identifier)) byName.set(name, (byName.get(name) ?? new Set()).add(dimension))
  }
  return (name) => {
    const [only, ...others] = byName.get(name) ?? []
    return byId.get(name) ?? (others.length === 0 ? only : undefined)
  }
}
