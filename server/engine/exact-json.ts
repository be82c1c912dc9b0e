import { longLiteral, refuseRepeatedKeys } from './repeated-keys.ts'

/** A number of a JSON text that a JavaScript number cannot hold: kept as its own text, written back by `JSON.stringify` as it came. */
export class LongNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
  toJSON(): number {
    const { rawJSON } = JSON as unknown as { rawJSON(text: string): number }
    return rawJSON(this.text)
  }
}

/** Parses JSON, keeping every digit: a number that would be rounded becomes a `LongNumber`. Throws `SyntaxError` as `JSON.parse` does, and `RepeatedKeyError` where a field is stated twice with different values. */
export function parseExactJson(text: string): unknown {
  const parsed: unknown = longLiteral.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
  refuseRepeatedKeys(text, parsed)
  return parsed
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return isKept(context.source, value) ? value : new LongNumber(context.source)
}

/** The same JSON for a reader that has only doubles: a number that it would round is given as text, so that it comes back whole. */
export function textForDoubles(json: string): string {
  if (!longLiteral.test(json)) return json
  return JSON.stringify(parseExactJson(json), function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
    const given = this[key]
    return given instanceof LongNumber ? given.text : value
  })
}

/** True if the shortest text of a number means the same decimal as its source. */
function isKept(source: string, value: number): boolean {
  return source === String(value) || digits(source) === digits(value.toExponential())
}

/** A decimal in one form: sign, significant digits, exponent of the first. */
function digits(text: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (match === null) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const all = `${whole}${fraction}`
  const significant = all.replace(/^0+/, '')
  if (significant === '') return '0'
  return `${sign}${significant.replace(/0+$/, '')}e${Number(exponent) + whole.length - (all.length - significant.length)}`
}
