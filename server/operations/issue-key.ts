import { z } from 'zod'
import { auditSubject } from '../access/key.ts'
import { issuedKey, keyBody } from './key-fields.ts'
import { defaultDays, defaultScopes, operation, scopes } from './operation.ts'

/** Issues a key. Its text is returned once and never stored. */
export const issueKey = operation({
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/keys',
  scope: 'admin',
  tag: 'admin',
  summary: 'Issue a key',
  description: 'The text of the key is in this answer only.',
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      // Character ranges, since readers of the OpenAPI document may not know classes such as `\p{Cc}`.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects control characters
      .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/u)
      .meta({ description: 'Name of the person or program that uses the key' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .default([...defaultScopes]),
    days: z.int().min(1).max(3650).nullable().default(defaultDays).meta({ description: 'Days until the key expires; null: never' }),
  }),
  output: issuedKey,
  problems: [],
  examples: { programa: { name: 'programa de mediciones', scopes: ['read', 'verify'], days: 90 } },
  async run({ store, actsOn }, { name, scopes: wanted, days }) {
    const expiresAt = days === null ? null : new Date(store.now().getTime() + days * 86_400_000)
    const { text, key } = await store.keys.issue({ name, scopes: [...new Set(wanted)], expiresAt })
    actsOn(auditSubject(key))
    return { text, key: keyBody(key) }
  },
})
