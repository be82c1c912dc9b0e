import { ServiceError } from '../errors/service-error.ts'
import type { AuditEntry } from './audit-line.ts'
import { auditSubject, type Key, keyNamed } from './key.ts'
import type { Store } from './store.ts'

/**
 * What happens to a request whose line cannot be written. `relaxed`: it is answered, and the next line counts it. `strict`: it is not answered, and what it
 * wrote is undone. `strict-sinks`: the same if a sink does not take the line.
 */
export type AuditRule = 'relaxed' | 'strict' | 'strict-sinks'

/** The act that a line is written for: one request, or one command. */
export interface Act {
  /** The line of the act, as it ends if nothing fails. */
  entry(subject: string | null): AuditEntry
  /** Called once the line is written: no other is due. */
  noted(): void
  /** Called if the act failed after its line was written: the line of the failure is due. */
  undone(): void
}

/** The error of a request that is not answered because its line cannot be written. */
export function auditUnavailable(cause: unknown): ServiceError {
  const error = new ServiceError('audit-unavailable', {
    es: 'El registro de auditoría no se puede escribir, así que no se responde ni se guarda nada: quien administra ha de mirar /readyz y el disco',
    en: 'The audit cannot be written, so nothing is answered or stored: an administrator should look at /readyz and the disk',
  })
  error.cause = cause
  return error
}

/** Adds a line now. Throws `audit-unavailable` if it cannot be written. */
export async function noteFirst({ audit }: Pick<Store, 'audit'>, entry: AuditEntry): Promise<void> {
  try {
    await audit.append(entry)
  } catch (error) {
    throw auditUnavailable(error)
  }
}

/** The store for one act under a strict audit: each change is stored together with the line of the act, or neither is. */
export function strictStore(store: Store, act: Act): Store {
  const { keys, projects, photos, sessions, office } = store
  const write = async <Value>(change: () => Value | Promise<Value>, subjectOf: (value: Value) => string | null = () => null): Promise<Value> => {
    let isNoted = false
    const value = await store.atomically(change, (done) => {
      // Nothing was changed: the caller says why, and that is the line.
      if (done === undefined || done === false) return undefined
      isNoted = true
      return act.entry(subjectOf(done))
    })
    if (isNoted) act.noted()
    return value
  }
  return {
    ...store,
    keys: {
      ...keys,
      issue: (wanted) =>
        write(
          () => keys.issue(wanted),
          ({ key }) => auditSubject(key),
        ),
      rotate: (which) =>
        write(
          () => keys.rotate(which),
          (issued) => (issued === undefined ? null : `${auditSubject(issued.key)} ← ${which}`),
        ),
      revoke: (which) => revokeNoted(store, act, which),
    },
    projects: {
      ...projects,
      create: (document, author) => write(() => projects.create(document, author)),
      replace: (id, change) => write(() => projects.replace(id, change)),
      delete: (id, author) => write(() => projects.delete(id, author)),
      recover: (id) => write(() => projects.recover(id)),
      purge: (id) => write(() => projects.purge(id)),
    },
    photos: {
      ...photos,
      add: (project, photo) => write(() => photos.add(project, photo)),
      remove: (project, ...which) => write(() => photos.remove(project, ...which)),
      erase: (project, ...which) => write(() => photos.erase(project, ...which)),
    },
    sessions: {
      ...sessions,
      start: (key) => write(() => sessions.start(key)),
      end: (token) => write(() => sessions.end(token)),
    },
    office: { ...office, set: announced(store, act, (written) => office.set(written)) },
  }
}

/**
 * Revokes a key after its line is written. Not in one transaction: on a full disk a revocation is written with the disk reserve, over a connection of
 * its own.
 */
async function revokeNoted(store: Store, act: Act, which: string): Promise<Key | undefined> {
  const key = keyNamed(await store.keys.list(), which)
  if (key === undefined) return undefined
  await noteFirst(store, act.entry(auditSubject(key)))
  act.noted()
  try {
    return await store.keys.revoke(String(key.id))
  } catch (error) {
    act.undone()
    throw error
  }
}

/**
 * A function that changes files, which no transaction undoes: a line says that it begins, and nothing is changed if that cannot be written. The line of
 * its end follows.
 */
export function announced<Given extends readonly unknown[], Result>(
  store: Pick<Store, 'audit'>,
  act: Act,
  change: (...given: Given) => Result | Promise<Result>,
): (...given: Given) => Promise<Result> {
  return async (...given) => {
    await noteFirst(store, { ...act.entry(null), status: null })
    return change(...given)
  }
}
