import { z } from 'zod'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** Returns to the base before the one in use. */
export const rollbackBase = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base/rollback',
  scope: 'admin',
  tag: 'admin',
  summary: 'Return to the knowledge base before',
  description: 'The last two installed are kept. Done twice, all is as it was.',
  input: z.strictObject({}),
  output: baseList,
  problems: ['base-refused'],
  examples: {},
  run(context) {
    context.bases.rollback()
    const [inUse] = context.bases.list()
    context.actsOn(inUse === undefined ? '' : `${inUse.id} ${inUse.version} ${inUse.pack?.sha256 ?? inUse.origin}`)
    return baseListOf(context)
  },
})
