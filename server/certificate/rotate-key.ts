import { readKeyListText, replaceSigningKey, type SigningKey, writeKeyList } from '../access/signing-key.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { checkKeyList, type KeyList, type ListedKey, signKeyList } from './key-list.ts'

const dayMs = 86_400_000

/** The signed list of the keys of a data folder: the stored one, or one of the key in use alone. Throws `OperatorError` if the stored one does not hold. */
export function ownKeyList(folder: string, current: SigningKey, now: Date): KeyList {
  const text = readKeyListText(folder)
  if (text === undefined) return signKeyList([entryOf(current, null)], { by: current, at: now })
  const checked = checkKeyList(text, current.publicKey)
  if ('list' in checked) return checked.list
  throw new OperatorError({
    es: `La lista de claves de firma de ${folder} no la firma la clave en uso: restáurela de una copia`,
    en: `The list of signing keys of ${folder} is not signed by the key in use: restore it from a backup`,
  })
}

/** Puts a new signing key in the place of the one in use, which stays accepted beside it for `overlapDays`. Returns the new list. */
export function rotateSigningKey(
  folder: string,
  current: SigningKey,
  { now, overlapDays }: { readonly now: Date; readonly overlapDays: number },
): KeyList {
  const { keys } = ownKeyList(folder, current, now)
  const overlap_until = new Date(now.getTime() + overlapDays * dayMs).toISOString()
  const before = keys.map(
    (key): ListedKey => (key.key_id === current.id ? { ...key, state: 'replaced', until: now.toISOString(), overlap_until } : key),
  )
  return replaceSigningKey(folder, (next) => signKeyList([entryOf(next, now), ...before], { by: next, before: current, at: now }))
}

/** What is revoked, and from when. */
export interface Revocation {
  readonly id: string
  readonly from: Date
  readonly reason: string | null
  readonly now: Date
}

/**
 * Declares that what a key signed from a day on is not to be believed, and returns the new list. The key in use is replaced first, and does not hand over: who
 * has it could sign that too. Throws `OperatorError` if the list has no such key.
 */
export function revokeSigningKey(folder: string, current: SigningKey, { id, from, reason, now }: Revocation): KeyList {
  const { keys } = ownKeyList(folder, current, now)
  const named = keys.find(({ key_id }) => key_id === id)
  if (named === undefined)
    throw new OperatorError({
      es: `No hay ninguna clave de firma «${id}»; las hay: ${keys.map(({ key_id }) => key_id).join(', ')}`,
      en: `There is no signing key "${id}"; these are: ${keys.map(({ key_id }) => key_id).join(', ')}`,
    })
  const until = named.until ?? now.toISOString()
  const revoked = keys.map((key): ListedKey => (key === named ? { ...key, state: 'revoked', until, revoked_from: from.toISOString(), reason } : key))
  if (id === current.id) return replaceSigningKey(folder, (next) => signKeyList([entryOf(next, now), ...revoked], { by: next, at: now }))
  const list = signKeyList(revoked, { by: current, at: now })
  writeKeyList(folder, list)
  return list
}

function entryOf({ id, publicKey }: SigningKey, since: Date | null): ListedKey {
  const none = { until: null, overlap_until: null, revoked_from: null, reason: null }
  return { key_id: id, public_key: publicKey, state: 'current', since: since?.toISOString() ?? null, ...none }
}
