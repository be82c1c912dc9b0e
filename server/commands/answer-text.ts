import { byteOrderMark, type CsvValue, csvLine } from '../batch/csv.ts'
import { withComma } from '../engine/decimal.ts'
import { fieldLabels } from '../usage/field-labels.ts'
import type { Json } from './problem-text.ts'
import { columns, tableWidth } from './text-table.ts'

/** Rows with more columns than this, and wider than the terminal, are printed one under the other. */
const mostColumns = 6
const widthWithoutTerminal = 160

/** An answer as text: its fields with their Spanish names, its lists as tables. `width`: columns of the terminal. */
export function answerText(body: Json, width: number | undefined): string {
  const { items, ...rest } = body
  const first = items === undefined ? [] : listLines(items as unknown[], width)
  return [
    ...first,
    ...(first.length > 0 && hasMore(rest) ? [''] : []),
    ...Object.entries(rest).flatMap(([field, value]) => fieldLines(field, value, width)),
  ].join('\n')
}

/** The list of an answer as CSV, under the names of its fields; an answer without a list as rows of field and value. */
export function answerCsv(body: Json): string {
  const lists = [body['items'], ...Object.values(body)].filter((one): one is unknown[] => Array.isArray(one) && one.some(isObject))
  const [main] = lists
  const rows = main === undefined ? Object.entries(body).map(([field, value]) => ({ field, value })) : main
  const { fields, cells } = tableOf(rows, csvCell)
  return byteOrderMark + [fields, ...cells].map(csvLine).join('').replace(/\r\n$/, '')
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

function labelOf(field: string): string {
  return fieldLabels[field] ?? field
}

/** A field of an answer: one line, a paragraph, a table, or the fields in it. Empty ones are left out. */
function fieldLines(field: string, value: unknown, width: number | undefined): string[] {
  if (isEmpty(value)) return []
  const cell = Array.isArray(value) && value.some(isObject) ? undefined : cellText(value)
  if (cell === '') return []
  if (cell?.includes('\n')) return ['', cell]
  if (cell !== undefined) return [`${labelOf(field)}: ${cell}`]
  if (Array.isArray(value)) return ['', labelOf(field), ...indented(listLines(value, width))]
  const entries = Object.entries(value as Json)
  // A record of like things, such as the zones of a place: its keys are the first column.
  const isRecord = entries.every(([, one]) => isObject(one) && !Array.isArray(one) && cellText(one) === undefined)
  const lines = isRecord
    ? listLines(
        entries.map(([key, one]) => ({ id: labelOf(key), ...(one as Json) })),
        width,
      )
    : entries.flatMap(([key, one]) => fieldLines(key, one, width))
  return ['', labelOf(field), ...indented(lines)]
}

/** A figure of a table with a decimal comma; other cells unchanged. */
function withDecimalComma(cell: string): string {
  return /^-?\d+\.\d+$/.test(cell) ? withComma(cell) : cell
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`))
}

function listLines(all: readonly unknown[], width = widthWithoutTerminal): string[] {
  // A table of a regulation brings its own heading and rows.
  if (all.every((one) => isObject(one) && Array.isArray(one['header'])))
    return all.flatMap((one) => {
      const { number, title, unit, header, rows, notes } = one as {
        readonly header: string[]
        readonly rows: string[][]
        readonly notes: string[]
      } & Json
      return [
        [number, title, unit === null ? '' : `(${String(unit)})`].join(' ').trim(),
        ...columns(
          header,
          rows.map((row) => row.map(withDecimalComma)),
          width - 2,
        ).split('\n'),
        ...notes,
        '',
      ]
    })
  // What has parts of its own does not fit a row.
  if (all.some((one) => Object.values(one as Json).some((value) => cellText(value) === undefined)))
    return all.flatMap((one) => [...Object.entries(one as Json).flatMap(([key, value]) => fieldLines(key, value, width)), ''])
  const { fields, cells } = tableOf(all, (value) => cellText(value) ?? '')
  const headings = fields.map(labelOf)
  if (fields.length > mostColumns && tableWidth(headings, cells) > width)
    return cells.flatMap((row) => [...row.flatMap((cell, at) => (cell === '' ? [] : [`${headings[at]}: ${cell}`])), ''])
  return columns(headings, cells, width - 2).split('\n')
}

/** Rows as cells under the fields of which some row says something. A row that is a list has numbered fields. */
function tableOf<Cell extends CsvValue>(all: readonly unknown[], cellOf: (value: unknown) => Cell): { fields: string[]; cells: Cell[][] } {
  const rows = all.map((one): Json => (isObject(one) ? (one as Json) : { value: one }))
  const fields = [...new Set(rows.flatMap(Object.keys))].filter((field) => rows.some((row) => (cellText(row[field]) ?? '') !== ''))
  return { fields, cells: rows.map((row) => fields.map((field) => cellOf(row[field]))) }
}

/** A value on one line; undefined for one with parts that a line cannot show. */
function cellText(value: unknown): string | undefined {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return withComma(String(value))
  if (Array.isArray(value)) {
    const parts = value.map(cellText)
    return parts.every((one) => one !== undefined) ? parts.join(', ') : undefined
  }
  const { label, name, title, id, value: stated } = value as Json
  const short = [label, name, title, stated, id].find((one) => typeof one === 'string')
  return isNumber(value) ? withComma(String(value)) : typeof short === 'string' ? short : undefined
}

/** A number with more digits than a double holds is an object of its own. */
function isNumber(value: unknown): boolean {
  return isObject(value) && /^-?[\d.]+(?:e[+-]?\d+)?$/i.test(String(value))
}

function csvCell(value: unknown): CsvValue {
  if (typeof value === 'number') return value
  return value === null || value === undefined ? undefined : (cellText(value) ?? JSON.stringify(value))
}
