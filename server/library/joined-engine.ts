import type { SearchEngine } from '../kb/search-engine.ts'

/** One document with its index, whose ids are the numbers of its pages. */
export interface Segment {
  readonly document: string
  readonly engine: SearchEngine
}

/** The id of a page in the joined index. */
function pageId(document: string, page: number | string): string {
  return `${document}/${page}`
}

/** Document and page of an id. */
export function pageOfId(id: string): { readonly document: string; readonly page: number } {
  const [document = '', page] = id.split('/')
  return { document, page: Number(page) }
}

/**
 * One engine over the indexes of several documents: a document is added or removed without indexing the others again. A term is as rare as it is in all of
 * them together, so that a word which one document repeats on every page weighs the same in each.
 */
export function joinedEngine(segments: readonly Segment[]): SearchEngine {
  const size = segments.reduce((sum, { engine }) => sum + engine.size, 0)
  const frequency = (term: string): number => segments.reduce((sum, { engine }) => sum + engine.frequency(term), 0)
  return {
    size,
    frequency,
    terms: () => new Set(segments.flatMap(({ engine }) => [...engine.terms()])),
    search(wanted, most) {
      const rarities = wanted.map((one) => ({ ...one, rarity: rarityOf(frequency(one.term), size) }))
      return segments
        .flatMap(({ document, engine }) => {
          // Each engine weighs a term by its own rarity, which is taken out again.
          const own = rarities.map(({ term, weight, rarity }) => ({
            term,
            weight: (weight * rarity) / rarityOf(engine.frequency(term), engine.size),
          }))
          return engine.search(own, most).map(({ id, score }) => ({ id: pageId(document, id), score }))
        })
        .toSorted((left, right) => right.score - left.score)
        .slice(0, most)
    },
  }
}

/** As the engine of typed arrays computes it. */
function rarityOf(common: number, size: number): number {
  return Math.log(1 + (size - common + 0.5) / (common + 0.5))
}
