import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { LibraryError } from '../library/library-error.ts'
import { assertChangesLibrary } from './library-access.ts'
import { libraryBody, libraryDocument } from './library-fields.ts'
import { operation } from './operation.ts'
import { authorOf } from './stored-project.ts'

const mib = 1024 * 1024
/** Largest file over the network. Larger ones are added from the command line, which sends nothing. */
const mostBytes = 32 * mib

/** Adds a document to the library. */
export const addToLibrary = operation({
  method: 'POST',
  path: '/api/v1/biblioteca',
  writes: true,
  mostBodyBytes: Math.ceil((mostBytes * 4) / 3) + 64 * 1024,
  scope: 'library',
  tag: 'library',
  summary: 'Add a document to the library',
  description:
    'Reads a .pdf, .docx, .md or .txt of at most 32 MB page by page, indexes it and keeps the original. It is stored when this answers, whole or not at all. The same content is kept once (`is_new`: false). Documents are read one at a time; `GET /api/v1/biblioteca` tells the progress. Pages without text are listed in `unread`: nothing is recognised in images.',
  input: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(200)
      .meta({ description: 'Name of the file, with its extension', examples: ['ordenanza.pdf'] }),
    title: z.string().min(1).max(200).optional().meta({ description: 'Default: the name without its extension' }),
    file: z
      .string()
      .min(1)
      .max(Math.ceil((mostBytes * 4) / 3) + 4)
      .meta({ description: 'Its content', contentEncoding: 'base64' }),
  }),
  output: z.object({ document: libraryDocument, is_new: z.boolean() }),
  problems: ['out-of-reach', 'document-refused'],
  examples: {},
  async run(context, { name, title, file }) {
    assertChangesLibrary(context)
    try {
      const source = { bytes: new Uint8Array(Buffer.from(file, 'base64')) }
      const { document, isNew } = await context.library.add({ source, name, title, by: authorOf(context.who), mostBytes })
      context.actsOn(document.id)
      return { document: libraryBody(document), is_new: isNew }
    } catch (error) {
      if (error instanceof LibraryError) throw new ServiceError('document-refused', error.detail)
      throw error
    }
  },
})
