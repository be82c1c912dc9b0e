import { z } from 'zod'
import { keyListSchema } from '../certificate/key-list.ts'
import { operation } from './operation.ts'

/** The signed list of the signing keys of the installation: which is in use, which were replaced, which are revoked. */
export const getSigningKeys = operation({
  method: 'GET',
  path: '/api/v1/claves-de-firma',
  scope: undefined,
  tag: 'meta',
  summary: 'Signing keys of certificates',
  description:
    'Which key signs certificates now, which ones did before, and which are revoked from which day on. The key in use signs the list, and the one before it if it handed over; `plomada certificate check --keys` holds certificates against it without a network.',
  input: z.strictObject({}),
  output: z.object({
    list: keyListSchema.nullable().meta({ description: 'Null: no key was ever replaced or revoked; certificates have the one key with them' }),
  }),
  problems: [],
  examples: { all: {} },
  run({ store }) {
    const text = store.storedKeyList()
    return { list: text === undefined ? null : keyListSchema.parse(JSON.parse(text)) }
  },
})
