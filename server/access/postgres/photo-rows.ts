import { type Kysely, sql } from 'kysely'
import { assertNotFull } from '../photos.ts'
import { type BinEntry, goneBefore, pushedOut } from '../project-bin.ts'
import { assertFits, type Quota, type Usage } from '../projects.ts'
import type { SharedTables } from './schema.ts'

type Database = Kysely<SharedTables>

/** Those in use of a project, which may be in the bin. */
export function photosInUse(db: Database, project: string) {
  return db.selectFrom('photo').where('project', '=', project).where('removed_at', 'is', null)
}

/** Bytes of all photographs in use, or of those that a key added. */
export function photoUsage(db: Database, by?: number): Promise<Usage> {
  const all = db
    .selectFrom('photo')
    .select((build) => [sql<number>`0`.as('count'), build.fn.coalesce(build.fn.sum<number>('bytes'), sql<number>`0`).as('bytes')])
    .where('removed_at', 'is', null)
  return (by === undefined ? all : all.where('owner', '=', by)).executeTakeFirstOrThrow()
}

/** How many photographs in use a project has. */
export async function photoCount(db: Database, project: string): Promise<number> {
  const { count } = await photosInUse(db, project)
    .select((build) => build.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The ids of the photographs that a revision of a project had; undefined if it is not kept or does not say. */
export async function photosOfRevision(db: Database, project: string, revision: number): Promise<string[] | undefined> {
  const current = await db.selectFrom('project').select('id').where('id', '=', project).where('revision', '=', revision).executeTakeFirst()
  if (current !== undefined) return (await photosInUse(db, project).select('id').orderBy('number').execute()).map(({ id }) => id)
  const kept = await db
    .selectFrom('project_revision')
    .select('photos')
    .where('project', '=', project)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return kept?.photos === null || kept === undefined ? undefined : (JSON.parse(kept.photos) as string[])
}

/** Erases the removed photographs whose time is over, and those for which there is no room beside what else was removed. */
export async function eraseDuePhotos(db: Database, now: Date, quota: Quota): Promise<void> {
  const removed: readonly (BinEntry & { readonly removed_at: string | null })[] = await db
    .selectFrom('photo')
    .select(['id', 'owner', 'bytes', 'removed_at'])
    .where('removed_at', 'is not', null)
    .orderBy('removed_at')
    .orderBy('number')
    .execute()
  const expired = removed.filter(({ removed_at }) => (removed_at ?? '') < goneBefore(now)).map(({ id }) => id)
  const due = [...new Set([...expired, ...pushedOut(removed, quota)])]
  if (due.length > 0) await db.deleteFrom('photo').where('id', 'in', due).execute()
}

/** Puts the photographs back that a revision had and that are kept. Throws `quota-exceeded` if they do not fit. */
export async function putBackPhotos(
  db: Database,
  { project, revision, owner, quota }: { readonly project: string; readonly revision: number; readonly owner: number | null; readonly quota: Quota },
): Promise<void> {
  const ids = (await photosOfRevision(db, project, revision)) ?? []
  if (ids.length === 0) return
  const { numUpdatedRows } = await db
    .updateTable('photo')
    .set({ removed_at: null })
    .where('project', '=', project)
    .where('removed_at', 'is not', null)
    .where('id', 'in', ids)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  assertNotFull((await photoCount(db, project)) - 1)
  assertFits(0, quota, await photoUsage(db), owner === null ? undefined : await photoUsage(db, owner))
}
