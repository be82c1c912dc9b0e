import { openAsBlob } from 'node:fs'
import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { docxType } from '../ficha/docx.ts'
import { documentLimits } from '../library/read-document.ts'
import type { Format } from '../library/text/read-page.ts'
import { libraryDocumentOf } from './library-access.ts'
import { exampleLibraryId, libraryBody, libraryDocument, libraryIdField } from './library-fields.ts'
import { type Context, fileOperation } from './operation.ts'

const mediaTypes: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  docx: docxType,
  md: 'text/plain; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** Returns the original file of a document of the library. */
export const getLibraryFile = fileOperation({
  method: 'GET',
  path: '/api/v1/biblioteca/{id}/fichero',
  scope: 'library',
  tag: 'library',
  summary: 'The original file of a document of the library',
  description:
    'The file as it was added, with its own media type, to be shown in the browser; `#page=N` opens a PDF at a page. It may run no script. `format=json` describes it instead.',
  input: z.strictObject({ id: libraryIdField, format: z.enum(['file', 'json']).optional().meta({ description: 'Default: file' }) }),
  output: libraryDocument,
  files: {
    file: {
      type: 'application/octet-stream',
      mostBytes: documentLimits.mostBytes,
      name: ({ name }) => name,
      shownAs: ({ format }) => mediaTypes[format],
      write: ({ id, title }, context) => openOriginal(id, title, context),
    },
  },
  problems: ['unknown-document', 'not-found'],
  examples: { ordenanza: { id: exampleLibraryId, format: 'json' } },
  run: (context, { id }) => libraryBody(libraryDocumentOf(context, id)),
})

/** The original file, which is read while it is sent. Throws `not-found` if it is not where it was kept. */
async function openOriginal(id: string, title: string, context: Context | undefined): Promise<Blob> {
  const file = context?.library.file(id)
  if (file !== undefined) return await openAsBlob(file)
  throw new ServiceError('not-found', {
    es: `Falta el fichero original de «${title}»: quítelo de la biblioteca y añádalo otra vez, o restaure una copia`,
    en: `The original file of "${title}" is missing: remove it from the library and add it again, or restore a backup`,
  })
}
