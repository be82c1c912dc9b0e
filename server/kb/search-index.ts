import MiniSearch, { type Options } from 'minisearch'
import { stem, stems, words } from './analysis.ts'

/** An article as it is indexed. */
export interface Indexed {
  readonly id: string
  readonly number: string
  readonly title: string
  readonly names: string
  readonly text: string
}

export interface Hit {
  readonly id: string
  readonly score: number
  /** Index forms that matched. */
  readonly terms: readonly string[]
}

/** Searches articles by words. Hits come best first. */
export interface SearchIndex {
  search(query: string): Hit[]
  /** How rare an index form is: the logarithm of all articles over those that have it; one that none has counts as the rarest. */
  rarity(term: string): number
}

const options: Options<Indexed> = {
  fields: ['number', 'title', 'names', 'text'],
  idField: 'id',
  tokenize: words,
  processTerm: (word) => stem(word) ?? null,
  searchOptions: { boost: { title: 3, number: 4, names: 1.5 }, combineWith: 'OR' },
}

/** The index of some articles, as the text that the pack keeps. */
export function buildIndex(articles: readonly Indexed[]): string {
  const index = new MiniSearch<Indexed>(options)
  index.addAll(articles)
  return JSON.stringify(index)
}

/** Opens an index made by `buildIndex`. A word outside the index is matched to those one or two letters away; one inside it, exactly. */
export function openIndex(text: string): SearchIndex {
  const index = MiniSearch.loadJSON<Indexed>(text, options)
  const parsed: unknown = JSON.parse(text)
  const vocabulary = new Map(
    isSerialized(parsed) ? parsed.index.map(([term, fields]) => [term, new Set(Object.values(fields).flatMap(Object.keys)).size] as const) : [],
  )
  const total = index.documentCount
  return {
    search(query) {
      const found = stems(query)
      if (found.length === 0) return []
      return index
        .search(query, {
          fuzzy: (term) => (vocabulary.has(term) || /\d/.test(term) || term.length < 4 ? false : term.length < 8 ? 1 : 2),
          weights: { fuzzy: 0.6, prefix: 0.4 },
          prefix: (term, position, terms) => !vocabulary.has(term) && position === terms.length - 1 && term.length >= 3,
        })
        .map(({ id, score, terms }) => ({ id: String(id), score, terms }))
    },
    rarity: (term) => Math.log(1 + total / (1 + (vocabulary.get(term) ?? 0))),
  }
}

function isSerialized(value: unknown): value is { index: [string, Record<string, Record<string, number>>][] } {
  return typeof value === 'object' && value !== null && 'index' in value && Array.isArray(value.index)
}
