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
  in_force_from: z.string().nullable().meta({ description: 'When that edition enters into force' }),
  text_kind: z.enum(['normalised', 'official']).meta({ description: '`normalised`: our wording of the official text' }),
  held: z
    .object({ sections: z.int(), in_full: z.int(), deciding_rules: z.int() })
    .meta({ description: 'Sections of the official contents, those held in full, and rules that can give a verdict' }),
  url: z.string(),
})

const coverage = z.object({
  documents: z.array(
    z.object({
      document: z.string(),
      sections: z.object({ existing: z.int(), full: z.int() }),
      rules: z.object({ deciding: z.int() }),
    }),
  ),
})

/** How much of a document the base holds, from its coverage report. A base without one holds nothing that is known. */
function heldOf(kb: KnowledgeBase, slug: string): { sections: number; in_full: number; deciding_rules: number } {
  const { data } = coverage.safeParse(kb.meta.coverage)
  const own = data?.documents.find(({ document }) => document === slug)
  return { sections: own?.sections.existing ?? 0, in_full: own?.sections.full ?? 0, deciding_rules: own?.rules.deciding ?? 0 }
}

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
    in_force_from: edition?.from ?? null,
    text_kind: document.text_kind,
    held: heldOf(kb, document.slug),
    url: `/api/v1/normativa/${document.collection}/${document.slug}`,
  }
}
