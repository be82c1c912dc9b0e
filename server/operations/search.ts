import { z } from 'zod'
import { articlesFor } from '../kb/articles-for.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { snippetsFor } from '../kb/snippet.ts'
import { articleUrl } from './article-url.ts'
import { cursorField, dayField, limitField, slug } from './fields.ts'
import { findCollection, findDocument } from './find-document.ts'
import { isLibrary } from './library-access.ts'
import { operation } from './operation.ts'
import { pageOf } from './paging.ts'
import { searchLibrary } from './search-library.ts'

const facet = z.array(z.object({ value: z.string(), count: z.int() }))

/** Searches the text of articles. */
export const search = operation({
  method: 'GET',
  path: '/api/v1/search',
  scope: 'read',
  tag: 'normativa',
  summary: 'Search the articles',
  description:
    'Accents and case do not matter, and misspelt words find similar ones. In `q`, `+` is a space. `collection=biblioteca` searches the library of the office instead, page by page (scope `library`): its results have `official` false.',
  input: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(400)
      .meta({ examples: ['transmitancia cubierta'] }),
    collection: slug.optional(),
    document: slug.optional(),
    as_of: dayField.optional(),
    limit: limitField.optional().meta({ description: 'Default 20' }),
    cursor: cursorField.optional(),
  }),
  output: z.object({
    items: z.array(
      z.object({
        collection: z.string(),
        document: z.string(),
        section: z.string(),
        number: z.string(),
        title: z.string(),
        document_title: z.string(),
        version: z.string(),
        snippet: z.string().meta({ description: 'Plain text' }),
        highlights: z.array(z.object({ start: z.int(), end: z.int() })).meta({ description: 'Where `snippet` matches, in UTF-16 units' }),
        score: z.number(),
        url: z.string(),
        official: z.boolean().meta({ description: 'false: of the library, not of the base' }),
        page: z.int().nullable().meta({ description: 'Page or part of a document of the library' }),
      }),
    ),
    total: z.int(),
    next_cursor: z.string().nullable(),
    facets: z.object({ collections: facet, documents: facet }),
  }),
  problems: ['unknown-collection', 'unknown-document', 'cursor-invalid', 'cursor-stale'],
  examples: { transmitancia: { q: 'transmitancia cubierta', limit: 2 } },
  run(context, input) {
    if (isLibrary(input.collection)) return searchLibrary(context, input)
    const { kb } = context
    const collection = input.collection === undefined ? undefined : findCollection(kb, input.collection)
    const document = input.document === undefined ? undefined : findInAny(kb, input.document, collection)
    const found = articlesFor(kb, input.q, input.as_of ?? kb.meta.referenceDate)
    const inside = found.filter(
      (hit) => (collection === undefined || hit.collection === collection) && (document === undefined || hit.document === document),
    )
    const page = pageOf(inside, {
      limit: input.limit ?? 20,
      cursor: input.cursor,
      query: JSON.stringify(['search', input.q, collection, document, input.as_of]),
      pack: kb.meta.sha256,
    })
    const snippetOf = snippetsFor(input.q)
    return {
      ...page,
      items: page.items.map((hit) => {
        const row = kb.book.sections.get(`${hit.document}/${hit.section}`)?.find(({ editions }) => editions.includes(hit.version))
        const known = kb.documents.find((one) => one.slug === hit.document)
        return {
          collection: hit.collection,
          document: hit.document,
          section: hit.section,
          number: row?.number ?? '',
          title: row?.title ?? '',
          document_title: known?.title ?? '',
          version: hit.version,
          ...snippetOf(kb.articles.plain(hit.document, hit.section, hit.version)),
          score: Math.round(hit.score * 1000) / 1000,
          url: known === undefined ? '' : `${articleUrl(known, hit.section)}?version=${encodeURIComponent(hit.version)}`,
          official: true,
          page: null,
        }
      }),
      facets: { collections: count(found.map((hit) => hit.collection)), documents: count(found.map((hit) => hit.document)) },
    }
  },
})

function findInAny(kb: KnowledgeBase, name: string, collection: string | undefined): string {
  const home = collection ?? kb.documents.find((one) => one.slug === name)?.collection ?? kb.documents[0]?.collection ?? ''
  return findDocument(kb, home, name).slug
}

function count(values: readonly string[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, total]) => ({ value, count: total }))
    .sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1))
}
