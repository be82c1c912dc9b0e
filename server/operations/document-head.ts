import { z } from 'zod'
import { editionOn } from '../engine/book.ts'
import type { DocumentBody } from '../kb/document-body.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** A document without its contents, as operations return it. */
export const documentOutput = z.object({
  collection: z.string(),
  document: z.string(),
  title: z.string(),
  short_title: z.string(),
  authority: z.string(),
  identifier: z.string().nullable(),
  official_url: z.string().nullable(),
  scope: z.object({ level: z.enum(['national', 'regional']), ccaa: z.string().nullable() }),
  version: z.string().meta({ description: 'Edition in force on the reference date of the base' }),
  url: z.string(),
})

/** Describes a document without its contents, with the edition in force on the reference date of the base. */
export function documentHead(kb: KnowledgeBase, document: DocumentBody): z.input<typeof documentOutput> {
  const known = kb.book.documents.get(document.slug)
  const edition = known === undefined ? undefined : (editionOn(known, kb.meta.referenceDate) ?? known.editions.at(-1))
  return {
    collection: document.collection,
    document: document.slug,
    title: document.title,
    short_title: document.short_title,
    authority: document.authority,
    identifier: document.identifier ?? null,
    official_url: document.url ?? null,
    scope: document.scope.level === 'regional' ? { level: 'regional', ccaa: document.scope.ccaa } : { level: 'national', ccaa: null },
    version: edition?.version ?? '',
    url: `/api/v1/normativa/${document.collection}/${document.slug}`,
  }
}
