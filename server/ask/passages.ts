import { stems } from '../kb/analysis.ts'
import { type Found, findArticles } from '../kb/find.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { matchesIn } from '../kb/snippet.ts'
import type { Slots } from './slots.ts'

/** An article that may answer, with how much of the question it holds (0..1) and its best statements. */
export interface Passage {
  readonly found: Found
  readonly number: string
  readonly title: string
  readonly similarity: number
  readonly sentences: readonly string[]
}

/** How many candidates of the search are looked at closely. */
const lookedAt = 20

/** The articles that hold most of a question, best first. Place names and numbers resolved elsewhere do not count against them. */
export function passagesFor(kb: KnowledgeBase, question: string, slots: Slots, day: string): Passage[] {
  const terms = new Set(slots.words.flatMap((word, position) => (word.stem === undefined || slots.spent.has(position) ? [] : [word.stem])))
  if (terms.size === 0) return []
  const weight = (term: string): number => kb.index.rarity(term)
  const total = [...terms].reduce((sum, term) => sum + weight(term), 0)
  return findArticles(kb, question, day)
    .slice(0, lookedAt)
    .flatMap((found, rank): (Passage & { readonly rank: number })[] => {
      const row = kb.articles.wordings(found.document, found.section).find(({ editions }) => editions.includes(found.version))
      if (row === undefined) return []
      const inHeading = new Set(stems(`${row.number} ${row.title}`))
      const lines = row.plain.split('\n').map((text) => ({ text, terms: new Set(matchesIn(text, terms).map(({ term }) => term)) }))
      const everywhere = new Set([...inHeading, ...lines.flatMap((line) => [...line.terms])])
      const covered = [...terms].filter((term) => everywhere.has(term)).reduce((sum, term) => sum + weight(term), 0)
      const best = lines
        .map((line, position) => ({ ...line, position, score: [...line.terms].reduce((sum, term) => sum + weight(term), 0) }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score || left.position - right.position)
        .slice(0, 3)
        .sort((left, right) => left.position - right.position)
      return [
        {
          found,
          number: row.number,
          title: row.title,
          similarity: Math.round((covered / total) * 1000) / 1000,
          sentences: best.map(({ text }) => text),
          rank,
        },
      ]
    })
    .sort((left, right) => right.similarity - left.similarity || left.rank - right.rank)
}
