import { type Kysely, sql } from 'kysely'
import { assertNotFull, type PhotoRow, type Photos, photoOf, type StoredPhoto } from '../photos.ts'
import { assertFits, localUser, ownerOf, type Quota, type Usage } from '../projects.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'
import { quotaLock, storable } from './projects.ts'
import type { SharedTables } from './schema.ts'

type Database = Kysely<SharedTables>
const columns = ['id', 'check_id', 'caption', 'type', 'width', 'height', 'bytes', 'sha256', 'added_at', 'added_by'] as const

/** Opens the photographs of a database that nodes share. */
export function openSharedPhotos(
  database: SharedDatabase,
  { now, newId, quota }: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota },
): Deferred<Photos> {
  return {
    list: async (project) => {
      const rows = await database.run((db) => ofProject(db, project).select(columns).orderBy('number').execute())
      return rows.map((row) => photoOf(rowOf(row)))
    },
    async get(project, id) {
      const row = await database.run((db) =>
        ofProject(db, project)
          .select([...columns, 'content'])
          .where('id', '=', id)
          .executeTakeFirst(),
      )
      // Safe cast: the columns are those of a stored photograph.
      return row && photoOf(rowOf(row) as PhotoRow<StoredPhoto>)
    },
    add: (project, { author = localUser, content, ...photo }) =>
      database.inTransaction(async (db) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(quotaLock)})`.execute(db)
        const isInUse = await db.selectFrom('project').select('id').where('id', '=', project).where('deleted_at', 'is', null).executeTakeFirst()
        if (isInUse === undefined) return undefined
        const { count } = await ofProject(db, project)
          .select((build) => build.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        assertNotFull(Number(count))
        const owner = ownerOf(author)
        assertFits(content.length, quota, await usage(db), owner === null ? undefined : await usage(db, owner))
        const { check, caption, ...rest } = photo
        const row = await db
          .insertInto('photo')
          .values({
            ...rest,
            project,
            id: newId(),
            check_id: storable(check),
            caption: storable(caption),
            bytes: content.length,
            added_at: now().toISOString(),
            added_by: storable(JSON.stringify(author)),
            owner,
            content,
          })
          .returning(columns)
          .executeTakeFirstOrThrow()
        return photoOf(rowOf(row))
      }),
    remove: (project, id) =>
      database.inTransaction(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('photo')
          .where('project', '=', project)
          .where('id', '=', id)
          .where(({ exists, selectFrom }) =>
            exists(selectFrom('project').select('project.id').where('project.id', '=', project).where('deleted_at', 'is', null)),
          )
          .executeTakeFirst()
        return numDeletedRows > 0n
      }),
  }
}

/** The photographs of a project in use. */
function ofProject(db: Database, project: string) {
  return db
    .selectFrom('photo')
    .where('project', '=', project)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('project').select('project.id').where('project.id', '=', project).where('deleted_at', 'is', null)),
    )
}

/** Safe cast: only the program writes the column, with one of its types. */
function rowOf<Row extends { readonly type: string }>(row: Row): Row & Pick<PhotoRow, 'type'> {
  return row as Row & Pick<PhotoRow, 'type'>
}

/** Bytes of all photographs, or of those that a key added. */
function usage(db: Database, by?: number): Promise<Usage> {
  const all = db
    .selectFrom('photo')
    .select((build) => [sql<number>`0`.as('count'), build.fn.coalesce(build.fn.sum<number>('bytes'), sql<number>`0`).as('bytes')])
  return (by === undefined ? all : all.where('owner', '=', by)).executeTakeFirstOrThrow()
}
