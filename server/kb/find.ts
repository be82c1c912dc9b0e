import { editionOn } from '../engine/book.ts'
import type { Identified } from './identifiers.ts'
import type { KnowledgeBase } from './open.ts'

/** An article found by a search, in the wording of a day. */
export interface Found {
  readonly collection: string
  readonly document: string
  readonly section: string
  readonly version: string
  readonly score: number
}

/** Articles in the wording of a day that match a query, best first; an identifier gives those it names, unranked. Those of a later or earlier wording alone are left out. */
export function findArticles(kb: KnowledgeBase, query: string, day: string): Found[] {
  const named = foundOf(kb, kb.identifiers.exact(query), day)
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

/** Sections as found on a day: those that it knew, each in that day's wording, in full agreement with what named them. */
export function foundOf({ book }: KnowledgeBase, sections: readonly Identified[], day: string): Found[] {
  return sections.flatMap(({ document: slug, section }) => {
    const document = book.documents.get(slug)
    const edition = document === undefined ? undefined : editionOn(document, day)
    const isHeld =
      book.sections.get(`${slug}/${section}`)?.some(({ editions }) => edition !== undefined && editions.includes(edition.version)) === true
    return document !== undefined && edition !== undefined && isHeld
      ? [{ collection: document.collection, document: slug, section, version: edition.version, score: 1 }]
      : []
  })
}
