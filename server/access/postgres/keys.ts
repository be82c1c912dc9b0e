import { type Kysely, sql } from 'kysely'
import {
  assertInForce,
  isUseNoted,
  type Key,
  type KeyRow,
  type Keys,
  keyNamed,
  keyOf,
  newKey,
  renewed,
  soughtKey,
  storedFields,
  type WantedKey,
} from '../key.ts'
import { storageErrorKind } from '../storage-error.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'
import type { SharedTables } from './schema.ts'

/** The keys of a database that nodes share. */
export interface SharedKeys extends Deferred<Keys> {
  /** Reads all keys again, after another node has changed them. */
  reload(): Promise<void>
}

type Database = Kysely<SharedTables>

/**
 * Opens the keys. Each node holds all of them, so that those in force are let in without a query, also while the database is lost; `reload` must be
 * called soon after each change. A key that is not among them is looked up, since another node may just have issued it.
 */
export function openSharedKeys(
  database: SharedDatabase,
  { now, newSecret }: { readonly now: () => Date; readonly newSecret?: () => string },
): SharedKeys {
  let held = new Map<string, readonly KeyRow[]>()
  let prefixes = new Map<number, string>()
  const all = (db: Database): Promise<KeyRow[]> => db.selectFrom('access_key').selectAll().orderBy('id').execute()
  const reload = async (): Promise<void> => {
    const rows = await database.run(all)
    held = Map.groupBy(rows, ({ prefix }) => prefix) as typeof held
    prefixes = new Map(rows.map(({ id, prefix }) => [id, prefix]))
  }
  const change = async <Value>(work: (db: Database) => Promise<Value>): Promise<Value> => {
    const value = await database.inTransaction(async (transaction) => {
      // Changes of keys follow one another, so that none is made from what another has changed meanwhile.
      await transaction.updateTable('change').set({ number: sql`number + 1` }).where('name', '=', 'keys').execute()
      return work(transaction)
    })
    // The change is stored: if it cannot be read back now, the next look at the changes does it.
    if (!database.isInTransaction()) await reload().catch(() => undefined)
    return value
  }
  const insert = async (db: Database, wanted: WantedKey): Promise<ReturnType<Keys['issue']>> => {
    const { text, prefix, hash } = newKey(newSecret)
    const row = await db
      .insertInto('access_key')
      .values({ prefix, hash, ...storedFields(wanted, now()) })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { text, key: keyOf(row) }
  }
  const markRevoked = (db: Database, id: number): Promise<KeyRow> =>
    db
      .updateTable('access_key')
      .set({ revoked_at: sql`coalesce(revoked_at, ${now().toISOString()})` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  const noteUse = (row: KeyRow, at: Date): void => {
    const used = { ...row, last_used_at: at.toISOString() }
    held.set(row.prefix, [...(held.get(row.prefix) ?? []).filter(({ id }) => id !== row.id), used])
    database
      .run((db) => db.updateTable('access_key').set({ last_used_at: used.last_used_at }).where('id', '=', row.id).execute())
      // The date is lost with the database; no request fails for it.
      .catch((error: unknown) => {
        if (storageErrorKind(error) === undefined) throw error
      })
  }
  const letIn = (row: KeyRow | undefined): Key => {
    const at = now()
    assertInForce(row, at)
    if (isUseNoted(row, at)) noteUse(row, at)
    return keyOf(row)
  }
  return {
    reload,
    issue: (wanted) => change((db) => insert(db, wanted)),
    list: async () => (await database.run(all)).map(keyOf),
    revoke: (which) =>
      change(async (db) => {
        const row = keyNamed(await all(db), which)
        return row === undefined ? undefined : keyOf(await markRevoked(db, row.id))
      }),
    rotate: (which) =>
      change(async (db) => {
        const old = keyNamed(await all(db), which)
        if (old === undefined) return undefined
        const fresh = await insert(db, renewed(old, now()))
        await markRevoked(db, old.id)
        return fresh
      }),
    authenticate(text) {
      const { prefix, isIt } = soughtKey(text)
      const known = held.get(prefix)?.find(isIt)
      if (known !== undefined) return letIn(known)
      return database
        .run((db) => db.selectFrom('access_key').selectAll().where('prefix', '=', prefix).execute())
        .then((rows) => letIn(rows.find(isIt)))
    },
    authenticateNumber(number) {
      const known = held.get(prefixes.get(number) ?? '')?.find(({ id }) => id === number)
      if (known !== undefined) return letIn(known)
      return database.run((db) => db.selectFrom('access_key').selectAll().where('id', '=', number).executeTakeFirst()).then(letIn)
    },
  }
}
