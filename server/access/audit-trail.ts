import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { AuditMark, KeptLine } from './audit-line.ts'
import { type Checkpoint, createSegmentTables, readSegment, type Segment, segmentIn } from './audit-segment.ts'
import { openFile } from './database.ts'
import { type Fault, faultIn, type Standing } from './fault.ts'
import { isAuditFile } from './folder.ts'

/** The files of the audit as one chain of lines. The newest is open; older ones are opened when they are asked for. */
export interface Trail {
  readonly standing: Standing | undefined
  /** Whether it is in files: in memory there is one segment, never ended. */
  readonly isInFiles: boolean
  /** The segment that lines are added to. Another process may have ended the one before. */
  current(): Segment
  /** Ends the current segment durably and begins the next one, named for the line that comes first. Nothing happens in memory. */
  roll(at: string): void
  /** Works on the oldest segment, open for writing; removes its file where `change` leaves it without a line and another follows. */
  changeOldest(change: (segment: Segment, isCurrent: boolean) => void): void
  after(seq: number, limit: number): KeptLine[]
  newest(before: number, limit: number): KeptLine[]
  first(): KeptLine | undefined
  /** The last checkpoint of all. */
  lastCheckpoint(): Checkpoint | undefined
  /** Those after a number, through another, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  bytes(): number
  close(): void
}

/** A start reads no more of the audit than this to check it, in bytes; `audit verify` reads all. */
const checkedBytes = 8 * 1024 * 1024

/** Opens the audit of a folder; without one, in memory. A fault known beforehand, or found, leaves it readable where it can be read. */
export function openTrail(folder: string | undefined, known?: Fault): Trail {
  const names = (): string[] => (folder === undefined ? [] : auditFiles(folder))
  let name = names().at(-1) ?? 'audit.db'
  const opened = openNewest(folder === undefined ? undefined : join(folder, name), known)
  const { standing } = opened
  let open = opened.segment
  let reader: { readonly name: string; readonly segment: Segment } | undefined

  const enter = (next: string): void => {
    const last = open.last() ?? open.before()
    const database = openWritable(join(folder ?? '', next))
    open.database.close()
    open = segmentIn(database)
    name = next
    if (last !== undefined) open.begin(last)
  }
  const current = (): Segment => {
    if (standing !== undefined) return open
    for (let next = open.next(); next !== undefined; next = open.next()) enter(next)
    return open
  }
  const segmentOf = (wanted: string): Segment | undefined => {
    if (wanted === name) return open
    if (reader?.name === wanted) return reader.segment
    reader?.segment.database.close()
    reader = undefined
    // Retention of another process may have removed it since it was listed.
    if (statSync(join(folder ?? '', wanted), { throwIfNoEntry: false }) === undefined) return undefined
    reader = { name: wanted, segment: readSegment(join(folder ?? '', wanted)) }
    return reader.segment
  }
  const all = (): string[] => {
    current()
    const found = names()
    return found.includes(name) ? found : [...found, name]
  }
  return {
    standing,
    isInFiles: folder !== undefined,
    current,
    roll(at) {
      const segment = current()
      const last = segment.last()
      if (folder === undefined || last === undefined) return
      // What follows is in another file: the end of this one must be on the disk before.
      segment.database.pragma('synchronous = FULL')
      segment.database.transaction(() => segment.next() ?? segment.end(fileNameOf(at, last.seq + 1))).immediate()
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
      const file = join(folder ?? '', oldest)
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
      const found: KeptLine[] = []
      const files = all()
      for (const [index, file] of files.entries()) {
        if (firstIn(files[index + 1]) <= seq + 1) continue
        found.push(...(segmentOf(file)?.after(seq, limit - found.length) ?? []))
        if (found.length >= limit) break
      }
      return found
    },
    newest(before, limit) {
      const found: KeptLine[] = []
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
    bytes: () => names().reduce((sum, file) => sum + (statSync(join(folder ?? '', file), { throwIfNoEntry: false })?.size ?? 0), 0),
    close() {
      reader?.segment.database.close()
      open.database.close()
    },
  }
}

/** The last place of a segment, which may be the end of the one before. */
export function endOf(segment: Segment): AuditMark | undefined {
  return segment.last() ?? segment.before()
}

/** The files of the audit in a folder, oldest first. */
function auditFiles(folder: string): string[] {
  return readOr(() => readdirSync(folder), [])
    .filter(isAuditFile)
    .sort((left, right) => firstIn(left) - firstIn(right))
}

/** The number of the first line of a file, by its name. The first file of all has no number. */
function firstIn(name: string | undefined): number {
  return name === undefined ? Number.POSITIVE_INFINITY : Number(/-(\d{12})\.db$/.exec(name)?.[1] ?? 0)
}

function fileNameOf(at: string, seq: number): string {
  return `audit-${at.slice(0, 7)}-${String(seq).padStart(12, '0')}.db`
}

/** It is written at each request, without waiting for the disk: a killed process loses nothing, a power cut perhaps the last lines. */
function openWritable(file: string): Database.Database {
  const database = openFile(file, createSegmentTables, checkedBytes)
  database.pragma('synchronous = NORMAL')
  return database
}

function openNewest(file: string | undefined, known: Fault | undefined): { readonly segment: Segment; readonly standing: Standing | undefined } {
  let fault = known
  if (file === undefined) return { segment: emptySegment(), standing: undefined }
  if (fault === undefined) {
    try {
      return { segment: segmentIn(openWritable(file)), standing: undefined }
    } catch (error) {
      fault = faultIn(dirname(file), error)
      if (fault === undefined || fault === 'busy') throw error
    }
  }
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { segment: emptySegment(), standing: { fault, isReadable: true } }
  const segment = readOr<Segment | undefined>(() => readSegment(file), undefined)
  return { segment: segment ?? emptySegment(), standing: { fault, isReadable: segment !== undefined } }
}

function emptySegment(): Segment {
  const database = new Database(':memory:')
  createSegmentTables(database)
  return segmentIn(database)
}

/** What `read` gives, or something else where the disk or SQLite does not let it. */
function readOr<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read()
  } catch {
    return otherwise
  }
}
