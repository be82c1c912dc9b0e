import { readTypedNumber, type TypedNumber } from './typed-number.ts'
import type { Unit, Units } from './unit.ts'

/** A number in a question, with its unit if it has one. */
export interface Quantity {
  readonly text: string
  /** Set if the point may mean thousands or decimals (`3.000`): the typed text and both readings. `text` is then the thousands. */
  readonly unclear?: { readonly typed: string; readonly readings: Extract<TypedNumber, { kind: 'ambiguous' }> }
  readonly unit: Unit | undefined
  /** `below` after `menos de` or `<`, `above` after `más de` or `>`, otherwise `exactly`. */
  readonly sense: 'below' | 'above' | 'exactly'
  /** True if it is a word (`una única`), which counts the noun after it. */
  readonly isWord: boolean
  /** Position in the question; `end` is exclusive. */
  readonly start: number
  readonly end: number
}

const number = /(?<![\p{L}\d.,-])-?\d+(?:[.,]\d+)*(?![\p{L}\d]*[-.]\d)/gu
const below = /(?:menos de|menor(?:es)? (?:de|que|a)|no llegan? a|inferior(?:es)? a|hasta menos de|<)\s*(?:los |las |unos |unas )?$/i
const above = /(?:m[aá]s de|mayor(?:es)? (?:de|que|a)|superan?(?: los| las)?|superior(?:es)? a|pasan? de|>)\s*(?:los |las |unos |unas )?$/i

/** The number one as a word: `una única`, `una sola`. */
const single = /\b(?:un[ao]?\s+)?([uú]nic[ao]|sol[ao])(?=\s+\p{L})/giu

/** The quantities of a question in order. A unit follows its number; the longest text that parses as a unit is taken. */
export function quantitiesIn(question: string, units: Units): Quantity[] {
  const words = [...question.matchAll(single)].map(
    (match): Quantity => ({ text: '1', unit: undefined, sense: 'exactly', isWord: true, start: match.index, end: match.index + match[0].length }),
  )
  const written = [...question.matchAll(number)].flatMap((match): Quantity[] => {
    const read = readTypedNumber(match[0])
    // `3.1.1` is a section number.
    if (read.kind === 'text') return []
    const before = question.slice(0, match.index)
    const end = match.index + match[0].length
    const { unit, length } = unitAfter(question.slice(end), units)
    const sense = /[<>]=\s*$|[≤≥]\s*$/.test(before)
      ? ('exactly' as const)
      : below.test(before)
        ? ('below' as const)
        : above.test(before)
          ? ('above' as const)
          : ('exactly' as const)
    const reading = read.kind === 'number' ? { text: read.text } : { text: read.grouped, unclear: { typed: match[0], readings: read } }
    return [{ ...reading, unit, sense, isWord: false, start: match.index, end: end + length }]
  })
  return [...written, ...words].sort((left, right) => left.start - right.start)
}

function unitAfter(rest: string, units: Units): { readonly unit: Unit | undefined; readonly length: number } {
  const text = /^\s*[^\s\d¿?¡!,;:][^\s?¿!¡;:]*(?:\s?[·/]\s?[^\s?;:]+)*/u.exec(rest)?.[0] ?? ''
  for (const candidate of [text, text.replace(/[.,)]+$/, '')]) {
    const unit = units.parse(candidate.trim())
    if (unit !== undefined && candidate.trim() !== '-') return { unit, length: candidate.length }
  }
  return { unit: undefined, length: 0 }
}
