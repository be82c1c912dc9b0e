import { z } from 'zod'
import { toSpanish } from '../ask/to-spanish.ts'
import { snippetOf } from '../kb/snippet.ts'
import { paragraphsOf } from '../library/index-pages.ts'
import { libraryFileUrl, libraryIdField } from './library-fields.ts'
import type { Context } from './operation.ts'

/** A passage of the library in an answer. */
export const libraryPassage = z.object({
  document: libraryIdField,
  title: z.string(),
  page: z.int().min(1),
  division: z.enum(['page', 'part']),
  excerpt: z.string().meta({ description: 'As the document has it, word for word' }),
  similarity_score: z.number().min(0).max(1),
  official: z.literal(false),
  url: z.string(),
})

const mostPassages = 3
/** Pages that are looked at, and the share of the words of the question that a page must have. */
const lookedAt = 30
const leastShare = 0.5

/** The passages of the library that are about a question, best first. They are quoted and nothing else: no figure is read from them, nothing is decided with them. */
export function libraryPassages({ kb, library }: Pick<Context, 'kb' | 'library'>, query: string): z.input<typeof libraryPassage>[] {
  const question = toSpanish(query, kb).text
  return library
    .search(question)
    .slice(0, lookedAt)
    .flatMap(({ document: id, page }) => {
      const document = library.get(id)
      const text = library.page(id, page) ?? ''
      const share = library.share(question, text)
      if (document === undefined || share < leastShare) return []
      const { snippet } = snippetOf(paragraphsOf(text), question)
      return [
        {
          document: id,
          title: document.title,
          page,
          division: document.division,
          excerpt: snippet,
          similarity_score: Math.round(Math.min(1, share) * 100) / 100,
          official: false as const,
          url: `${libraryFileUrl(id)}#page=${page}`,
        },
      ]
    })
    .slice(0, mostPassages)
}
