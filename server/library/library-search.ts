import type Database from 'better-sqlite3'
import type { SearchEngine } from '../kb/search-engine.ts'
import { indexOver, type SearchIndex } from '../kb/search-index.ts'
import { stem, stems, words } from '../kb/text-analysis.ts'
import { joinedWords } from './index-pages.ts'
import { joinedEngine, pageOfId } from './joined-engine.ts'

/** A page that has words of a query. */
export interface FoundPage {
  readonly document: string
  readonly page: number
  readonly score: number
}

/** Full-text search over the pages of a library. */
export interface LibraryIndex {
  search(query: string, document: string | undefined): FoundPage[]
  /** The share of the words of a query, weighted by their rarity, that a text has: 0 to 1. */
  share(query: string, text: string): number
}

interface Origin {
  /** Undefined while there is no library. */
  database(): Database.Database | undefined
  engineOf(document: string): SearchEngine
}

/** Opens the search of a library. It follows what this and other processes add and remove: a document never changes, so the list of ids says all. */
export function openLibraryIndex({ database, engineOf }: Origin): LibraryIndex {
  const engines = new Map<string, SearchEngine>()
  const opened = new Map<string, SearchIndex>()
  let known = ''
  const follow = (ids: readonly string[]): void => {
    if (ids.join() === known) return
    known = ids.join()
    opened.clear()
    for (const id of engines.keys()) if (!ids.includes(id)) engines.delete(id)
    for (const id of ids) if (!engines.has(id)) engines.set(id, engineOf(id))
  }
  /** The index over some documents, or over all. */
  const indexOf = (document: string | undefined): SearchIndex | undefined => {
    const source = database()
    if (source === undefined) return undefined
    follow(source.prepare<[], string>('SELECT id FROM document ORDER BY id').pluck().all())
    const found = opened.get(document ?? '')
    if (found !== undefined) return found
    const chosen = [...engines].filter(([id]) => document === undefined || id === document)
    const text = source.prepare<[string, number], string>('SELECT text FROM page WHERE document = ? AND number = ?').pluck()
    const index = indexOver(
      joinedEngine(chosen.map(([id, engine]) => ({ document: id, engine }))),
      () =>
        wordsIn(
          source,
          chosen.map(([id]) => id),
        ),
      (id) => {
        const { document: of, page } = pageOfId(id)
        return joinedWords(text.get(of, page) ?? '')
      },
    )
    opened.set(document ?? '', index)
    return index
  }
  return {
    search: (query, document) => (indexOf(document)?.search(query) ?? []).map(({ id, score }) => ({ ...pageOfId(id), score })),
    share(query, text) {
      const index = indexOf(undefined)
      const wanted = new Set(words(query).flatMap((word) => stem(word) ?? []))
      if (index === undefined || wanted.size === 0) return 0
      const there = new Set(stems(joinedWords(text)))
      const weigh = (terms: Iterable<string>): number => [...terms].reduce((sum, term) => sum + index.rarity(term), 0)
      return weigh([...wanted].filter((term) => there.has(term))) / weigh(wanted)
    },
  }
}

function wordsIn(database: Database.Database, documents: readonly string[]): string[] {
  const read = database.prepare<[string], string>('SELECT index_words FROM document WHERE id = ?').pluck()
  return [...new Set(documents.flatMap((id) => (read.get(id) ?? '').split(' ')))]
}
