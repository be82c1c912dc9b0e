import { z } from 'zod'
import { keyBody, keyFields } from './key-fields.ts'
import { operation } from './operation.ts'

/** Lists the keys of this installation, revoked ones too. */
export const listKeys = operation({
  method: 'GET',
  path: '/api/v1/admin/keys',
  scope: 'admin',
  tag: 'admin',
  summary: 'List keys',
  description: 'Everything about each key but its text, which is not kept.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(keyFields), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run({ store }) {
    const items = store.keys.list().map(keyBody)
    return { items, total: items.length }
  },
})
