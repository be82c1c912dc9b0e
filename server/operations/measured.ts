import { type Exact, parseDecimal, withComma } from '../engine/decimal.ts'
import type { LongNumber } from '../engine/exact-json.ts'
import { askBack, readTypedNumber } from '../engine/typed-number.ts'
import { ServiceError } from '../errors.ts'

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
  if (read.kind === 'text') return value
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
