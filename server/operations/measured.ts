import { type Exact, isExact, parseDecimal, parseExact, withComma } from '../engine/decimal.ts'
import type { LongNumber } from '../engine/exact-json.ts'
import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import { ServiceError } from '../errors/service-error.ts'

/** A value as a request carries it. */
export type Measured = number | string | LongNumber

/**
 * The value of a request, ready to compare: a JSON number is exact; a text is read as people type numbers, or kept as a class.
 * Throws the `validation` error that asks back where a text may be thousands or decimals.
 */
export function readMeasured(value: Measured): Exact | string {
  if (typeof value !== 'string') return parseDecimal(String(value))
  const read = readTypedNumber(value)
  if (read.kind === 'number') return parseDecimal(read.text)
  // A slope or a deflection is often a fraction: `1/400`.
  if (read.kind === 'text') return isExact(value.trim()) ? parseExact(value.trim()) : value
  const { grouped, decimal } = read
  const detail = askBack(value, read)
  throw new ServiceError('validation', detail, {
    errors: [{ pointer: '/value', code: 'ambiguous-number', detail: `expected ${grouped} or ${decimal}` }],
    candidates: [grouped, decimal],
  })
}

/** The value of a request as Spanish paper shows it: all its digits, a decimal comma, no signs between thousands; a class as it came. */
export function measuredText(value: Measured): string {
  if (typeof value !== 'string') return withComma(String(value))
  const read = readTypedNumber(value)
  return read.kind === 'number' ? withComma(read.text) : value
}
