import { z } from 'zod'
import { auditSubject } from '../access/key.ts'
import { failUnknownKey, keyBody, keyFields, keyNumberInput, numberOfKey } from './key-fields.ts'
import { operation } from './operation.ts'

/** Revokes a key immediately and for good. */
export const revokeKey = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/keys/{number}/revoke',
  scope: 'admin',
  tag: 'admin',
  summary: 'Revoke a key',
  description: 'Requests with the key are rejected from then on. Revoking a key twice keeps the first date. A key can revoke itself.',
  input: keyNumberInput,
  output: z.object({ key: keyFields }),
  problems: ['unknown-key'],
  examples: { primera: { number: 1 } },
  async run({ store, actsOn }, { number }) {
    const key = (await store.keys.revoke(await numberOfKey(store, number))) ?? failUnknownKey(number)
    actsOn(auditSubject(key))
    return { key: keyBody(key) }
  },
})
