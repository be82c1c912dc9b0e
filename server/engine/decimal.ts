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

/** Whether `parseDecimal` would read the text. */
export function isDecimal(text: string): boolean {
  return decimalText.test(text)
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

/** Spanish text of an exact value: decimal comma, at most `places` decimals, no trailing zeros. */
export function toSpanish(value: Exact, places = 6): string {
  const number = toNumber(value)
  const text = number !== 0 && Math.abs(number) < 10 ** -places ? String(number) : String(Number(number.toFixed(places)))
  return withComma(text)
}
