import { readValue } from '../engine/context.ts'
import { type LongNumber, parseExactJson } from '../engine/exact-json.ts'
import { rangeText } from '../engine/possible.ts'
import type { Dimension } from '../engine/schema.ts'
import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import type { Text } from '../errors/language.ts'
import { quoted } from '../errors/quoted.ts'
import { type CheckField, headingOf, neededFields } from './headings.ts'
import type { Column, Delimiter } from './table-headings.ts'

/** A check as read from a row. */
export interface ReadCheck {
  readonly element: string
  readonly parameter: string
  readonly value: number | string | LongNumber
  readonly unit: string
  readonly codes: { readonly slug: string }[]
  readonly context: Readonly<Record<string, string | number | boolean>>
  readonly origin: string
  readonly notes: string
}

/** An error in a row. `field` is `value`, `context.uso` and so on, or empty if it concerns the whole row. */
export interface RowError {
  readonly field: string
  readonly detail: Text
  /** The cell of a spreadsheet, such as `C7`. */
  readonly cell?: string | undefined
}

/** The result of reading a row: a check and its place, if the row has one, or the errors. */
export type RowReading = { readonly check: ReadCheck; readonly geo_id: string | undefined } | { readonly errors: readonly RowError[] }

export interface RowSettings {
  readonly columns: readonly Column[]
  readonly delimiter: Delimiter
  /** The `geo_id` of the place that a cell names, or the error. */
  placeNamed(text: string): string | Text
}

/** The decimal mark by delimiter: a comma with `;`, a point with `,`, and either with tabs. */
const decimalMarks = { ';': ',', ',': '.', '\t': undefined } as const

/** Reads the cells of one row. Reports every error and never guesses a value. */
export function readRow(cells: readonly string[], { columns, delimiter, placeNamed }: RowSettings): RowReading {
  const errors: RowError[] = []
  const addError = (field: string, es: string, en: string): undefined => {
    errors.push({ field, detail: { es, en } })
  }
  const texts = textsOf(cells, columns)
  for (const field of neededFields)
    if ((texts[field] ?? '') === '') addError(field, `falta la celda «${headingOf(field)}»`, `cell "${headingOf(field)}" is empty`)
  if (cells.slice(columns.length).some((cell) => cell !== ''))
    addError(
      '',
      `tiene más celdas que columnas (${cells.length} y ${columns.length}): ponga entre comillas la que lleve «${delimiter}»`,
      `has more cells than columns (${cells.length} and ${columns.length}): put the one that holds "${delimiter}" in quotes`,
    )
  const numberIn = (field: string, text: string): number | string | LongNumber | undefined => {
    const read = readTypedNumber(text, decimalMarks[delimiter])
    // Parsed as JSON so that a number with many digits keeps all of them.
    if (read.kind === 'number') return parseExactJson(read.text) as number | LongNumber
    if (read.kind === 'text') return text
    const { es, en } = askBack(quoted(text), read)
    return addError(field, es, en)
  }
  const value = numberIn('value', texts.value ?? '')
  const context: Record<string, string | number | boolean> = {}
  for (const [index, { condition }] of columns.entries()) {
    const text = cells[index] ?? ''
    if (condition === undefined || text === '') continue
    const stated = conditionValue(condition, condition.type === 'number' ? numberIn(`context.${condition.id}`, text) : text, addError)
    if (stated !== undefined) context[condition.id] = stated
  }
  const named = (texts.geo_id ?? '') === '' ? undefined : placeNamed(texts.geo_id ?? '')
  if (typeof named === 'object') errors.push({ field: 'geo_id', detail: named })
  if (errors.length > 0 || value === undefined) return { errors }
  const codes = (texts.codes ?? '').split(/[\s;,|]+/).flatMap((slug) => (slug === '' ? [] : [{ slug }]))
  const { element = '', parameter = '', unit = '', origin = '', notes = '' } = texts
  return { check: { element, parameter, value, unit, codes, context, origin, notes }, geo_id: typeof named === 'string' ? named : undefined }
}

/** The unparsed texts of a row, by field. */
export function textsOf(cells: readonly string[], columns: readonly Column[]): Partial<Record<CheckField, string>> {
  return Object.fromEntries(columns.flatMap(({ field }, index) => (field === undefined ? [] : [[field, cells[index] ?? '']])))
}

type AddError = (field: string, es: string, en: string) => undefined

function conditionValue(
  dimension: Dimension,
  given: number | string | LongNumber | undefined,
  addError: AddError,
): string | number | boolean | undefined {
  if (given === undefined) return undefined
  const read = readValue(dimension, typeof given === 'object' ? given.text : given)
  if (typeof read === 'object' && 'error' in read) {
    const number = read.error === 'impossible' ? rangeText(dimension) : { es: 'un número', en: 'a number' }
    const expected = read.candidates.length > 0 ? read.candidates.join(', ') : number.es
    return addError(
      `context.${dimension.id}`,
      `«${quoted(String(given))}» no es un valor de «${dimension.label}»; se espera: ${expected}`,
      `"${quoted(String(given))}" is no value of ${dimension.id}; expected: ${read.candidates.join(', ') || number.en}`,
    )
  }
  switch (dimension.type) {
    case 'number':
      return typeof given === 'number' ? given : String(given)
    case 'boolean':
      return read === 'true'
    case 'enum':
      return String(read)
    default:
      return dimension.type satisfies never
  }
}
