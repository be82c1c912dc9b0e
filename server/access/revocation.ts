import Database from 'better-sqlite3'
import { ServiceError } from '../errors/service-error.ts'
import type { DiskReserve } from './disk-reserve.ts'
import { type StorageErrorKind, storageErrorAdvice, storageErrorKind } from './storage-error.ts'

/** Revocations. They take effect in this process at once, even if they cannot be stored yet. */
export interface Revocations {
  /** When this process revoked a key; undefined if it did not. */
  at(id: number): string | undefined
  /** Revokes a key. If that cannot be stored, throws the error `read-only`, which says that this process rejects the key all the same. */
  add(id: number, at: string): void
  /** Tries again to store pending revocations, at most once a second. */
  retry(): void
}

const retryAfterMs = 1000

/**
 * Opens the revocations of a state database. If `write` fails, tries a separate connection to `file`, then the same with the disk reserve
 * released. That also works if the database is open read-only because the disk is full. `file` is undefined for a damaged database, which must
 * not be written.
 */
export function openRevocations(parts: {
  readonly write: (id: number, at: string) => void
  readonly file: string | undefined
  readonly reserve: DiskReserve | undefined
}): Revocations {
  const { write, file, reserve } = parts
  const revoked = new Map<number, string>()
  const pending = new Map<number, StorageErrorKind>()
  let triedAt = Number.NEGATIVE_INFINITY
  const writeSeparately = (id: number, at: string): void => {
    const database = new Database(file, { fileMustExist: true })
    try {
      database.prepare('UPDATE access_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?').run(at, id)
    } finally {
      database.close()
    }
  }
  const attempts = [
    write,
    ...(file === undefined ? [] : [writeSeparately]),
    ...(file === undefined || reserve === undefined ? [] : [(id: number, at: string) => reserve.releaseDuring(() => writeSeparately(id, at))]),
  ]
  const store = (id: number, at: string): void => {
    for (const attempt of attempts) {
      try {
        attempt(id, at)
        pending.delete(id)
        return
      } catch (error) {
        const kind = storageErrorKind(error)
        if (kind === undefined) throw error
        pending.set(id, kind)
        // Another connection would only wait as long again.
        if (kind === 'busy') return
      }
    }
  }
  return {
    at: (id) => revoked.get(id),
    add(id, at) {
      const since = revoked.get(id) ?? at
      revoked.set(id, since)
      store(id, since)
      const kind = pending.get(id)
      if (kind !== undefined) throw notStored(id, kind)
    },
    retry() {
      if (pending.size === 0 || performance.now() - triedAt < retryAfterMs) return
      triedAt = performance.now()
      for (const id of [...pending.keys()]) store(id, revoked.get(id) ?? '')
    },
  }
}

function notStored(id: number, kind: StorageErrorKind): ServiceError {
  const { es, en } = storageErrorAdvice(kind)
  return new ServiceError('read-only', {
    es: `La clave n.º ${id} ya no vale en este servicio, pero su revocación no se ha podido guardar y se perdería al reiniciar; se guardará en cuanto se pueda: ${es}`,
    en: `This service rejects key number ${id} from now on, but its revocation could not be stored and a restart would lose it; it will be stored as soon as possible: ${en}`,
  })
}
