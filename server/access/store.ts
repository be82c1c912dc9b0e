import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { type Anchorage, type Audit, type AuditMark, openAudit, openAuditFile } from './audit.ts'
import { keepBackup } from './backup.ts'
import { type Fault, faultIn, guarded, unlessFault } from './fault.ts'
import { type Keys, openKeys } from './key.ts'
import { type Lock, lockForUse } from './lock.ts'
import { openProjects, type Projects } from './projects.ts'
import { finishRestore } from './restore.ts'
import { openSigningKey, type SigningKey } from './signing-key.ts'
import { openState, type State } from './state.ts'

/** All that the service writes. A fault of storage in any of it is the problem `read-only`. */
export interface Store {
  readonly keys: Keys
  readonly projects: Projects
  readonly audit: Audit
  /** Signs certificates. Read, or made, at its first need. */
  signingKey(): SigningKey
  /** The clock that dates all of it. */
  readonly now: () => Date
  /** Why nothing can be written, known from the start; what could be read is there. */
  readonly fault: Fault | undefined
  close(): void
}

interface Options {
  readonly newId?: () => string
  readonly newSecret?: () => string
  /** Folder of the key that signs, where it is not that of the store. */
  readonly keyFolder?: string
  /** Lines of the audit older than this leave; none where it is 0 or not given. */
  readonly auditDays?: number
}

/**
 * The store in a folder; without one, in memory and gone when closed. `now` is a clock. Before an older store is migrated a backup of it
 * is kept. Throws `RangeError` where a newer program wrote it, or while it is being restored.
 */
export function openStore(folder: string | undefined, now: () => Date, options: Options = {}): Store {
  const { newId = randomUUID, newSecret, auditDays = 0, keyFolder = folder } = options
  const { lock, fault } = folder === undefined ? {} : enter(folder)
  try {
    const record = openAuditFile(folder, fault)
    // What would leave no line in the audit is not written either.
    const broken = fault ?? record.standing?.fault
    const state = openState(
      folder === undefined ? undefined : { folder, fault: broken, beforeMigration: (version) => keepBackup(folder, version, now()) },
    )
    const audit = openAudit(record.database, { now, keepDays: auditDays, anchorage: anchorageIn(state) })
    let signing: SigningKey | undefined
    return {
      ...guarded({ signingKey: () => (signing ??= openSigningKey(keyFolder)) }, state.standing),
      keys: guarded(openKeys(state, now, newSecret), state.standing),
      projects: guarded(openProjects(state, now, newId), state.standing),
      audit: guarded(audit, record.standing),
      now,
      fault: state.standing?.fault,
      close: () => {
        audit.close()
        state.close()
        lock?.release()
      },
    }
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** Makes the folder, finishes what a restore left undone, and says that this process uses it. */
function enter(folder: string): { readonly lock?: Lock; readonly fault?: Fault } {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    finishRestore(folder)
    return { lock: lockForUse(folder) }
  } catch (error) {
    const fault = faultIn(folder, error)
    if (fault === 'busy') throw new RangeError(`Se está restaurando ${folder}: espere a que termine`, { cause: error })
    if (fault === undefined) throw error
    return { fault }
  }
}

function anchorageIn({ database }: State): Anchorage {
  const read = database.prepare<[], AuditMark>('SELECT seq, hash FROM audit_anchor')
  const write = database.prepare<[number, string]>('INSERT OR REPLACE INTO audit_anchor (one, seq, hash) VALUES (1, ?, ?)')
  return {
    // Without it the chain is still checked: a mark is one more proof. The one before holds where this cannot be written.
    read: () => unlessFault(() => read.get()),
    write: ({ seq, hash }) => {
      unlessFault(() => write.run(seq, hash))
    },
  }
}
