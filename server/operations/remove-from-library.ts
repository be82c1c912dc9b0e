import { z } from 'zod'
import { assertChangesLibrary, libraryDocumentOf } from './library-access.ts'
import { exampleLibraryId, libraryIdField } from './library-fields.ts'
import { operation } from './operation.ts'

/** Removes a document from the library for good. */
export const removeFromLibrary = operation({
  method: 'DELETE',
  path: '/api/v1/biblioteca/{id}',
  writes: true,
  scope: 'library',
  tag: 'library',
  summary: 'Remove a document from the library',
  description: 'Its text, its index and its original file are erased. Nothing brings it back; earlier backups still have it.',
  input: z.strictObject({ id: libraryIdField }),
  output: z.object({ id: libraryIdField }),
  problems: ['out-of-reach', 'unknown-document'],
  examples: { ordenanza: { id: exampleLibraryId } },
  async run(context, { id }) {
    assertChangesLibrary(context)
    libraryDocumentOf(context, id)
    context.actsOn(id)
    await context.library.remove(id)
    return { id }
  },
})
