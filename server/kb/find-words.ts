import { fold } from '../engine/fold.ts'
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
const [point, comma] = ['.', ','].map((mark) => mark.charCodeAt(0))

/** Returns a function that finds the words of a text whose index term is among the wanted ones, in any form. */
export function wordFinder(wanted: ReadonlySet<string>): (text: string) => FoundWord[] {
  // A stem begins as its word does: most words of a text need none.
  const beginnings = new Map<number, string[]>()
  for (const beginning of new Set([...wanted].map(beginningOf))) {
    const first = beginning.charCodeAt(0)
    beginnings.set(first, [...(beginnings.get(first) ?? []), beginning])
  }
  const mayBegin = Uint8Array.from({ length: tableSize }, (_, code) => Number(beginnings.has(foldedCode[code] ?? code)))
  return (text) => {
    const found: FoundWord[] = []
    for (let at = 0; beginnings.size > 0 && at < text.length; ) {
      const start = at
      const code = text.charCodeAt(start)
      if (!isWordAt(text, start)) at++
      else if (code < tableSize && mayBegin[code] === 0) at = endOfWord(text, start)
      else {
        const begun = beginnings.get(foldedAt(text, start))?.find((beginning) => beginsWith(text, start, beginning))
        at = endOfWord(text, start + (begun?.length ?? 0))
        const term = begun === undefined ? undefined : stem(fold(text.slice(start, at)))
        if (term !== undefined && wanted.has(term)) found.push({ start, end: at, term })
      }
    }
    return found
  }
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

function beginsWith(text: string, start: number, beginning: string): boolean {
  for (let at = 1; at < beginning.length; at++) if (foldedAt(text, start + at) !== beginning.charCodeAt(at)) return false
  return true
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
