import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { type Anchor, type Anchorage, type Audit, openAudit } from './audit.ts'
import type { AuditEntry } from './audit-line.ts'
import { openTrail } from './audit-trail.ts'
import { keepBackup } from './backup.ts'
import { repairPrivacy } from './durable.ts'
import { type Fault, faultIn, guarded, unlessFault } from './fault.ts'
import { openHealth, type Unready } from './health.ts'
import { type Keys, openKeys } from './key.ts'
import { type Lock, lockForUse } from './lock.ts'
import { openProjects, type Projects, type Quota } from './projects.ts'
import { openReserve } from './reserve.ts'
import { finishRestore } from './restore.ts'
import { openSigningKey, type SigningKey, signingKeyFile } from './signing-key.ts'
import { openState, type State, stateFile } from './state.ts'

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
  /** Why something could not be written now; empty where everything could. */
  unready(): readonly Unready[]
  close(): void
}

interface Options {
  readonly newId?: () => string
  readonly newSecret?: () => string
  /** Folder of the key that signs, where it is not that of the store. */
  readonly keyFolder?: string
  /** Lines of the audit older than this leave; none where it is 0 or not given. */
  readonly auditDays?: number
  /** The oldest files of the audit leave while all take more than this; none where it is 0 or not given. */
  readonly auditBytes?: number
  /** A file of the audit that has more bytes is followed by another. */
  readonly auditFileBytes?: number
  /** A file that is given each line of the audit too, as NDJSON. */
  readonly auditSink?: string | undefined
  readonly quota?: Quota
  /** A clock that is never set back, in milliseconds. */
  readonly monotonicMs?: () => number
}

/** Room for an office: ten thousand projects. */
const usualQuota: Quota = { count: 10_000, bytes: 1024 ** 3 }
const usualFileBytes = 128 * 1024 ** 2

/**
 * The store in a folder; without one, in memory and gone when closed. `now` is a clock. Before an older store is migrated a backup of it
 * is kept. Throws `RangeError` where a newer program wrote it, where its state was lost and its audit was not, or while it is being restored.
 */
export function openStore(folder: string | undefined, now: () => Date, options: Options = {}): Store {
  const { newId = randomUUID, newSecret, keyFolder = folder, quota = usualQuota, monotonicMs = () => performance.now() } = options
  const { lock, fault } = folder === undefined ? {} : enter(folder)
  try {
    const trail = openTrail(folder, fault)
    // What would leave no line in the audit is not written either.
    const broken = fault ?? trail.standing?.fault
    const state = openState(
      folder === undefined
        ? undefined
        : { folder, fault: broken, isInUse: trail.first() !== undefined, beforeMigration: (version) => keepBackup(folder, version, now()) },
    )
    let signing: SigningKey | undefined
    const signingKey = (): SigningKey => (signing ??= openSigningKey(keyFolder))
    const { standing } = state
    const audit = openAudit(trail, {
      now,
      keepDays: options.auditDays ?? 0,
      keepBytes: options.auditBytes ?? 0,
      fileBytes: options.auditFileBytes ?? usualFileBytes,
      anchorage: anchorageIn(state),
      // A chain that is only read is not signed; it can be checked where there is a key.
      signingKey: folder === undefined || (standing !== undefined && !existsSync(signingKeyFile(folder))) ? undefined : signingKey,
      sink: sinkInto(options.auditSink),
    })
    const isOnlyFull = standing === undefined || standing.fault === 'full'
    const keyOptions = folder === undefined || !isOnlyFull ? {} : { file: join(folder, stateFile), reserve: openReserve(folder) }
    const opened = {
      ...guarded({ signingKey }, standing),
      keys: guarded(openKeys(state, { now, newSecret, ...keyOptions }), standing),
      projects: guarded(openProjects(state, { now, newId, quota }), standing),
      audit: guarded(audit, trail.standing),
      now,
      fault: standing?.fault,
      unready: openHealth({
        folder,
        database: state.database,
        standing,
        auditStanding: trail.standing,
        auditTrouble: audit.trouble,
        monotonicMs,
      }),
      close: () => {
        audit.close()
        state.close()
        lock?.release()
      },
    }
    if (standing === undefined && folder !== undefined) closeSigningKey(folder, audit)
    if (state.wasUnsigned && standing === undefined) unlessFault(() => audit.sign())
    return opened
  } catch (error) {
    lock?.release()
    throw error
  }
}

/** A key that other accounts could read is closed to them, and that is told. */
function closeSigningKey(folder: string, audit: Audit): void {
  unlessFault(() => {
    const mode = repairPrivacy(signingKeyFile(folder))
    if (mode === undefined) return
    const subject = `keys/certificate.key se podía leer con otras cuentas (${mode}): ahora 0600`
    audit.append({
      who: { kind: 'service' },
      address: null,
      operation: 'key file repair',
      subject,
      status: null,
      request_id: null,
    } satisfies AuditEntry)
  })
}

/** Each line is added with the file opened anew, so that a program that turns logs over may rename it. */
function sinkInto(file: string | undefined): ((line: string) => void) | undefined {
  return file === undefined ? undefined : (line) => appendFileSync(file, `${line}\n`, { mode: 0o600 })
}

/** Makes the folder, finishes what a restore left undone, and says that this process uses it. */
function enter(folder: string): { readonly lock?: Lock; readonly fault?: Fault } {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    finishRestore(folder)
    return { lock: lockForUse(folder) }
  } catch (error) {
    const fault = faultIn(folder, error)
    if (fault === 'busy')
      throw new OperatorError(
        { es: `Se está restaurando ${folder}: espere a que termine`, en: `A restore of ${folder} is under way: wait until it ends` },
        { cause: error },
      )
    if (fault === undefined) throw error
    return { fault }
  }
}

function anchorageIn({ database }: State): Anchorage {
  const read = database.prepare<[], Omit<Anchor, 'at'> & { readonly at: string | null }>('SELECT seq, hash, at, signed FROM audit_anchor')
  const write = database.prepare<[number, string, string | null, number]>(
    'INSERT OR REPLACE INTO audit_anchor (one, seq, hash, at, signed) VALUES (1, ?, ?, ?, ?)',
  )
  return {
    // Without it the chain is still checked: an anchor is one more proof. The one before holds where this cannot be written.
    read: () =>
      unlessFault(() => {
        const found = read.get()
        return found && { ...found, at: found.at ?? undefined }
      }),
    write: ({ seq, hash, at, signed }) => {
      unlessFault(() => write.run(seq, hash, at ?? null, signed))
    },
  }
}
