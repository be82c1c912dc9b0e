import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { AuditPosition, StoredLine } from './audit-line.ts'
import { type Checkpoint, createSegmentTables, readSegment, type Segment, segmentIn } from './audit-segment.ts'
import { isAuditFile } from './data-folder.ts'
import { openWritableDatabase } from './database.ts'
import { type Degraded, type StorageErrorKind, storageErrorKindIn } from './storage-error.ts'

/** The files of the audit as one chain of lines. The newest file is always open; older files are opened on demand. */
export interface AuditFiles {
  readonly degraded: Degraded | undefined
  /** False in memory, where there is only one segment. */
  readonly isInFiles: boolean
  /** The segment that new lines go to. Follows other processes that have started a new file. */
  current(): Segment
  /** Closes the current segment durably and starts the next file, named after its first line. Does nothing in memory. */
  startNextFile(at: string): void
  /** Opens the oldest segment for writing and passes it to `change`. Deletes the file if it is then empty and not the newest. */
  changeOldest(change: (segment: Segment, isCurrent: boolean) => void): void
  after(seq: number, limit: number): StoredLine[]
  newest(before: number, limit: number): StoredLine[]
  first(): StoredLine | undefined
  /** The newest checkpoint. */
  lastCheckpoint(): Checkpoint | undefined
  /** Checkpoints with `after` < number ≤ `through`, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  bytes(): number
  close(): void
}

/** Largest file, in bytes, that is checked for integrity when it is opened. `audit verify` reads every file. */
const checkedBytes = 8 * 1024 * 1024

/**
 * Opens the audit of a folder, or one in memory if `folder` is undefined. After a storage error, given as `known` or met while opening, the
 * audit is read-only, and readable if the file can still be read.
 */
export function openAuditFiles(folder: string | undefined, known?: StorageErrorKind, durability: Durability = 'NORMAL'): AuditFiles {
  const names = (): string[] => (folder === undefined ? [] : auditFiles(folder))
  const pathOf = (file: string): string => join(folder ?? '', file)
  let name = names().at(-1) ?? 'audit.db'
  const openWritable = (file: string): Database.Database => openFor(file, durability)
  const opened = openNewest(folder === undefined ? undefined : join(folder, name), known, openWritable)
  const { degraded } = opened
  let open = opened.segment
  let reader: { readonly name: string; readonly segment: Segment } | undefined

  const enter = (next: string): void => {
    const last = open.last() ?? open.previous()
    const database = openWritable(pathOf(next))
    open.database.close()
    open = segmentIn(database)
    name = next
    if (last !== undefined) open.linkPrevious(last)
  }
  const current = (): Segment => {
    if (degraded !== undefined) return open
    for (let next = open.next(); next !== undefined; next = open.next()) enter(next)
    return open
  }
  const segmentOf = (wanted: string): Segment | undefined => {
    if (wanted === name) return open
    if (reader?.name === wanted) return reader.segment
    reader?.segment.database.close()
    reader = undefined
    // Another process may have deleted the file since it was listed.
    if (statSync(pathOf(wanted), { throwIfNoEntry: false }) === undefined) return undefined
    reader = { name: wanted, segment: readSegment(pathOf(wanted)) }
    return reader.segment
  }
  const all = (): string[] => {
    current()
    const found = names()
    return found.includes(name) ? found : [...found, name]
  }
  return {
    degraded,
    isInFiles: folder !== undefined,
    current,
    startNextFile(at) {
      const segment = current()
      const last = segment.last()
      if (folder === undefined || last === undefined) return
      // The end of this file must be on disk before the next file refers to it.
      segment.database.pragma('synchronous = FULL')
      segment.database.transaction(() => segment.next() ?? segment.linkNext(fileNameOf(at, last.seq + 1))).immediate()
      current()
    },
    changeOldest(change) {
      const [oldest = name] = all()
      if (oldest === name) {
        change(open, true)
        return
      }
      reader?.segment.database.close()
      reader = undefined
      const file = pathOf(oldest)
      const database = openWritable(file)
      const segment = segmentIn(database)
      try {
        change(segment, false)
        if (segment.last() !== undefined) return
      } finally {
        database.close()
      }
      for (const companion of ['', '-wal', '-shm']) rmSync(`${file}${companion}`, { force: true })
    },
    after(seq, limit) {
      const found: StoredLine[] = []
      const files = all()
      for (const [index, file] of files.entries()) {
        if (firstIn(files[index + 1]) <= seq + 1) continue
        found.push(...(segmentOf(file)?.after(seq, limit - found.length) ?? []))
        if (found.length >= limit) break
      }
      return found
    },
    newest(before, limit) {
      const found: StoredLine[] = []
      for (const file of all().toReversed()) {
        if (firstIn(file) >= before) continue
        found.push(...(segmentOf(file)?.newest(before, limit - found.length) ?? []))
        if (found.length >= limit) break
      }
      return found
    },
    first() {
      for (const file of all()) {
        const line = segmentOf(file)?.first()
        if (line !== undefined) return line
      }
      return undefined
    },
    lastCheckpoint() {
      for (const file of all().toReversed()) {
        const checkpoint = segmentOf(file)?.lastCheckpoint()
        if (checkpoint !== undefined) return checkpoint
      }
      return undefined
    },
    checkpointsIn(after, through) {
      const files = all()
      const holding = files.filter((file, index) => firstIn(file) <= through && firstIn(files[index + 1]) > after)
      return holding.flatMap((file) => segmentOf(file)?.checkpointsIn(after, through) ?? [])
    },
    bytes: () => names().reduce((sum, file) => sum + (statSync(pathOf(file), { throwIfNoEntry: false })?.size ?? 0), 0),
    close() {
      reader?.segment.database.close()
      open.database.close()
    },
  }
}

/** The last position of a segment; in an empty one, the last position of the segment before. */
export function lastPosition(segment: Segment): AuditPosition | undefined {
  return segment.last() ?? segment.previous()
}

/** Names of the audit files in a folder, oldest first. */
function auditFiles(folder: string): string[] {
  return readOr(() => readdirSync(folder), [])
    .filter(isAuditFile)
    .sort((left, right) => firstIn(left) - firstIn(right))
}

/** Number of the first line of a file, taken from its name; 0 for the first file, which has no number. */
function firstIn(name: string | undefined): number {
  return name === undefined ? Number.POSITIVE_INFINITY : Number(/-(\d{12})\.db$/.exec(name)?.[1] ?? 0)
}

function fileNameOf(at: string, seq: number): string {
  return `audit-${at.slice(0, 7)}-${String(seq).padStart(12, '0')}.db`
}

/** `NORMAL`: writes do not wait for the disk: a killed process loses nothing, a power cut may lose the last lines. `FULL`: they wait. */
export type Durability = 'NORMAL' | 'FULL'

/** Opens an audit file for writing. */
function openFor(file: string, durability: Durability): Database.Database {
  const database = openWritableDatabase(file, createSegmentTables, checkedBytes)
  database.pragma(`synchronous = ${durability}`)
  return database
}

function openNewest(
  file: string | undefined,
  known: StorageErrorKind | undefined,
  openWritable: (file: string) => Database.Database,
): { readonly segment: Segment; readonly degraded: Degraded | undefined } {
  let kind = known
  if (file === undefined) return { segment: emptySegment(), degraded: undefined }
  if (kind === undefined) {
    try {
      return { segment: segmentIn(openWritable(file)), degraded: undefined }
    } catch (error) {
      kind = storageErrorKindIn(dirname(file), error)
      if (kind === undefined || kind === 'busy') throw error
    }
  }
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { segment: emptySegment(), degraded: { kind, isReadable: true } }
  const segment = readOr<Segment | undefined>(() => readSegment(file), undefined)
  return { segment: segment ?? emptySegment(), degraded: { kind, isReadable: segment !== undefined } }
}

function emptySegment(): Segment {
  const database = new Database(':memory:')
  createSegmentTables(database)
  return segmentIn(database)
}

/** Returns the result of `read`, or `otherwise` if it throws. */
function readOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}
