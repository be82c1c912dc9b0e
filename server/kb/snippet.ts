import { fold } from '../engine/fold.ts'
import { stem, stems } from './text-analysis.ts'

export interface Snippet {
  readonly snippet: string
  readonly highlights: { readonly start: number; readonly end: number }[]
}

/** Where a text has a wanted index term. */
interface Match {
  readonly start: number
  readonly end: number
  readonly term: string
}

interface Line {
  readonly text: string
  readonly matches: readonly Match[]
}

const snippetLength = 240

/** The line of a text that contains most words of a query, shortened, with the positions of the matching words. */
export function snippetOf(plain: string, query: string): Snippet {
  const best = bestLine(plain, matchesIn(plain, new Set(stems(query))))
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

/** The first of the lines with most different terms; positions are within the line. */
function bestLine(plain: string, matches: readonly Match[]): Line {
  const endOf = (start: number): number => (plain.indexOf('\n', start) + plain.length + 1) % (plain.length + 1)
  let best: { readonly start: number; readonly end: number; readonly terms: number } = { start: 0, end: endOf(0), terms: 0 }
  for (let at = 0; at < matches.length; ) {
    const start = plain.lastIndexOf('\n', matches[at]?.start) + 1
    const end = endOf(start)
    const terms = new Set<string>()
    for (let next = matches[at]; next !== undefined && next.start < end; next = matches[++at]) terms.add(next.term)
    if (terms.size > best.terms) best = { start, end, terms: terms.size }
  }
  const { start, end } = best
  const own = matches.filter((match) => match.start >= start && match.end <= end)
  return { text: plain.slice(start, end), matches: own.map((match) => ({ ...match, start: match.start - start, end: match.end - start })) }
}

/** Positions of the words of a text whose index term is among the wanted ones. */
function matchesIn(text: string, wanted: ReadonlySet<string>): Match[] {
  if (wanted.size === 0) return []
  const found: Match[] = []
  for (const { 0: word, index } of text.matchAll(wordsBeginning([...wanted]))) {
    const term = stem(fold(word))
    if (term !== undefined && wanted.has(term)) found.push({ start: index, end: index + word.length, term })
  }
  return found
}

/** The words that begin as one of some terms does, with any accents. A stem begins as its word does: most words of an article need none. */
function wordsBeginning(terms: readonly string[]): RegExp {
  const beginnings = new Set(terms.map((term) => [...beginningOf(term)].map(anyForm).join('')))
  return new RegExp(`(?<![\\p{L}\\p{N}]|[\\p{L}\\p{N}][.,])(?:${[...beginnings].join('|')})[\\p{L}\\p{N}]*(?:[.,][\\p{L}\\p{N}]+)*`, 'gu')
}

/** A character class of a folded letter in both cases and with the accents of the languages of Spain. */
function anyForm(letter: string): string {
  return forms.get(letter) ?? letter.replace(/[.,]/, '\\$&')
}

const forms: ReadonlyMap<string, string> = new Map(
  Map.groupBy(
    Array.from({ length: 0x250 }, (_, code) => String.fromCharCode(code)).filter((letter) => /\p{L}/u.test(letter)),
    fold,
  )
    .entries()
    .filter(([letter]) => letter.length === 1)
    .map(([letter, all]) => [letter, `[${all.join('')}]`]),
)

function beginningOf(term: string): string {
  return term.slice(0, term.length < 5 ? 2 : 4)
}
