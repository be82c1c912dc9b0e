import type { Office, OfficeStore } from '../office.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'

/** Opens the letterhead in a database that nodes share. */
export function openSharedOffice(database: SharedDatabase): Deferred<OfficeStore> {
  return {
    get: () =>
      database.run(async (db) => {
        const row = await db.selectFrom('office').select('document').executeTakeFirst()
        // The program alone writes this table.
        return row && (JSON.parse(row.document) as Office)
      }),
    set: (office) =>
      database.run(async (db) => {
        if (office === undefined) await db.deleteFrom('office').execute()
        else {
          const document = JSON.stringify(office)
          await db
            .insertInto('office')
            .values({ one: 1, document })
            .onConflict((conflict) => conflict.column('one').doUpdateSet({ document }))
            .execute()
        }
      }),
  }
}
