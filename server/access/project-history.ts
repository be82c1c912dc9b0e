import { keyQuotaDivisor, type Quota } from './projects.ts'
import type { StateDatabase } from './state-database.ts'

/** Who changed a project. */
export type Author = { readonly kind: 'key'; readonly id: number; readonly name: string } | { readonly kind: 'desktop' | 'terminal' }

/** A revision of a project: what it said from then on. */
export interface Revision {
  readonly revision: number
  readonly at: string
  /** Null where an earlier version of the program wrote it. */
  readonly by: Author | null
  /** How many photographs it had at its end; null where an earlier version of the program wrote it. */
  readonly photos: number | null
}

/** A revision with its document, as JSON text. */
export interface KeptRevision extends Revision {
  readonly document: string
}

/** A revision as stored. */
export type RevisionRow<Row extends Revision = Revision> = Omit<Row, 'by'> & { readonly by: string | null }

/** Most earlier revisions of one project. */
export const mostRevisions = 100

/** The author that a row names. */
export function authorOf(text: string | null): Author | null {
  return text === null ? null : (JSON.parse(text) as Author)
}

/** By how many bytes earlier revisions exceed their share: together as much as projects may take, a tenth of it for those that one key wrote. */
export function excessBytes(all: number, ofKey: number | undefined, { bytes }: Quota): number {
  return Math.max(0, all - bytes, ofKey === undefined ? 0 : ofKey - Math.ceil(bytes / keyQuotaDivisor))
}

/** The oldest of some revisions that go, so that so many bytes become free. Revisions are given oldest first. */
export function oldestOf(rows: readonly { readonly revision: number; readonly bytes: number }[], excess: number): number[] {
  let left = excess
  return rows.flatMap(({ revision, bytes }) => {
    if (left <= 0) return []
    left -= bytes
    return [revision]
  })
}

const photosInUse = '(SELECT count(*) FROM photo WHERE project = project.id AND removed_at IS NULL)'

/** Earlier revisions of projects in a state database. All functions are to be called within a transaction of their caller where they write. */
export function openHistory({ database }: Pick<StateDatabase, 'database'>, quota: Quota) {
  const keepCurrent = database.prepare<[string]>(
    `INSERT INTO project_revision (project, revision, at, by, owner, bytes, document, photos)
     SELECT id, revision, updated_at, written_by, owner, bytes, document,
       (SELECT json_group_array(id) FROM (SELECT id FROM photo WHERE project = project.id AND removed_at IS NULL ORDER BY number))
     FROM project WHERE id = ?`,
  )
  const listed = database.prepare<[string, string], RevisionRow>(
    `SELECT revision, updated_at AS at, written_by AS by, ${photosInUse} AS photos FROM project WHERE id = ? AND deleted_at IS NULL
     UNION ALL SELECT revision, at, by, json_array_length(photos) FROM project_revision WHERE project = ? ORDER BY revision DESC`,
  )
  const one = database.prepare<[string, number, string, number], RevisionRow<KeptRevision>>(
    `SELECT revision, updated_at AS at, written_by AS by, ${photosInUse} AS photos, document FROM project WHERE id = ? AND revision = ?
     UNION ALL SELECT revision, at, by, json_array_length(photos), document FROM project_revision WHERE project = ? AND revision = ?`,
  )
  const kept = database.prepare<[string], { revision: number; bytes: number; owner: number | null }>(
    'SELECT revision, bytes, owner FROM project_revision WHERE project = ? ORDER BY revision',
  )
  const all = database.prepare<[], number>('SELECT coalesce(sum(bytes), 0) FROM project_revision').pluck()
  const byKey = database.prepare<[number], number>('SELECT coalesce(sum(bytes), 0) FROM project_revision WHERE owner = ?').pluck()
  const drop = database.prepare<[string, number]>('DELETE FROM project_revision WHERE project = ? AND revision = ?')
  const dropAll = database.prepare<[string]>('DELETE FROM project_revision WHERE project = ?')
  return {
    /** Keeps the current revision of a project, which is about to be replaced. Where there is no room, the oldest of the same project go. */
    keep(project: string): void {
      keepCurrent.run(project)
      const rows = kept.all(project)
      const owner = rows.at(-1)?.owner ?? null
      const excess = excessBytes(all.get() ?? 0, owner === null ? undefined : byKey.get(owner), quota)
      for (const { revision } of rows.slice(0, -mostRevisions)) drop.run(project, revision)
      for (const revision of oldestOf(rows, excess)) drop.run(project, revision)
    },
    list: (project: string): Revision[] => listed.all(project, project).map((row) => ({ ...row, by: authorOf(row.by) })),
    get(project: string, revision: number): KeptRevision | undefined {
      const row = one.get(project, revision, project, revision)
      return row && { ...row, by: authorOf(row.by) }
    },
    erase: (project: string): void => void dropAll.run(project),
  }
}
