import { z } from 'zod'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** The bases that the installation has, and which one answers. */
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
