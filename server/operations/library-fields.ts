import { z } from 'zod'
import type { LibraryDocument } from '../library/library.ts'
import { formats } from '../library/text/read-page.ts'

/** Identifier of a document that the examples of the documentation name. */
export const exampleLibraryId = '3f8a1c5e9b7d2046'

/** Identifier of a document of the library. */
export const libraryIdField = z
  .string()
  .length(16)
  .regex(/^[0-9a-f]+$/)
  .meta({ description: 'The beginning of the SHA-256 of its content: the same document has the same one everywhere', examples: [exampleLibraryId] })

/** A document of the library in an answer. */
export const libraryDocument = z.object({
  id: libraryIdField,
  name: z.string().meta({ description: 'Name of the file' }),
  title: z.string(),
  format: z.enum(formats),
  bytes: z.int().min(0),
  sha256: z.string(),
  division: z.enum(['page', 'part']).meta({ description: '`part`: a document without pages, divided here' }),
  pages: z.int().min(1),
  unread: z
    .array(z.object({ page: z.int().min(1), content: z.enum(['image', 'blank', 'damaged']) }))
    .meta({ description: 'Pages without text: a scanned image or drawing, nothing at all, or damage' }),
  added_at: z.iso.datetime(),
  added_by: z
    .object({ kind: z.enum(['key', 'desktop', 'terminal']), id: z.int().optional(), name: z.string().optional() })
    .meta({ description: 'The key, or the user of this machine' }),
  url: z.string().meta({ description: 'The original file; add `#page=N` to open a page of a PDF' }),
})

/** The path of the original file of a document. */
export function libraryFileUrl(id: string): string {
  return `/api/v1/biblioteca/${id}/fichero`
}

/** A document of the library as answers have it. */
export function libraryBody({ addedAt, addedBy, unread, ...document }: LibraryDocument): z.input<typeof libraryDocument> {
  return { ...document, unread: [...unread], added_at: addedAt, added_by: { ...addedBy }, url: libraryFileUrl(document.id) }
}
