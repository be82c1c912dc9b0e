import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { keyId, type SigningKey } from '../access/signing-key.ts'
import { canonicalJson } from './canonical-json.ts'

/** A signing key of an installation: the one in use, one that was replaced, or one that is not to be believed. */
const listedKey = z.strictObject({
  key_id: z.string(),
  public_key: z.string().meta({ description: 'PEM' }),
  state: z.enum(['current', 'replaced', 'revoked']),
  since: z.iso.datetime().nullable().meta({ description: 'When it began to sign; null: unknown' }),
  until: z.iso.datetime().nullable().meta({ description: 'When another took its place' }),
  overlap_until: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Until then it is accepted beside the one in use without more; afterwards what it signed is told as old' }),
  revoked_from: z.iso.datetime().nullable().meta({ description: 'What it signed from then on is not to be believed' }),
  reason: z.string().nullable(),
})

const signatureField = z.base64().meta({ description: 'Ed25519 over the list without its signatures, in the form of RFC 8785' })

/** The signed list of the signing keys of an installation. */
export const keyListSchema = z.strictObject({
  type: z.literal('plomada-keys-1'),
  issued_at: z.iso.datetime(),
  keys: z.array(listedKey).min(1).max(1000),
  key_id: z.string().meta({ description: 'The key in use, which signs the list' }),
  signature: signatureField,
  handed_over: z.strictObject({ key_id: z.string(), signature: signatureField }).nullable().meta({
    description: 'The same signature by the key before it, if that was replaced and not revoked: who trusts that one learns of its successor',
  }),
})

export type KeyList = z.infer<typeof keyListSchema>
export type ListedKey = KeyList['keys'][number]
type Statement = Omit<KeyList, 'signature' | 'handed_over'>

/** Signs a list of keys with the key in use, and with the one that it replaces. */
export function signKeyList(
  keys: readonly ListedKey[],
  signed: { readonly by: SigningKey; readonly before?: SigningKey | undefined; readonly at: Date },
): KeyList {
  const statement: Statement = { type: 'plomada-keys-1', issued_at: signed.at.toISOString(), keys: [...keys], key_id: signed.by.id }
  const text = canonicalJson(statement)
  const { before } = signed
  return {
    ...statement,
    signature: signed.by.sign(text),
    handed_over: before === undefined ? null : { key_id: before.id, signature: before.sign(text) },
  }
}

export type KeyListError = 'not-a-list' | 'signature' | 'other-key'

/**
 * Verifies a list against a trusted public key (PEM): the one that signs it, or the one before, which handed over. Without one only its own signature is checked.
 */
export function checkKeyList(text: string, trusted?: string): { readonly list: KeyList } | { readonly error: KeyListError } {
  const list = readKeyList(text)
  if (list === undefined) return { error: 'not-a-list' }
  const { signature, handed_over: handedOver, ...statement } = list
  const current = list.keys.find(({ state }) => state === 'current')
  const signed = canonicalJson(statement)
  const isSigned = (publicKey: string, id: string, by: string): boolean => idOf(publicKey) === id && isSignature(publicKey, signed, by)
  if (current === undefined || current.key_id !== list.key_id || !isSigned(current.public_key, list.key_id, signature)) return { error: 'signature' }
  const trustedId = trusted === undefined ? list.key_id : idOf(trusted)
  if (trustedId === list.key_id) return { list }
  const isRevoked = list.keys.some(({ key_id, state }) => key_id === trustedId && state === 'revoked')
  if (handedOver === null || handedOver.key_id !== trustedId || isRevoked || trusted === undefined) return { error: 'other-key' }
  return isSigned(trusted, trustedId, handedOver.signature) ? { list } : { error: 'signature' }
}

function readKeyList(text: string): KeyList | undefined {
  try {
    const read = keyListSchema.safeParse(JSON.parse(text))
    const { keys = [] } = read.data ?? {}
    const isConsistent = keys.filter(({ state }) => state === 'current').length === 1 && keys.every((key) => idOf(key.public_key) === key.key_id)
    const isUnique = new Set(keys.map(({ key_id }) => key_id)).size === keys.length
    return isConsistent && isUnique ? read.data : undefined
  } catch {
    return undefined
  }
}

/** How a certificate stands by a list of keys. `moment`: when it certainly existed, as a time stamp proves; undefined without one. */
export type KeyStanding =
  | { readonly isGood: true; readonly why: 'current' | 'overlap' | 'replaced' | 'before-revocation' }
  | { readonly isGood: false; readonly why: 'unlisted' | 'revoked' | 'revoked-without-time' }

/**
 * How a key stands by a list at a moment. What a revoked key signed holds only where a time stamp proves that it was there before the day from which the key is
 * not to be believed: the certificate itself says nothing of when it was signed, and who has the key can write any date.
 */
export function standingOf(
  { keys }: KeyList,
  id: string,
  { stampedAt, now }: { readonly stampedAt: Date | undefined; readonly now: Date },
): KeyStanding {
  const key = keys.find(({ key_id }) => key_id === id)
  if (key === undefined) return { isGood: false, why: 'unlisted' }
  if (key.state === 'revoked') {
    if (stampedAt === undefined) return { isGood: false, why: 'revoked-without-time' }
    const isBefore = key.revoked_from !== null && stampedAt < new Date(key.revoked_from)
    return isBefore ? { isGood: true, why: 'before-revocation' } : { isGood: false, why: 'revoked' }
  }
  if (key.state === 'current') return { isGood: true, why: 'current' }
  return { isGood: true, why: key.overlap_until !== null && now <= new Date(key.overlap_until) ? 'overlap' : 'replaced' }
}

function idOf(publicKey: string): string | undefined {
  try {
    return keyId(createPublicKey(publicKey))
  } catch {
    return undefined
  }
}

function isSignature(publicKey: string, text: string, signature: string): boolean {
  try {
    return verify(null, Buffer.from(text), createPublicKey(publicKey), Buffer.from(signature, 'base64'))
  } catch {
    return false
  }
}
