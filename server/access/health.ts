import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { writeSynced } from './durable.ts'
import { type Fault, faultIn, type Standing } from './fault.ts'

/** Why something cannot be written now: in the state (keys, projects), in the audit, or in the second place of the audit. */
export interface Unready {
  readonly part: 'state' | 'audit' | 'audit-sink'
  readonly reason: Fault | 'internal'
}

/** What is looked at. */
interface Parts {
  readonly folder: string | undefined
  readonly database: Database.Database
  readonly standing: Standing | undefined
  readonly auditStanding: Standing | undefined
  auditTrouble(): string | undefined
  /** A clock that is never set back. */
  readonly monotonicMs: () => number
}

/** Looked at no more often, whoever asks: a look writes. */
const everyMs = 1000
/** What the log of a database needs to go on. */
const probeBytes = 64 * 1024

/** Tells whether what is sent could be stored now, by writing a file and a transaction. An empty list says that it could. */
export function openHealth({ folder, database, standing, auditStanding, auditTrouble, monotonicMs }: Parts): () => readonly Unready[] {
  let lookedAt = Number.NEGATIVE_INFINITY
  let found: Fault | undefined
  const look = (): Fault | undefined => {
    if (folder === undefined) return undefined
    const file = join(folder, `probe-${process.pid}.tmp`)
    try {
      writeSynced(file, randomBytes(probeBytes))
      // Writes the version it has: one page of the log.
      database.transaction(() => database.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`)).immediate()
      return undefined
    } catch (error) {
      const fault = faultIn(folder, error)
      if (fault === undefined) throw error
      return fault === 'busy' ? undefined : fault
    } finally {
      rmSync(file, { force: true })
    }
  }
  return () => {
    if (standing === undefined && monotonicMs() - lookedAt >= everyMs) {
      found = look()
      lookedAt = monotonicMs()
    }
    const fault = standing?.fault ?? found
    const trouble = auditTrouble()
    const audit = auditStanding?.fault ?? (trouble === 'sink' ? undefined : trouble)
    return [
      ...(fault === undefined ? [] : [{ part: 'state', reason: fault } as const]),
      ...(audit === undefined ? [] : [{ part: 'audit', reason: isFault(audit) ? audit : 'internal' } as const]),
      ...(trouble === 'sink' ? [{ part: 'audit-sink', reason: 'unwritable' } as const] : []),
    ]
  }
}

function isFault(word: string): word is Fault {
  return word === 'full' || word === 'damaged' || word === 'unwritable' || word === 'busy'
}
