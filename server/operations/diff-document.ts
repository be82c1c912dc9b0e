import { z } from 'zod'
import type { Edition } from '../engine/book.ts'
import { limitChanges } from '../engine/limit-changes.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { DocumentBody } from '../kb/document-body.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { articleUrl } from './article-url.ts'
import { slug } from './fields.ts'
import { findDocument } from './find-document.ts'
import { operation } from './operation.ts'

const version = z.string().min(1).max(40)
const side = z.object({ rule: z.string(), title: z.string(), section: z.string(), locator: z.string().nullable() }).nullable()

const sectionChange = z.object({
  section: z.string(),
  number: z.string(),
  title: z.string(),
  change: z.enum(['added', 'removed', 'reworded']),
  url: z.string(),
})

/** Compares two editions of a document. */
export const diffDocument = operation({
  method: 'GET',
  path: '/api/v1/normativa/{collection}/{document}/diff',
  scope: 'read',
  tag: 'normativa',
  isOfBase: true,
  summary: 'What changed between two editions',
  description:
    'Lists the sections added, removed or reworded and, separately, the limits that changed: the cell of the table, the old value and the new. A value is null if that edition sets none. The base has normalised text, so a reworded section may mean the same.',
  input: z.strictObject({ collection: slug, document: slug, from: version, to: version }),
  output: z.object({
    collection: z.string(),
    document: z.string(),
    from: z.string(),
    to: z.string(),
    sections: z.array(sectionChange),
    limits: z.array(
      z.object({
        element: z.array(z.string()),
        parameter: z.string(),
        unit: z.string(),
        from: side,
        to: side,
        values: z.array(
          z.object({
            at: z.string().meta({ description: 'Cell of the table, or condition; empty if there is only one value' }),
            from: z.string().nullable(),
            to: z.string().nullable(),
            words: z
              .object({ at: z.string(), from: z.string().nullable(), to: z.string().nullable() })
              .meta({ description: 'The same in Spanish words: the place, and each limit with its unit or what it is computed from' }),
          }),
        ),
      }),
    ),
  }),
  problems: ['unknown-collection', 'unknown-document', 'not-in-force'],
  examples: { 'db-he': { collection: 'cte', document: 'cte-db-he', from: '2019', to: '2022' } },
  run({ kb }, input) {
    const document = findDocument(kb, input.collection, input.document)
    const [from, to] = [edition(kb, document, input.from, 'from'), edition(kb, document, input.to, 'to')]
    return {
      collection: document.collection,
      document: document.slug,
      from: from.version,
      to: to.version,
      sections: sectionChanges(kb, document, from.version, to.version),
      limits: limitChanges(kb.book, document.slug, from.version, to.version).map((change) => ({
        element: [...change.element],
        parameter: change.parameter,
        unit: change.unit,
        from: change.from,
        to: change.to,
        values: change.values.map((value) => ({ ...value })),
      })),
    }
  },
})

function edition(kb: KnowledgeBase, document: DocumentBody, name: string, parameter: string): Edition {
  const editions = kb.book.documents.get(document.slug)?.editions ?? []
  const found = editions.find((one) => one.version === name)
  if (found !== undefined) return found
  const versions = editions.map((one) => one.version)
  throw new ServiceError(
    'not-in-force',
    {
      es: `${document.slug} no tiene la edición «${name}»; las tiene: ${versions.join(', ')}`,
      en: `${document.slug} has no edition "${name}"; it has: ${versions.join(', ')}`,
    },
    {
      candidates: versions,
      errors: [
        {
          pointer: parameter,
          code: 'unknown',
          detail: { es: `se espera una de: ${versions.join(', ')}`, en: `expected one of: ${versions.join(', ')}` },
        },
      ],
    },
  )
}

function sectionChanges(kb: KnowledgeBase, document: DocumentBody, from: string, to: string): z.input<typeof sectionChange>[] {
  const seen = new Set<string>()
  return kb.articles.contents(document.slug).flatMap(({ slug: section }) => {
    if (seen.has(section)) return []
    seen.add(section)
    const wordings = kb.articles.wordings(document.slug, section)
    const [old, now] = [from, to].map((name) => wordings.find(({ editions }) => editions.includes(name)))
    if (old?.sha256 === now?.sha256) return []
    const shown = now ?? old
    if (shown === undefined) return []
    const change = old === undefined ? ('added' as const) : now === undefined ? ('removed' as const) : ('reworded' as const)
    const at = now === undefined ? from : to
    return [{ section, number: shown.number, title: shown.title, change, url: `${articleUrl(document, section)}?version=${encodeURIComponent(at)}` }]
  })
}
