import type { State } from './state.ts'

/** A project as it is listed. */
export interface ProjectLine {
  readonly id: string
  readonly name: string
  readonly reference: string
  readonly geo_id: string
  /** How many checks it has. */
  readonly checks: number
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
}

/** A project as it is kept. */
export interface StoredProject {
  readonly id: string
  /** 1 when created, one more at each replacement. */
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
  /** The document as JSON text, digit for digit as it came. */
  readonly document: string
}

export interface Projects {
  /** All, the last changed first. */
  list(): ProjectLine[]
  get(id: string): StoredProject | undefined
  create(document: string): StoredProject
  /** Replaces the document of a revision. Undefined where there is no such project, or it is not at that revision any more. */
  replace(id: string, revision: number, document: string): StoredProject | undefined
  /** Whether there was one to delete. */
  delete(id: string): boolean
}

/** The projects of a state. `now` is a clock, `newId` gives identifiers. What is written is on disk when these return, and seen by every program that has the state open. */
export function openProjects({ database }: State, now: () => Date, newId: () => string): Projects {
  const all = database.prepare<[], ProjectLine>(
    'SELECT id, name, reference, geo_id, checks, revision, created_at, updated_at FROM project ORDER BY updated_at DESC, number DESC',
  )
  const kept = 'id, revision, created_at, updated_at, document'
  const byId = database.prepare<[string], StoredProject>(`SELECT ${kept} FROM project WHERE id = ?`)
  // Read to its end by `all`: `get` would stop before the commit and hide that it failed.
  const insert = database.prepare<[string, string, string, string], StoredProject>(
    `INSERT INTO project (id, created_at, updated_at, document) VALUES (?, ?, ?, ?) RETURNING ${kept}`,
  )
  const update = database.prepare<[string, string, string, number], StoredProject>(
    `UPDATE project SET document = ?, updated_at = ?, revision = revision + 1 WHERE id = ? AND revision = ? RETURNING ${kept}`,
  )
  const remove = database.prepare<[string]>('DELETE FROM project WHERE id = ?')
  return {
    list: () => all.all(),
    get: (id) => byId.get(id),
    create(document) {
      const at = now().toISOString()
      const [created] = insert.all(newId(), at, at, document)
      if (created === undefined) throw new TypeError('The project was not written')
      return created
    },
    replace: (id, revision, document) => update.all(document, now().toISOString(), id, revision)[0],
    delete: (id) => remove.run(id).changes > 0,
  }
}
