import { z } from 'zod'
import { officeFields } from './office-fields.ts'
import { operation } from './operation.ts'

/** The letterhead of the installation. */
export const getOffice = operation({
  method: 'GET',
  path: '/api/v1/oficina',
  scope: 'read',
  tag: 'projects',
  summary: 'The letterhead of fichas',
  description: 'Name, address and logo of the office, as every ficha prints them. Empty texts if none is set.',
  input: z.strictObject({}),
  output: officeFields,
  problems: [],
  examples: { membrete: {} },
  async run({ store }) {
    const { name = '', address = '', logo = null } = (await store.office.get()) ?? {}
    return { name, address, logo: logo?.base64 ?? null }
  },
})
