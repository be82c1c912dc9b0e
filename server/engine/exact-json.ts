/** A number of a JSON text that a JavaScript number cannot hold: kept as its own text, written back as it came. */
export class LongNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** Parses JSON, keeping every digit: a number that would be rounded becomes a `LongNumber`. Throws `SyntaxError` as `JSON.parse` does. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number' || context?.source === undefined) return value
    return isKept(context.source, value) ? value : new LongNumber(context.source)
  })
}

/** Writes JSON; a `LongNumber` goes out with all its digits. */
export function writeExactJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) => (one instanceof LongNumber ? rawJson(one.text) : one))
}

/** Whether the shortest text of a number means the same decimal as its source. */
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

function rawJson(text: string): unknown {
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }
  return rawJSON(text)
}
