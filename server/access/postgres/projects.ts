import { type Kysely, sql } from 'kysely'
import { assertFits, type Owner, type Projects, type Quota, type Usage } from '../projects.ts'
import type { Deferred } from '../store.ts'
import type { SharedDatabase } from './connection.ts'
import type { SharedTables } from './schema.ts'

const columns = ['id', 'revision', 'created_at', 'updated_at', 'document'] as const
/** Number of the advisory lock under which projects are written, so that two nodes together do not exceed a quota. */
const quotaLock = 4_780_002

/** Opens the projects of a database that nodes share. */
export function openSharedProjects(
  database: SharedDatabase,
  { now, newId, quota }: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota },
): Deferred<Projects> {
  const written = <Value>(id: string, { document, owner }: { document: string; owner: Owner }, write: (db: Kysely<SharedTables>) => Promise<Value>) =>
    database.inTransaction(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(quotaLock)})`.execute(transaction)
      const used = (by?: number): Promise<Usage> => usage(transaction, id, by)
      assertFits(Buffer.byteLength(document), quota, await used(), owner === undefined ? undefined : await used(owner))
      return write(transaction)
    })
  return {
    list: () =>
      database.run((db) =>
        db
          .selectFrom('project')
          .select(['id', 'name', 'reference', 'geo_id', 'checks', 'revision', 'created_at', 'updated_at'])
          .orderBy('updated_at', 'desc')
          .orderBy('number', 'desc')
          .execute(),
      ),
    get: (id) => database.run((db) => db.selectFrom('project').select(columns).where('id', '=', id).executeTakeFirst()),
    create(document, owner) {
      const [at, id] = [now().toISOString(), newId()]
      return written(id, { document, owner }, (db) =>
        db
          .insertInto('project')
          .values({ id, created_at: at, updated_at: at, ...rowOf(document, owner) })
          .returning(columns)
          .executeTakeFirstOrThrow(),
      )
    },
    replace: (id, { revision, document, owner }) =>
      written(id, { document, owner }, (db) =>
        db
          .updateTable('project')
          .set({ ...rowOf(document, owner), updated_at: now().toISOString(), revision: sql`revision + 1` })
          .where('id', '=', id)
          .where('revision', '=', revision)
          .returning(columns)
          .executeTakeFirst(),
      ),
    delete: async (id) => {
      const { numDeletedRows } = await database.run((db) => db.deleteFrom('project').where('id', '=', id).executeTakeFirst())
      return numDeletedRows > 0n
    },
  }
}

/** Number and bytes of the projects besides one, of all keys or of one. */
function usage(db: Kysely<SharedTables>, besides: string, by: number | undefined): Promise<Usage> {
  const others = db
    .selectFrom('project')
    .select((build) => [build.fn.countAll<number>().as('count'), build.fn.coalesce(build.fn.sum<number>('bytes'), sql<number>`0`).as('bytes')])
    .where('id', '<>', besides)
  return (by === undefined ? others : others.where('owner', '=', by)).executeTakeFirstOrThrow()
}

/** What is stored of a document, with what lists show. */
function rowOf(document: string, owner: Owner) {
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
    owner: owner ?? null,
    bytes: Buffer.byteLength(document),
    name: storable(name),
    reference: storable(reference),
    geo_id: storable(geo_id),
    checks: checks.length,
  }
}

/** A text that PostgreSQL can store: it has neither NUL nor half characters. The document itself, in JSON, keeps them. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
