import { hashOf, keyOfSession, mostOfKey, newSession, type SessionRow, type Sessions } from '../sessions.ts'
import { storageErrorKind } from '../storage-error.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'

interface Held {
  readonly row: SessionRow
  readonly readAt: number
}

/** How long a session that was looked up is taken as it was. One that another node has ended is let in for so long. */
const freshMs = 1000
const mostHeld = 10_000

/** Opens the sessions of a database that nodes share. While the database is lost, a node lets in the sessions that it has seen. */
export function openSharedSessions(database: SharedDatabase, { now }: { readonly now: () => Date }): Deferred<Sessions> {
  const held = new Map<string, Held>()
  const find = async (token: string): Promise<SessionRow | undefined> => {
    const hash = hashOf(token)
    const name = hash.toString('base64')
    const known = held.get(name)
    if (known !== undefined && performance.now() - known.readAt < freshMs) return known.row
    try {
      const row = await database.run((db) =>
        db.selectFrom('session').select(['proof', 'key', 'expires_at']).where('token', '=', hash).executeTakeFirst(),
      )
      held.delete(name)
      if (held.size >= mostHeld) held.clear()
      if (row !== undefined) held.set(name, { row, readAt: performance.now() })
      return row
    } catch (error) {
      if (known !== undefined && storageErrorKind(error) === 'unreachable') return known.row
      throw error
    }
  }
  return {
    start: ({ id, expires_at }) =>
      database.inTransaction(async (db) => {
        const at = now()
        const session = newSession(expires_at, at)
        await db
          .deleteFrom('session')
          .where((build) =>
            build.or([
              build('expires_at', '<=', at.toISOString()),
              build('key', 'in', build.selectFrom('access_key').select('id').where('revoked_at', 'is not', null)),
            ]),
          )
          .execute()
        await db
          .insertInto('session')
          .values({ token: hashOf(session.token), proof: hashOf(session.proof), key: id, expires_at: session.expiresAt.toISOString() })
          .execute()
        await db
          .deleteFrom('session')
          .where('key', '=', id)
          .where('number', 'not in', (build) =>
            build.selectFrom('session').select('number').where('key', '=', id).orderBy('number', 'desc').limit(mostOfKey),
          )
          .execute()
        return session
      }),
    keyOf: async (token, proof) => keyOfSession(await find(token), proof, now()),
    async end(token) {
      await database.run((db) => db.deleteFrom('session').where('token', '=', hashOf(token)).execute())
      held.delete(hashOf(token).toString('base64'))
    },
  }
}
