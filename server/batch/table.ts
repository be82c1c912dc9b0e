import type { Dimensions } from '../engine/condition.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type RecordSplitter, recordSplitter, type TableRecord } from './csv-records.ts'
import { type CheckField, type Column, cellsOf, headingOf, isKnown, neededFields, readHeadings } from './table-headings.ts'
import { type RowReading, type RowSettings, readRow, textsOf } from './table-row.ts'

/** A row of a table: the line it begins at, what its cells say as they stand, and what they mean. */
export interface TableRow {
  readonly line: number
  readonly texts: Partial<Readonly<Record<CheckField, string>>>
  readonly reading: RowReading
}

export interface TableReader {
  /** Known once the heading was read; empty before. */
  columns(): readonly Column[]
  /** Headings that mean nothing here. */
  unknownColumns(): readonly string[]
  /** The rows that a further line completes. Throws `validation` where the heading lacks a column or has one twice. */
  push(line: string): TableRow[]
  end(): TableRow[]
}

interface TableSettings {
  /** Lines of the file that came before. */
  readonly linesBefore?: number
  readonly dimensions: Dimensions
  readonly placeNamed: RowSettings['placeNamed']
}

/** Reads a table of checks line by line, so that a file of any length takes no more memory than a row. Blank lines count as lines and nothing else. */
export function tableReader({ dimensions, placeNamed, linesBefore = 0 }: TableSettings): TableReader {
  let table: { readonly settings: RowSettings; readonly records: RecordSplitter } | undefined
  let lines = linesBefore
  return {
    columns: () => table?.settings.columns ?? [],
    unknownColumns: () => (table?.settings.columns ?? []).flatMap((column) => (isKnown(column) || column.heading === '' ? [] : [column.heading])),
    push(line) {
      if (table !== undefined) return rowsOf(table.records.push(line), table.settings)
      lines++
      const text = line.replace(/^\uFEFF/, '')
      if (text.trim() === '') return []
      const { delimiter, columns } = readHeadings(text, dimensions)
      assertValidHeadings(columns)
      table = { settings: { columns, delimiter, placeNamed }, records: recordSplitter(delimiter, lines) }
      return []
    },
    end: () => (table === undefined ? [] : rowsOf(table.records.end(), table.settings)),
  }
}

function rowsOf(records: readonly TableRecord[], settings: RowSettings): TableRow[] {
  return records.flatMap(({ line, text, isUnclosed }) => {
    // Sheets end in thousands of these.
    if (text.trim() === '') return []
    const cells = isUnclosed ? undefined : cellsOf(text, settings.delimiter)
    if (cells === undefined) return [{ line, texts: {}, reading: { errors: [{ field: '', detail: quoteError }] } }]
    if (cells.every((cell) => cell === '')) return []
    return [{ line, texts: textsOf(cells, settings.columns), reading: readRow(cells, settings) }]
  })
}

const quoteError: Text = {
  es: 'unas comillas sin pareja: quítelas, o escriba "" dentro de una celda entre comillas',
  en: 'a quote without its pair: take it away, or write "" within a cell in quotes',
}

function assertValidHeadings(columns: readonly Column[]): void {
  const missing = neededFields.filter((field) => !columns.some((column) => column.field === field))
  const known = columns.filter(isKnown)
  const twice = known.filter((column, index) => known.findIndex((other) => meaningOf(other) === meaningOf(column)) < index)
  const headings = (all: readonly string[]): string => all.map((one) => `«${quoted(one)}»`).join(', ')
  if (twice.length > 0)
    throw headingsError(
      `Hay más de una columna con el mismo significado: ${headings(twice.map(({ heading }) => heading)).slice(0, 300)}`,
      `More than one column means the same: ${headings(twice.map(({ heading }) => heading)).slice(0, 300)}`,
    )
  if (missing.length > 0)
    throw headingsError(
      `La primera línea ha de llevar los títulos de las columnas; faltan: ${headings(missing.map(headingOf))}; tiene: ${headings(columns.map(({ heading }) => heading)).slice(0, 300)}`,
      `The first line must name the columns; missing: ${headings(missing)}; it has: ${headings(columns.map(({ heading }) => heading)).slice(0, 300)}`,
    )
}

/** The field or condition of a column, as errors name it: `value`, `context.uso`. */
export function meaningOf({ field, condition }: Column): string | undefined {
  return field ?? (condition === undefined ? undefined : `context.${condition.id}`)
}

function headingsError(es: string, en: string): ServiceError {
  return new ServiceError('validation', { es, en }, { errors: [{ pointer: '/text', code: 'headings', detail: en }] })
}
