import type { PhotoRow, StoredPhoto } from './photos.ts'
import type { BinEntry } from './project-bin.ts'
import type { Usage } from './projects.ts'
import type { StateDatabase } from './state-database.ts'

const columns = 'id, check_id, caption, type, width, height, bytes, sha256, added_at, added_by, removed_at'
const inUse = 'removed_at IS NULL'
const usage = 'SELECT 0 AS count, coalesce(sum(bytes), 0) AS bytes FROM photo'

/** The statements on photographs of a state database. */
export function photoStatements(database: StateDatabase['database']) {
  return {
    projectInUse: database.prepare<[string], number>('SELECT 1 FROM project WHERE id = ? AND deleted_at IS NULL').pluck(),
    revision: database.prepare<[string], number>('SELECT revision FROM project WHERE id = ?').pluck(),
    changeProject: database
      .prepare<[string, string, string], number>(
        'UPDATE project SET updated_at = ?, written_by = ?, revision = revision + 1 WHERE id = ? RETURNING revision',
      )
      .pluck(),
    listed: database.prepare<[string], PhotoRow>(`SELECT ${columns} FROM photo WHERE project = ? AND ${inUse} ORDER BY number`),
    one: database.prepare<[string, string], PhotoRow<StoredPhoto>>(`SELECT ${columns}, content FROM photo WHERE project = ? AND id = ?`),
    count: database.prepare<[string], number>(`SELECT count(*) FROM photo WHERE project = ? AND ${inUse}`).pluck(),
    used: database.prepare<[], Usage>(`${usage} WHERE ${inUse}`),
    usedBy: database.prepare<[number], Usage>(`${usage} WHERE ${inUse} AND owner = ?`),
    insert: database.prepare<unknown[], PhotoRow>(
      `INSERT INTO photo (project, id, check_id, caption, type, width, height, bytes, sha256, added_at, added_by, owner, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
    ),
    /** The names of the photographs of a revision, as JSON. */
    namesOf: database
      .prepare<[{ project: string; revision: number }], string | null>(
        `SELECT (SELECT json_group_array(id) FROM (SELECT id FROM photo WHERE project = :project AND ${inUse} ORDER BY number))
         FROM project WHERE id = :project AND revision = :revision
         UNION ALL SELECT photos FROM project_revision WHERE project = :project AND revision = :revision`,
      )
      .pluck(),
    named: database.prepare<[string, string], PhotoRow>(
      `SELECT ${columns} FROM photo WHERE project = ? AND id IN (SELECT value FROM json_each(?)) ORDER BY number`,
    ),
    takeOut: database.prepare<[string, string, string]>('UPDATE photo SET removed_at = ? WHERE project = ? AND id = ?'),
    putBack: database.prepare<[string, string]>(
      `UPDATE photo SET removed_at = NULL WHERE project = ? AND removed_at IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    ),
    removed: database.prepare<[], BinEntry>('SELECT id, owner, bytes FROM photo WHERE removed_at IS NOT NULL ORDER BY removed_at, number'),
    expired: database.prepare<[string], string>('SELECT id FROM photo WHERE removed_at < ?').pluck(),
    drop: database.prepare<[string]>('DELETE FROM photo WHERE id = ?'),
  }
}
