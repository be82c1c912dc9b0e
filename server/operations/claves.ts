import { z } from 'zod'
import { type Key, subjectOf } from '../access/key.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type Context, operation, scopes, usualDays, usualScopes } from './operation.ts'

const keyFields = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string().meta({ description: 'How the key begins, to tell keys apart' }),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable().meta({ description: 'Written at most once a minute' }),
  revoked_at: z.string().nullable(),
})
const issued = z.object({ text: z.string().meta({ description: 'The key itself: given here once, kept nowhere' }), key: keyFields })
const which = z.strictObject({ number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Number of the key' }) })

/** Lists the keys of this installation, revoked ones too. */
export const listKeys = operation({
  name: 'listKeys',
  method: 'GET',
  path: '/api/v1/admin/claves',
  scope: 'admin',
  tag: 'admin',
  summary: 'List keys',
  description: 'Everything about each key but its text, which is not kept.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(keyFields), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run({ store }) {
    const items = store.keys.list().map(shown)
    return { items, total: items.length }
  },
})

/** Issues a key and gives its text, once. */
export const issueKey = operation({
  name: 'issueKey',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/claves',
  scope: 'admin',
  tag: 'admin',
  summary: 'Issue a key',
  description: 'The text of the key is in this answer and never again.',
  input: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u, { error: 'expected one line without control characters' })
      .meta({ description: 'Who or what it is for' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .max(scopes.length)
      .max(scopes.length)
      .default([...usualScopes]),
    days: z.int().min(1).max(3650).nullable().default(usualDays).meta({ description: 'Until it expires; null: never' }),
  }),
  output: issued,
  problems: [],
  examples: { programa: { name: 'programa de mediciones', scopes: ['read', 'verify'], days: 90 } },
  run({ store, actsOn }, { name, scopes: wanted, days }) {
    const expiresAt = days === null ? null : new Date(store.now().getTime() + days * 86_400_000)
    const { text, key } = store.keys.issue({ name, scopes: [...new Set(wanted)], expiresAt })
    actsOn(subjectOf(key))
    return { text, key: shown(key) }
  },
})

/** Revokes a key, at once and for good. */
export const revokeKey = operation({
  name: 'revokeKey',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/claves/{number}/revocar',
  scope: 'admin',
  tag: 'admin',
  summary: 'Revoke a key',
  description: 'From then on requests with it are refused. Revoking twice keeps the first date. Also the key of this very request can be revoked.',
  input: which,
  output: z.object({ key: keyFields }),
  problems: ['unknown-key'],
  examples: { primera: { number: 1 } },
  run({ store, actsOn }, { number }) {
    const key = store.keys.revoke(known(store, number)) ?? fail(number)
    actsOn(subjectOf(key))
    return { key: shown(key) }
  },
})

/** Puts a fresh key in the place of another. */
export const rotateKey = operation({
  name: 'rotateKey',
  method: 'POST',
  writes: true,
  path: '/api/v1/admin/claves/{number}/rotar',
  scope: 'admin',
  tag: 'admin',
  summary: 'Rotate a key',
  description: 'Issues a key with the same name, scopes and term, and revokes the old one. The text is in this answer and never again.',
  input: which,
  output: issued,
  problems: ['unknown-key'],
  examples: { primera: { number: 1 } },
  run({ store, actsOn }, { number }) {
    const { text, key } = store.keys.rotate(known(store, number)) ?? fail(number)
    actsOn(`${subjectOf(key)} ← ${number}`)
    return { text, key: shown(key) }
  },
})

/** The number as the keys look it up: only a number, since a name or a beginning could be that of another. */
function known({ keys }: Context['store'], number: number): string {
  return keys.list().some((key) => key.id === number) ? String(number) : fail(number)
}

function fail(number: number): never {
  throw new ServiceError('unknown-key', { es: `No hay ninguna clave n.º ${number}`, en: `There is no key number ${number}` })
}

function shown({ scopes: all, ...key }: Key): z.input<typeof keyFields> {
  return { ...key, scopes: [...all] }
}
