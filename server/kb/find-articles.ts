import { editionOn } from '../engine/book.ts'
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
  return kb.index.search(query).flatMap(({ id, score }) => {
    const match = /^([^/]+)\/([^@]+)@(.*)$/.exec(id)
    const document = kb.book.documents.get(match?.[1] ?? '')
    const edition = document === undefined ? undefined : editionOn(document, day)
    if (match?.[2] === undefined || document === undefined || edition === undefined) return []
    const wording = kb.book.sections.get(`${document.slug}/${match[2]}`)?.find(({ editions }) => editions[0] === match[3])
    return wording?.editions.includes(edition.version) === true
      ? [{ collection: document.collection, document: document.slug, section: match[2], version: edition.version, score }]
      : []
  })
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
