import { type Book, editionOn } from '../engine/book.ts'

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
  const articles = articlesOn(kb.book, day)
  const found: FoundArticle[] = []
  for (const { id, score } of kb.index.search(query)) {
    let article = articles.get(id)
    if (article === undefined) {
      article = articleOf(kb.book, id, day)
      articles.set(id, article)
    }
    if (article === 'not in force') continue
    const { collection, document, section, version } = article
    found.push({ collection, document, section, version, score })
  }
  return found
}

type Article = Omit<FoundArticle, 'score'> | 'not in force'

const known = new WeakMap<Book, { readonly day: string; readonly articles: Map<string, Article> }>()

/** The articles that ids of the search index stand for on a day, read once: a search has hundreds of hits, and almost all searches are of one day. */
function articlesOn(book: Book, day: string): Map<string, Article> {
  const before = known.get(book)
  if (before?.day === day) return before.articles
  const articles = new Map<string, Article>()
  known.set(book, { day, articles })
  return articles
}

/** The article that an id of the search index (`document/section@edition`) stands for. */
function articleOf(book: Book, id: string, day: string): Article {
  const [, slug = '', section = '', first] = /^([^/]+)\/([^@]+)@(.*)$/.exec(id) ?? []
  const document = book.documents.get(slug)
  const version = document === undefined ? undefined : editionOn(document, day)?.version
  const editions = book.sections.get(`${slug}/${section}`)?.find((row) => row.editions[0] === first)?.editions
  if (document === undefined || version === undefined || editions?.includes(version) !== true) return 'not in force'
  return { collection: document.collection, document: document.slug, section, version }
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
