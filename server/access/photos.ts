import { ServiceError } from '../errors/service-error.ts'
import { photoStatements } from './photo-statements.ts'
import { goneBefore, pushedOut } from './project-bin.ts'
import { type Author, openHistory } from './project-history.ts'
import { assertFits, localUser, ownerOf, type Quota } from './projects.ts'
import type { StateDatabase } from './state-database.ts'

/** A photograph of a check, without its bytes. */
export interface Photo {
  readonly id: string
  /** The check of the project that it is evidence of. */
  readonly check: string
  readonly caption: string
  readonly type: PhotoType
  readonly width: number
  readonly height: number
  /** Size in bytes. */
  readonly bytes: number
  readonly sha256: string
  readonly added_at: string
  readonly added_by: Author
  /** When it was taken out of the project; null: it is in use. */
  readonly removed_at: string | null
}

export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp'

/** A photograph with its bytes. */
export interface StoredPhoto extends Photo {
  readonly content: Uint8Array
}

/** A photograph to keep. `added_at`: when it was first added, if that was elsewhere. */
export type NewPhoto = Omit<StoredPhoto, 'id' | 'added_at' | 'added_by' | 'bytes' | 'removed_at'> & {
  readonly added_at?: string | undefined
  readonly author?: Author
}

/** The photographs that a revision had: the ids of all, and those that are still kept, in their order. */
export interface RevisionPhotos {
  readonly ids: readonly string[]
  readonly photos: readonly Photo[]
}

/** Most photographs of one project. */
export const mostPhotos = 200

/**
 * The photographs of the projects in use. They are erased with their project. One that is removed stays, as long as a deleted project would, so that a revision that
 * had it can be gone back to.
 */
export interface Photos {
  /** Those in use of a project, in the order in which they were added; empty if there is no such project. */
  list(project: string): Photo[]
  /** One that is kept, in use or not. */
  get(project: string, id: string): StoredPhoto | undefined
  /** Those that a revision had at its end. Undefined if it is not kept, or an earlier version of the program wrote it. */
  ofRevision(project: string, revision: number): RevisionPhotos | undefined
  /** Keeps a photograph. Returns undefined if there is no such project. Throws `quota-exceeded` if the project has `mostPhotos`, and as projects do. */
  add(project: string, photo: NewPhoto): Photo | undefined
  /** Takes a photograph out of use, as a new revision of the project, and returns the number of that. Undefined if it is not in use. */
  remove(project: string, id: string, author?: Author): number | undefined
  /** Erases a photograph that is kept, from the database files too. Returns the revision of the project, a new one if it was in use. Undefined if it is not there. */
  erase(project: string, id: string, author?: Author): number | undefined
}

/** A photograph as stored. */
export type PhotoRow<Row extends Photo = Photo> = Omit<Row, 'check' | 'added_by'> & { readonly check_id: string; readonly added_by: string }

/** A row as a photograph. */
export function photoOf<Row extends Photo>({ check_id, added_by, ...rest }: PhotoRow<Row>): Row {
  // Safe cast: the two columns that have another form are put back.
  return { ...rest, check: check_id, added_by: JSON.parse(added_by) as Author } as unknown as Row
}

/** Throws `quota-exceeded` if a project has no room for one more photograph. */
export function assertNotFull(count: number): void {
  if (count < mostPhotos) return
  throw new ServiceError('quota-exceeded', {
    es: `Un proyecto admite ${mostPhotos} fotografías: borre alguna`,
    en: `A project may have ${mostPhotos} photographs: delete some`,
  })
}

/** Opens the photographs of a state database. `onErased` is called after one was erased, to empty the log. When a function returns, its change is on disk. */
export function openPhotos(
  { database }: Pick<StateDatabase, 'database'>,
  options: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota; readonly onErased: () => void },
): Photos {
  const { now, newId, quota, onErased } = options
  const run = photoStatements(database)
  const history = openHistory({ database }, quota)
  const isInUse = (project: string): boolean => run.projectInUse.get(project) !== undefined
  const newRevision = (project: string, author: Author): number => {
    history.keep(project)
    const [revision] = run.changeProject.all(now().toISOString(), JSON.stringify(author), project)
    if (revision === undefined) throw new TypeError('The project was not written')
    return revision
  }
  /** Runs a change that may erase. `secure_delete` has overwritten the pages of what was erased, but the WAL keeps them until it is truncated. */
  const erasing = (change: () => { readonly revision: number | undefined; readonly isErased: boolean }): number | undefined => {
    const { revision, isErased } = database.transaction(change).immediate()
    if (isErased) onErased()
    return revision
  }
  return {
    list: (project) => (isInUse(project) ? run.listed.all(project).map(photoOf) : []),
    get(project, id) {
      const row = isInUse(project) ? run.one.get(project, id) : undefined
      return row && photoOf(row)
    },
    ofRevision(project, revision) {
      const names = isInUse(project) ? (run.namesOf.get({ project, revision }) ?? undefined) : undefined
      if (names === undefined) return undefined
      return { ids: JSON.parse(names) as string[], photos: run.named.all(project, names).map(photoOf) }
    },
    add: (project, { author = localUser, content, added_at = now().toISOString(), ...photo }) =>
      database
        .transaction(() => {
          if (!isInUse(project)) return undefined
          assertNotFull(run.count.get(project) ?? 0)
          const owner = ownerOf(author)
          assertFits(content.length, quota, run.used.get(), owner === null ? undefined : run.usedBy.get(owner))
          const { check, caption, type, width, height, sha256 } = photo
          const stamps = [added_at, JSON.stringify(author), owner]
          // `all` and not `get`: `get` stops at the first row, before the commit.
          const [row] = run.insert.all(project, newId(), check, caption, type, width, height, content.length, sha256, ...stamps, content)
          if (row === undefined) throw new TypeError('The photograph was not written')
          return photoOf(row)
        })
        .immediate(),
    remove: (project, id, author = localUser) =>
      erasing(() => {
        if (!isInUse(project) || run.one.get(project, id)?.removed_at !== null) return { revision: undefined, isErased: false }
        const revision = newRevision(project, author)
        run.takeOut.run(now().toISOString(), project, id)
        return { revision, isErased: erasePhotos(database, duePhotos(database, { now: now(), quota })) }
      }),
    erase: (project, id, author = localUser) =>
      erasing(() => {
        const found = isInUse(project) ? run.one.get(project, id) : undefined
        if (found === undefined) return { revision: undefined, isErased: false }
        const revision = found.removed_at === null ? newRevision(project, author) : run.revision.get(project)
        run.drop.run(id)
        return { revision, isErased: true }
      }),
  }
}

/** The removed photographs that are to go now: those whose time is over, and those for which there is no room beside what else was removed. */
export function duePhotos(database: StateDatabase['database'], { now, quota }: { readonly now: Date; readonly quota: Quota }): string[] {
  const run = photoStatements(database)
  return [...new Set([...run.expired.all(goneBefore(now)), ...pushedOut(run.removed.all(), quota)])]
}

/** Erases photographs. Returns true if there was any. */
export function erasePhotos(database: StateDatabase['database'], ids: readonly string[]): boolean {
  const { drop } = photoStatements(database)
  for (const id of ids) drop.run(id)
  return ids.length > 0
}

/** Puts the photographs back that a revision had and that are kept. Throws `quota-exceeded` if they do not fit. */
export function putBackPhotos(
  database: StateDatabase['database'],
  { project, revision, owner, quota }: { readonly project: string; readonly revision: number; readonly owner: number | null; readonly quota: Quota },
): void {
  const run = photoStatements(database)
  const names = run.namesOf.get({ project, revision }) ?? undefined
  if (names === undefined || run.putBack.run(project, names).changes === 0) return
  assertNotFull((run.count.get(project) ?? 0) - 1)
  assertFits(0, quota, run.used.get(), owner === null ? undefined : run.usedBy.get(owner))
}
