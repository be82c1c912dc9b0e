import { fold } from '../engine/fold.ts'
import { keptTexts } from './kept-texts.ts'
import { stem } from './text-analysis.ts'

/** A word of a text whose index term is wanted. */
export interface FoundWord {
  readonly start: number
  readonly end: number
  readonly term: string
}

/** Codes of characters below this one are looked up; it is past the accented letters of the languages of Spain. */
const tableSize = 0x250
/** 1 for letters and digits. */
const isWordCode = Uint8Array.from({ length: tableSize }, (_, code) => Number(isWord(String.fromCharCode(code))))
/** Letters without case and accents. What does not fold to one letter stands for itself. */
const foldedCode = Uint16Array.from({ length: tableSize }, (_, code) => (isWordCode[code] === 1 ? foldedAlone(code) : code))
const [point, comma, space = 0] = ['.', ',', ' '].map((mark) => mark.charCodeAt(0))

/**
 * Returns a function that finds the words of a text whose index term is among the wanted ones, in any form. Texts that are looked through again and again
 * are kept folded.
 */
export function wordFinder(wanted: ReadonlySet<string>): (text: string) => FoundWord[] {
  // A stem begins as its word does: most words of a text need none.
  const beginnings = [...new Set([...wanted].map(beginningOf))]
  return (text) => {
    const found: FoundWord[] = []
    for (const start of beginningsIn(text, beginnings)) {
      const end = endOfWord(text, start)
      const term = stem(fold(text.slice(start, end)))
      if (term !== undefined && wanted.has(term)) found.push({ start, end, term })
    }
    return found
  }
}

/** Where words of a text begin as one of the given beginnings, in ascending order. */
function beginningsIn(text: string, beginnings: readonly string[]): number[] {
  const folded = foldedText(text)
  const starts = new Set<number>()
  for (const beginning of beginnings)
    for (let at = folded.indexOf(beginning); at >= 0; at = folded.indexOf(beginning, at + 1)) if (isStartOfWord(text, at)) starts.add(at)
  return [...starts].sort((left, right) => left - right)
}

/** True if no word of the text goes on at a letter or digit: there is none before it, nor one before a point or comma. */
function isStartOfWord(text: string, at: number): boolean {
  if (at === 0) return true
  if (isWordAt(text, at - 1)) return false
  return !(at > 1 && isMark(text.charCodeAt(at - 1)) && isWordAt(text, at - 2))
}

/** Most characters of folded texts that are kept: those of the base, about. */
const mostFolded = 8_000_000
const foldedTexts = keptTexts(mostFolded)

/** A text without case and accents, each character at its place. Signs beyond Latin-1 are spaces: most texts then have one byte a character. */
function foldedText(text: string): string {
  return foldedTexts(text, () => {
    const codes = Uint16Array.from({ length: text.length }, (_, at) => {
      const code = foldedAt(text, at)
      return code < 0x100 || isWordAt(text, at) ? code : space
    })
    return codes.every((code) => code < 0x100) ? Buffer.from(codes).toString('latin1') : Buffer.from(codes.buffer).toString('utf16le')
  })
}

/** The end of a word, of which everything before `at` was read: letters and digits, with single points and commas between. */
function endOfWord(text: string, at: number): number {
  let end = at
  while (end < text.length) {
    if (isWordAt(text, end)) end++
    else if (isMark(text.charCodeAt(end)) && end + 1 < text.length && isWordAt(text, end + 1)) end += 2
    else break
  }
  return end
}

function isMark(code: number): boolean {
  return code === point || code === comma
}

/** True for each half of a letter beyond the first 65,536 characters too. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < tableSize) return isWordCode[code] === 1
  const pair = text.codePointAt(at - 1) ?? 0
  return isWord(String.fromCodePoint(pair > 0xffff ? pair : (text.codePointAt(at) ?? 0)))
}

function isWord(character: string): boolean {
  return /^[\p{L}\p{N}]/u.test(character)
}

function foldedAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code < tableSize ? (foldedCode[code] ?? code) : foldedAlone(code)
}

function foldedAlone(code: number): number {
  const folded = fold(String.fromCharCode(code))
  return folded.length === 1 ? folded.charCodeAt(0) : code
}

function beginningOf(term: string): string {
  return term.slice(0, term.length < 5 ? 2 : 4)
}
