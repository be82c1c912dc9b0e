import { z } from 'zod'
import { documentHead, documentOutput } from './document-head.ts'
import { slug } from './fields.ts'
import { findCollection } from './find-document.ts'
import { operation } from './operation.ts'

/** Lists the documents of a collection. */
export const listDocuments = operation({
  method: 'GET',
  path: '/api/v1/normativa/{collection}',
  scope: 'read',
  tag: 'normativa',
  isOfBase: true,
  summary: 'Documents of a collection',
  description: 'Every document of one collection, with the edition in force.',
  input: z.strictObject({ collection: slug }),
  output: z.object({ items: z.array(documentOutput), total: z.int() }),
  problems: ['unknown-collection'],
  examples: { cte: { collection: 'cte' } },
  run({ kb }, input) {
    const collection = findCollection(kb, input.collection)
    const items = kb.documents.filter((document) => document.collection === collection).map((document) => documentHead(kb, document))
    return { items, total: items.length }
  },
})
