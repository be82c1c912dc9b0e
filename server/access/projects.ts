import { ServiceError } from '../errors/service-error.ts'
import { duePhotos, erasePhotos, putBackPhotos } from './photos.ts'
import { type BinEntry, type DeletedProject, goneBefore, openBin } from './project-bin.ts'
import { type Author, type KeptRevision, openHistory, type Revision } from './project-history.ts'
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

/** The key that a project counts against: the one that last wrote it. Null for the local user, who has no separate quota. */
export function ownerOf(author: Author): number | null {
  return author.kind === 'key' ? author.id : null
}

/** A change of a project. `author` is the user of this machine by default. */
export interface ProjectChange {
  /** The revision that it is a change of. */
  readonly revision: number
  readonly document: string
  readonly author?: Author
  /** A kept revision whose photographs are put back. */
  readonly photosOf?: number
}

export interface Projects {
  /** All projects in use, the last changed first. */
  list(): ProjectSummary[]
  /** A project in use. */
  get(id: string): StoredProject | undefined
  /** Throws the error `quota-exceeded` if the number or total size of projects would exceed the quota. */
  create(document: string, author?: Author): StoredProject
  /**
   * Replaces the document if the project is still at `revision`, and keeps that revision; otherwise, or if there is no such project, returns undefined. Throws as
   * `create` does.
   */
  replace(id: string, change: ProjectChange): StoredProject | undefined
  /** Puts a project in the bin. Returns false if there is no such project in use. */
  delete(id: string, author?: Author): boolean
  /** The revisions that are kept of a project in use, the current one first; empty if there is none. */
  revisions(id: string): Revision[]
  /** A revision of a project in use. */
  revision(id: string, revision: number): KeptRevision | undefined
  /** The projects in the bin, the last deleted first. */
  bin(): DeletedProject[]
  /** Takes a project out of the bin. Returns undefined if it is not there. Throws as `create` does. */
  recover(id: string): StoredProject | undefined
  /** Erases a project in the bin, with its revisions, from the database files. Returns false if it is not there. */
  purge(id: string): boolean
  /** Erases what was deleted more than `binDays` ago, projects and photographs. */
  purgeExpired(): void
}

/** Who changes a project where nobody is named. */
export const localUser: Author = { kind: 'terminal' }

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

/** One key may use this part of a quota. */
export const keyQuotaDivisor = 10

const columns = 'id, revision, created_at, updated_at, document'
const summary = 'id, name, reference, geo_id, checks, revision, created_at, updated_at'
const inUse = 'deleted_at IS NULL'

/** Opens the projects of a state database. `newId` returns a new identifier; `onErased` is called after projects were erased, to empty the log. When a function returns, its change is on disk and visible to all processes. */
export function openProjects(
  state: Pick<StateDatabase, 'database'>,
  options: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota; readonly onErased?: () => void },
): Projects {
  const { database } = state
  const { now, newId, quota, onErased = () => truncateWal(database) } = options
  const all = database.prepare<[], ProjectSummary>(`SELECT ${summary} FROM project WHERE ${inUse} ORDER BY updated_at DESC, number DESC`)
  const byId = database.prepare<[string], StoredProject>(`SELECT ${columns} FROM project WHERE id = ? AND ${inUse}`)
  // `all` and not `get`: `get` stops at the first row, before the commit, and would hide that the commit failed.
  const insert = database.prepare<unknown[], StoredProject>(
    `INSERT INTO project (id, created_at, updated_at, document, owner, bytes, written_by) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
  )
  const update = database.prepare<unknown[], StoredProject>(
    `UPDATE project SET document = ?, updated_at = ?, owner = ?, bytes = ?, written_by = ?, revision = revision + 1 WHERE id = ? RETURNING ${columns}`,
  )
  const discard = database.prepare<[string, string, string]>(`UPDATE project SET deleted_at = ?, deleted_by = ? WHERE id = ? AND ${inUse}`)
  const binned = database.prepare<[string, string], BinEntry>('SELECT id, owner, bytes FROM project WHERE id = ? AND deleted_at >= ?')
  const takeOut = database.prepare<[string], StoredProject>(
    `UPDATE project SET deleted_at = NULL, deleted_by = NULL WHERE id = ? RETURNING ${columns}`,
  )
  const remove = database.prepare<[string]>(`DELETE FROM project WHERE id = ? AND NOT ${inUse}`)
  const removePhotos = database.prepare<[string]>('DELETE FROM photo WHERE project = ?')
  const used = database.prepare<[string], Usage>(`SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE ${inUse} AND id <> ?`)
  const usedBy = database.prepare<[number, string], Usage>(
    `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM project WHERE ${inUse} AND owner = ? AND id <> ?`,
  )
  const history = openHistory(state, quota)
  const bin = openBin(state, options)
  const assertWritable = (id: string, bytes: number, owner: number | null): void =>
    assertFits(bytes, quota, used.get(id), owner === null ? undefined : usedBy.get(owner, id))
  const erase = (ids: readonly string[]): boolean => {
    const removed = ids.filter((id) => {
      history.erase(id)
      removePhotos.run(id)
      return remove.run(id).changes > 0
    })
    return removed.length > 0
  }
  /** Changes projects. Where some were erased, `secure_delete` overwrote their pages, but the WAL keeps the old text until it is truncated. */
  const erasing = (change: () => { readonly isDone: boolean; readonly isErased: boolean }): boolean => {
    const { isDone, isErased } = database.transaction(change).immediate()
    if (isErased) onErased()
    return isDone
  }
  return {
    list: () => all.all(),
    get: (id) => byId.get(id),
    create: (document, author = localUser) =>
      database
        .transaction(() => {
          const [at, bytes, id, owner] = [now().toISOString(), Buffer.byteLength(document), newId(), ownerOf(author)]
          assertWritable(id, bytes, owner)
          const [created] = insert.all(id, at, at, document, owner, bytes, JSON.stringify(author))
          if (created === undefined) throw new TypeError('The project was not written')
          return created
        })
        .immediate(),
    replace: (id, { revision, document, author = localUser, photosOf }) =>
      database
        .transaction(() => {
          const [bytes, owner] = [Buffer.byteLength(document), ownerOf(author)]
          assertWritable(id, bytes, owner)
          if (byId.get(id)?.revision !== revision) return undefined
          history.keep(id)
          if (photosOf !== undefined) putBackPhotos(database, { project: id, revision: photosOf, owner, quota })
          return update.all(document, now().toISOString(), owner, bytes, JSON.stringify(author), id)[0]
        })
        .immediate(),
    delete: (id, author = localUser) =>
      erasing(() => {
        const isDone = discard.run(now().toISOString(), JSON.stringify(author), id).changes > 0
        return { isDone, isErased: isDone && erase(bin.due()) }
      }),
    revisions: (id) => (byId.get(id) === undefined ? [] : history.list(id)),
    revision: (id, revision) => (byId.get(id) === undefined ? undefined : history.get(id, revision)),
    bin: bin.list,
    recover: (id) =>
      database
        .transaction(() => {
          const found = binned.get(id, goneBefore(now()))
          if (found === undefined) return undefined
          assertWritable(id, found.bytes, found.owner)
          return takeOut.all(id)[0]
        })
        .immediate(),
    purge: (id) =>
      erasing(() => {
        const isErased = binned.get(id, goneBefore(now())) !== undefined && erase([id])
        return { isDone: isErased, isErased }
      }),
    purgeExpired() {
      const photos = (): string[] => duePhotos(database, { now: now(), quota })
      if (bin.due().length + photos().length === 0) return
      erasing(() => {
        const isErased = [erasePhotos(database, photos()), erase(bin.due())].includes(true)
        return { isDone: isErased, isErased }
      })
    },
  }
}

/** Empties the log of a database. Another reader may delay that to the next time. */
export function truncateWal(database: StateDatabase['database']): void {
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
