import { z } from 'zod'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** Puts the previous knowledge base in use again. */
export const rollbackBase = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base/rollback',
  scope: 'admin',
  tag: 'admin',
  summary: 'Return to the previous knowledge base',
  description: 'The last two installed bases are kept, so a second rollback undoes the first.',
  input: z.strictObject({}),
  output: baseList,
  problems: ['base-refused'],
  examples: {},
  async run(context) {
    await context.bases.rollback()
    const [inUse] = context.bases.list()
    context.actsOn(inUse === undefined ? '' : `${inUse.id} ${inUse.version} ${inUse.pack?.sha256 ?? inUse.origin}`)
    return baseListOf(context)
  },
})
