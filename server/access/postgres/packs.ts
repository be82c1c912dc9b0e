import { sql } from 'kysely'
import type { SharedDatabase } from './connection.ts'
import type { ChangeName } from './schema.ts'

/** A pack with its signature. */
export interface SharedPack {
  readonly bytes: Buffer
  readonly signature: string
}

/** Which pack is in use, and which one was before; null is the one that comes with the program. */
export interface PackInUse {
  readonly current: string | null
  readonly previous: string | null
}

/** The packs and trusted keys that nodes share. A pack never changes; which one is in use does. */
export interface SharedPacks {
  inUse(): Promise<PackInUse>
  /** The pack with a hash; undefined if it was never stored. */
  get(sha256: string): Promise<SharedPack | undefined>
  /** Stores a pack and puts it in use. */
  put(sha256: string, pack: SharedPack): Promise<PackInUse>
  /** Puts the previous pack in use again; undefined if there is none. */
  rollback(): Promise<PackInUse | undefined>
  /** Texts of the public keys whose packs are accepted, besides those of the program. */
  trustedKeys(): Promise<string[]>
  trust(id: string, text: string): Promise<void>
}

/** Opens the packs of a database that nodes share. */
export function openSharedPacks(database: SharedDatabase): SharedPacks {
  const change = <Value>(name: ChangeName, work: Parameters<typeof database.inTransaction<Value>>[0]): Promise<Value> =>
    database.inTransaction(async (db) => {
      await db.updateTable('change').set({ number: sql`number + 1` }).where('name', '=', name).execute()
      return work(db)
    })
  const inUse = () => database.run((db) => db.selectFrom('pack_in_use').select(['current', 'previous']).executeTakeFirstOrThrow())
  return {
    inUse,
    get: (sha256) =>
      database.run(async (db) => {
        const row = await db.selectFrom('pack').select(['bytes', 'signature']).where('sha256', '=', sha256).executeTakeFirst()
        return row && { bytes: Buffer.from(row.bytes), signature: row.signature }
      }),
    put: (sha256, { bytes, signature }) =>
      change('packs', async (db) => {
        await db
          .insertInto('pack')
          .values({ sha256, bytes, signature })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const before = await db.selectFrom('pack_in_use').select(['current', 'previous']).executeTakeFirstOrThrow()
        if (before.current === sha256) return before
        const next = { current: sha256, previous: before.current }
        await db.updateTable('pack_in_use').set(next).execute()
        await db
          .deleteFrom('pack')
          .where('sha256', 'not in', [sha256, before.current ?? sha256])
          .execute()
        return next
      }),
    rollback: () =>
      change('packs', async (db) => {
        const { current, previous } = await db.selectFrom('pack_in_use').select(['current', 'previous']).executeTakeFirstOrThrow()
        if (current === null && previous === null) return undefined
        const next = { current: previous, previous: current }
        await db.updateTable('pack_in_use').set(next).execute()
        return next
      }),
    trustedKeys: () =>
      database.run(async (db) => (await db.selectFrom('trusted_key').select('text').orderBy('id').execute()).map(({ text }) => text)),
    trust: (id, text) =>
      change('trust', async (db) => {
        await db
          .insertInto('trusted_key')
          .values({ id, text })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ text }))
          .execute()
      }),
  }
}
