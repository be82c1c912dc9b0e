import { z } from 'zod'
import { auditSubject } from '../access/key.ts'
import { failUnknownKey, keyBody, keyFields, keyNumberInput, numberOfKey } from './key-fields.ts'
import { operation } from './operation.ts'

/** Revokes a key, at once and for good. */
export const revokeKey = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/claves/{number}/revocar',
  scope: 'admin',
  tag: 'admin',
  summary: 'Revoke a key',
  description: 'From then on requests with it are refused. Revoking twice keeps the first date. Also the key of this very request can be revoked.',
  input: keyNumberInput,
  output: z.object({ key: keyFields }),
  problems: ['unknown-key'],
  examples: { primera: { number: 1 } },
  run({ store, actsOn }, { number }) {
    const key = store.keys.revoke(numberOfKey(store, number)) ?? failUnknownKey(number)
    actsOn(auditSubject(key))
    return { key: keyBody(key) }
  },
})
