import { existsSync, readFileSync } from 'node:fs'
import { existingKeyId, openSigningKey, readKeyListText } from '../access/signing-key.ts'
import { checkKeyList, type KeyList, type KeyListError, type KeyStanding, standingOf } from '../certificate/key-list.ts'
import { ownKeyList, revokeSigningKey, rotateSigningKey } from '../certificate/rotate-key.ts'
import { checkTimestamp } from '../certificate/timestamp.ts'
import { type Config, readConfig } from '../config/config.ts'
import { wholeNumber } from '../config/setting.ts'
import type { Language, Text } from '../errors/language.ts'
import { withNote } from './audit-act.ts'
import { openState } from './open-state.ts'
import { flagsOf, type Terminal, UsageError } from './terminal.ts'
import { timestampErrors } from './timestamp.ts'

interface Changed {
  readonly id: string | undefined
  readonly overlap?: string | undefined
  readonly from?: string | undefined
  readonly reason?: string | undefined
}

/** Shows, replaces or revokes the signing keys of this installation, and returns their signed list. */
export async function changeSigningKeys(action: 'keys' | 'rotate' | 'revoke', changed: Changed, terminal: Terminal): Promise<KeyList> {
  const config = readConfig(terminal.environment, flagsOf({ ...changed, from: undefined, reason: undefined }))
  if (config.stateUrl !== undefined)
    throw new UsageError({
      es: 'La clave de firma está en la base de datos de PLOMADA_STATE_URL, donde no se puede sustituir ni revocar todavía',
      en: 'The signing key is in the database of PLOMADA_STATE_URL, where it cannot be replaced or revoked yet',
    })
  const [{ dataFolder: folder }, now] = [config, new Date()]
  if (action === 'keys') return ownKeyList(folder, openSigningKey(folder), now)
  const change = action === 'rotate' ? rotation(folder, changed, now) : revocation(folder, changed, now)
  const store = await openState(config)
  try {
    return await withNote(store, { operation: `signing key ${action}`, subject: changed.id ?? null }, terminal, change)
  } finally {
    await store.close()
  }
}

function rotation(folder: string, { overlap }: Changed, now: Date): () => KeyList {
  const overlapDays = wholeNumber('--overlap', overlap ?? '90', 0, 3650)
  return () => rotateSigningKey(folder, openSigningKey(folder), { now, overlapDays })
}

function revocation(folder: string, { id, from, reason }: Changed, now: Date): () => KeyList {
  if (id === undefined)
    throw new UsageError({
      es: 'Falta qué clave de firma se revoca: «plomada certificate keys» las enumera',
      en: 'Say which signing key to revoke: "plomada certificate keys" lists them',
    })
  const day = new Date(`${from}T00:00:00.000Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(from ?? '') || Number.isNaN(day.getTime()) || day > now)
    throw new UsageError({
      es: 'Falta --from, el día desde el que no vale lo que firmó, AAAA-MM-DD: si fue robada, el primero en que pudo serlo',
      en: 'Give --from, the day from which what it signed is not valid, YYYY-MM-DD: if it was stolen, the first on which it may have been',
    })
  return () => revokeSigningKey(folder, openSigningKey(folder), { id, from: day, reason: reason ?? null, now })
}

/** A list of keys in words. */
export function keyListText({ keys }: KeyList, language: Language): string {
  const day = (iso: string | null): string => iso?.slice(0, 10) ?? '—'
  const words = keyWords[language]
  const lines = keys.map(({ key_id, state, since, until, revoked_from, reason }) =>
    [
      `${key_id}  ${words[state]}`,
      `${words.from} ${day(since)}`,
      ...(until === null ? [] : [`${words.until} ${day(until)}`]),
      ...(revoked_from === null ? [] : [`${words.invalid} ${day(revoked_from)}${reason === null ? '' : ` (${reason})`}`]),
    ].join(', '),
  )
  return [...lines, words.publish].join('\n')
}

const keyWords = {
  es: {
    current: 'en uso',
    replaced: 'sustituida',
    revoked: 'REVOCADA',
    from: 'desde',
    until: 'hasta',
    invalid: 'no vale lo firmado desde',
    publish: 'Publique la lista: «plomada certificate keys > claves.json»',
  },
  en: {
    current: 'in use',
    replaced: 'replaced',
    revoked: 'REVOKED',
    from: 'from',
    until: 'until',
    invalid: 'not valid is what it signed from',
    publish: 'Publish the list: "plomada certificate keys > keys.json"',
  },
} as const satisfies Record<Language, unknown>

/** How a key stands, with a sentence that says it. */
export type ToldStanding = KeyStanding & { readonly text: Text }

interface Asked {
  readonly publicKey: string | undefined
  readonly keys?: string | undefined
  readonly timestamp?: string | undefined
  readonly tsa?: string | undefined
}

/**
 * How to tell whether a key is good, by the list of keys that was given, or by that of this installation; undefined if there is neither. Throws `UsageError` if
 * the list or the time stamp does not hold.
 */
export async function keyStanding(document: Buffer, asked: Asked, terminal: Terminal): Promise<((id: string) => ToldStanding) | undefined> {
  const config = readConfig(terminal.environment, flagsOf({ ...asked, publicKey: undefined, keys: undefined, timestamp: undefined, tsa: undefined }))
  const list = listOf(config, asked)
  if (list === undefined) return undefined
  const stampedAt = asked.timestamp === undefined ? undefined : stampOf(document, asked.timestamp, asked.tsa)
  return (id) => {
    const standing = standingOf(list, id, { stampedAt, now: new Date() })
    return { ...standing, text: textOf(standing, list, { id, stampedAt }) }
  }
}

/** The list that was given, held against the trusted key; or that of this installation, unless another key is given. */
function listOf({ dataFolder, stateUrl }: Config, { keys, publicKey }: Asked): KeyList | undefined {
  const isOwn = stateUrl === undefined && existingKeyId(dataFolder) !== undefined
  if (keys === undefined)
    return publicKey === undefined && isOwn && readKeyListText(dataFolder) !== undefined
      ? ownKeyList(dataFolder, openSigningKey(dataFolder), new Date())
      : undefined
  const trusted = publicKey ?? (isOwn ? openSigningKey(dataFolder).publicKey : undefined)
  if (trusted === undefined)
    throw new UsageError({
      es: 'La lista de claves la firma quien la hizo: indique con --public-key una clave suya en la que confíe',
      en: 'A list of keys is signed by who made it: give one of their keys that you trust with --public-key',
    })
  const checked = checkKeyList(read(keys).toString('utf8'), trusted)
  if ('list' in checked) return checked.list
  const why = listErrors[checked.error]
  throw new UsageError({ es: `La lista de claves ${keys} no vale: ${why.es}`, en: `The list of keys ${keys} is not valid: ${why.en}` })
}

const listErrors: Readonly<Record<KeyListError, Text>> = {
  'not-a-list': { es: 'no es una lista de claves de firma', en: 'it is not a list of signing keys' },
  signature: { es: 'la firma no es suya', en: 'the signature is not of it' },
  'other-key': {
    es: 'ni la firma la clave en que se confía, ni esta la traspasó',
    en: 'it is neither signed by the trusted key nor handed over by it',
  },
}

function stampOf(document: Buffer, file: string, tsa: string | undefined): Date {
  if (tsa === undefined)
    throw new UsageError({
      es: 'Un sello de tiempo solo prueba algo si se confía en quien lo pone: indique con --tsa su autoridad',
      en: 'A time stamp proves something only if its authority is trusted: give it with --tsa',
    })
  const checked = checkTimestamp(read(file), document, { authorities: [read(tsa).toString('utf8')] })
  if (checked.isValid) return new Date(checked.at)
  const why = timestampErrors[checked.error]
  throw new UsageError({ es: `El sello de tiempo no vale: ${why.es}`, en: `The time stamp is not valid: ${why.en}` })
}

function textOf(
  standing: KeyStanding,
  { keys, issued_at }: KeyList,
  { id, stampedAt }: { readonly id: string; readonly stampedAt: Date | undefined },
): Text {
  const key = keys.find(({ key_id }) => key_id === id)
  const [from, until] = [key?.revoked_from?.slice(0, 10) ?? '', key?.until?.slice(0, 10) ?? '']
  const stamp = stampedAt?.toISOString().slice(0, 10) ?? ''
  const texts: Readonly<Record<KeyStanding['why'], Text>> = {
    current: { es: `De confianza: firmado con la clave en uso ${id}`, en: `Trusted: signed with the key in use ${id}` },
    overlap: {
      es: `De confianza: firmado con la clave ${id}, sustituida el ${until} y todavía admitida`,
      en: `Trusted: signed with key ${id}, replaced on ${until} and still accepted`,
    },
    replaced: {
      es: `De confianza: firmado con la clave anterior ${id}, sustituida el ${until}. No dice cuándo se firmó`,
      en: `Trusted: signed with the earlier key ${id}, replaced on ${until}. It does not say when it was signed`,
    },
    'before-revocation': {
      es: `De confianza: la clave ${id} está revocada desde el ${from}, y un sello de tiempo prueba que existía el ${stamp}`,
      en: `Trusted: key ${id} is revoked from ${from} on, and a time stamp proves that this was there on ${stamp}`,
    },
    unlisted: {
      es: `No vale: la clave ${id} no está en la lista de claves del ${issued_at.slice(0, 10)}`,
      en: `Not valid: key ${id} is not in the list of keys of ${issued_at.slice(0, 10)}`,
    },
    revoked: {
      es: `No vale: la clave ${id} está revocada desde el ${from}, y el sello de tiempo es del ${stamp}`,
      en: `Not valid: key ${id} is revoked from ${from} on, and the time stamp is of ${stamp}`,
    },
    'revoked-without-time': {
      es: `No vale: la clave ${id} está revocada desde el ${from}, y nada prueba que se firmara antes. Con un sello de tiempo anterior valdría (--timestamp y --tsa)`,
      en: `Not valid: key ${id} is revoked from ${from} on, and nothing proves that this was signed before. With an earlier time stamp it would be (--timestamp and --tsa)`,
    },
  }
  return texts[standing.why]
}

function read(file: string): Buffer {
  if (!existsSync(file)) throw new UsageError({ es: `No existe ${file}`, en: `${file} does not exist` })
  return readFileSync(file)
}
