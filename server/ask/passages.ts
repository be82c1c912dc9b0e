import { type FoundArticle, findArticles, sectionsInForce } from '../kb/find-articles.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { matchesIn } from '../kb/snippet.ts'
import { stems } from '../kb/text-analysis.ts'
import { heldBy } from './asked-terms.ts'
import type { Slots } from './slots.ts'

/** An article that may answer, with its best statements and how much of the question (0..1) the best of them holds together with the heading. */
export interface Passage {
  readonly found: FoundArticle
  readonly number: string
  readonly title: string
  readonly similarity: number
  readonly sentences: readonly string[]
}

/** How many candidates of the search are looked at closely. */
const lookedAt = 20
/** What an article counts for a word of the question that it says in another way. */
const byName = 0.6

/** The articles that a question names by number, with what they say of its words, or their beginning where it has none. */
export function passagesNamed(kb: KnowledgeBase, question: string, slots: Slots, day: string): Passage[] {
  const named = sectionsInForce(kb, kb.identifiers.inside(question), day)
  return passagesIn(kb, named, slots).map((passage) => ({ ...passage, similarity: 1 }))
}

/** The articles that hold most of a question, best first. Place names and numbers resolved elsewhere do not count against them. */
export function passagesFor(kb: KnowledgeBase, question: string, slots: Slots, day: string): Passage[] {
  return slots.terms.length === 0 ? [] : passagesIn(kb, findArticles(kb, question, day).slice(0, lookedAt), slots)
}

function passagesIn(kb: KnowledgeBase, candidates: readonly FoundArticle[], slots: Slots): Passage[] {
  const wanted = slots.terms.map((term) => ({ term, rarity: kb.index.rarity(term.stem) }))
  const total = wanted.reduce((sum, { rarity }) => sum + rarity, 0)
  const all = new Set(slots.terms.flatMap(({ alternatives }) => [...alternatives.keys()]))
  const covered = (words: ReadonlySet<string>): number =>
    wanted.reduce((sum, { term, rarity }) => sum + heldBy(term, words, byName) * rarity, 0) / (total || 1)
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
