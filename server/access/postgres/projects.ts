import { type Kysely, sql } from 'kysely'
import { deletedOf, goneBefore, pushedOut } from '../project-bin.ts'
import { type Author, authorOf, excessBytes, mostRevisions, oldestOf } from '../project-history.ts'
import { assertFits, localUser, ownerOf, type Projects, type Quota, type StoredProject, type Usage } from '../projects.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'
import { eraseDuePhotos, putBackPhotos } from './photo-rows.ts'
import type { SharedTables } from './schema.ts'

const columns = ['id', 'revision', 'created_at', 'updated_at', 'document'] as const
const shown = ['id', 'name', 'reference', 'geo_id', 'checks', 'revision'] as const
/** Number of the advisory lock under which projects are written, so that two nodes together do not exceed a quota. */
export const quotaLock = 4_780_002

type Database = Kysely<SharedTables>

/** Opens the projects of a database that nodes share. */
export function openSharedProjects(
  database: SharedDatabase,
  { now, newId, quota }: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota },
): Deferred<Projects> {
  const writing = <Value>(write: (db: Database) => Promise<Value>): Promise<Value> =>
    database.inTransaction(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(quotaLock)})`.execute(transaction)
      return write(transaction)
    })
  const assertRoom = async (db: Database, id: string, bytes: number, owner: number | null): Promise<void> =>
    assertFits(bytes, quota, await usage(db, id), owner === null ? undefined : await usage(db, id, owner))
  const written = (
    id: string,
    { document, author }: { document: string; author: Author },
    write: (db: Database) => Promise<StoredProject | undefined>,
  ) =>
    writing(async (db) => {
      await assertRoom(db, id, Buffer.byteLength(document), ownerOf(author))
      return write(db)
    })
  const eraseDue = async (db: Database): Promise<void> => {
    const entries = await db
      .selectFrom('project')
      .select(entryColumns)
      .where('deleted_at', 'is not', null)
      .orderBy('deleted_at')
      .orderBy('number')
      .execute()
    const expired = entries.filter(({ deleted_at }) => (deleted_at ?? '') < goneBefore(now()))
    await erase(db, [...new Set([...expired.map(({ id }) => id), ...pushedOut(entries, quota)])])
  }
  return {
    list: () =>
      database.run((db) =>
        inUse(db)
          .select([...shown, 'created_at', 'updated_at'])
          .orderBy('updated_at', 'desc')
          .orderBy('number', 'desc')
          .execute(),
      ),
    get: (id) => database.run((db) => inUse(db).select(columns).where('id', '=', id).executeTakeFirst()),
    async create(document, author = localUser) {
      const [at, id] = [now().toISOString(), newId()]
      const created = await written(id, { document, author }, (db) =>
        db
          .insertInto('project')
          .values({ id, created_at: at, updated_at: at, ...rowOf(document, author) })
          .returning(columns)
          .executeTakeFirstOrThrow(),
      )
      if (created === undefined) throw new TypeError('The project was not written')
      return created
    },
    replace: (id, { revision, document, author = localUser, photosOf }) =>
      written(id, { document, author }, async (db) => {
        if ((await inUse(db).select('revision').where('id', '=', id).executeTakeFirst())?.revision !== revision) return undefined
        await keepCurrent(db, id, quota)
        if (photosOf !== undefined) await putBackPhotos(db, { project: id, revision: photosOf, owner: ownerOf(author), quota })
        return db
          .updateTable('project')
          .set({ ...rowOf(document, author), updated_at: now().toISOString(), revision: sql`revision + 1` })
          .where('id', '=', id)
          .returning(columns)
          .executeTakeFirst()
      }),
    delete: (id, author = localUser) =>
      writing(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('project')
          .set({ deleted_at: now().toISOString(), deleted_by: storable(JSON.stringify(author)) })
          .where('id', '=', id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) await eraseDue(db)
        return numUpdatedRows > 0n
      }),
    revisions: async (id) => (await database.run((db) => revisionsOf(db, id))).map(({ document: _document, ...one }) => one),
    revision: (id, revision) => database.run(async (db) => (await revisionsOf(db, id, revision)).find((one) => one.revision === revision)),
    async bin() {
      const rows = await database.run((db) =>
        binned(db, now())
          .select([...shown, 'deleted_by'])
          .select(deletedAt)
          .orderBy('deleted_at', 'desc')
          .orderBy('number', 'desc')
          .execute(),
      )
      return rows.map(deletedOf)
    },
    recover: (id) =>
      writing(async (db) => {
        const found = await binned(db, now()).select(entryColumns).where('id', '=', id).executeTakeFirst()
        if (found === undefined) return undefined
        await assertRoom(db, id, found.bytes, found.owner)
        return db.updateTable('project').set({ deleted_at: null, deleted_by: null }).where('id', '=', id).returning(columns).executeTakeFirst()
      }),
    purge: (id) =>
      writing(async (db) => {
        const found = await binned(db, now()).select('id').where('id', '=', id).executeTakeFirst()
        if (found !== undefined) await erase(db, [id])
        return found !== undefined
      }),
    purgeExpired: () =>
      writing(async (db) => {
        await eraseDuePhotos(db, now(), quota)
        await eraseDue(db)
      }),
  }
}

const entryColumns = ['id', 'owner', 'bytes', 'deleted_at'] as const
const deletedAt = sql<string>`deleted_at`.as('deleted_at')

function inUse(db: Database) {
  return db.selectFrom('project').where('deleted_at', 'is', null)
}

/** The projects that can be recovered. */
function binned(db: Database, at: Date) {
  return db.selectFrom('project').where('deleted_at', '>=', goneBefore(at))
}

async function erase(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('project_revision').where('project', 'in', ids).execute()
  await db.deleteFrom('photo').where('project', 'in', ids).execute()
  await db.deleteFrom('project').where('id', 'in', ids).where('deleted_at', 'is not', null).execute()
}

/** Keeps the current revision of a project, which is about to be replaced. Where there is no room, the oldest of the same project go. */
export async function keepCurrent(db: Database, id: string, quota: Quota): Promise<void> {
  await db
    .insertInto('project_revision')
    .columns(['project', 'revision', 'at', 'by', 'owner', 'bytes', 'document', 'photos'])
    .expression(
      db
        .selectFrom('project')
        .select(['id', 'revision', 'updated_at', 'written_by', 'owner', 'bytes', 'document'])
        .select(
          sql<string>`(select coalesce(json_agg(photo.id order by photo.number), '[]')::text from photo where photo.project = project.id and photo.removed_at is null)`.as(
            'photos',
          ),
        )
        .where('id', '=', id),
    )
    .execute()
  const rows = await db.selectFrom('project_revision').select(['revision', 'bytes', 'owner']).where('project', '=', id).orderBy('revision').execute()
  const owner = rows.at(-1)?.owner ?? null
  const excess = excessBytes(await bytesKept(db), owner === null ? undefined : await bytesKept(db, owner), quota)
  const gone = [...rows.slice(0, -mostRevisions).map(({ revision }) => revision), ...oldestOf(rows, excess)]
  if (gone.length > 0) await db.deleteFrom('project_revision').where('project', '=', id).where('revision', 'in', gone).execute()
}

async function bytesKept(db: Database, owner?: number): Promise<number> {
  const all = db.selectFrom('project_revision').select((build) => build.fn.coalesce(build.fn.sum<number>('bytes'), sql<number>`0`).as('bytes'))
  return Number((await (owner === undefined ? all : all.where('owner', '=', owner)).executeTakeFirstOrThrow()).bytes)
}

/** The revisions of a project in use, the current one first; with documents only for one of them. */
async function revisionsOf(db: Database, id: string, wanted = 0) {
  const current = await inUse(db)
    .select(['revision', 'updated_at as at', 'written_by as by', 'document'])
    .select(sql<number>`(select count(*)::int from photo where photo.project = project.id and removed_at is null)`.as('photos'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (current === undefined) return []
  const photos = sql<number | null>`json_array_length(photos::json)`.as('photos')
  const document = sql<string>`case when revision = ${wanted} then document else '' end`.as('document')
  const earlier = await db
    .selectFrom('project_revision')
    .select(['revision', 'at', 'by', document, photos])
    .where('project', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  return [current, ...earlier].map((row) => ({ ...row, by: authorOf(row.by) }))
}

/** Number and bytes of the projects in use besides one, of all keys or of one. */
function usage(db: Database, besides: string, by?: number): Promise<Usage> {
  const others = inUse(db)
    .select((build) => [build.fn.countAll<number>().as('count'), build.fn.coalesce(build.fn.sum<number>('bytes'), sql<number>`0`).as('bytes')])
    .where('id', '<>', besides)
  return (by === undefined ? others : others.where('owner', '=', by)).executeTakeFirstOrThrow()
}

/** What is stored of a document, with what lists show. */
function rowOf(document: string, author: Author) {
  const {
    name = '',
    reference = '',
    geo_id = '',
    checks = [],
  } = JSON.parse(document) as Record<'name' | 'reference' | 'geo_id', string | undefined> & {
    readonly checks?: readonly unknown[]
  }
  return {
    document,
    owner: ownerOf(author),
    written_by: storable(JSON.stringify(author)),
    bytes: Buffer.byteLength(document),
    name: storable(name),
    reference: storable(reference),
    geo_id: storable(geo_id),
    checks: checks.length,
  }
}

/** A text that PostgreSQL can store: it has neither NUL nor half characters. The document itself, in JSON, keeps them. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
