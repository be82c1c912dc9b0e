import { ServiceError } from '../errors/service-error.ts'
import type { Key } from './key.ts'
import type { Photos } from './photos.ts'
import type { Projects } from './projects.ts'
import type { Deferred } from './store.ts'

/** What a key may do with projects. */
export type Reach = Pick<Key, 'projects' | 'reading_only'>

/** True if a key does not reach every project, or may not change them. */
export function isLimited({ projects, reading_only }: Reach): boolean {
  return projects !== null || reading_only
}

/**
 * The projects that a key reaches. One that it does not reach is not there for it, neither in lists nor by its identifier. Changes throw `out-of-reach` for a key that
 * may only read; so does a new project for a key of named ones, which could not read it afterwards.
 */
export function withinReach(all: Deferred<Projects>, reach: Reach): Deferred<Projects> {
  if (!isLimited(reach)) return all
  const { projects: named, reading_only } = reach
  const isReached = (id: string): boolean => named === null || named.includes(id)
  const assertWriter = (): void => rejectReader(reading_only)
  return {
    list: async () => (await all.list()).filter(({ id }) => isReached(id)),
    get: (id) => (isReached(id) ? all.get(id) : undefined),
    create(...given) {
      assertWriter()
      if (named === null) return all.create(...given)
      throw new ServiceError('out-of-reach', {
        es: 'Esta clave es de unos proyectos con nombre y no crea otros',
        en: 'This key is for named projects and creates no others',
      })
    },
    replace(id, change) {
      assertWriter()
      return isReached(id) ? all.replace(id, change) : undefined
    },
    delete(id, author) {
      assertWriter()
      return isReached(id) ? all.delete(id, author) : false
    },
    revisions: (id) => (isReached(id) ? all.revisions(id) : []),
    revision: (id, revision) => (isReached(id) ? all.revision(id, revision) : undefined),
    bin: async () => (await all.bin()).filter(({ id }) => isReached(id)),
    recover(id) {
      assertWriter()
      return isReached(id) ? all.recover(id) : undefined
    },
    purge(id) {
      assertWriter()
      return isReached(id) ? all.purge(id) : false
    },
    purgeExpired: () => all.purgeExpired(),
  }
}

/** The photographs of the projects that a key reaches, as `withinReach` for projects. */
export function photosWithinReach(all: Deferred<Photos>, { projects: named, reading_only }: Reach): Deferred<Photos> {
  if (named === null && !reading_only) return all
  const isReached = (id: string): boolean => named === null || named.includes(id)
  return {
    list: (project) => (isReached(project) ? all.list(project) : []),
    get: (project, id) => (isReached(project) ? all.get(project, id) : undefined),
    add(project, photo) {
      rejectReader(reading_only)
      return isReached(project) ? all.add(project, photo) : undefined
    },
    ofRevision: (project, revision) => (isReached(project) ? all.ofRevision(project, revision) : undefined),
    remove(project, ...which) {
      rejectReader(reading_only)
      return isReached(project) ? all.remove(project, ...which) : undefined
    },
    erase(project, ...which) {
      rejectReader(reading_only)
      return isReached(project) ? all.erase(project, ...which) : undefined
    },
  }
}

/** Throws `out-of-reach` for a key that only reads. */
function rejectReader(isReader: boolean): void {
  if (isReader)
    throw new ServiceError('out-of-reach', { es: 'Esta clave lee proyectos y no los cambia', en: 'This key reads projects and does not change them' })
}
