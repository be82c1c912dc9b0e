import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { writeSynced } from './durable-write.ts'
import { type Degraded, type StorageErrorKind, storageErrorKindIn } from './storage-error.ts'

/** A part that cannot be written now: the state (keys, projects), the audit, or the extra file of the audit (`sink`). */
export interface UnwritablePart {
  readonly part: 'state' | 'audit' | 'audit-sink'
  readonly reason: StorageErrorKind | 'internal'
}

/** What the probe examines. */
interface Parts {
  readonly folder: string | undefined
  readonly database: Database.Database
  readonly degraded: Degraded | undefined
  readonly auditDegraded: Degraded | undefined
  lastAuditError(): string | undefined
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs: () => number
}

/** The probe writes, so it runs at most this often. */
const everyMs = 1000
/** Enough free space for the WAL of a database to grow. */
const probeBytes = 64 * 1024

/** Returns a function that tries to write a file and a transaction, and lists the parts that cannot be written. */
export function openWriteProbe({ folder, database, degraded, auditDegraded, lastAuditError, monotonicMs }: Parts): () => readonly UnwritablePart[] {
  let probedAt = Number.NEGATIVE_INFINITY
  let lastKind: StorageErrorKind | undefined
  const probe = (): StorageErrorKind | undefined => {
    if (folder === undefined) return undefined
    const file = join(folder, `probe-${process.pid}.tmp`)
    try {
      writeSynced(file, randomBytes(probeBytes))
      // Writing the same version again adds one page to the WAL.
      database.transaction(() => database.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`)).immediate()
      return undefined
    } catch (error) {
      const kind = storageErrorKindIn(folder, error)
      if (kind === undefined) throw error
      return kind === 'busy' ? undefined : kind
    } finally {
      rmSync(file, { force: true })
    }
  }
  return () => {
    if (degraded === undefined && monotonicMs() - probedAt >= everyMs) {
      lastKind = probe()
      probedAt = monotonicMs()
    }
    const kind = degraded?.kind ?? lastKind
    const auditError = lastAuditError()
    const audit = auditDegraded?.kind ?? (auditError === 'sink' ? undefined : auditError)
    return [
      ...(kind === undefined ? [] : [{ part: 'state', reason: kind } as const]),
      ...(audit === undefined ? [] : [{ part: 'audit', reason: isStorageErrorKind(audit) ? audit : 'internal' } as const]),
      ...(auditError === 'sink' ? [{ part: 'audit-sink', reason: 'unwritable' } as const] : []),
    ]
  }
}

function isStorageErrorKind(word: string): word is StorageErrorKind {
  return word === 'full' || word === 'damaged' || word === 'unwritable' || word === 'busy' || word === 'unreachable'
}
