import { z } from 'zod'
import type { Key } from '../access/key.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Context } from './operation.ts'
import { projectIdField } from './stored-project.ts'

/** A key as operations return it, without its text. */
export const keyFields = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z.string().meta({ description: 'First characters of the key, to tell keys apart' }),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable().meta({ description: 'Written at most once a minute' }),
  revoked_at: z.string().nullable(),
  projects: z.array(projectIdField).nullable().meta({ description: 'The projects that it is limited to; null: no limit' }),
  reading_only: z.boolean().meta({ description: 'It may not change projects, whatever its scopes' }),
  group: z.string().nullable().meta({ description: 'Group of keys, such as those of one team' }),
})

/** A new key with its text. */
export const issuedKey = z.object({
  text: z.string().meta({ description: 'The key itself. It is never shown again and not stored' }),
  key: keyFields,
})

/** The input of operations on one key: its number. */
export const keyNumberInput = z.strictObject({
  number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).meta({ description: 'Number of the key' }),
})

/** The number of a key as text, for look-up. Throws `unknown-key` if no key has this number: without the check, the text could match the name or prefix of another key. */
export async function numberOfKey({ keys }: Context['store'], number: number): Promise<string> {
  return (await keys.list()).some((key) => key.id === number) ? String(number) : failUnknownKey(number)
}

/** Throws the error for a number without a key. */
export function failUnknownKey(number: number): never {
  throw new ServiceError('unknown-key', { es: `No hay ninguna clave n.º ${number}`, en: `There is no key number ${number}` })
}

/** A stored key as operations return it. */
export function keyBody({ scopes: all, projects, ...key }: Key): z.input<typeof keyFields> {
  return { ...key, scopes: [...all], projects: projects === null ? null : [...projects] }
}
