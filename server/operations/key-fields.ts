import { z } from 'zod'
import type { Key } from '../access/key.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Context } from './operation.ts'

/** A key as operations answer it, without its text. */
export const keyFields = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string().meta({ description: 'How the key begins, to tell keys apart' }),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable().meta({ description: 'Written at most once a minute' }),
  revoked_at: z.string().nullable(),
})

/** A new key with its text. */
export const issuedKey = z.object({ text: z.string().meta({ description: 'The key itself: given here once, kept nowhere' }), key: keyFields })

/** The input that names a key by its number. */
export const keyNumberInput = z.strictObject({
  number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Number of the key' }),
})

/** The number as the keys look it up: only a number, since a name or a beginning could be that of another. */
export function numberOfKey({ keys }: Context['store'], number: number): string {
  return keys.list().some((key) => key.id === number) ? String(number) : failUnknownKey(number)
}

/** Throws `unknown-key`. */
export function failUnknownKey(number: number): never {
  throw new ServiceError('unknown-key', { es: `No hay ninguna clave n.º ${number}`, en: `There is no key number ${number}` })
}

/** A stored key as operations answer it. */
export function keyBody({ scopes: all, ...key }: Key): z.input<typeof keyFields> {
  return { ...key, scopes: [...all] }
}
