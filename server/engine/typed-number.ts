/** The reading of a text that a person typed: a number as a plain decimal (`1234.5`), no number at all, or a number that can be read in two ways. */
export type TypedNumber =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'text' }
  /** Both readings, each written so that it can be read in one way only: `3000` and `3,0000`. */
  | { readonly kind: 'ambiguous'; readonly grouped: string; readonly decimal: string }

const sign = '([+-]?)'
const exponent = '([eE][+-]?\\d{1,3})?'
const plain = new RegExp(`^${sign}(\\d*)(?:([.,])(\\d+))?${exponent}$`)
/** Thousands apart by a point, a comma or a space: two groups or more, or one and a decimal part. */
const grouped = /^([+-]?)([1-9]\d{0,2})(?:((?:\.\d{3})+),(\d+)|((?:,\d{3})+)\.(\d+)|((?:\.\d{3}){2,}|(?:,\d{3}){2,})|((?: \d{3})+)(?:[.,](\d+))?)$/

/**
 * Reads a number as people write it: decimal comma or point, thousands apart or not. `3.000` and `3,000` may be thousands or decimals: they are
 * ambiguous, unless `decimalMark` says which mark the text uses. `0.350` and `3.5` are not: no thousands are written so.
 */
export function readTypedNumber(typed: string, decimalMark?: ',' | '.'): TypedNumber {
  const text = typed
    .trim()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/^\u2212/, '-')
  const groups = grouped.exec(text)
  if (groups !== null) {
    const [, minus = '', first = '', byPoint, afterComma, byComma, afterPoint, groupsAlone, bySpace, afterSpace] = groups
    const rest = (byPoint ?? byComma ?? groupsAlone ?? bySpace ?? '').replace(/[., ]/g, '')
    return decimalOf(minus, `${first}${rest}`, afterComma ?? afterPoint ?? afterSpace ?? '', '')
  }
  const match = plain.exec(text)
  if (match === null) return { kind: 'text' }
  const [, minus = '', whole = '', mark, fraction = '', power = ''] = match
  if (whole === '' && fraction === '') return { kind: 'text' }
  if (mark !== undefined && mark !== decimalMark && power === '' && mayBeThousands(whole, fraction)) {
    const decimal = decimalMark === undefined ? `${whole},${fraction}0` : `${whole}${decimalMark}${fraction}`
    return { kind: 'ambiguous', grouped: `${minus}${whole}${fraction}`, decimal: `${minus}${decimal}` }
  }
  return decimalOf(minus, whole, fraction, power)
}

/** The question that a number of two readings is answered with, in both languages. */
export function askBack(
  typed: string,
  { grouped, decimal }: { readonly grouped: string; readonly decimal: string },
): Readonly<Record<'es' | 'en', string>> {
  return {
    es: `«${typed.trim()}» puede ser ${grouped} o ${decimal}: escríbalo de una de esas formas`,
    en: `"${typed.trim()}" may be ${grouped} or ${decimal}: write it so`,
  }
}

/**
 * A number as a field shows it, with a decimal comma: `readTypedNumber` reads it back as the same number. The number 3.125 is written `3,1250`;
 * the text `3.125` stays as it is, because nobody knows yet which it means. So does any other text.
 */
export function writeTypedNumber(number: number | string | { toString(): string }): string {
  const text = String(number)
  const match = /^[+-]?(\d+)\.(\d+)$/.exec(text)
  if (match === null) return text
  const [, whole = '', fraction = ''] = match
  if (!mayBeThousands(whole, fraction)) return text.replace('.', ',')
  return typeof number === 'string' ? text : `${text.replace('.', ',')}0`
}

/** True if one mark between these digits may part thousands. */
function mayBeThousands(whole: string, fraction: string): boolean {
  return fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
}

function decimalOf(minus: string, whole: string, fraction: string, power: string): TypedNumber {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { kind: 'number', text: `${minus === '-' ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}${power}` }
}
