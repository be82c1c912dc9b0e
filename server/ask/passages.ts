import { type FoundArticle, findArticles, sectionsInForce } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { matchesIn } from '../kb/snippet.ts'
import { stems } from '../kb/text-analysis.ts'
import { matchWeight } from './asked-terms.ts'
import type { Slots } from './slots.ts'

/** An article that may answer the question, with its best lines. `similarity`: the share (0..1) of the question covered by the best line and the heading. */
export interface Passage {
  readonly found: FoundArticle
  readonly number: string
  readonly title: string
  readonly similarity: number
  readonly sentences: readonly string[]
}

/** Most search results that are examined. */
const maxCandidates = 20
/** Weight of a word of the question that the article has only as a synonym. */
const synonymWeight = 0.6

/** The articles that a question names by number: their lines with words of the question, or else their first lines. */
export function passagesNamed(kb: KnowledgeBase, question: string, slots: Slots, day: string): Passage[] {
  const named = sectionsInForce(kb, kb.identifiers.inside(question), day)
  return passagesIn(kb, named, slots).map((passage) => ({ ...passage, similarity: 1 }))
}

/** The articles that cover most of a question, best first. Words already used for place, numbers and conditions do not count. */
export function passagesFor(kb: KnowledgeBase, question: string, slots: Slots, day: string): Passage[] {
  return slots.terms.length === 0 ? [] : passagesIn(kb, findArticles(kb, question, day).slice(0, maxCandidates), slots)
}

function passagesIn(kb: KnowledgeBase, candidates: readonly FoundArticle[], slots: Slots): Passage[] {
  const wanted = slots.terms.map((term) => ({ term, rarity: kb.index.rarity(term.stem) }))
  const total = wanted.reduce((sum, { rarity }) => sum + rarity, 0)
  const all = new Set(slots.terms.flatMap(({ alternatives }) => [...alternatives.keys()]))
  const covered = (words: ReadonlySet<string>): number =>
    wanted.reduce((sum, { term, rarity }) => sum + matchWeight(term, words, synonymWeight) * rarity, 0) / (total || 1)
  return candidates
    .flatMap((found, rank): (Passage & { readonly rank: number })[] => {
      const row = kb.articles.wordings(found.document, found.section).find(({ editions }) => editions.includes(found.version))
      if (row === undefined) return []
      const heading = new Set(stems(`${row.number} ${row.title}`))
      const lines = row.plain.split('\n').map((text, position) => {
        const terms = new Set(matchesIn(text, all).map(({ term }) => term))
        return { text, position, own: covered(terms), withHeading: covered(new Set([...terms, ...heading])) }
      })
      const best = lines.filter(({ own }) => own > 0).sort((left, right) => right.own - left.own || left.position - right.position)
      const [first] = best
      const sentences = first === undefined ? lines.slice(0, 3) : best.slice(0, 3).filter(({ own }) => own >= first.own / 2)
      return [
        {
          found,
          number: row.number,
          title: row.title,
          similarity: Math.round((first?.withHeading ?? 0) * 1000) / 1000,
          sentences: sentences.sort((left, right) => left.position - right.position).map(({ text }) => text),
          rank,
        },
      ]
    })
    .sort((left, right) => right.similarity - left.similarity || left.rank - right.rank)
}
