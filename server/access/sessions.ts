import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StateDatabase } from './state-database.ts'

/** A session as it begins. Only this answer has its two secrets. */
export interface StartedSession {
  /** For the cookie, which no script reads. */
  readonly token: string
  /** For the header that the pages send with the cookie, which no other site can send. */
  readonly proof: string
  readonly expiresAt: Date
}

/** Sessions of browsers: each stands for a key until it ends, and is worth nothing without both of its secrets. */
export interface Sessions {
  /** Begins a session for a key, until the key expires and 30 days at most. */
  start(key: { readonly id: number; readonly expires_at: string | null }): StartedSession
  /** The number of the key that a session stands for; undefined if it has ended, or the two secrets are not of one session. */
  keyOf(token: string, proof: string): number | undefined
  /** Ends a session. One that has ended already stays so. */
  end(token: string): void
}

const dayMs = 24 * 3600 * 1000
const lastsMs = 30 * dayMs
/** Most sessions of a key: beyond it the oldest end. */
export const mostOfKey = 50

/** A session as stored. */
export interface SessionRow {
  readonly proof: Uint8Array
  readonly key: number
  readonly expires_at: string
}

/** Opens the sessions of a state database. Of both secrets only the hashes are stored. */
export function openSessions({ database }: Pick<StateDatabase, 'database'>, { now }: { readonly now: () => Date }): Sessions {
  const insert = database.prepare<[Buffer, Buffer, number, string]>('INSERT INTO session (token, proof, key, expires_at) VALUES (?, ?, ?, ?)')
  const find = database.prepare<[Buffer], SessionRow>('SELECT proof, key, expires_at FROM session WHERE token = ?')
  const remove = database.prepare<[Buffer]>('DELETE FROM session WHERE token = ?')
  const removeEnded = database.prepare<[string]>(
    'DELETE FROM session WHERE expires_at <= ? OR key IN (SELECT id FROM access_key WHERE revoked_at IS NOT NULL)',
  )
  const removeOldest = database.prepare<[number, number, number]>(
    'DELETE FROM session WHERE key = ? AND number NOT IN (SELECT number FROM session WHERE key = ? ORDER BY number DESC LIMIT ?)',
  )
  return {
    start({ id, expires_at }) {
      const at = now()
      const { token, proof, expiresAt } = newSession(expires_at, at)
      database
        .transaction(() => {
          removeEnded.run(at.toISOString())
          insert.run(hashOf(token), hashOf(proof), id, expiresAt.toISOString())
          removeOldest.run(id, id, mostOfKey)
        })
        .immediate()
      return { token, proof, expiresAt }
    },
    keyOf(token, proof) {
      return keyOfSession(find.get(hashOf(token)), proof, now())
    },
    end: (token) => void remove.run(hashOf(token)),
  }
}

/** The secrets and the end of a session that begins at a moment, for a key that expires at `keyExpiresAt`. */
export function newSession(keyExpiresAt: string | null, at: Date): StartedSession {
  const last = at.getTime() + lastsMs
  return { token: newSecret(), proof: newSecret(), expiresAt: new Date(keyExpiresAt === null ? last : Math.min(last, Date.parse(keyExpiresAt))) }
}

/** The number of the key that a stored session stands for; undefined if there is none, it has ended, or the proof is not its own. */
export function keyOfSession(row: SessionRow | undefined, proof: string, at: Date): number | undefined {
  if (row === undefined || !timingSafeEqual(row.proof, hashOf(proof))) return undefined
  return Date.parse(row.expires_at) <= at.getTime() ? undefined : row.key
}

function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a secret. */
export function hashOf(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
