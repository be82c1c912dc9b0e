import type { Dimensions } from '../engine/condition.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type RecordSplitter, recordSplitter, type TableRecord } from './csv-records.ts'
import { type CheckField, headingOf, neededFields } from './headings.ts'
import { type Column, cellsOf, isKnown, readHeadings } from './table-headings.ts'
import { type RowReading, type RowSettings, readRow, textsOf } from './table-row.ts'

/** A row of a table: the number of its first line, the texts of its cells, and their meaning. */
export interface TableRow {
  readonly line: number
  readonly texts: Partial<Readonly<Record<CheckField, string>>>
  readonly reading: RowReading
}

export interface TableReader {
  /** The columns; empty until the heading line is read. */
  columns(): readonly Column[]
  /** Headings that are not recognized. */
  unknownColumns(): readonly string[]
  /** Reads one more line and returns the rows that it completes. Throws `validation` if the heading line lacks a column or repeats one. */
  push(line: string): TableRow[]
  end(): TableRow[]
}

interface TableSettings {
  /** Number of lines already read from the file. */
  readonly linesBefore?: number
  readonly dimensions: Dimensions
  readonly placeNamed: RowSettings['placeNamed']
}

/** Reads a table of checks line by line, so that a large file needs no more memory than one row. Blank lines are counted but otherwise ignored. */
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
      assertValidHeadings(columns, '/text')
      table = { settings: { columns, delimiter, placeNamed }, records: recordSplitter(delimiter, lines) }
      return []
    },
    end: () => (table === undefined ? [] : rowsOf(table.records.end(), table.settings)),
  }
}

function rowsOf(records: readonly TableRecord[], settings: RowSettings): TableRow[] {
  return records.flatMap(({ line, text, isUnclosed }) => {
    // Exported spreadsheets often end with thousands of empty rows.
    if (text.trim() === '') return []
    const cells = isUnclosed ? undefined : cellsOf(text, settings.delimiter)
    if (cells === undefined) return [{ line, texts: {}, reading: { errors: [{ field: '', detail: quoteError }] } }]
    if (cells.every((cell) => cell === '')) return []
    return [{ line, texts: textsOf(cells, settings.columns), reading: readRow(cells, settings) }]
  })
}

const quoteError: Text = {
  es: 'unas comillas sin cerrar: quítelas, o escriba "" dentro de una celda entre comillas',
  en: 'an unclosed quote: remove it, or write "" inside a quoted cell',
}

/** Throws `validation` if a needed column is missing, or if two columns mean the same. `pointer` names the field of the request in the error. */
export function assertValidHeadings(columns: readonly Column[], pointer: '/text' | '/file'): void {
  const missing = neededFields.filter((field) => !columns.some((column) => column.field === field))
  const known = columns.filter(isKnown)
  const twice = known.filter((column, index) => known.findIndex((other) => meaningOf(other) === meaningOf(column)) < index)
  const headings = (all: readonly string[]): string => all.map((one) => `«${quoted(one)}»`).join(', ')
  if (twice.length > 0)
    throw headingsError(
      `Hay más de una columna con el mismo significado: ${headings(twice.map(({ heading }) => heading)).slice(0, 300)}`,
      `More than one column means the same: ${headings(twice.map(({ heading }) => heading)).slice(0, 300)}`,
      pointer,
    )
  if (missing.length > 0)
    throw headingsError(
      `La primera línea ha de llevar los títulos de las columnas; faltan: ${headings(missing.map(headingOf))}; tiene: ${headings(columns.map(({ heading }) => heading)).slice(0, 300)}`,
      `The first line must name the columns; missing: ${headings(missing)}; it has: ${headings(columns.map(({ heading }) => heading)).slice(0, 300)}`,
      pointer,
    )
}

/** The field or condition of a column, as errors name it: `value` or `context.uso`. */
export function meaningOf({ field, condition }: Column): string | undefined {
  return field ?? (condition === undefined ? undefined : `context.${condition.id}`)
}

function headingsError(es: string, en: string, pointer: string): ServiceError {
  return new ServiceError('validation', { es, en }, { errors: [{ pointer, code: 'headings', detail: en }] })
}
