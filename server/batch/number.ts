import { type LongNumber, parseExactJson } from '../engine/exact-json.ts'

export type Delimiter = ';' | ',' | '\t'

/** What a cell holds: a number with all its digits, a text that is none, or a number that can be read in two ways. */
export type CellNumber =
  | { readonly kind: 'number'; readonly value: number | LongNumber }
  | { readonly kind: 'text' }
  | { readonly kind: 'ambiguous'; readonly grouped: string; readonly decimal: string }

const sign = '([+-]?)'
const exponent = '([eE][+-]?\\d{1,3})?'
const plain = new RegExp(`^${sign}(\\d*)(?:([.,])(\\d+))?${exponent}$`)
/** Thousands apart by a point, a comma or a space: two groups or more, or one and a decimal part. */
const grouped = /^([+-]?)([1-9]\d{0,2})(?:((?:\.\d{3})+),(\d+)|((?:,\d{3})+)\.(\d+)|((?:\.\d{3}){2,}|(?:,\d{3}){2,})|((?: \d{3})+)(?:[.,](\d+))?)$/

/**
 * Reads a number as people write it in a table: decimal comma or point, thousands apart or not. `1.234` could be 1234 or 1,234: it is
 * ambiguous, unless the table's delimiter tells (a file with `;` has decimal commas, one with `,` decimal points).
 */
export function readNumber(cell: string, delimiter: Delimiter): CellNumber {
  const text = cell
    .trim()
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/^\u2212/, '-')
  const groups = grouped.exec(text)
  if (groups !== null) {
    const [, minus = '', first = '', byPoint, afterComma, byComma, afterPoint, groupsAlone, bySpace, afterSpace] = groups
    const rest = (byPoint ?? byComma ?? groupsAlone ?? bySpace ?? '').replace(/[., ]/g, '')
    return number(minus, `${first}${rest}`, afterComma ?? afterPoint ?? afterSpace ?? '', '')
  }
  const match = plain.exec(text)
  if (match === null) return { kind: 'text' }
  const [, minus = '', whole = '', mark, fraction = '', power = ''] = match
  if (whole === '' && fraction === '') return { kind: 'text' }
  const decimalMark = { ';': ',', ',': '.', '\t': undefined }[delimiter]
  if (mark !== undefined && mark !== decimalMark && power === '' && fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole))
    return {
      kind: 'ambiguous',
      grouped: `${minus}${whole}${fraction}`,
      decimal: decimalMark === undefined ? `${minus}${whole}${mark}${fraction}0` : `${minus}${whole}${decimalMark}${fraction}`,
    }
  return number(minus, whole, fraction, power)
}

function number(minus: string, whole: string, fraction: string, power: string): CellNumber {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  const value = parseExactJson(`${minus === '-' ? '-' : ''}${digits}${fraction === '' ? '' : `.${fraction}`}${power}`)
  return { kind: 'number', value: value as number | LongNumber }
}
