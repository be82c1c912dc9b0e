import Database from 'better-sqlite3'
import { ServiceError } from '../errors/service-error.ts'
import { type Fault, faultOf, reasonOf } from './fault.ts'
import type { Reserve } from './reserve.ts'

/** Revocations, which hold in this process from the moment they are asked for, whether or not they could be written yet. */
export interface Revocations {
  /** When a key was revoked here; undefined where that is only in the database, or nowhere. */
  at(id: number): string | undefined
  /** Revokes a key. Throws the problem `read-only`, which says that the key is refused all the same, where that cannot be written. */
  add(id: number, at: string): void
  /** Tries again to write what waits, at most once a second. */
  retry(): void
}

const retryAfterMs = 1000

/**
 * The revocations of a state. What the open database does not take is written through a connection of its own, with the reserve of the disk:
 * also to a state that was opened on a full disk, to be read only. A damaged state is not touched: `file` is then undefined.
 */
export function openRevocations(parts: {
  readonly write: (id: number, at: string) => void
  readonly file: string | undefined
  readonly reserve: Reserve | undefined
}): Revocations {
  const { write, file, reserve } = parts
  const revoked = new Map<number, string>()
  const waiting = new Map<number, Fault>()
  let triedAt = Number.NEGATIVE_INFINITY
  const writeApart = (id: number, at: string): void => {
    const database = new Database(file, { fileMustExist: true })
    try {
      database.prepare('UPDATE access_key SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?').run(at, id)
    } finally {
      database.close()
    }
  }
  const ways = [write, ...(file === undefined ? [] : [writeApart, (id: number, at: string) => reserve?.lend(() => writeApart(id, at))])]
  const store = (id: number, at: string): void => {
    for (const way of ways) {
      try {
        way(id, at)
        waiting.delete(id)
        return
      } catch (error) {
        const fault = faultOf(error)
        if (fault === undefined) throw error
        waiting.set(id, fault)
        // Another connection would wait as long again.
        if (fault === 'busy') return
      }
    }
  }
  return {
    at: (id) => revoked.get(id),
    add(id, at) {
      const since = revoked.get(id) ?? at
      revoked.set(id, since)
      store(id, since)
      const fault = waiting.get(id)
      if (fault !== undefined) throw notStored(id, fault)
    },
    retry() {
      if (waiting.size === 0 || performance.now() - triedAt < retryAfterMs) return
      triedAt = performance.now()
      for (const id of [...waiting.keys()]) store(id, revoked.get(id) ?? '')
    },
  }
}

function notStored(id: number, fault: Fault): ServiceError {
  const { es, en } = reasonOf(fault)
  return new ServiceError('read-only', {
    es: `La clave n.º ${id} ya no vale en este servicio, pero su revocación no se ha podido guardar y se perdería al reiniciar; se guardará en cuanto se pueda: ${es}`,
    en: `Key number ${id} is refused by this service from now on, but its revocation could not be stored and a restart would lose it; it will be stored as soon as possible: ${en}`,
  })
}
