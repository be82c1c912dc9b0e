import type Database from 'better-sqlite3'
import type { Audit } from './audit.ts'
import type { AuditEntry } from './audit-line.ts'
import { truncateWal } from './projects.ts'
import { auditUnavailable } from './strict-audit.ts'

/** Changes of the state database that are stored together with their line of the audit. */
export interface AtomicChange {
  /**
   * Makes a change, which must not wait for anything, and adds its line. The line is committed first: after a crash between the two it tells of a change that
   * nobody was told of, and no change is without a line.
   */
  atomically<Value>(change: () => Value | Promise<Value>, entryOf: (value: Value) => AuditEntry | undefined): Promise<Value>
  /** To be called when projects were erased: empties the log of the database as soon as no transaction is open. */
  onErased(): void
}

/** Opens the atomic changes of a state database. */
export function openAtomicChange(database: Database.Database, audit: Pick<Audit, 'append'>): AtomicChange {
  let isErased = false
  const emptyLog = (): void => {
    if (!isErased || database.inTransaction) return
    isErased = false
    truncateWal(database)
  }
  return {
    async atomically(change, entryOf) {
      const value = database
        .transaction(() => {
          const changed = change()
          if (changed instanceof Promise) throw new TypeError('A change of the state database may not wait')
          const entry = entryOf(changed)
          if (entry !== undefined) append(audit, entry)
          return changed
        })
        .immediate()
      emptyLog()
      return value
    },
    onErased() {
      isErased = true
      emptyLog()
    },
  }
}

function append(audit: Pick<Audit, 'append'>, entry: AuditEntry): void {
  try {
    audit.append(entry)
  } catch (error) {
    throw auditUnavailable(error)
  }
}
