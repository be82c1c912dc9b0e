import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { paragraphsOf } from '../library/index-pages.ts'
import { libraryDocumentOf } from './library-access.ts'
import { exampleLibraryId, libraryBody, libraryDocument, libraryIdField } from './library-fields.ts'
import { operation } from './operation.ts'

/** Returns the text of one page of a document of the library. */
export const getLibraryPage = operation({
  method: 'GET',
  path: '/api/v1/biblioteca/{id}/paginas/{page}',
  scope: 'library',
  tag: 'library',
  summary: 'The text of one page of the library',
  description: 'As it was read, in paragraphs. Tables and drawings are in the original file only.',
  input: z.strictObject({
    id: libraryIdField,
    page: z.coerce
      .number()
      .int()
      .min(1)
      .max(100_000)
      .meta({ examples: [1] }),
  }),
  output: z.object({
    document: libraryDocument,
    page: z.int().min(1),
    content: z.enum(['text', 'image', 'blank', 'damaged']),
    text: z.string(),
    url: z.string().meta({ description: 'The original file at this page' }),
  }),
  problems: ['unknown-document', 'not-found'],
  examples: { primera: { id: exampleLibraryId, page: 1 } },
  run(context, { id, page }) {
    const document = libraryDocumentOf(context, id)
    const text = context.library.page(id, page)
    if (text === undefined)
      throw new ServiceError('not-found', {
        es: `«${document.title}» no tiene la página ${page}: tiene ${document.pages}`,
        en: `"${document.title}" has no page ${page}: it has ${document.pages}`,
      })
    const content = document.unread.find((one) => one.page === page)?.content ?? ('text' as const)
    const body = libraryBody(document)
    return { document: body, page, content, text: paragraphsOf(text), url: `${body.url}#page=${page}` }
  },
})
