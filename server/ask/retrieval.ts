import type { AnswerIndex, UnitField } from '../kb/answer-index.ts'
import { unitFields } from '../kb/answer-index.ts'
import { meaningIn } from './meaning.ts'

/** A word of a question as an index term. `weight`: 1, or less for a guess at a mistyped word. */
export interface QueryTerm {
  readonly term: number
  readonly weight: number
}

/** A unit that shares words with a question, with what each part of it shares; all between 0 and 1. */
export interface Retrieved {
  readonly unit: number
  readonly fields: Readonly<Record<UnitField, number>>
  /** Cosine of the question and the nearest question asked of the unit itself; of its article. */
  readonly asked: number
  readonly askedOfArticle: number
  /** Cosine of the word vectors of question and unit; of question and article. */
  readonly meaning: number
  readonly meaningOfArticle: number
  /** Share of the question's words, by rarity, that the unit contains anywhere. */
  readonly covered: number
  /** Number of the question's words that it contains. */
  readonly matched: number
}

/** Finds units by the words of a question. */
export interface Retrieval {
  /** The best units, among those accepted (1 by unit; 0: left out). */
  find(query: readonly QueryTerm[], accepted: Uint8Array, most: number): Retrieved[]
}

/** The most that BM25 can give one word: see `answer-index.ts`. */
const highest = 2.2
/** How the first choice of units weighs what they share; the ranker judges those chosen. */
const firstWeights = { name: 1, text: 0.6, context: 0.4, asked: 2, askedOfArticle: 1, meaning: 1 } as const

/** Prepares the search of an index: norms of the questions asked, and room for the scores of one search. */
export function openRetrieval(index: AnswerIndex): Retrieval {
  const groupOfQuestion = index.arrays['group-of-question'] as Uint32Array
  const norms = Float64Array.from(groupOfQuestion, (_, question) => {
    let sum = 0
    for (const term of index.list('terms-of-question', question)) sum += (index.rarity[term] ?? 0) ** 2
    return Math.sqrt(sum) || 1
  })
  const size = index.units.length
  const meaning = meaningIn(index)
  const [ownGroup, articleGroup] = [0, 1].map((position) => Int32Array.from(index.units, ({ groups }) => groups[position] ?? -1)) as [
    Int32Array,
    Int32Array,
  ]
  const [name, text, context] = unitFields.map(() => new Float64Array(size)) as [Float64Array, Float64Array, Float64Array]
  const fields = [name, text, context].map((scores, position) => {
    const [starts, items, shares] = ['starts', 'items', 'weights'].map((part) => index.arrays[`${unitFields[position]}-${part}`])
    return { scores, starts, items, shares } as { scores: Float64Array; starts: Uint32Array; items: Uint32Array; shares: Float32Array }
  })
  const [questionStarts, questions] = [index.arrays['question-starts'], index.arrays['question-items']] as [Uint32Array, Uint32Array]
  const covered = new Float64Array(size)
  const lastTerm = new Int32Array(size)
  const matched = new Uint16Array(size)
  const dots = new Float64Array(norms.length)
  const best = new Float64Array(groupOfQuestion.reduce((top, group) => Math.max(top, group + 1), 0))

  /** Adds up what each unit and each question shares with the query; returns the weight of all its words. */
  function gather(query: readonly QueryTerm[]): number {
    for (const array of [name, text, context, covered, dots, best]) array.fill(0)
    lastTerm.fill(-1)
    matched.fill(0)
    let [total, squares] = [0, 0]
    for (const [position, { term, weight }] of query.entries()) {
      const rarity = index.rarity[term] ?? 0
      const worth = weight * rarity
      total += worth
      squares += worth * worth
      for (const { starts, items, shares, scores } of fields) {
        const end = starts[term + 1] ?? 0
        for (let at = starts[term] ?? 0; at < end; at++) {
          const unit = items[at] ?? 0
          scores[unit] = (scores[unit] ?? 0) + worth * (shares[at] ?? 0)
          if (lastTerm[unit] === position) continue
          lastTerm[unit] = position
          covered[unit] = (covered[unit] ?? 0) + worth
          matched[unit] = (matched[unit] ?? 0) + 1
        }
      }
      const end = questionStarts[term + 1] ?? 0
      for (let at = questionStarts[term] ?? 0; at < end; at++) {
        const question = questions[at] ?? 0
        dots[question] = (dots[question] ?? 0) + worth * rarity
      }
    }
    const length = Math.sqrt(squares) || 1
    for (let question = 0; question < dots.length; question++) {
      const dot = dots[question] ?? 0
      if (dot === 0) continue
      const group = groupOfQuestion[question] ?? 0
      best[group] = Math.max(best[group] ?? 0, dot / (length * (norms[question] ?? 1)))
    }
    return total
  }

  return {
    find(query, accepted, most) {
      const total = gather(query)
      if (total === 0) return []
      const scale = 1 / (highest * total)
      const cosines = meaning.find(query)
      const chosen: { readonly unit: number; readonly first: number }[] = []
      for (let unit = 0; unit < size; unit++) {
        if (accepted[unit] === 0) continue
        const asked = (best[ownGroup[unit] ?? -1] ?? 0) * firstWeights.asked + (best[articleGroup[unit] ?? -1] ?? 0) * firstWeights.askedOfArticle
        const shared = (name[unit] ?? 0) * firstWeights.name + (text[unit] ?? 0) * firstWeights.text + (context[unit] ?? 0) * firstWeights.context
        const first = asked + shared * scale + (cosines[unit] ?? 0) * firstWeights.meaning
        if (first > (chosen.length < most ? 0 : (chosen.at(-1)?.first ?? 0))) insert(chosen, { unit, first }, most)
      }
      return chosen.map(({ unit }) => ({
        unit,
        fields: { name: (name[unit] ?? 0) * scale, text: (text[unit] ?? 0) * scale, context: (context[unit] ?? 0) * scale },
        asked: best[ownGroup[unit] ?? -1] ?? 0,
        askedOfArticle: best[articleGroup[unit] ?? -1] ?? 0,
        meaning: cosines[unit] ?? 0,
        meaningOfArticle: meaning.ofArticle(unit),
        covered: (covered[unit] ?? 0) / total,
        matched: matched[unit] ?? 0,
      }))
    },
  }
}

/** Inserts a unit into a list sorted by score, which keeps the best `most`. Of equal ones, the earlier stays first. */
function insert(
  sorted: { readonly unit: number; readonly first: number }[],
  one: { readonly unit: number; readonly first: number },
  most: number,
): void {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.first ?? 0) >= one.first) low = middle + 1
    else high = middle
  }
  sorted.splice(low, 0, one)
  if (sorted.length > most) sorted.pop()
}
