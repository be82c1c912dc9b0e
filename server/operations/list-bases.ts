import { z } from 'zod'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** Lists the knowledge bases of the installation, the one in use first. */
export const listBases = operation({
  method: 'GET',
  path: '/api/v1/admin/base',
  scope: 'admin',
  tag: 'admin',
  summary: 'Knowledge bases of this installation',
  description: 'The base in use and why, those installed, the one shipped with the program, and the keys whose packs are accepted.',
  input: z.strictObject({}),
  output: baseList,
  problems: ['base-refused'],
  examples: { own: {} },
  run: (context) => baseListOf(context),
})
