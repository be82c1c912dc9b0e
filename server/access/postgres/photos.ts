import { type Kysely, sql } from 'kysely'
import { assertNotFull, type PhotoRow, type Photos, photoOf, type StoredPhoto } from '../photos.ts'
import type { Author } from '../project-history.ts'
import { assertFits, localUser, ownerOf, type Quota } from '../projects.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'
import { eraseDuePhotos, photoCount, photosInUse, photosOfRevision, photoUsage } from './photo-rows.ts'
import { keepCurrent, quotaLock, storable } from './projects.ts'
import type { SharedTables } from './schema.ts'

type Database = Kysely<SharedTables>
const columns = ['id', 'check_id', 'caption', 'type', 'width', 'height', 'bytes', 'sha256', 'added_at', 'added_by', 'removed_at'] as const

/** Opens the photographs of a database that nodes share. */
export function openSharedPhotos(
  database: SharedDatabase,
  { now, newId, quota }: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota },
): Deferred<Photos> {
  /** Runs a change of a project in use, alone. Undefined if there is no such project. */
  const changing = <Value>(project: string, change: (db: Database) => Promise<Value>): Promise<Value | undefined> =>
    database.inTransaction(async (db) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(quotaLock)})`.execute(db)
      return (await isInUse(db, project)) ? change(db) : undefined
    })
  const newRevision = async (db: Database, project: string, author: Author): Promise<number> => {
    await keepCurrent(db, project, quota)
    const { revision } = await db
      .updateTable('project')
      .set({ updated_at: now().toISOString(), written_by: storable(JSON.stringify(author)), revision: sql`revision + 1` })
      .where('id', '=', project)
      .returning('revision')
      .executeTakeFirstOrThrow()
    return revision
  }
  return {
    list: (project) =>
      database.run(async (db) => {
        if (!(await isInUse(db, project))) return []
        const rows = await photosInUse(db, project).select(columns).orderBy('number').execute()
        return rows.map((row) => photoOf(rowOf(row)))
      }),
    get: (project, id) =>
      database.run(async (db) => {
        if (!(await isInUse(db, project))) return undefined
        const row = await keptPhoto(db, project, id)
          .select([...columns, 'content'])
          .executeTakeFirst()
        // Safe cast: the columns are those of a stored photograph.
        return row && photoOf(rowOf(row) as PhotoRow<StoredPhoto>)
      }),
    ofRevision: (project, revision) =>
      database.run(async (db) => {
        const ids = (await isInUse(db, project)) ? await photosOfRevision(db, project, revision) : undefined
        if (ids === undefined) return undefined
        const rows = ids.length === 0 ? [] : await db.selectFrom('photo').select(columns).where('id', 'in', ids).orderBy('number').execute()
        return { ids, photos: rows.map((row) => photoOf(rowOf(row))) }
      }),
    add: (project, { author = localUser, content, added_at = now().toISOString(), ...photo }) =>
      changing(project, async (db) => {
        assertNotFull(await photoCount(db, project))
        const owner = ownerOf(author)
        assertFits(content.length, quota, await photoUsage(db), owner === null ? undefined : await photoUsage(db, owner))
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
            added_at,
            added_by: storable(JSON.stringify(author)),
            owner,
            content,
            removed_at: null,
          })
          .returning(columns)
          .executeTakeFirstOrThrow()
        return photoOf(rowOf(row))
      }),
    remove: (project, id, author = localUser) =>
      changing(project, async (db) => {
        const found = await keptPhoto(db, project, id).select('removed_at').executeTakeFirst()
        if (found?.removed_at !== null) return undefined
        const revision = await newRevision(db, project, author)
        await db.updateTable('photo').set({ removed_at: now().toISOString() }).where('id', '=', id).execute()
        await eraseDuePhotos(db, now(), quota)
        return revision
      }),
    erase: (project, id, author = localUser) =>
      changing(project, async (db) => {
        const found = await keptPhoto(db, project, id).select('removed_at').executeTakeFirst()
        if (found === undefined) return undefined
        const current = async () => (await db.selectFrom('project').select('revision').where('id', '=', project).executeTakeFirstOrThrow()).revision
        const revision = found.removed_at === null ? await newRevision(db, project, author) : await current()
        await db.deleteFrom('photo').where('id', '=', id).execute()
        return revision
      }),
  }
}

async function isInUse(db: Database, project: string): Promise<boolean> {
  return (await db.selectFrom('project').select('id').where('id', '=', project).where('deleted_at', 'is', null).executeTakeFirst()) !== undefined
}

function keptPhoto(db: Database, project: string, id: string) {
  return db.selectFrom('photo').where('project', '=', project).where('id', '=', id)
}

/** Safe cast: only the program writes the column, with one of its types. */
function rowOf<Row extends { readonly type: string }>(row: Row): Row & Pick<PhotoRow, 'type'> {
  return row as Row & Pick<PhotoRow, 'type'>
}
