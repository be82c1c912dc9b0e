import { type Field, fieldBoosts, fields, type Scored, type SearchEngine } from './search-engine.ts'

/** What MiniSearch serializes, as far as it is read here. */
interface StoredMiniSearch {
  readonly documentCount: number
  readonly documentIds: Readonly<Record<string, string>>
  /** An index of an earlier program may lack a field. */
  readonly fieldIds: Readonly<Partial<Record<Field, number>>>
  readonly fieldLength: Readonly<Record<string, readonly number[]>>
  readonly averageFieldLength: readonly number[]
  /** Each term with how often the articles have it, by field and article. */
  readonly index: readonly (readonly [term: string, byField: Readonly<Record<string, Readonly<Record<string, number>>>>])[]
}

/** Which articles have a term in a field, and how often. */
interface Postings {
  /** Where those of each term and field begin, at `term * fields + field`; one more entry marks the end. */
  readonly starts: Uint32Array
  readonly articles: Uint32Array
  readonly counts: Uint32Array
}

interface Terms {
  readonly numbers: ReadonlyMap<string, number>
  /** How many articles have each term, in whatever field. */
  readonly frequencies: Uint32Array
}

/** Constants of MiniSearch's BM25+, which it uses unless it is told others. */
const [saturation, lengthWeight, least] = [1.2, 0.7, 0.5]

/**
 * Opens an index written by `buildMiniSearch`. The articles found, their scores and their order are those of MiniSearch itself, to the last bit; it would
 * make an object with a list of matches for each of them at each search.
 */
export function openMiniSearch(text: string): SearchEngine {
  const { size, ids, numbers, frequencies, addScores } = read(text)
  // Of one term, and of all; and how many terms the article has.
  const [own, scores, matched] = [new Float64Array(size), new Float64Array(size), new Uint32Array(size)]
  return {
    size,
    frequency: (term) => frequencies[numbers.get(term) ?? -1] ?? 0,
    terms: () => numbers.keys(),
    search(terms, most) {
      const met: number[] = []
      for (const { term, weight } of terms) {
        const number = numbers.get(term)
        if (number === undefined) continue
        for (const article of addScores(own, number, weight)) {
          if (matched[article] === 0) met.push(article)
          scores[article] = (scores[article] ?? 0) + (own[article] ?? 0)
          matched[article] = (matched[article] ?? 0) + 1
          own[article] = 0
        }
      }
      // An article counts as often as it has terms.
      for (const article of met) scores[article] = (scores[article] ?? 0) * (matched[article] ?? 0)
      const best = bestOf(met, scores, most).map((article): Scored => ({ id: ids[article] ?? '', score: scores[article] ?? 0 }))
      for (const article of met) {
        scores[article] = 0
        matched[article] = 0
      }
      return best
    },
  }
}

/** Reads what is stored. Nothing of the JSON is kept: it takes ten times the room. */
function read(text: string) {
  const stored = JSON.parse(text) as StoredMiniSearch
  const { numbers, frequencies, ...postings } = postingsOf(stored)
  return { size: stored.documentCount, ids: Object.values(stored.documentIds), numbers, frequencies, addScores: scorer(stored, postings) }
}

/** Returns a function that adds the scores of a term to those of the articles, and returns the articles in the order in which they are met. */
function scorer({ documentCount: size, fieldIds, fieldLength, averageFieldLength }: StoredMiniSearch, { starts, articles, counts }: Postings) {
  const width = averageFieldLength.length
  const lengths = new Uint32Array(size * width)
  for (let article = 0; article < size; article++) lengths.set(fieldLength[article] ?? [], article * width)
  return (scores: Float64Array, term: number, weight: number): number[] => {
    const met: number[] = []
    for (const name of fields) {
      const field = fieldIds[name]
      if (field === undefined) continue
      const [from, end] = [starts[term * width + field] ?? 0, starts[term * width + field + 1] ?? 0]
      const rarity = Math.log(1 + (size - (end - from) + 0.5) / (end - from + 0.5))
      const boost = weight * fieldBoosts[name]
      const average = averageFieldLength[field] ?? 1
      for (let at = from; at < end; at++) {
        const article = articles[at] ?? 0
        const count = counts[at] ?? 0
        const norm = 1 - lengthWeight + (lengthWeight * (lengths[article * width + field] ?? 0)) / average
        if (scores[article] === 0) met.push(article)
        scores[article] = (scores[article] ?? 0) + boost * (rarity * (least + (count * (saturation + 1)) / (count + saturation * norm)))
      }
    }
    return met
  }
}

/** At most `most` of the articles that were met, best first; of equals the one met first. */
function bestOf(met: readonly number[], scores: Float64Array, most: number): number[] {
  const scoreOf = (article: number): number => scores[article] ?? 0
  const lowest = met.length <= most ? 0 : (Float64Array.from(met, scoreOf).sort()[met.length - most] ?? 0)
  return met
    .filter((article) => scoreOf(article) >= lowest)
    .sort((left, right) => scoreOf(right) - scoreOf(left))
    .slice(0, most)
}

function postingsOf({ documentCount, averageFieldLength, index }: StoredMiniSearch): Postings & Terms {
  const width = averageFieldLength.length
  const starts = new Uint32Array(index.length * width + 1)
  const frequencies = new Uint32Array(index.length)
  const lastTerm = new Int32Array(documentCount).fill(-1)
  const [articles, counts]: [number[], number[]] = [[], []]
  for (const [term, [, byField]] of index.entries())
    for (let field = 0; field < width; field++) {
      starts[term * width + field] = articles.length
      for (const [key, count] of Object.entries(byField[field] ?? {})) {
        const article = Number(key)
        articles.push(article)
        counts.push(count)
        if (lastTerm[article] !== term) frequencies[term] = (frequencies[term] ?? 0) + 1
        lastTerm[article] = term
      }
    }
  starts[index.length * width] = articles.length
  const numbers = new Map(index.map(([term], number) => [term, number]))
  return { numbers, frequencies, starts, articles: Uint32Array.from(articles), counts: Uint32Array.from(counts) }
}
