import { z } from 'zod'
import { editionOn } from '../engine/book.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { kbRef } from './fields.ts'
import { operation, scopes } from './operation.ts'

/** Identifies the service and the knowledge base, and says what the base covers. */
export const getMeta = operation({
  method: 'GET',
  path: '/api/v1/meta',
  scope: 'read',
  tag: 'meta',
  summary: 'Identity and coverage of the knowledge base',
  description: 'Identifies the knowledge base behind every verdict, for audits, and lists what the base does not cover.',
  input: z.strictObject({}),
  output: z.object({
    service: z.string(),
    api_version: z.string(),
    kb: kbRef,
    reference_date: z.string(),
    scopes: z.array(z.string()).meta({ description: 'Scopes of the caller' }),
    latest_editions: z
      .array(z.object({ document: z.string(), title: z.string(), version: z.string(), in_force_from: z.string(), url: z.string() }))
      .meta({ description: 'The editions that came into force last, newest first' }),
    coverage: z.unknown(),
  }),
  problems: [],
  examples: { meta: {} },
  run({ kb, who }) {
    const { id, version, sha256, referenceDate, coverage } = kb.meta
    const allowed = who.kind === 'key' ? who.scopes : scopes
    return {
      service: 'plomada',
      api_version: 'v1',
      kb: { id, version, sha256 },
      reference_date: referenceDate,
      scopes: [...allowed],
      latest_editions: latestEditions(kb),
      coverage,
    }
  },
})

const mostEditions = 5

function latestEditions({ book, meta }: KnowledgeBase) {
  return [...book.documents.values()]
    .flatMap((document) => {
      const edition = editionOn(document, meta.referenceDate)
      const url = `/api/v1/normativa/${document.collection}/${document.slug}`
      return edition === undefined
        ? []
        : [{ document: document.slug, title: document.title, version: edition.version, in_force_from: edition.from, url }]
    })
    .sort((left, right) => (left.in_force_from < right.in_force_from ? 1 : left.in_force_from > right.in_force_from ? -1 : 0))
    .slice(0, mostEditions)
}
