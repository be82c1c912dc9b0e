import { CsvError, parse as parseCsv } from 'csv-parse/sync'
import type { Dimensions } from '../engine/condition.ts'
import { mayBeGiven } from '../engine/context.ts'
import type { Dimension } from '../engine/schema.ts'
import { identifier } from '../engine/text.ts'

export type Delimiter = ';' | ',' | '\t'

export type CheckField = 'element' | 'parameter' | 'value' | 'unit' | 'geo_id' | 'codes' | 'origin' | 'notes'

/** A column of a table: a field of a check, a condition of the case, or none that is known. */
export interface Column {
  readonly heading: string
  readonly field: CheckField | undefined
  readonly condition: Dimension | undefined
}

/** What people call the columns, by field; accents, case, `_` and spaces do not count. */
const names: Readonly<Record<CheckField, readonly string[]>> = {
  element: ['elemento', 'element'],
  parameter: ['parametro', 'parameter', 'magnitud'],
  value: ['valor', 'value'],
  unit: ['unidad', 'unidades', 'unit', 'units', 'ud'],
  geo_id: ['lugar', 'geo-id', 'municipio', 'place'],
  codes: ['codigo', 'codigos', 'code', 'codes', 'norma', 'normas', 'normativa'],
  origin: ['origen', 'origin'],
  notes: ['observaciones', 'notas', 'notes'],
}
const fieldByName = new Map(Object.entries(names).flatMap(([field, all]) => all.map((name) => [name, field as CheckField] as const)))

export const neededFields = ['element', 'parameter', 'value', 'unit'] as const satisfies readonly CheckField[]

/** The Spanish heading of a field. */
export function headingOf(field: CheckField): string {
  return names[field][0] ?? field
}

/** The delimiter and columns of a heading line: the delimiter under which most headings are known, then that which makes most of them. */
export function readHeadings(line: string, dimensions: Dimensions): { readonly delimiter: Delimiter; readonly columns: readonly Column[] } {
  const conditionNamed = conditionFinder(dimensions)
  const columnOf = (heading: string): Column => {
    const name = identifier(heading)
    const field = fieldByName.get(name)
    return { heading, field, condition: field === undefined && name !== '' ? conditionNamed(name) : undefined }
  }
  const readings = ([';', '\t', ','] as const).map((delimiter) => ({
    delimiter,
    columns: (cellsOf(line, delimiter) ?? [line]).map(columnOf),
  }))
  const known = ({ columns }: (typeof readings)[number]): number => columns.filter(isKnown).length * 1000 + columns.length
  return readings.reduce((best, reading) => (known(reading) > known(best) ? reading : best))
}

/** Whether a column means something. */
export function isKnown({ field, condition }: Column): boolean {
  return field !== undefined || condition !== undefined
}

/** The cells of one record, trimmed; undefined where its quotes make no sense. A quote within a cell is a quote: `1/2" de tubo`. */
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

/** Finds the condition of a heading: by identifier, else by label or alias where one alone has it. */
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
