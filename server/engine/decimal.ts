import Fraction from 'fraction.js'

/** An exact rational number. Values, limits and unit factors are compared as these, never as floats. */
export type Exact = Fraction

const decimalText = /^[+-]?(\d+)(\.\d+)?(?:[eE]([+-]?\d{1,3}))?$/

/** Reads a decimal such as `0.35` or `1e-11` exactly. Throws `SyntaxError` for anything else; a comma is not a decimal point here. */
export function parseDecimal(text: string): Exact {
  const match = decimalText.exec(text)
  if (match === null) throw new SyntaxError(`Cannot read "${text}" as a number: expected a decimal such as "0.35"`)
  const exponent = match[3] === undefined ? 0 : Number(match[3])
  const mantissa = new Fraction(match[3] === undefined ? text : text.slice(0, text.search(/e/i)))
  if (exponent === 0) return mantissa
  const power = new Fraction(10n ** BigInt(Math.abs(exponent)))
  return exponent > 0 ? mantissa.mul(power) : mantissa.div(power)
}

/** True if `parseDecimal` would read the text. */
export function isDecimal(text: string): boolean {
  return decimalText.test(text)
}

const fractionText = /^([+-]?\d{1,40})\s*\/\s*(\d{1,40})$/

/** Reads a decimal, or a fraction such as `1/300`, exactly. Throws `SyntaxError` for anything else, a zero denominator included. */
export function parseExact(text: string): Exact {
  if (!isExact(text)) throw new SyntaxError(`Cannot read "${text}" as a number: expected a decimal such as "0.35" or a fraction such as "1/300"`)
  const match = fractionText.exec(text)
  return match === null ? parseDecimal(text) : new Fraction(`${match[1]}/${match[2]}`)
}

/** True if `parseExact` would read the text. */
export function isExact(text: string): boolean {
  const match = fractionText.exec(text)
  return match === null ? isDecimal(text) : !/^0+$/.test(match[2] ?? '')
}

const constants = new Map<string, Exact>()
const mostConstants = 20_000

/** Like `parseExact`, for the figures of the base, each of which is read once. */
export function constant(text: string): Exact {
  const known = constants.get(text)
  if (known !== undefined) return known
  const read = parseExact(text)
  if (constants.size < mostConstants) constants.set(text, read)
  return read
}

/** The exact text of a value, which `parseExact` reads back: a decimal where it ends (`0.35`), else a fraction in lowest terms (`1/300`). */
export function exactText(value: Exact): string {
  const places = decimalPlaces(value.d)
  if (places === undefined) return value.toFraction()
  const digits = ((value.n * 10n ** BigInt(places)) / value.d).toString().padStart(places + 1, '0')
  const point = digits.length - places
  return `${value.s < 0n ? '-' : ''}${digits.slice(0, point)}${places === 0 ? '' : `.${digits.slice(point)}`}`
}

/** True if the decimals of a value end: those of 1/8 do, those of 1/3 do not. */
export function endsAsDecimal(value: Exact): boolean {
  return decimalPlaces(value.d) !== undefined
}

/** How many decimals a fraction in lowest terms over `denominator` has; undefined where they do not end. */
function decimalPlaces(denominator: bigint): number | undefined {
  let rest = denominator
  const count = (factor: bigint): number => {
    let times = 0
    for (; rest % factor === 0n; times++) rest /= factor
    return times
  }
  const places = Math.max(count(2n), count(5n))
  return rest === 1n ? places : undefined
}

/** The nearest JSON number to an exact value: at most 15 significant digits, so that 7/20 is written 0.35. */
export function toNumber(value: Exact): number {
  const quotient = value.valueOf()
  // A quotient of integers that pass the largest double says nothing, and one near the smallest has lost digits.
  const isSound = Number.isFinite(quotient) && Math.abs(quotient) >= smallestNormal
  const double = isSound ? quotient : Number(scientific(value))
  return Math.abs(double) < smallestNormal ? double : Number(double.toPrecision(significant))
}

const significant = 15
/** Below it doubles have fewer digits: 2^-1022. */
const smallestNormal = 2.2250738585072014e-308

/** An exact value as decimal text, cut after at least 20 significant digits. */
function scientific({ s, n, d }: Exact): string {
  if (n === 0n) return '0'
  const digits = String(n).length - String(d).length + 1
  const shift = significant + 6 - digits
  const scaled = shift >= 0 ? (n * 10n ** BigInt(shift)) / d : n / (d * 10n ** BigInt(-shift))
  return `${s < 0n ? '-' : ''}${scaled}e${-shift}`
}

/** A written decimal with the decimal comma of Spanish. */
export function withComma(text: string): string {
  return text.replace('.', ',')
}

/** Spanish text of an exact value: decimal comma, at most `places` decimals, no trailing zeros. One part of many whose decimals do not end stays a fraction: `1/300`. */
export function toSpanish(value: Exact, places = 6): string {
  if (value.n === 1n && !endsAsDecimal(value)) return value.toFraction()
  const number = toNumber(value)
  const text = number !== 0 && Math.abs(number) < 10 ** -places ? String(number) : String(Number(number.toFixed(places)))
  return withComma(text)
}
