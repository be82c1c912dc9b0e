import { type Exact, isExact, parseDecimal, parseExact, withComma } from '../engine/decimal.ts'
import type { LongNumber } from '../engine/exact-json.ts'
import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import { type ErrorExtras, type FieldError, ServiceError } from '../errors/service-error.ts'

/** A value as a request has it. */
export type Measured = number | string | LongNumber

/**
 * Reads the value of a request: a JSON number exactly, a text as people type numbers, any other text as a class.
 * Throws `validation` with both readings, and what `help` adds, if a text may be thousands or decimals.
 */
export function readMeasured(value: Measured, help?: (errors: readonly FieldError[]) => ErrorExtras): Exact | string {
  if (typeof value !== 'string') return parseDecimal(String(value))
  const read = readTypedNumber(value)
  if (read.kind === 'number') return parseDecimal(read.text)
  // A slope or a deflection is often a fraction: `1/400`.
  if (read.kind === 'text') return ratioOf(value) ?? (isExact(value.trim()) ? parseExact(value.trim()) : value)
  const { grouped, decimal } = read
  const detail = askBack(value, read)
  const errors = [
    { pointer: '/value', code: 'ambiguous-number', detail: { es: `se espera ${grouped} o ${decimal}`, en: `expected ${grouped} or ${decimal}` } },
  ]
  throw new ServiceError('validation', detail, { ...help?.(errors), errors, candidates: [grouped, decimal] })
}

const ratioText = /^(\d{1,12}(?:[.,]\d{1,6})?)\s*[:/]\s*(\d{1,12}(?:[.,]\d{1,6})?)$/

/** A slope or a deflection written as a ratio, exactly: `1:12`, `1/400`, `1/12,5`. Undefined for any other text. */
function ratioOf(text: string): Exact | undefined {
  const [, above = '', below = ''] = ratioText.exec(text.trim()) ?? []
  const divisor = below === '' ? undefined : parseDecimal(below.replace(',', '.'))
  return divisor === undefined || divisor.equals(0) ? undefined : parseDecimal(above.replace(',', '.')).div(divisor)
}

/** The unit of a request: a ratio such as `1:12` needs none, and takes no other. Throws `validation` if it has one. */
export function unitOf(value: Measured, unit: string): string {
  if (typeof value !== 'string' || ratioOf(value) === undefined) return unit
  const plain = unit.trim()
  if (plain !== '%' && plain !== '‰') return plain === '' ? '1' : unit
  const detail = {
    es: `«${value}» ya es una proporción y no lleva ${plain}: escríbala sin unidad, o su valor en ${plain}`,
    en: `"${value}" is a ratio already and takes no ${plain}: write it without a unit, or its value in ${plain}`,
  }
  throw new ServiceError('validation', detail, { errors: [{ pointer: '/unit', code: 'ratio', detail: 'expected no unit' }] })
}

/** The value of a request in Spanish notation: all its digits, a decimal comma, no thousands separators. A class is unchanged. */
export function measuredText(value: Measured): string {
  if (typeof value !== 'string') return withComma(String(value))
  const read = readTypedNumber(value)
  return read.kind === 'number' ? withComma(read.text) : value
}
