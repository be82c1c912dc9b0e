import { z } from 'zod'
import { ServiceError } from '../errors/service-error.ts'
import { baseList, baseListOf } from './base-list.ts'
import { operation } from './operation.ts'

/** Trusts one more publisher of packs. */
export const trustPublisher = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/base/trusted-keys',
  scope: 'admin',
  tag: 'admin',
  summary: 'Accept the packs that a key signs',
  description: 'From the desktop application only. On a server, run `plomada kb trust` on the machine itself.',
  input: z.strictObject({ public_key: z.string().min(1).max(400).meta({ description: 'Text of a minisign `.pub` file' }) }),
  output: baseList,
  problems: ['desktop-only', 'base-refused'],
  examples: {},
  async run(context, { public_key }) {
    if (context.who.kind !== 'desktop')
      throw new ServiceError('desktop-only', {
        es: 'Aquí no se añade una clave de confianza: en el propio equipo, plomada kb trust FICHERO.pub',
        en: 'A key is not trusted from here: on the machine itself, plomada kb trust FILE.pub',
      })
    context.actsOn((await context.bases.trust(public_key)).id)
    return baseListOf(context)
  },
})
