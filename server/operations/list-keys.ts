import { z } from 'zod'
import { keyBody, keyFields } from './key-fields.ts'
import { operation } from './operation.ts'

/** Lists the keys of this installation, including revoked ones. */
export const listKeys = operation({
  method: 'GET',
  path: '/api/v1/admin/keys',
  scope: 'admin',
  tag: 'admin',
  summary: 'List keys',
  description: 'Everything about each key except its text, which is not stored.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(keyFields), total: z.int() }),
  problems: [],
  examples: { all: {} },
  async run({ store }) {
    const items = (await store.keys.list()).map(keyBody)
    return { items, total: items.length }
  },
})
