import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { openAtomicChange } from './atomic-change.ts'
import { type Anchor, type AnchorStore, type Audit, openAudit } from './audit.ts'
import { openAuditFiles } from './audit-files.ts'
import type { AuditEntry } from './audit-line.ts'
import { openSinks, type SinkSettings } from './audit-sink.ts'
import { backUpBeforeMigration } from './backup.ts'
import { openDiskReserve } from './disk-reserve.ts'
import { createFolderDurably, restrictToOwner } from './durable-write.ts'
import { type Keys, openKeys } from './key.ts'
import { type Lock, lockShared } from './lock.ts'
import { type OfficeStore, openOffice } from './office.ts'
import { openPhotos, type Photos } from './photos.ts'
import { openProjects, type Projects, type Quota } from './projects.ts'
import { finishRestore } from './restore.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { earlierKeys, readKeyListText, type SigningKey, signingKeyFile, watchedSigningKey } from './signing-key.ts'
import { openStateDatabase, type StateDatabase, stateFile } from './state-database.ts'
import { type StorageErrorKind, storageErrorKindIn, unlessStorageError, withStorageErrors } from './storage-error.ts'
import type { AuditRule } from './strict-audit.ts'
import type { SyslogAddress } from './syslog.ts'
import { openWriteProbe, type UnwritablePart } from './write-probe.ts'

/** The same functions, whose results may come later: from a database on another machine. */
export type Deferred<Part> = {
  [Name in keyof Part]: Part[Name] extends (...given: infer Given) => infer Result
    ? (...given: Given) => Result | Promise<Awaited<Result>>
    : Part[Name]
}

/**
 * Everything that the service writes. A storage error in any of it becomes the error `read-only`. It is in the data folder (`openStore`), or in a database
 * that several nodes share (`openSharedStore`).
 */
export interface Store {
  readonly keys: Deferred<Keys>
  readonly sessions: Deferred<Sessions>
  readonly projects: Deferred<Projects>
  readonly photos: Deferred<Photos>
  readonly audit: Deferred<Audit>
  /** The letterhead of the installation. */
  readonly office: Deferred<OfficeStore>
  /** The key that signs certificates, read or created at the first call. */
  signingKey(): SigningKey
  /** The signed list of the signing keys, as it is stored; undefined if none was ever replaced or revoked. */
  storedKeyList(): string | undefined
  /** The clock for all dates. */
  readonly now: () => Date
  /** What happens to a request whose line of the audit cannot be written. */
  readonly auditRule: AuditRule
  /**
   * Makes a change of keys, projects or sessions and adds the line of it to the audit: both or neither. Throws `audit-unavailable` if the line cannot be written.
   * Where `entryOf` gives none, only the change is made.
   */
  atomically<Value>(change: () => Value | Promise<Value>, entryOf: (value: Value) => AuditEntry | undefined): Promise<Value>
  /** Why nothing can be written, if that was found at the start. What can be read is still available. */
  readonly storageError: StorageErrorKind | undefined
  /** The parts that cannot be written now. */
  unready(): readonly UnwritablePart[]
  close(): void | Promise<void>
}

/** A store in the data folder, which answers at once. */
export interface EmbeddedStore extends Store {
  readonly keys: Keys
  readonly office: OfficeStore
  readonly sessions: Sessions
  readonly projects: Projects
  readonly photos: Photos
  readonly audit: Audit
  close(): void
}

/** What differs from the defaults of a store. */
export interface StoreOptions {
  readonly newId?: () => string
  readonly newSecret?: () => string
  /** Folder of the signing key and the letterhead, if it is not `folder`. */
  readonly keyFolder?: string
  /** Audit lines older than this many days are removed; 0 or undefined keeps all. */
  readonly auditDays?: number
  /** The oldest audit files are removed while the total exceeds this many bytes; 0 or undefined keeps all. */
  readonly auditBytes?: number
  /** Size in bytes above which the next audit file is started. */
  readonly auditFileBytes?: number
  /** A file to which each audit line is also appended, as NDJSON. */
  readonly auditSink?: string | undefined
  /** A syslog server that each audit line is sent to. */
  readonly auditSyslog?: SyslogAddress | undefined
  /** `relaxed` by default. */
  readonly auditRule?: AuditRule
  readonly quota?: Quota
  /** A monotonic clock in milliseconds. */
  readonly monotonicMs?: () => number
}

/** Enough for an office. */
export const defaultQuota: Quota = { count: 10_000, bytes: 1024 ** 3 }
const defaultFileBytes = 128 * 1024 ** 2

/**
 * Opens the store in a folder, or in memory if `folder` is undefined. `now` is the clock. Makes a backup before it migrates an older store. Throws
 * `RangeError` if a newer version wrote the store, if the state database was lost but the audit was not, or during a restore.
 */
export function openStore(folder: string | undefined, now: () => Date, options: StoreOptions = {}): EmbeddedStore {
  const {
    newId = randomUUID,
    newSecret,
    keyFolder = folder,
    quota = defaultQuota,
    monotonicMs = () => performance.now(),
    auditRule = 'relaxed',
  } = options
  const { lock, storageError } = folder === undefined ? {} : lockFolder(folder)
  /** What is open so far, the last first. */
  const opened: (() => void)[] = [() => lock?.release()]
  try {
    const auditFiles = openAuditFiles(folder, storageError, auditRule === 'relaxed' ? 'NORMAL' : 'FULL')
    opened.unshift(auditFiles.close)
    // If the audit cannot be written, nothing else is written either.
    const knownError = storageError ?? auditFiles.degraded?.kind
    const state = openStateDatabase(
      folder === undefined
        ? undefined
        : {
            folder,
            storageError: knownError,
            isInUse: auditFiles.first() !== undefined,
            beforeMigration: (version) => backUpBeforeMigration(folder, version, now()),
          },
    )
    opened.unshift(state.close)
    const signingKey = watchedSigningKey(keyFolder)
    const { degraded } = state
    const sink = openSinks(sinkSettings(options))
    const audit = openAudit(auditFiles, {
      now,
      keepDays: options.auditDays ?? 0,
      keepBytes: options.auditBytes ?? 0,
      fileBytes: options.auditFileBytes ?? defaultFileBytes,
      anchorStore: anchorStoreIn(state),
      // A read-only chain is not signed, but an existing key can still verify it.
      signingKey: folder === undefined || (degraded !== undefined && !existsSync(signingKeyFile(folder))) ? undefined : signingKey,
      sink,
      isSinkRequired: auditRule === 'strict-sinks',
      earlierKeys: () => earlierKeys(keyFolder),
    })
    const isOnlyFull = degraded === undefined || degraded.kind === 'full'
    const keyOptions = folder === undefined || !isOnlyFull ? {} : { file: join(folder, stateFile), reserve: openDiskReserve(folder) }
    const transaction = openAtomicChange(state.database, audit)
    const projects = openProjects(state, { now, newId, quota, onErased: transaction.onErased })
    const store = {
      ...withStorageErrors({ signingKey, storedKeyList: () => readKeyListText(keyFolder), atomically: transaction.atomically }, degraded),
      auditRule,
      keys: withStorageErrors(openKeys(state, { now, newSecret, ...keyOptions }), degraded),
      sessions: withStorageErrors(openSessions(state, { now }), degraded),
      projects: withStorageErrors(projects, degraded),
      photos: withStorageErrors(openPhotos(state, { now, newId, quota, onErased: transaction.onErased }), degraded),
      audit: withStorageErrors(audit, auditFiles.degraded),
      office: withStorageErrors(openOffice(keyFolder), degraded),
      now,
      storageError: degraded?.kind,
      unready: openWriteProbe({
        folder,
        database: state.database,
        degraded,
        auditDegraded: auditFiles.degraded,
        lastAuditError: audit.lastError,
        monotonicMs,
      }),
      close: () => {
        audit.close()
        sink?.close()
        state.close()
        lock?.release()
      },
    }
    if (degraded === undefined) unlessStorageError(() => projects.purgeExpired())
    if (degraded === undefined && folder !== undefined) restrictSigningKey(folder, audit)
    if (state.wasUnsigned && degraded === undefined) unlessStorageError(() => audit.sign())
    return store
  } catch (error) {
    for (const close of opened) close()
    throw error
  }
}

/** If other accounts can read the signing key, sets it to mode 0600 and records that in the audit. */
function restrictSigningKey(folder: string, audit: Audit): void {
  unlessStorageError(() => {
    const mode = restrictToOwner(signingKeyFile(folder))
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

/** What the options of a store say about sinks. */
export function sinkSettings({ auditSink: file, auditSyslog: syslog, auditRule }: StoreOptions): SinkSettings {
  return { file, syslog, isWaitedFor: auditRule === 'strict-sinks' }
}

/** Creates the folder, finishes an interrupted restore and takes the shared lock. */
function lockFolder(folder: string): { readonly lock?: Lock; readonly storageError?: StorageErrorKind } {
  try {
    createFolderDurably(folder)
    finishRestore(folder)
    return { lock: lockShared(folder) }
  } catch (error) {
    const kind = storageErrorKindIn(folder, error)
    if (kind === 'busy')
      throw new OperatorError(
        { es: `Se está restaurando ${folder}: espere a que termine`, en: `A restore of ${folder} is under way: wait until it ends` },
        { cause: error },
      )
    if (kind === undefined) throw error
    return { storageError: kind }
  }
}

function anchorStoreIn({ database }: StateDatabase): AnchorStore {
  const read = database.prepare<[], Omit<Anchor, 'at'> & { readonly at: string | null }>('SELECT seq, hash, at, signed FROM audit_anchor')
  const write = database.prepare<[number, string, string | null, number]>(
    'INSERT OR REPLACE INTO audit_anchor (one, seq, hash, at, signed) VALUES (1, ?, ?, ?, ?)',
  )
  return {
    // The anchor is an additional proof, so a storage error here is ignored: the chain is verified without it, or the previous anchor stays.
    read: () =>
      unlessStorageError(() => {
        const found = read.get()
        return found && { ...found, at: found.at ?? undefined }
      }),
    write: ({ seq, hash, at, signed }) => {
      unlessStorageError(() => write.run(seq, hash, at ?? null, signed))
    },
  }
}
