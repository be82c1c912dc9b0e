import { z } from 'zod'
import { collectionsOf } from './find-document.ts'
import { operation } from './operation.ts'

const collectionNames: Readonly<Record<string, string>> = {
  cte: 'Código Técnico de la Edificación',
  estatal: 'Normas estatales',
  autonomica: 'Normas autonómicas',
}

/** Lists the collections of regulations. */
export const listCollections = operation({
  method: 'GET',
  path: '/api/v1/normativa',
  scope: 'read',
  tag: 'normativa',
  isOfBase: true,
  summary: 'Collections of regulations',
  description: 'The collections of the base and how many documents each holds.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object({ collection: z.string(), title: z.string(), documents: z.int(), url: z.string() })), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run({ kb }) {
    const items = collectionsOf(kb).map((collection) => ({
      collection,
      title: collectionNames[collection] ?? collection,
      documents: kb.documents.filter((document) => document.collection === collection).length,
      url: `/api/v1/normativa/${collection}`,
    }))
    return { items, total: items.length }
  },
})
