import { createPublicKey } from 'node:crypto'
import { type AuditFiles, lastPosition } from './audit-files.ts'
import {
  type AuditEntry,
  type AuditLine,
  type AuditPosition,
  type ExternalMark,
  genesisHash,
  type ListedLine,
  parseLine,
  type StoredLine,
  sealLine,
} from './audit-line.ts'
import { openRetention, type Retention } from './audit-retention.ts'
import type { Checkpoint, Segment } from './audit-segment.ts'
import { openSigner } from './audit-signature.ts'
import { type Sink, SinkError, sinkLine } from './audit-sink.ts'
import type { ChainReader } from './audit-verification.ts'
import type { SigningKey } from './signing-key.ts'
import { storageErrorKind, unlessStorageError } from './storage-error.ts'
import { inTurns } from './turn.ts'

/** The audit: an append-only record of requests and administrative acts. Only retention removes lines, and it records that in a line. */
export interface Audit {
  /** Adds a line, which survives a crash of the process once this returns. Throws if it cannot be written; the next line then counts the loss. */
  append(entry: AuditEntry): void
  /**
   * Adds a line like `append`, in one transaction with all those of this turn of the event loop. Resolves once it survives a crash of the process;
   * rejects if it cannot be written, as do all the others of its turn, and the next line then counts the loss.
   */
  appendInTurn(entry: AuditEntry): Promise<void>
  /** Counts a request that gets no line of its own. */
  countUnlisted(): void
  /** At most `limit` lines with a number below `before`, newest first. */
  newest(before: number, limit: number): ListedLine[]
  /** At most `limit` stored lines with a number above `seq`, oldest first. */
  after(seq: number, limit: number): StoredLine[]
  /** Checkpoints with `after` < number ≤ `through`, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  /** Every chain that there is: of each node, where several share a database; else this one. */
  chains(): (ChainReader & { readonly node?: string })[]
  /** Number of lines. */
  count(): number
  /** The last line; undefined in an empty audit. */
  head(): StoredLine | undefined
  /** The last position recorded in the state database. The chain must contain it. */
  anchor(): Anchor | undefined
  /** The public key that verifies this chain (PEM); undefined if the chain is not signed. */
  publicKey(): string | undefined
  /** The public keys (PEM) that signed this chain before, and those of the installation that are revoked. */
  earlierKeys(): readonly string[]
  /** Signs the end of the chain now. Used after an upgrade from a version that did not sign. */
  sign(): void
  /** The retention period and the current time, for verification. */
  retentionSettings(): { readonly now: Date; readonly keepDays: number }
  /** How many requests have no line yet, and how many lines no signature. */
  lag(): { readonly unwritten: number; readonly unsigned: number }
  /** Why the last line could not be written to the audit or to the sink; undefined after a success. */
  lastError(): string | undefined
  close(): void
}

/** A position near the end of the chain, recorded outside it, and the number of the last line signed at that moment. */
export interface Anchor extends ExternalMark {
  readonly signed: number
}

/** Storage for the anchor, outside the files of the audit. */
export interface AnchorStore {
  read(): Anchor | undefined
  write(anchor: Anchor): void
}

/** Settings of the audit. */
export interface AuditSettings {
  readonly now: () => Date
  /** Lines older than this many days are removed; 0 keeps all. */
  readonly keepDays: number
  /** The oldest files are removed while the total size exceeds this many bytes; 0 keeps all. */
  readonly keepBytes: number
  /** Size in bytes above which the next file is started. */
  readonly fileBytes: number
  readonly anchorStore: AnchorStore
  /** The key that signs checkpoints; undefined if the chain is not signed. */
  readonly signingKey: (() => SigningKey) | undefined
  /** The earlier public keys of the installation. */
  readonly earlierKeys: () => readonly string[]
  /** Receives the lines of a turn after they are written. */
  readonly sink: Sink | undefined
  /** True if lines that the sink does not take are not written either: it then has them before they are committed. */
  readonly isSinkRequired?: boolean
}

/** A checkpoint is made after this many lines or milliseconds. An Ed25519 signature on every line would double the cost of a line. */
const signEvery = 1000
/** A checkpoint waits for the disk: thousands of lines a second get one a second. */
const signAtMostEveryMs = 1000
const signAfterMs = 5000

/** Opens the audit over its files. Several processes may add lines at once. */
export function openAudit(files: AuditFiles, settings: AuditSettings): Audit {
  const { now, anchorStore } = settings
  const toSink = lineSink(settings.isSinkRequired === true ? undefined : settings.sink)
  const addLines = lineWriter(files, settings.isSinkRequired === true ? (lines) => settings.sink?.take(lines.map(sinkLine)) : () => undefined)
  const retention = openRetention(files, settings, (line) => {
    addLines([line], now().toISOString())
  })
  const maintenance = openMaintenance(files, settings, retention)
  let unlisted = 0
  let lastError: string | undefined
  const write = (entries: readonly AuditEntry[]): void => {
    let lines: readonly StoredLine[]
    try {
      maintenance.before()
      lines = addLines(
        entries.map((entry, index) => (index > 0 || unlisted === 0 ? entry : { ...entry, unlisted })),
        now().toISOString(),
      )
    } catch (error) {
      unlisted += entries.length
      lastError = error instanceof SinkError ? 'sink' : (storageErrorKind(error) ?? 'internal')
      throw error
    }
    unlisted = 0
    lastError = undefined
    const last = lines.at(-1)
    if (last !== undefined) maintenance.after(last)
    if (!toSink(lines)) lastError = 'sink'
  }
  const turn = inTurns(write)
  const audit: Audit = {
    chains: () => [audit],
    append: (entry) => write([entry]),
    appendInTurn: (entry) => turn.add(entry),
    countUnlisted: () => {
      unlisted++
    },
    newest: (before, limit) => files.newest(before, limit).map(parseLine),
    after: (seq, limit) => files.after(seq, limit),
    checkpointsIn: (after, through) => files.checkpointsIn(after, through),
    count() {
      const first = files.first()
      return first === undefined ? 0 : (files.newest(Number.MAX_SAFE_INTEGER, 1)[0]?.seq ?? 0) - first.seq + 1
    },
    head: () => files.newest(Number.MAX_SAFE_INTEGER, 1)[0],
    anchor: () => anchorStore.read(),
    publicKey: () => settings.signingKey && createPublicKey(settings.signingKey().publicKey).export({ format: 'pem', type: 'spki' }).toString(),
    earlierKeys: () => settings.earlierKeys(),
    sign: () => maintenance.sign(),
    retentionSettings: () => ({ now: now(), keepDays: settings.keepDays }),
    lag: () => ({
      unwritten: unlisted,
      unsigned: settings.signingKey === undefined ? 0 : (files.current().last()?.seq ?? 0) - (files.lastCheckpoint()?.seq ?? 0),
    }),
    lastError: () => lastError,
    close() {
      turn.end()
      maintenance.close()
      files.close()
    },
  }
  return audit
}

/** Returns a function that gives lines to the sink, and returns false if it did not take them. The gap in the numbers of the sink shows what is missing there. */
export function lineSink(sink: Sink | undefined): (lines: readonly StoredLine[]) => boolean {
  return (lines) => {
    try {
      sink?.take(lines.map(sinkLine))
      return sink?.hasFailed() !== true
    } catch (error) {
      if (!(error instanceof SinkError)) throw error
      return false
    }
  }
}

type Addition = AuditEntry & Pick<AuditLine, 'unlisted' | 'removed_through'>

/** Returns a function that adds lines to the newest file in one transaction, and starts a new file in a new month. */
function lineWriter(
  files: AuditFiles,
  beforeCommit: (lines: readonly StoredLine[]) => void,
): (lines: readonly Addition[], at: string) => readonly StoredLine[] {
  type Write = (lines: readonly Addition[], at: string) => readonly StoredLine[] | 'closed' | 'month-over'
  let written: { readonly segment: Segment; readonly write: Write } | undefined
  const writerOf = (segment: Segment): NonNullable<typeof written> => {
    if (written?.segment === segment) return written
    // One transaction reads the last line and adds the next ones; otherwise two processes could fork the chain.
    const write = segment.database.transaction((lines: readonly Addition[], at: string) => {
      if (segment.next() !== undefined) return 'closed'
      const last = segment.last()
      if (files.isInFiles && last !== undefined && last.at.slice(0, 7) < at.slice(0, 7)) return 'month-over'
      let before: AuditPosition = last ?? lastPosition(segment) ?? { seq: 0, hash: genesisHash }
      const added = lines.map((line) => {
        const seq = before.seq + 1
        const kept = { seq, at, ...sealLine({ ...line, seq, at, previous: before.hash }) }
        segment.insert(kept)
        before = kept
        return kept
      })
      beforeCommit(added)
      return added
    })
    return { segment, write: write.immediate }
  }
  return (lines, at) => {
    for (;;) {
      written = writerOf(files.current())
      const added = written.write(lines, at)
      if (added === 'month-over') files.startNextFile(at)
      else if (added !== 'closed') return added
    }
  }
}

/** The work besides adding lines: retention, checkpoints, the anchor, and a new file when the current one is large. */
function openMaintenance(files: AuditFiles, settings: AuditSettings, retention: Retention) {
  const { now, anchorStore, signingKey } = settings
  const sign = signingKey === undefined ? () => undefined : openSigner(files, signingKey, () => anchorStore.read()?.signed ?? 0)
  const trySign = () => unlessStorageError(sign)
  let checkpointSeq = anchorStore.read()?.seq ?? 0
  let checkpointAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let hasWritten = false
  let isDue = false
  const makeCheckpoint = (line: StoredLine): void => {
    clearTimeout(timer)
    timer = undefined
    checkpointSeq = line.seq
    checkpointAt = performance.now()
    const position = trySign()
    moveAnchor(files, anchorStore, { ...line, signed: position?.seq ?? anchorStore.read()?.signed ?? 0 })
    if (files.current().bytes() <= settings.fileBytes) return
    unlessStorageError(() => {
      files.startNextFile(now().toISOString())
      retention.removeBySize()
    })
  }
  // To ask for the size takes longer than to write a line.
  let sizeSeq = checkpointSeq
  const isFull = (seq: number): boolean => {
    if (Math.abs(seq - sizeSeq) < signEvery) return false
    sizeSeq = seq
    return files.current().bytes() > settings.fileBytes
  }
  const signNow = (): void => {
    const line = files.newest(Number.MAX_SAFE_INTEGER, 1)[0]
    if (line !== undefined) makeCheckpoint(line)
  }
  return {
    sign: signNow,
    before(): void {
      isDue = retention.removeByAge(now()) || isDue
    },
    after(line: StoredLine): void {
      // Sign at once after the first line and after retention, so that a chain always has a signature.
      if (!hasWritten && files.lastCheckpoint() === undefined) isDue = true
      hasWritten = true
      const hasMany = Math.abs(line.seq - checkpointSeq) >= signEvery
      if (isDue || (hasMany && (performance.now() - checkpointAt >= signAtMostEveryMs || isFull(line.seq)))) makeCheckpoint(line)
      isDue = false
      if (signingKey === undefined || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        trySign()
      }, signAfterMs)
      timer.unref()
    },
    close(): void {
      clearTimeout(timer)
      if (hasWritten) unlessStorageError(signNow)
    },
  }
}

/** Moves the anchor to a newer line. If the anchored line is missing, keeps the old anchor, so that verification reports the loss. */
function moveAnchor(files: AuditFiles, anchorStore: AnchorStore, { seq, hash, at, signed }: Anchor): void {
  const anchor = anchorStore.read()
  const [anchored] = anchor === undefined ? [] : files.after(anchor.seq - 1, 1)
  const isOlder = anchor !== undefined && (seq < anchor.seq || (seq === anchor.seq && hash !== anchor.hash))
  if (isOlder || (anchor !== undefined && anchored?.seq === anchor.seq && anchored.hash !== anchor.hash)) return
  // The line must be on disk before the anchor names it; a WAL checkpoint writes it there.
  files.current().database.pragma('wal_checkpoint(PASSIVE)')
  anchorStore.write({ seq, hash, at, signed })
}
