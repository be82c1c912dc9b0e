import { type Author, authorOf } from './project-history.ts'
import { keyQuotaDivisor, type Quota } from './projects.ts'
import type { StateDatabase } from './state-database.ts'

/** A deleted project that can still be recovered. */
export interface DeletedProject {
  readonly id: string
  readonly name: string
  readonly reference: string
  readonly geo_id: string
  readonly checks: number
  readonly revision: number
  readonly deleted_at: string
  readonly deleted_by: Author | null
}

/** Days that a deleted project can be recovered. */
export const binDays = 30

/** A deleted project as stored. */
export type DeletedRow = Omit<DeletedProject, 'deleted_by'> & { readonly deleted_by: string | null }
/** A deleted project, with what counts for room. */
export interface BinEntry {
  readonly id: string
  readonly owner: number | null
  readonly bytes: number
}

/** A row of the bin as a deleted project. */
export function deletedOf(row: DeletedRow): DeletedProject {
  return { ...row, deleted_by: authorOf(row.deleted_by) }
}

/** The moment before which deleted projects are gone. */
export function goneBefore(now: Date): string {
  return new Date(now.getTime() - binDays * 86_400_000).toISOString()
}

/**
 * The deleted projects that go before their time, given oldest first: all together may take as much room again as projects may, those of one key a tenth of it. A key
 * pushes out its own first.
 */
export function pushedOut(entries: readonly BinEntry[], quota: Quota): string[] {
  const ofKeys = Map.groupBy(entries, ({ owner }) => owner)
  const share = { count: Math.ceil(quota.count / keyQuotaDivisor), bytes: Math.ceil(quota.bytes / keyQuotaDivisor) }
  const gone = new Set([...ofKeys].flatMap(([owner, own]) => (owner === null ? [] : tooMany(own, share))))
  return [
    ...gone,
    ...tooMany(
      entries.filter(({ id }) => !gone.has(id)),
      quota,
    ),
  ]
}

function tooMany(entries: readonly BinEntry[], { count, bytes }: Quota): string[] {
  let [left, used] = [entries.length, entries.reduce((sum, one) => sum + one.bytes, 0)]
  return entries.flatMap((one) => {
    if (left <= count && used <= bytes) return []
    left--
    used -= one.bytes
    return [one.id]
  })
}

/** The deleted projects of a state database. */
export function openBin({ database }: Pick<StateDatabase, 'database'>, options: { readonly now: () => Date; readonly quota: Quota }) {
  const { now, quota } = options
  const listed = database.prepare<[string], DeletedRow>(
    `SELECT id, name, reference, geo_id, checks, revision, deleted_at, deleted_by FROM project
     WHERE deleted_at >= ? ORDER BY deleted_at DESC, number DESC`,
  )
  const entries = database.prepare<[], BinEntry>('SELECT id, owner, bytes FROM project WHERE deleted_at IS NOT NULL ORDER BY deleted_at, number')
  const expired = database.prepare<[string], string>('SELECT id FROM project WHERE deleted_at < ?').pluck()
  return {
    list: (): DeletedProject[] => listed.all(goneBefore(now())).map(deletedOf),
    /** The projects that are to go now: those whose time is over, and those for which there is no room. */
    due: (): string[] => [...new Set([...expired.all(goneBefore(now())), ...pushedOut(entries.all(), quota)])],
  }
}
