import { withComma } from '../engine/decimal.ts'
import { LongNumber, parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import type { ErrorCode } from '../errors/error-kinds.ts'
import type { Text } from '../errors/language.ts'
import type { CsvValue } from './csv.ts'
import { type TableReader, type TableRow, tableReader } from './table.ts'
import type { RowError } from './table-row.ts'

/** The fields that identify a check in a table of results. */
export const subjectFields = ['element', 'parameter', 'value', 'unit', 'geo_id'] as const
export type Subject = Partial<Readonly<Record<(typeof subjectFields)[number], CsvValue>>>

/** One check of a file: the body of a `verify` request, or the error in it. */
export type BatchEntry = { readonly line: number; readonly subject: Subject } & (
  | { readonly item: Readonly<Record<string, unknown>> }
  | { readonly code: ErrorCode; readonly detail: Text; readonly errors: readonly RowError[] }
)

export interface BatchEntryReader {
  /** Reads one more line and returns the entries that it completes. */
  push(line: string): BatchEntry[]
  end(): BatchEntry[]
  /** Headings of the table that are not recognized; empty for NDJSON. */
  unknownColumns(): readonly string[]
}

export interface EntrySettings {
  readonly table: Parameters<typeof tableReader>[0]
  /** The place, as a `geo_id`, of entries without one. */
  readonly place: string | undefined
}

/** Reads a file of checks line by line. It is NDJSON if it begins with `{` or `[`, otherwise a table. */
export function batchEntryReader({ table: settings, place }: EntrySettings): BatchEntryReader {
  let table: TableReader | undefined
  let isJson: boolean | undefined
  let line = 0
  return {
    push(text) {
      line++
      if (isJson === undefined && text.trim() === '') return []
      isJson ??= /^[\uFEFF\s]*[{[]/.test(text)
      if (isJson) return text.trim() === '' ? [] : [jsonEntry(text.replace(/^\uFEFF/, ''), line, place)]
      table ??= tableReader({ ...settings, linesBefore: line - 1 })
      return table.push(text).map((row) => tableEntry(row, place))
    },
    end: () => table?.end().map((row) => tableEntry(row, place)) ?? [],
    unknownColumns: () => table?.unknownColumns() ?? [],
  }
}

/** One check of a table: the body of a `verify` request at the place of its row, or else at `place`; or the errors in it. */
export function tableEntry({ line, texts, reading }: TableRow, place: string | undefined): BatchEntry {
  const subject: Subject = texts
  if ('errors' in reading) return { line, subject, code: 'validation', detail: joinErrors(reading.errors), errors: reading.errors }
  const geoId = reading.geo_id ?? place
  const { origin: _origin, notes: _notes, ...check } = reading.check
  if (geoId !== undefined) {
    const item = { ...check, geo_id: geoId }
    return JSON.stringify(item).length > longestItem ? tooLong(line) : { line, subject: { ...subject, geo_id: geoId }, item }
  }
  const detail = {
    es: 'falta el lugar: ponga una columna «lugar», o indíquelo para todas',
    en: 'no place: add a column "lugar", or name one for all',
  }
  return { line, subject, code: 'validation', detail, errors: [{ field: 'geo_id', detail }] }
}

/** Largest check, in characters; far more than any check needs. */
const longestItem = 64 * 1024

function tooLong(line: number): BatchEntry {
  return entryError(line, 'too-large', 'la comprobación pasa de 64 KiB', 'the check is over 64 KiB')
}

function entryError(line: number, code: ErrorCode, es: string, en: string): BatchEntry {
  return { line, subject: {}, code, detail: { es, en }, errors: [] }
}

function jsonEntry(text: string, line: number, place: string | undefined): BatchEntry {
  if (text.length > longestItem) return tooLong(line)
  let parsed: unknown
  try {
    parsed = parseExactJson(text)
  } catch (error) {
    if (error instanceof RepeatedKeyError) {
      const [one, other] = error.values
      return entryError(
        line,
        'contradiction',
        `«${error.pointer}» consta dos veces: ${one} y ${other}`,
        `"${error.pointer}" is stated twice: ${one} and ${other}`,
      )
    }
    if (!(error instanceof SyntaxError)) throw error
    return entryError(line, 'malformed-json', 'la línea no es JSON', 'the line is not JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return entryError(line, 'validation', 'la línea ha de ser un objeto JSON', 'the line must be a JSON object')
  const item = place === undefined || 'geo_id' in parsed ? { ...parsed } : { ...parsed, geo_id: place }
  return { line, subject: subjectOf(item), item }
}

function subjectOf(item: Readonly<Record<string, unknown>>): Subject {
  return Object.fromEntries(
    subjectFields.flatMap((field) => {
      const value = item[field]
      if (value === undefined || value === null) return []
      return [[field, typeof value === 'number' ? value : value instanceof LongNumber ? withComma(value.text) : String(value)]]
    }),
  )
}

function joinErrors(errors: readonly RowError[]): Text {
  const all = (language: 'es' | 'en', word: string): string =>
    errors.map(({ cell, detail }) => `${cell === undefined ? '' : `${word} ${cell}: `}${detail[language]}`).join('; ')
  return { es: all('es', 'celda'), en: all('en', 'cell') }
}
