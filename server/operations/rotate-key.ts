import { auditSubject } from '../access/key.ts'
import { failUnknownKey, issuedKey, keyBody, keyNumberInput, numberOfKey } from './key-fields.ts'
import { operation } from './operation.ts'

/** Replaces a key with a new one. */
export const rotateKey = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/keys/{number}/rotate',
  scope: 'admin',
  tag: 'admin',
  summary: 'Rotate a key',
  description: 'Issues a key with the same name, scopes and term, and revokes the old one. The text of the key is in this answer only.',
  input: keyNumberInput,
  output: issuedKey,
  problems: ['unknown-key'],
  examples: { primera: { number: 1 } },
  async run({ store, actsOn }, { number }) {
    const { text, key } = (await store.keys.rotate(await numberOfKey(store, number))) ?? failUnknownKey(number)
    actsOn(`${auditSubject(key)} ← ${number}`)
    return { text, key: keyBody(key) }
  },
})
