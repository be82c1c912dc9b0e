import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { type AuditEntry, type AuditLine, beginning, sealed } from './audit-line.ts'
import { type Opened, openDatabase } from './database.ts'
import { type Fault, unlessFault } from './fault.ts'

/** A place in the chain: its last line, or one noted elsewhere. */
export interface AuditMark {
  readonly seq: number
  readonly hash: string
}

/** A line as it is kept. */
export interface KeptLine {
  readonly seq: number
  readonly at: string
  /** The canonical JSON that `hash` is of. */
  readonly text: string
  readonly hash: string
}

/** The record of what was asked and done. Lines are only added; old ones leave by retention, which says so in a line. */
export interface Audit {
  /** Adds a line. Once this returns the line outlives the process, however it ends. Throws what the disk says; the next line then counts it. */
  append(entry: AuditEntry): void
  /** Counts a request that gets no line. */
  skip(): void
  /** At most `limit` lines before a number, newest first. */
  newest(before: number, limit: number): AuditLine[]
  /** At most `limit` kept lines after a number, oldest first. */
  after(seq: number, limit: number): KeptLine[]
  count(): number
  /** The last line; undefined where there is none. */
  head(): AuditMark | undefined
  /** The last place noted in the other database: the chain must hold it. */
  anchor(): AuditMark | undefined
  close(): void
}

/** Where the last place of the chain is noted, apart from the chain. */
export interface Anchorage {
  read(): AuditMark | undefined
  write(mark: AuditMark): void
}

const dayMs = 86_400_000
const anchorEvery = 1000
const schema = `CREATE TABLE IF NOT EXISTS audit_line (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL) STRICT`

/** Opens the file of the audit in a folder; without one, in memory. It is written at each request, without waiting for the disk: a killed process loses nothing, a power cut perhaps the last lines. */
export function openAuditFile(folder: string | undefined, fault: Fault | undefined): Opened {
  const opened = openDatabase(folder === undefined ? undefined : join(folder, 'audit.db'), (database) => database.exec(schema), fault)
  opened.database.pragma('synchronous = NORMAL')
  return opened
}

/** The audit in a database. Several processes may add to it at once. */
export function openAudit(
  database: Database.Database,
  options: { readonly now: () => Date; readonly keepDays: number; readonly anchorage: Anchorage },
): Audit {
  const last = database.prepare<[], AuditMark>('SELECT seq, hash FROM audit_line ORDER BY seq DESC LIMIT 1')
  const insert = database.prepare<[number, string, string, string]>('INSERT INTO audit_line (seq, at, text, hash) VALUES (?, ?, ?, ?)')
  const newest = database.prepare<[number, number], KeptLine>('SELECT * FROM audit_line WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const after = database.prepare<[number, number], KeptLine>('SELECT * FROM audit_line WHERE seq > ? ORDER BY seq LIMIT ?')
  const count = database.prepare<[], number>('SELECT count(*) FROM audit_line').pluck()
  const { now, keepDays, anchorage } = options

  const add = (line: AuditEntry & Pick<AuditLine, 'unlisted' | 'removed_through'>): AuditMark => {
    const before = last.get() ?? { seq: 0, hash: beginning }
    const seq = before.seq + 1
    const at = now().toISOString()
    const { text, hash } = sealed({ ...line, seq, at, previous: before.hash })
    insert.run(seq, at, text, hash)
    return { seq, hash }
  }
  const retain = retention(database, add)
  // Reading the last line and adding the next is one act, or two processes would fork the chain.
  const write = database.transaction((line: AuditEntry, unlisted: number, cutoff: string | undefined): AuditMark => {
    if (cutoff !== undefined) retain(cutoff)
    return add(unlisted === 0 ? line : { ...line, unlisted })
  })

  let unlisted = 0
  let retainedOn = ''
  let anchoredAt = anchorage.read()?.seq ?? 0
  const moor = (mark: AuditMark): void => {
    anchoredAt = mark.seq
    const noted = anchorage.read()
    const held = noted === undefined ? undefined : after.get(noted.seq - 1, 1)
    // A chain that lost what was noted stays told on: only one that holds it, or let it go by retention, moves the note on.
    if (noted !== undefined && (mark.seq <= noted.seq || (held?.seq === noted.seq && held.hash !== noted.hash))) return
    // What is noted must be on the disk first: a checkpoint brings it there.
    database.pragma('wal_checkpoint(PASSIVE)')
    anchorage.write(mark)
  }
  return {
    append(entry) {
      const at = now()
      const today = at.toISOString().slice(0, 10)
      const cutoff = keepDays === 0 || today === retainedOn ? undefined : new Date(at.getTime() - keepDays * dayMs).toISOString()
      let mark: AuditMark
      try {
        mark = write.immediate(entry, unlisted, cutoff)
      } catch (error) {
        unlisted++
        throw error
      }
      unlisted = 0
      retainedOn = today
      if (Math.abs(mark.seq - anchoredAt) >= anchorEvery) moor(mark)
    },
    skip: () => {
      unlisted++
    },
    newest: (before, limit) => newest.all(before, limit).map(lineOf),
    after: (seq, limit) => after.all(seq, limit),
    count: () => count.get() ?? 0,
    head: () => last.get(),
    anchor: () => anchorage.read(),
    close() {
      // The chain itself says the rest: the next line moves the mark on.
      unlessFault(() => {
        const mark = last.get()
        if (mark !== undefined) moor(mark)
      })
      database.close()
    },
  }
}

/** Removes what is older than a day, from the beginning on, and says so in a line that the chain goes on from. */
function retention(database: Database.Database, add: (line: AuditEntry & Pick<AuditLine, 'removed_through'>) => AuditMark) {
  const firstKept = database.prepare<[string], number>('SELECT seq FROM audit_line WHERE at >= ? ORDER BY seq LIMIT 1').pluck()
  const lastBefore = database.prepare<[number], AuditMark>('SELECT seq, hash FROM audit_line WHERE seq < ? ORDER BY seq DESC LIMIT 1')
  const remove = database.prepare<[number]>('DELETE FROM audit_line WHERE seq <= ?')
  return (cutoff: string): void => {
    const removed = lastBefore.get(firstKept.get(cutoff) ?? Number.MAX_SAFE_INTEGER)
    if (removed === undefined) return
    add({
      who: { kind: 'service' },
      address: null,
      operation: 'audit retention',
      subject: null,
      status: null,
      request_id: null,
      removed_through: { seq: removed.seq, hash: removed.hash },
    })
    remove.run(removed.seq)
  }
}

/** A kept line, read back. */
export function lineOf({ text, hash }: KeptLine): AuditLine {
  // Written by `sealed`; that it still is what was written is for the check to say.
  return { ...(JSON.parse(text) as Omit<AuditLine, 'hash'>), hash }
}
