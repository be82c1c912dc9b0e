import { stem, words } from './analysis.ts'
import { wordList } from './fuzzy.ts'
import { buildMiniSearch, openMiniSearch } from './minisearch-engine.ts'
import type { Indexed, Scored, SearchEngine, WeightedTerm } from './search-engine.ts'
import { secondLook } from './second-look.ts'
import { buildTyped, openTyped } from './typed-engine.ts'

/** From so many articles on the engine on typed arrays takes over: the other one is too slow for them. */
const largeFrom = 10_000
/** How many hits are scored at the most. */
const mostHits = 500
/** What a word counts that only stands for a mistyped one. */
const fuzzyWeight = 0.6
const prefixWeight = 0.4

/** An index as the pack keeps it. `words` are the folded words of the articles, between spaces, for typing faults. */
export interface StoredIndex {
  readonly engine: 'minisearch' | 'typed'
  readonly body: string | Uint8Array
  readonly words: string
}

/** Searches articles by words. Hits come best first. */
export interface SearchIndex {
  search(query: string): Scored[]
  /** How rare an index form is: the logarithm of all articles over those that have it; one that none has counts as the rarest. */
  rarity(term: string): number
  /** The index forms of a query, those of mistyped words replaced by what they may stand for. */
  terms(query: string): WeightedTerm[]
}

/** Builds the index of some articles with the engine that suits their number. */
export function buildIndex(
  articles: readonly Indexed[],
  engine: StoredIndex['engine'] = articles.length >= largeFrom ? 'typed' : 'minisearch',
): StoredIndex {
  const all = new Set<string>()
  for (const { number, title, names, text } of articles) for (const word of words(`${number} ${title} ${names} ${text}`)) all.add(word)
  const kept = [...all].filter((word) => stem(word) !== undefined)
  return { engine, body: engine === 'typed' ? buildTyped(articles) : buildMiniSearch(articles), words: kept.sort().join(' ') }
}

/** Opens an index. `textOf` gives an article's text for the second look; without it there is none. */
export function openIndex(stored: StoredIndex, textOf?: (id: string) => string): SearchIndex {
  const engine: SearchEngine = typeof stored.body === 'string' ? openMiniSearch(stored.body) : openTyped(stored.body)
  let known: ReturnType<typeof wordList> | undefined
  const near = (word: string) => {
    known ??= wordList(stored.words.split(' '))
    return known.near(word)
  }
  const look = textOf === undefined ? undefined : secondLook(textOf)

  const terms = (query: string): WeightedTerm[] => {
    const weights = new Map<string, number>()
    const put = (term: string, weight: number): void => {
      if (engine.frequency(term) > 0) weights.set(term, Math.max(weights.get(term) ?? 0, weight))
    }
    const all = words(query)
    for (const [position, word] of all.entries()) {
      const term = stem(word)
      if (term === undefined) continue
      if (engine.frequency(term) > 0) put(term, 1)
      else {
        for (const candidate of near(word)) put(stem(candidate.word) ?? '', fuzzyWeight / candidate.distance)
        if (position === all.length - 1 && word.length >= 3)
          for (const longer of engine.terms()) if (longer.startsWith(word)) put(longer, prefixWeight)
      }
    }
    return [...weights].map(([term, weight]) => ({ term, weight }))
  }
  return {
    terms,
    search(query) {
      const wanted = terms(query)
      if (wanted.length === 0) return []
      const hits = engine.search(wanted, mostHits)
      return look === undefined ? hits : look.reorder(hits, query)
    },
    rarity: (term) => Math.log(1 + engine.size / (1 + engine.frequency(term))),
  }
}
