import { type FoundWord, wordFinder } from './find-words.ts'
import { stems } from './text-analysis.ts'

export interface Snippet {
  readonly snippet: string
  readonly highlights: { readonly start: number; readonly end: number }[]
}

interface Line {
  readonly text: string
  readonly matches: readonly FoundWord[]
}

const snippetLength = 240

/** Returns a function that gives the line of a text which contains most words of a query, shortened, with the positions of the matching words. */
export function snippetsFor(query: string): (plain: string) => Snippet {
  const find = wordFinder(new Set(stems(query)))
  return (plain) => shortened(bestLine(plain, find(plain)))
}

/** The snippet of one text, as `snippetsFor` gives it. */
export function snippetOf(plain: string, query: string): Snippet {
  return snippetsFor(query)(plain)
}

function shortened(best: Line): Snippet {
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
function bestLine(plain: string, matches: readonly FoundWord[]): Line {
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
