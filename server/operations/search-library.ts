import { sha256Of } from '../access/sha256.ts'
import { snippetsFor } from '../kb/snippet.ts'
import { paragraphsOf } from '../library/index-pages.ts'
import { libraryCollection } from '../library/library.ts'
import { headingsOf } from '../library/text/headings.ts'
import { assertReadsLibrary, libraryDocumentOf } from './library-access.ts'
import { libraryFileUrl } from './library-fields.ts'
import type { Context } from './operation.ts'
import { pageOf } from './paging.ts'

interface Asked {
  readonly q: string
  readonly document?: string | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** Searches the pages of the library. Throws `scope-missing`, `unknown-document` and the errors of `pageOf`. */
export function searchLibrary(context: Context, { q, document, limit = 20, cursor }: Asked) {
  assertReadsLibrary(context)
  const { library, language } = context
  if (document !== undefined) libraryDocumentOf(context, document)
  const found = library.search(q, document)
  const all = new Map(library.list().map((one) => [one.id, one]))
  const page = pageOf(found, { limit, cursor, query: JSON.stringify(['library', q, document]), pack: sha256Of([...all.keys()].join()) })
  const snippetOf = snippetsFor(q)
  return {
    ...page,
    items: page.items.map((hit) => {
      const text = library.page(hit.document, hit.page) ?? ''
      const { title = '', division = 'page' } = all.get(hit.document) ?? {}
      return {
        collection: libraryCollection,
        document: hit.document,
        section: String(hit.page),
        number: placeText(division, hit.page)[language],
        title: headingsOf(text)[0] ?? '',
        document_title: title,
        version: '',
        ...snippetOf(paragraphsOf(text)),
        score: Math.round(hit.score * 1000) / 1000,
        url: `${libraryFileUrl(hit.document)}#page=${hit.page}`,
        official: false,
        page: hit.page,
      }
    }),
    facets: {
      collections: [{ value: libraryCollection, count: found.length }],
      documents: [...Map.groupBy(found, (hit) => hit.document)].map(([value, hits]) => ({ value, count: hits.length })),
    },
  }
}

/** How a page is called: a document without pages has parts. */
export function placeText(division: 'page' | 'part', page: number) {
  return division === 'page' ? { es: `página ${page}`, en: `page ${page}` } : { es: `parte ${page}`, en: `part ${page}` }
}
