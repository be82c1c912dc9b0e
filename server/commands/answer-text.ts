import { byteOrderMark, type CsvValue, csvLine } from '../batch/csv.ts'
import { withComma } from '../engine/decimal.ts'
import { cellText as cellWords, headingText } from '../engine/table-words.ts'
import type { Language } from '../errors/language.ts'
import { labelOf, valueText } from '../usage/field-labels.ts'
import type { Json } from './problem-text.ts'
import { columns, foldedText } from './text-table.ts'

const widthWithoutTerminal = 160
/** Characters of a name; a longer text is a sentence. */
const longestWord = 80
/** Said only where it is so. */
const onlyIfTrue = ['forbids', 'otherwise_free', 'strict']

/** For whom an answer is written. */
interface Reader {
  readonly language: Language
  /** Columns of the terminal. */
  readonly width: number
}

/** An answer as text: its fields with their names, its lists as tables. `width`: columns of the terminal. */
export function answerText(body: Json, language: Language, width: number | undefined): string {
  const { items, ...rest } = body
  const reader = { language, width: width ?? widthWithoutTerminal }
  const first = items === undefined ? [] : listLines(items as unknown[], reader)
  const lines = [
    ...first,
    ...(first.length > 0 && hasMore(rest) ? [''] : []),
    ...Object.entries(rest).flatMap(([field, value]) => fieldLines(field, value, reader)),
  ]
  return foldedText(
    lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
    width,
  )
}

/**
 * The list of an answer as CSV, under the names of its fields; the tables of a regulation as they are; an answer without a list as rows of field and
 * value. `headings`: those of a list that is empty.
 */
export function answerCsv(body: Json, headings: readonly string[] = []): string {
  const { items } = body
  if (Array.isArray(items) && items.length === 0) return csvText([headings])
  const [main] = [items, ...Object.values(body)].filter((one): one is unknown[] => Array.isArray(one) && one.some(isObject))
  if (main?.every(isRegulationTable) === true) return csvText(main.flatMap(regulationCells))
  const rows = main ?? Object.entries(body).map(([field, value]) => ({ field, value }))
  const { fields, cells } = tableOf(rows, (_field, value) => csvCell(value))
  return csvText([fields, ...cells])
}

function csvText(lines: readonly (readonly CsvValue[])[]): string {
  return byteOrderMark + lines.map(csvLine).join('').replace(/\r\n$/, '')
}

function hasMore(rest: Json): boolean {
  return Object.values(rest).some((value) => !isEmpty(value))
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0)
}

/** True for a text that does not stand in a list with commas. */
function isSentence(value: unknown): boolean {
  return typeof value === 'string' && (value.endsWith('.') || value.length > longestWord)
}

/** True for what is not said: an address within the API, and what is so only where it is said. */
function isHidden(field: string, value: unknown): boolean {
  return (typeof value === 'string' && value.startsWith('/api/')) || (value === false && onlyIfTrue.includes(field))
}

/** A field of an answer: one line, a paragraph, a table, or the fields in it. Empty ones are left out. */
function fieldLines(field: string, value: unknown, reader: Reader): string[] {
  if (isEmpty(value) || isHidden(field, value)) return []
  const heading = labelOf(field, reader.language)
  const cell = Array.isArray(value) && (value.some(isObject) || value.some(isSentence)) ? undefined : cellText(field, value, reader)
  if (cell === '') return []
  if (cell?.includes('\n')) return ['', cell]
  if (cell !== undefined) return [`${heading}: ${cell}`]
  const inside = { ...reader, width: reader.width - 2 }
  if (Array.isArray(value)) return ['', heading, ...indented(listLines(value, inside))]
  const entries = Object.entries(value as Json)
  const lines = isRecord(entries)
    ? listLines(
        entries.map(([key, one]) => ({ id: labelOf(key, reader.language), ...(one as Json) })),
        inside,
      )
    : entries.flatMap(([key, one]) => fieldLines(key, one, inside))
  return ['', heading, ...indented(lines)]
}

/** True for several like things under their names, such as the zones of a place: they are the rows of a table. */
function isRecord(entries: readonly (readonly [string, unknown])[]): boolean {
  const shapes = new Set(entries.map(([, one]) => (isObject(one) && !Array.isArray(one) ? Object.keys(one).join() : undefined)))
  return entries.length > 1 && shapes.size === 1 && !shapes.has(undefined)
}

/** A figure of a table with a decimal comma in Spanish; other cells unchanged. */
function figure(cell: string, language: Language): string {
  return language === 'es' && /^-?\d+\.\d+$/.test(cell) ? withComma(cell) : cell
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}

function listLines(all: readonly unknown[], reader: Reader): string[] {
  const { language, width } = reader
  if (all.every(isRegulationTable)) return all.flatMap((one) => regulationTable(one, reader))
  // Sentences.
  if (all.every((one) => typeof one === 'string')) return all.map(String)
  // What has parts of its own does not fit a row.
  if (all.some((one) => Object.entries(one as Json).some(([field, value]) => cellText(field, value, reader) === undefined)))
    return all.flatMap((one) => [...Object.entries(one as Json).flatMap(([key, value]) => fieldLines(key, value, reader)), ''])
  const { fields, cells } = tableOf(all, (field, value) => (isHidden(field, value) ? '' : (cellText(field, value, reader) ?? '')))
  const kept = fields.flatMap((_, at) => (cells.some((row) => row[at] !== '') ? [at] : []))
  const of = <Cell>(row: readonly Cell[]): Cell[] => row.filter((_, at) => kept.includes(at))
  const headings = of(fields).map((field) => labelOf(field, language))
  return columns(headings, cells.map(of), width).split('\n')
}

/** A table of a regulation, which brings its own heading and rows. */
type RegulationTable = Json & { readonly header: string[]; readonly rows: string[][]; readonly notes: string[] }

function isRegulationTable(value: unknown): value is RegulationTable {
  return isObject(value) && Array.isArray(value['header'])
}

/** Its heading and rows as cells, each after the number of the table. */
function regulationCells({ number, header, rows }: RegulationTable): string[][] {
  return [['table', ...header], ...rows.map((row) => [String(number), ...row])]
}

function regulationTable({ number, title, unit, header, rows, notes }: RegulationTable, { language, width }: Reader): string[] {
  const cells = rows.map((row) => row.map((cell) => cellWords(cell, (text) => figure(text, language))))
  return [
    [number, title, unit === null ? '' : `(${String(unit)})`].join(' ').trim(),
    ...columns(header.map(headingText), cells, width).split('\n'),
    ...notes,
    '',
  ]
}

/** Rows as cells under the fields of which some row says something. */
function tableOf<Cell extends CsvValue>(
  all: readonly unknown[],
  cellOf: (field: string, value: unknown) => Cell,
): { fields: string[]; cells: Cell[][] } {
  const rows = all.map((one): Json => (isObject(one) ? (one as Json) : { value: one }))
  const fields = [...new Set(rows.flatMap(Object.keys))].filter((field) => rows.some((row) => !isEmpty(row[field])))
  return { fields, cells: rows.map((row) => fields.map((field) => cellOf(field, row[field]))) }
}

/** A value on one line; undefined for one with parts that a line cannot show. */
function cellText(field: string, value: unknown, reader: Reader): string | undefined {
  const { language } = reader
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return { es: value ? 'sí' : 'no', en: value ? 'yes' : 'no' }[language]
  if (typeof value === 'string') return valueText(field, value, language)
  if (typeof value === 'number' || typeof value === 'bigint' || isNumber(value)) return figure(String(value), language)
  if (Array.isArray(value)) {
    const parts = value.map((one) => cellText(field, one, reader))
    return parts.every((one) => one !== undefined) ? parts.join(', ') : undefined
  }
  const { label, label_en, name, title, document, section, value: stated, id } = value as Json
  // Where a figure comes from.
  if (typeof document === 'string' && typeof section === 'string') return `${document}, ${section}`
  const short = [language === 'en' ? label_en : undefined, label, name, title, stated, id].find((one) => typeof one === 'string')
  return typeof short === 'string' ? short : undefined
}

/** A number with more digits than a double holds is an object of its own. */
function isNumber(value: unknown): boolean {
  return isObject(value) && /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(String(value))
}

/** As the API writes it: CSV is for programs and spreadsheets. */
function csvCell(value: unknown): CsvValue {
  if (typeof value === 'number') return value
  if (value === null || value === undefined) return undefined
  return cellText('', value, { language: 'es', width: widthWithoutTerminal }) ?? JSON.stringify(value)
}
