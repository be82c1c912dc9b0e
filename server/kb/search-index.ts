import { wordList } from './fuzzy-match.ts'
import { buildMiniSearch } from './minisearch-engine.ts'
import { openMiniSearch } from './open-minisearch.ts'
import { openReranker } from './reranker.ts'
import { type Field, fields, type Indexed, type Scored, type SearchEngine, type WeightedTerm } from './search-engine.ts'
import { stem, words } from './text-analysis.ts'
import { buildTypedArrays, openTypedArrays } from './typed-array-engine.ts'

/** With this many articles or more the typed-array engine is used, because MiniSearch gets too slow. */
const largeBaseArticles = 10_000
/** Most hits that are scored. */
const maxHits = 500
/** Weight of a word that is a guess for a mistyped one, divided by its edit distance. */
const fuzzyWeight = 0.6
const prefixWeight = 0.4

/** The plural of an abbreviation: `BIEs` is `BIE`. */
const pluralAbbreviation = /(?<![\p{L}\d])(\p{Lu}{2,})['’]?s(?![\p{L}\d])/gu

/** An index as stored in the pack. `words`: the folded words of all articles, separated by spaces, for fuzzy matching. */
export interface StoredIndex {
  readonly engine: 'minisearch' | 'typed'
  readonly body: string | Uint8Array
  readonly words: string
}

/** Full-text search over articles. */
export interface SearchIndex {
  search(query: string): Scored[]
  /** Inverse document frequency of a term. A term that no article has counts as the rarest. */
  rarity(term: string): number
  /** The index terms of a query. Unknown words are replaced by similar known words. */
  terms(query: string): WeightedTerm[]
  /** True if some article has one of these words just as it is written here: `cauces` does not make `Cauca` known. */
  hasWordOf(text: string): boolean
}

/** Builds the search index of the articles, by default with the engine that suits their number. */
export function buildIndex(
  articles: readonly Indexed[],
  engine: StoredIndex['engine'] = articles.length >= largeBaseArticles ? 'typed' : 'minisearch',
): StoredIndex {
  const all = new Set<string>()
  const add = (field: Field, word: string): void => {
    // Questions asked name places, and a place is no word of the law.
    if (field !== 'asked') all.add(word)
  }
  if (engine === 'typed') for (const article of articles) for (const field of fields) for (const word of words(article[field])) add(field, word)
  const body = engine === 'typed' ? buildTypedArrays(articles) : buildMiniSearch(articles, add)
  const kept = [...all].filter((word) => stem(word) !== undefined)
  return { engine, body, words: kept.sort().join(' ') }
}

/** Opens an index. `textOf` returns an article's text for reranking; without it results are not reranked. */
export function openIndex(stored: StoredIndex, textOf?: (id: string) => string): SearchIndex {
  return indexOver(openEngine(stored), () => stored.words.split(' '), textOf)
}

/** The search engine of a stored index, without what is done outside it. */
export function openEngine({ body }: Pick<StoredIndex, 'body'>): SearchEngine {
  return typeof body === 'string' ? openMiniSearch(body) : openTypedArrays(body)
}

/** Full-text search with an engine. `wordsOf` returns the folded words of all that it has indexed; it is called when the first unknown word is looked for. */
export function indexOver(engine: SearchEngine, wordsOf: () => readonly string[], textOf?: (id: string) => string): SearchIndex {
  let known: ReturnType<typeof wordList> | undefined
  const near = (word: string) => {
    known ??= wordList(wordsOf())
    return known.near(word)
  }
  let written: ReadonlySet<string> | undefined
  const reranker = textOf === undefined ? undefined : openReranker(textOf)

  const terms = (query: string): WeightedTerm[] => {
    const weights = new Map<string, number>()
    const put = (term: string, weight: number): void => {
      if (engine.frequency(term) > 0) weights.set(term, Math.max(weights.get(term) ?? 0, weight))
    }
    const all = words(query.replace(pluralAbbreviation, '$1'))
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
    hasWordOf(text) {
      written ??= new Set(wordsOf())
      return words(text).some((word) => written?.has(word))
    },
    search(query) {
      const wanted = terms(query)
      if (wanted.length === 0) return []
      const hits = engine.search(wanted, maxHits)
      return reranker === undefined ? hits : reranker.reorder(hits, query)
    },
    rarity: (term) => Math.log(1 + engine.size / (1 + engine.frequency(term))),
  }
}
