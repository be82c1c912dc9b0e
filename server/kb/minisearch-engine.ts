import MiniSearch, { type AsPlainObject, type Options } from 'minisearch'
import { fieldBoosts, fields, type Indexed, type SearchEngine } from './search-engine.ts'
import { stem, words } from './text-analysis.ts'

const options: Options<Indexed> = { fields: [...fields], idField: 'id', tokenize: words, processTerm: (word) => stem(word) ?? null }

/** Builds the MiniSearch index, serialized as JSON. For knowledge bases of ordinary size, see `buildIndex`. */
export function buildMiniSearch(articles: readonly Indexed[]): string {
  const known = new Map<string, string | null>()
  const processTerm = (word: string): string | null => {
    const term = known.get(word) ?? stem(word) ?? null
    known.set(word, term)
    return term
  }
  const index = new MiniSearch<Indexed>({ ...options, processTerm })
  index.addAll(articles)
  return JSON.stringify(index)
}

/** Opens an index written by `buildMiniSearch`. */
export function openMiniSearch(text: string): SearchEngine {
  // Parsed once: the index is as large as all articles.
  const stored = JSON.parse(text) as AsPlainObject
  const index = MiniSearch.loadJS<Indexed>(stored, options)
  const { index: postings } = stored as unknown as { index: [string, Record<string, Record<string, number>>][] }
  const frequencies = new Map(postings.map(([term, byField]) => [term, new Set(Object.values(byField).flatMap(Object.keys)).size] as const))
  return {
    size: index.documentCount,
    frequency: (term) => frequencies.get(term) ?? 0,
    terms: () => frequencies.keys(),
    search(terms, most) {
      const weights = new Map(terms.map(({ term, weight }) => [term, weight]))
      return index
        .search(
          { combineWith: 'OR', queries: [...weights.keys()] },
          {
            tokenize: (text) => [text],
            processTerm: (term) => term,
            boost: { ...fieldBoosts },
            boostTerm: (term) => weights.get(term) ?? 1,
            fuzzy: false,
            prefix: false,
          },
        )
        .slice(0, most)
        .map(({ id, score }) => ({ id: String(id), score }))
    },
  }
}
