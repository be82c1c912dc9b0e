import { ServiceError } from '../errors/service-error.ts'
import type { Author } from './project-history.ts'
import { assertFits, localUser, ownerOf, type Quota, type Usage } from './projects.ts'
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
}

export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp'

/** A photograph with its bytes. */
export interface StoredPhoto extends Photo {
  readonly content: Uint8Array
}

/** A photograph to keep. */
export type NewPhoto = Omit<StoredPhoto, 'id' | 'added_at' | 'added_by' | 'bytes'> & { readonly author?: Author }

/** Most photographs of one project. */
export const mostPhotos = 200

/** The photographs of the projects in use. They are erased with their project. */
export interface Photos {
  /** Those of a project, in the order in which they were added; empty if there is no such project. */
  list(project: string): Photo[]
  get(project: string, id: string): StoredPhoto | undefined
  /** Keeps a photograph. Returns undefined if there is no such project. Throws `quota-exceeded` if the project has `mostPhotos`, and as projects do. */
  add(project: string, photo: NewPhoto): Photo | undefined
  /** Erases a photograph. Returns false if it is not there. */
  remove(project: string, id: string): boolean
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

const columns = 'id, check_id, caption, type, width, height, bytes, sha256, added_at, added_by'

/** Opens the photographs of a state database. `onErased` is called after one was erased, to empty the log. When a function returns, its change is on disk. */
export function openPhotos(
  { database }: Pick<StateDatabase, 'database'>,
  options: { readonly now: () => Date; readonly newId: () => string; readonly quota: Quota; readonly onErased: () => void },
): Photos {
  const { now, newId, quota, onErased } = options
  const inUse = database.prepare<[string], number>('SELECT 1 FROM project WHERE id = ? AND deleted_at IS NULL').pluck()
  const listed = database.prepare<[string], PhotoRow>(`SELECT ${columns} FROM photo WHERE project = ? ORDER BY number`)
  const one = database.prepare<[string, string], PhotoRow<StoredPhoto>>(`SELECT ${columns}, content FROM photo WHERE project = ? AND id = ?`)
  const count = database.prepare<[string], number>('SELECT count(*) FROM photo WHERE project = ?').pluck()
  const used = database.prepare<[], Usage>('SELECT 0 AS count, coalesce(sum(bytes), 0) AS bytes FROM photo')
  const usedBy = database.prepare<[number], Usage>('SELECT 0 AS count, coalesce(sum(bytes), 0) AS bytes FROM photo WHERE owner = ?')
  const insert = database.prepare<unknown[], PhotoRow>(
    `INSERT INTO photo (project, id, check_id, caption, type, width, height, bytes, sha256, added_at, added_by, owner, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
  )
  const drop = database.prepare<[string, string]>('DELETE FROM photo WHERE project = ? AND id = ?')
  return {
    list: (project) => (inUse.get(project) === undefined ? [] : listed.all(project).map(photoOf)),
    get(project, id) {
      const row = inUse.get(project) === undefined ? undefined : one.get(project, id)
      return row && photoOf(row)
    },
    add: (project, { author = localUser, content, ...photo }) =>
      database
        .transaction(() => {
          if (inUse.get(project) === undefined) return undefined
          assertNotFull(count.get(project) ?? 0)
          const owner = ownerOf(author)
          assertFits(content.length, quota, used.get(), owner === null ? undefined : usedBy.get(owner))
          const { check, caption, type, width, height, sha256 } = photo
          const stamps = [now().toISOString(), JSON.stringify(author), owner]
          // `all` and not `get`: `get` stops at the first row, before the commit.
          const [row] = insert.all(project, newId(), check, caption, type, width, height, content.length, sha256, ...stamps, content)
          if (row === undefined) throw new TypeError('The photograph was not written')
          return photoOf(row)
        })
        .immediate(),
    remove(project, id) {
      const isRemoved = inUse.get(project) !== undefined && drop.run(project, id).changes > 0
      // `secure_delete` has overwritten its pages, but the WAL keeps them until it is truncated.
      if (isRemoved) onErased()
      return isRemoved
    },
  }
}
