import { fold } from '../engine/fold.ts'
import { stem, stems } from './text-analysis.ts'

export interface Snippet {
  readonly snippet: string
  readonly highlights: { readonly start: number; readonly end: number }[]
}

const snippetLength = 240

/** The line of a text that contains most words of a query, shortened, with the positions of the matching words. */
export function snippetOf(plain: string, query: string): Snippet {
  const wanted = new Set(stems(query))
  const lines = plain.split('\n').map((text) => ({ text, matches: matchesIn(text, wanted) }))
  const distinct = (line: (typeof lines)[number]): number => new Set(line.matches.map(({ term }) => term)).size
  const best = lines.reduce((top, line) => (distinct(line) > distinct(top) ? line : top), lines[0] ?? { text: '', matches: [] })
  const first = best.matches[0]?.start ?? 0
  const start = best.text.length <= snippetLength || first < 60 ? 0 : best.text.lastIndexOf(' ', first - 40) + 1
  const cut = best.text.slice(start, start + snippetLength)
  const end = start + (start + snippetLength < best.text.length ? Math.max(cut.lastIndexOf(' '), 1) : cut.length)
  const lead = start > 0 ? '… ' : ''
  const shift = lead.length - start
  return {
    snippet: `${lead}${best.text.slice(start, end)}${end < best.text.length ? ' …' : ''}`,
    highlights: best.matches
      .filter((match) => match.start >= start && match.end <= end)
      .map((match) => ({ start: match.start + shift, end: match.end + shift })),
  }
}

/** Positions of the words of a text whose index term is among the wanted ones. */
function matchesIn(text: string, wanted: ReadonlySet<string>): { start: number; end: number; term: string }[] {
  const found: { start: number; end: number; term: string }[] = []
  // A stem begins as its word does: most words of an article need no stem.
  const beginnings = new Set([...wanted].map(beginningOf))
  for (const match of text.matchAll(/[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu)) {
    const word = fold(match[0])
    const term = beginnings.has(beginningOf(word)) ? stem(word) : undefined
    if (term !== undefined && wanted.has(term)) found.push({ start: match.index, end: match.index + match[0].length, term })
  }
  return found
}

function beginningOf(word: string): string {
  return word.slice(0, 2)
}
