import { ServiceError } from '../errors/service-error.ts'
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

/** The key that a project counts for: the one that last wrote it. Undefined for this machine's own user, who has no quota of their own. */
export type Owner = number | undefined

export interface Projects {
  /** All, the last changed first. */
  list(): ProjectLine[]
  get(id: string): StoredProject | undefined
  /** Throws the problem `quota-exceeded` where there would be too many projects, or too large ones. */
  create(document: string, owner?: Owner): StoredProject
  /** Replaces the document of a revision. Undefined where there is no such project, or it is not at that revision any more. Throws as `create` does. */
  replace(id: string, change: { readonly revision: number; readonly document: string; readonly owner?: Owner }): StoredProject | undefined
  /** Whether there was one to delete. Nothing of it is left in the files of the state. */
  delete(id: string): boolean
}

/** How many projects there may be, and how many bytes their documents may have. One key may have a tenth of each. */
export interface Quota {
  readonly count: number
  readonly bytes: number
}

interface Use {
  readonly count: number
  readonly bytes: number
}

const shareOfKey = 10

/** The projects of a state. `now` is a clock, `newId` gives identifiers. What is written is on disk when these return, and seen by every program that has the state open. */
export function openProjects({ database }: Pick<State, 'database'>, options: { now: () => Date; newId: () => string; quota: Quota }): Projects {
  const { now, newId, quota } = options
  const all = database.prepare<[], ProjectLine>(
    'SELECT id, name, reference, geo_id, checks, revision, created_at, updated_at FROM project ORDER BY updated_at DESC, number DESC',
  )
  const kept = 'id, revision, created_at, updated_at, document'
  const byId = database.prepare<[string], StoredProject>(`SELECT ${kept} FROM project WHERE id = ?`)
  // Read to its end by `all`: `get` would stop before the commit and hide that it failed.
  const insert = database.prepare<unknown[], StoredProject>(
    `INSERT INTO project (id, created_at, updated_at, document, owner, bytes) VALUES (?, ?, ?, ?, ?, ?) RETURNING ${kept}`,
  )
  const update = database.prepare<unknown[], StoredProject>(
    `UPDATE project SET document = ?, updated_at = ?, owner = ?, bytes = ?, revision = revision + 1 WHERE id = ? AND revision = ? RETURNING ${kept}`,
  )
  const remove = database.prepare<[string]>('DELETE FROM project WHERE id = ?')
  const used = database.prepare<[string], Use>('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE id <> ?')
  const usedBy = database.prepare<[number, string], Use>(
    'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE owner = ? AND id <> ?',
  )
  const mustFit = (id: string, bytes: number, owner: Owner): void => {
    refuseOver(used.get(id), bytes, quota, 'installation')
    if (owner === undefined) return
    refuseOver(usedBy.get(owner, id), bytes, { count: Math.ceil(quota.count / shareOfKey), bytes: Math.ceil(quota.bytes / shareOfKey) }, 'key')
  }
  return {
    list: () => all.all(),
    get: (id) => byId.get(id),
    create: (document, owner) =>
      database
        .transaction(() => {
          const [at, bytes, id] = [now().toISOString(), Buffer.byteLength(document), newId()]
          mustFit(id, bytes, owner)
          const [created] = insert.all(id, at, at, document, owner ?? null, bytes)
          if (created === undefined) throw new TypeError('The project was not written')
          return created
        })
        .immediate(),
    replace: (id, { revision, document, owner }) =>
      database
        .transaction(() => {
          const bytes = Buffer.byteLength(document)
          mustFit(id, bytes, owner)
          return update.all(document, now().toISOString(), owner ?? null, bytes, id, revision)[0]
        })
        .immediate(),
    delete(id) {
      const isDeleted = remove.run(id).changes > 0
      // The pages are overwritten; the log still has what stood there until it is emptied. A reader elsewhere may put that off to the next time.
      if (isDeleted) emptyLog(database)
      return isDeleted
    },
  }
}

function emptyLog(database: State['database']): void {
  const wait = Number(database.pragma('busy_timeout', { simple: true }))
  database.pragma('busy_timeout = 200')
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.pragma(`busy_timeout = ${wait}`)
  }
}

function refuseOver(use: Use | undefined, bytes: number, quota: Quota, whose: 'installation' | 'key'): void {
  const { count = 0, bytes: usedBytes = 0 } = use ?? {}
  if (count + 1 <= quota.count && usedBytes + bytes <= quota.bytes) return
  const over = {
    es: count + 1 > quota.count ? `${quota.count} proyectos` : `${Math.floor(quota.bytes / 1024)} KiB de proyectos`,
    en: count + 1 > quota.count ? `${quota.count} projects` : `${Math.floor(quota.bytes / 1024)} KiB of projects`,
  }
  const of =
    whose === 'key' ? { es: 'Cada clave puede tener', en: 'Each key may have' } : { es: 'Esta instalación admite', en: 'This installation takes' }
  throw new ServiceError('quota-exceeded', {
    es: `${of.es} ${over.es}: borre alguno, o amplíe PLOMADA_PROJECTS o PLOMADA_PROJECTS_MB`,
    en: `${of.en} ${over.en}: delete some, or raise PLOMADA_PROJECTS or PLOMADA_PROJECTS_MB`,
  })
}
