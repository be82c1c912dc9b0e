import { type Book, type BookDocument, editionOn } from '../engine/book.ts'

import type { SectionRef } from './identifiers.ts'
import type { KnowledgeBase } from './open.ts'

/** An article found by a search, in the edition in force on the requested day. */
export interface FoundArticle {
  readonly collection: string
  readonly document: string
  readonly section: string
  readonly version: string
  readonly score: number
}

/**
 * Articles that match a query, best first. A query that is an identifier (`HE1 3.1.1`) returns the sections it names, unranked.
 * Matches only count if their wording is in force on `day`.
 */
export function findArticles(kb: KnowledgeBase, query: string, day: string): FoundArticle[] {
  const named = sectionsInForce(kb, kb.identifiers.exact(query), day)
  if (named.length > 0) return named
  const versions = new Map<BookDocument, string | undefined>()
  const versionOf = (document: BookDocument): string | undefined => {
    if (!versions.has(document)) versions.set(document, editionOn(document, day)?.version)
    return versions.get(document)
  }
  return kb.index.search(query).flatMap(({ id, score }) => {
    const wording = wordingOf(kb.book, id)
    const version = wording === null ? undefined : versionOf(wording.document)
    if (wording === null || version === undefined || !wording.editions.includes(version)) return []
    const { document, section } = wording
    return [{ collection: document.collection, document: document.slug, section, version, score }]
  })
}

interface Wording {
  readonly document: BookDocument
  readonly section: string
  /** The editions that share it. */
  readonly editions: readonly string[]
}

const wordingsOf = new WeakMap<Book, Map<string, Wording | null>>()

/** The wording that an id of the search index (`document/section@edition`) stands for: read once, as a search has hundreds of hits. */
function wordingOf(book: Book, id: string): Wording | null {
  const known = wordingsOf.get(book) ?? new Map<string, Wording | null>()
  wordingsOf.set(book, known)
  const found = known.get(id)
  if (found !== undefined) return found
  const [, slug = '', section = '', first] = /^([^/]+)\/([^@]+)@(.*)$/.exec(id) ?? []
  const document = book.documents.get(slug)
  const editions = book.sections.get(`${slug}/${section}`)?.find((row) => row.editions[0] === first)?.editions
  const read = document === undefined || editions === undefined ? null : { document, section, editions }
  known.set(id, read)
  return read
}

/** The given sections as search results with score 1, each in the edition in force on `day`. Sections that this edition lacks are left out. */
export function sectionsInForce({ book }: KnowledgeBase, sections: readonly SectionRef[], day: string): FoundArticle[] {
  return sections.flatMap(({ document: slug, section }) => {
    const document = book.documents.get(slug)
    const edition = document === undefined ? undefined : editionOn(document, day)
    const isInEdition =
      book.sections.get(`${slug}/${section}`)?.some(({ editions }) => edition !== undefined && editions.includes(edition.version)) === true
    return document !== undefined && edition !== undefined && isInEdition
      ? [{ collection: document.collection, document: slug, section, version: edition.version, score: 1 }]
      : []
  })
}
