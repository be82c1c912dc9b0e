import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ServiceError } from '../errors/service-error.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { knownKeys } from './known-keys.ts'
import { openRevocations } from './revocation.ts'
import type { StateDatabase } from './state-database.ts'
import { unlessStorageError } from './storage-error.ts'

/** A key as listed. The secret itself is not stored. */
export interface Key {
  readonly id: number
  readonly name: string
  /** The first characters of the key, which identify it in lists. */
  readonly prefix: string
  readonly scopes: readonly string[]
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
  readonly revoked_at: string | null
  /** The projects that it is limited to; null: no limit. */
  readonly projects: readonly string[] | null
  /** True if it may not change projects, whatever its scopes. */
  readonly reading_only: boolean
  /** Name of a group of keys, such as those of one team. */
  readonly group: string | null
}

/** What a key is to be. */
export interface WantedKey {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date | null
  /** As in `Key`; by default without limit and group. */
  readonly projects?: readonly string[] | null
  readonly readingOnly?: boolean
  readonly group?: string | null
}

export interface Keys {
  /** Issues a key. Only this call returns its text. */
  issue(wanted: WantedKey): { readonly text: string; readonly key: Key }
  list(): Key[]
  /**
   * Revokes a key by number, prefix or name; returns undefined if none matches. Revoking twice keeps the first date. If the revocation cannot be
   * stored, throws the error `read-only`, but this process rejects the key all the same.
   */
  revoke(which: string): Key | undefined
  /** Issues a key with the name, scopes, validity period, limits and group of another, and revokes that one. */
  rotate(which: string): { readonly text: string; readonly key: Key } | undefined
  /** Finds the valid key with this text. Otherwise throws the `ServiceError` with the reason; a wrong checksum is rejected without a query. */
  authenticate(text: string): Key
  /** Finds the valid key with this number, which a session stands for. Throws as `authenticate` does. */
  authenticateNumber(id: number): Key
}

/** A key as stored. */
export type KeyRow = Omit<Key, 'scopes' | 'projects' | 'reading_only' | 'group'> & KeyColumns & { readonly hash: Uint8Array }

/** Columns that are stored in another form than the fields of a key. */
interface KeyColumns {
  readonly scopes: string
  readonly project_ids: string | null
  readonly reading_only: number
  readonly team: string | null
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 30
const checksumLength = 6
const prefixLength = 'plm_'.length + 8
/** `last_used_at` is written at most this often, but at once if the clock was set back. */
const lastUsedEveryMs = 60_000

/** What keys need besides the state database. */
interface KeyOptions {
  /** The clock that decides expiry. */
  readonly now: () => Date
  /** Returns 30 random letters or digits. */
  readonly newSecret?: (() => string) | undefined
  /** The file of the state database and the disk reserve, for revocations on a full disk; undefined if the file must not be written. */
  readonly file?: string | undefined
  readonly reserve?: DiskReserve | undefined
}

/** Opens the keys of a state database. */
export function openKeys({ database }: Pick<StateDatabase, 'database'>, { now, newSecret, file, reserve }: KeyOptions): Keys {
  // `all` and not `get`: `get` stops at the first row, before the commit, and would hide that the commit failed.
  const insert = database.prepare<[Record<string, unknown>], KeyRow>(
    `INSERT INTO access_key (name, prefix, hash, scopes, created_at, expires_at, project_ids, reading_only, team)
     VALUES (:name, :prefix, :hash, :scopes, :created_at, :expires_at, :project_ids, :reading_only, :team) RETURNING *`,
  )
  const all = database.prepare<[], KeyRow>('SELECT * FROM access_key ORDER BY id')
  const byPrefix = database.prepare<[string], KeyRow>('SELECT * FROM access_key WHERE prefix = ?')
  const byId = database.prepare<[number], KeyRow>('SELECT * FROM access_key WHERE id = ?')
  const markRevoked = database.prepare<[string, number], KeyRow>(
    'UPDATE access_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? RETURNING *',
  )
  const markUsed = database.prepare<[string, number]>('UPDATE access_key SET last_used_at = ? WHERE id = ?')

  const known = knownKeys<KeyRow>(database)
  const revocations = openRevocations({ write: (id, at) => void markRevoked.all(at, id), file, reserve })
  const asRevoked = (row: KeyRow): KeyRow => {
    const at = row.revoked_at === null ? revocations.at(row.id) : undefined
    return at === undefined ? row : { ...row, revoked_at: at }
  }
  const keyByRow = new WeakMap<KeyRow, Key>()
  /** The key of a row, made once for a row that is kept. */
  const keptKey = (row: KeyRow): Key => {
    const key = keyByRow.get(row) ?? keyOf(row)
    keyByRow.set(row, key)
    return key
  }

  const find = (which: string): KeyRow | undefined => {
    return keyNamed(all.all().map(asRevoked), which)
  }
  const issue: Keys['issue'] = (wanted) => {
    const { text, prefix, hash } = newKey(newSecret)
    const [row] = insert.all({ prefix, hash, ...storedFields(wanted, now()) })
    if (row === undefined) throw new TypeError('The key was not written')
    return { text, key: keyOf(row) }
  }
  const revoke = (which: string): Key | undefined => {
    const row = find(which)
    if (row === undefined) return undefined
    const at = row.revoked_at ?? now().toISOString()
    known.forget()
    revocations.add(row.id, at)
    return keyOf({ ...row, revoked_at: at })
  }
  /** The key of a row if it is valid now, otherwise throws the reason. `isNoted`: its last use was written just now. */
  const admit = (found: KeyRow | undefined): { readonly key: Key; readonly isNoted: boolean } => {
    const row = found && asRevoked(found)
    revocations.retry()
    const at = now()
    assertInForce(row, at)
    const isNoted = isUseNoted(row, at)
    if (isNoted) {
      // A full disk must not make the request fail only because this date cannot be stored.
      unlessStorageError(() => markUsed.run(at.toISOString(), row.id))
      known.forget()
    }
    return { key: keptKey(row), isNoted }
  }

  return {
    issue,
    list: () => all.all().map((row) => keyOf(asRevoked(row))),
    revoke,
    rotate(which) {
      known.forget()
      return database
        .transaction(() => {
          const old = find(which)
          if (old === undefined) return undefined
          const fresh = issue(renewed(old, now()))
          markRevoked.get(now().toISOString(), old.id)
          return fresh
        })
        .immediate()
    },
    authenticate(text) {
      const { prefix, isIt } = soughtKey(text)
      const remembered = known.get(prefix)
      const found = remembered !== undefined && isIt(remembered) ? remembered : byPrefix.all(prefix).find(isIt)
      const { key, isNoted } = admit(found)
      if (!isNoted && found !== remembered && found !== undefined) known.add(prefix, found)
      return key
    },
    authenticateNumber: (id) => admit(byId.get(id)).key,
  }
}

/** What a new key needs besides its name: its text, and what of it is stored. */
export function newKey(newSecret: () => string = randomSecret): { readonly text: string; readonly prefix: string; readonly hash: Buffer } {
  const text = keyTextOf(newSecret())
  return { text, prefix: text.slice(0, prefixLength), hash: hashOf(text) }
}

/** How to find the row of a key by its text. Throws `key-malformed` if the text is none of a key. */
export function soughtKey(text: string): { readonly prefix: string; isIt(candidate: KeyRow): boolean } {
  if (!isWellFormed(text))
    throw keyError(
      'key-malformed',
      'La clave está mal escrita: empieza por plm_ y tiene 40 caracteres; cópiela entera',
      'The key is malformed: it begins with plm_ and has 40 characters; copy it whole',
    )
  const wanted = hashOf(text)
  return { prefix: text.slice(0, prefixLength), isIt: (candidate) => timingSafeEqual(candidate.hash, wanted) }
}

/** Throws the `ServiceError` with the reason if a key does not exist, was revoked or has expired. */
export function assertInForce(row: KeyRow | undefined, at: Date): asserts row is KeyRow {
  if (row === undefined) throw keyError('key-invalid', 'Esta instalación no tiene esa clave', 'This installation has no such key')
  if (row.revoked_at !== null)
    throw keyError(
      'key-revoked',
      `La clave «${row.name}» se revocó el ${row.revoked_at.slice(0, 10)}`,
      `Key "${row.name}" was revoked on ${row.revoked_at.slice(0, 10)}`,
    )
  if (row.expires_at !== null && Date.parse(row.expires_at) <= at.getTime())
    throw keyError(
      'key-expired',
      `La clave «${row.name}» caducó el ${row.expires_at.slice(0, 10)}`,
      `Key "${row.name}" expired on ${row.expires_at.slice(0, 10)}`,
    )
}

/** True if the use of a key at this moment is to be written to `last_used_at`. */
export function isUseNoted({ last_used_at }: KeyRow, at: Date): boolean {
  return last_used_at === null || Math.abs(at.getTime() - Date.parse(last_used_at)) >= lastUsedEveryMs
}

/** The key with a number, prefix or name; of those with the name the last one in force. Rows are in the order of their numbers. */
export function keyNamed<Row extends Pick<Key, 'id' | 'prefix' | 'name' | 'revoked_at'>>(rows: readonly Row[], which: string): Row | undefined {
  return (
    rows.find((row) => String(row.id) === which || row.prefix === which) ??
    rows.findLast((row) => row.name === which && row.revoked_at === null) ??
    rows.findLast((row) => row.name === which)
  )
}

/** The key that takes the place of another: with its name, scopes, validity period, limits and group. */
export function renewed(old: KeyRow, at: Date): WantedKey {
  const { name, scopes, projects, reading_only: readingOnly, group } = keyOf(old)
  const validMs = old.expires_at === null ? null : Date.parse(old.expires_at) - Date.parse(old.created_at)
  return { name, scopes, projects, readingOnly, group, expiresAt: validMs === null ? null : new Date(at.getTime() + validMs) }
}

/** What is stored of a new key besides what proves it. */
export function storedFields({ name, scopes, expiresAt, projects = null, readingOnly = false, group = null }: WantedKey, at: Date) {
  return {
    name,
    scopes: scopes.join(' '),
    created_at: at.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    project_ids: projects === null ? null : JSON.stringify(projects),
    reading_only: readingOnly ? 1 : 0,
    team: group,
  }
}

/** The error for a request without a key. */
export function keyMissing(): ServiceError {
  return keyError(
    'key-missing',
    'Envíe la clave en la cabecera Authorization: Bearer plm_…',
    'Send the key in the header Authorization: Bearer plm_…',
  )
}

/** How the audit names a key: number, prefix and name. */
export function auditSubject({ id, prefix, name }: Pick<Key, 'id' | 'prefix' | 'name'>): string {
  return `${id} ${prefix} ${name}`
}

function keyError(code: 'key-missing' | 'key-malformed' | 'key-invalid' | 'key-expired' | 'key-revoked', es: string, en: string): ServiceError {
  const error = code === 'key-missing' ? '' : ', error="invalid_token"'
  return new ServiceError(code, { es, en }, { headers: { 'WWW-Authenticate': `Bearer realm="plomada"${error}` } })
}

function randomSecret(): string {
  return Array.from({ length: secretLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function keyTextOf(secret: string): string {
  return `plm_${secret}${checksum(`plm_${secret}`)}`
}

/** True if a text has the form of a key and a correct checksum. Other texts need no query. */
export function isWellFormed(text: string): boolean {
  const body = text.slice(0, -checksumLength)
  return /^plm_[0-9A-Za-z]{36}$/.test(text) && checksum(body) === text.slice(-checksumLength)
}

/** CRC-32 in base 62, six digits. */
function checksum(text: string): string {
  let rest = crc32(text)
  let digits = ''
  for (let digit = 0; digit < checksumLength; digit++) {
    digits = `${alphabet[rest % alphabet.length]}${digits}`
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}

function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** A key without what proves it. */
export function keyOf({ hash: _hash, scopes, project_ids, reading_only, team, ...row }: KeyRow): Key {
  return {
    ...row,
    scopes: scopes.split(' '),
    projects: project_ids === null ? null : (JSON.parse(project_ids) as string[]),
    reading_only: reading_only !== 0,
    group: team,
  }
}
