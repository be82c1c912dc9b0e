import { ServiceError } from '../errors/service-error.ts'
import type { StateDatabase } from './state-database.ts'

/** A project as listed. */
export interface ProjectSummary {
  readonly id: string
  readonly name: string
  readonly reference: string
  readonly geo_id: string
  /** Number of checks. */
  readonly checks: number
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
}

/** A project as stored. */
export interface StoredProject {
  readonly id: string
  /** Starts at 1 and grows by one with each replacement. */
  readonly revision: number
  readonly created_at: string
  readonly updated_at: string
  /** The document as JSON text, with every digit as it was sent. */
  readonly document: string
}

/** Number of the key that last wrote a project, whose quota it counts against. Undefined for the local user, who has no separate quota. */
export type Owner = number | undefined

export interface Projects {
  /** All projects, the last changed first. */
  list(): ProjectSummary[]
  get(id: string): StoredProject | undefined
  /** Throws the error `quota-exceeded` if the number or total size of projects would exceed the quota. */
  create(document: string, owner?: Owner): StoredProject
  /** Replaces the document if the project is still at `revision`; otherwise, or if there is no such project, returns undefined. Throws as `create` does. */
  replace(id: string, change: { readonly revision: number; readonly document: string; readonly owner?: Owner }): StoredProject | undefined
  /** Deletes a project and erases its text from the database files. Returns false if there is no such project. */
  delete(id: string): boolean
}

/** Most projects, and most bytes of their documents. A single key may use a tenth of each. */
export interface Quota {
  readonly count: number
  readonly bytes: number
}

/** Number of projects, and bytes of their documents. */
export interface Usage {
  readonly count: number
  readonly bytes: number
}

const keyQuotaDivisor = 10

/** Opens the projects of a state database. `newId` returns a new identifier. When a function returns, its change is on disk and visible to all processes. */
export function openProjects(
  { database }: Pick<StateDatabase, 'database'>,
  options: { now: () => Date; newId: () => string; quota: Quota },
): Projects {
  const { now, newId, quota } = options
  const all = database.prepare<[], ProjectSummary>(
    'SELECT id, name, reference, geo_id, checks, revision, created_at, updated_at FROM project ORDER BY updated_at DESC, number DESC',
  )
  const columns = 'id, revision, created_at, updated_at, document'
  const byId = database.prepare<[string], StoredProject>(`SELECT ${columns} FROM project WHERE id = ?`)
  // `all` and not `get`: `get` stops at the first row, before the commit, and would hide that the commit failed.
  const insert = database.prepare<unknown[], StoredProject>(
    `INSERT INTO project (id, created_at, updated_at, document, owner, bytes) VALUES (?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
  )
  const update = database.prepare<unknown[], StoredProject>(
    `UPDATE project SET document = ?, updated_at = ?, owner = ?, bytes = ?, revision = revision + 1 WHERE id = ? AND revision = ? RETURNING ${columns}`,
  )
  const remove = database.prepare<[string]>('DELETE FROM project WHERE id = ?')
  const used = database.prepare<[string], Usage>('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE id <> ?')
  const usedBy = database.prepare<[number, string], Usage>(
    'SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE owner = ? AND id <> ?',
  )
  const assertWritable = (id: string, bytes: number, owner: Owner): void =>
    assertFits(bytes, quota, used.get(id), owner === undefined ? undefined : usedBy.get(owner, id))
  return {
    list: () => all.all(),
    get: (id) => byId.get(id),
    create: (document, owner) =>
      database
        .transaction(() => {
          const [at, bytes, id] = [now().toISOString(), Buffer.byteLength(document), newId()]
          assertWritable(id, bytes, owner)
          const [created] = insert.all(id, at, at, document, owner ?? null, bytes)
          if (created === undefined) throw new TypeError('The project was not written')
          return created
        })
        .immediate(),
    replace: (id, { revision, document, owner }) =>
      database
        .transaction(() => {
          const bytes = Buffer.byteLength(document)
          assertWritable(id, bytes, owner)
          return update.all(document, now().toISOString(), owner ?? null, bytes, id, revision)[0]
        })
        .immediate(),
    delete(id) {
      const isDeleted = remove.run(id).changes > 0
      // `secure_delete` overwrites the pages, but the WAL keeps the old text until it is truncated. Another reader may delay that to the next deletion.
      if (isDeleted) truncateWal(database)
      return isDeleted
    },
  }
}

function truncateWal(database: StateDatabase['database']): void {
  const wait = Number(database.pragma('busy_timeout', { simple: true }))
  database.pragma('busy_timeout = 200')
  try {
    database.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    database.pragma(`busy_timeout = ${wait}`)
  }
}

/** Throws `quota-exceeded` if a document of so many bytes does not fit beside the other projects, or beside the others of its key. */
export function assertFits(bytes: number, quota: Quota, all: Usage | undefined, ofKey: Usage | undefined): void {
  assertWithinQuota(all, bytes, quota, 'installation')
  if (ofKey === undefined) return
  assertWithinQuota(ofKey, bytes, { count: Math.ceil(quota.count / keyQuotaDivisor), bytes: Math.ceil(quota.bytes / keyQuotaDivisor) }, 'key')
}

function assertWithinQuota(use: Usage | undefined, bytes: number, quota: Quota, whose: 'installation' | 'key'): void {
  const { count = 0, bytes: usedBytes = 0 } = use ?? {}
  if (count + 1 <= quota.count && usedBytes + bytes <= quota.bytes) return
  const over = {
    es: count + 1 > quota.count ? `${quota.count} proyectos` : `${Math.floor(quota.bytes / 1024)} KiB de proyectos`,
    en: count + 1 > quota.count ? `${quota.count} projects` : `${Math.floor(quota.bytes / 1024)} KiB of projects`,
  }
  const of =
    whose === 'key' ? { es: 'Cada clave puede tener', en: 'Each key may have' } : { es: 'Esta instalación admite', en: 'This installation may have' }
  throw new ServiceError('quota-exceeded', {
    es: `${of.es} ${over.es}: borre alguno, o amplíe PLOMADA_PROJECTS o PLOMADA_PROJECTS_MB`,
    en: `${of.en} ${over.en}: delete some, or raise PLOMADA_PROJECTS or PLOMADA_PROJECTS_MB`,
  })
}
