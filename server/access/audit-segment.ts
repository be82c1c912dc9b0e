import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { AuditPosition, StoredLine } from './audit-line.ts'
import { serializeDatabase } from './database-copy.ts'

/** A signed position of the chain. The signature also covers the previous checkpoint, so that none can be removed unnoticed. */
export interface Checkpoint extends AuditPosition {
  /** Number of the previous checkpoint; 0 for the first. Its hash is then all zeros. */
  readonly previous_seq: number
  readonly previous_hash: string
  readonly key_id: string
  /** Ed25519, base64. */
  readonly signature: string
}

/** One file of the audit. It holds the lines of one month, or fewer if the file reaches its size limit. */
export interface Segment {
  readonly database: Database.Database
  /** Name of the next file; undefined while lines are still added to this one. */
  next(): string | undefined
  /** The last position of the previous segment. */
  previous(): AuditPosition | undefined
  first(): StoredLine | undefined
  last(): StoredLine | undefined
  after(seq: number, limit: number): StoredLine[]
  /** Newest first. */
  newest(before: number, limit: number): StoredLine[]
  /** Of the first `limit` lines, the last one of the leading run that is older than `at`; undefined if the first line is not older. */
  lastOlder(at: string, limit: number): StoredLine | undefined
  insert(line: StoredLine): void
  /** Removes all lines up to and including `seq`, and their checkpoints. */
  removeThrough(seq: number): void
  lastCheckpoint(): Checkpoint | undefined
  /** Checkpoints with `after` < number ≤ `through`, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  addCheckpoint(checkpoint: Checkpoint): void
  /** Stores the name of the next file. New lines go there from now on. */
  linkNext(next: string): void
  /** Stores the last position of the previous segment. Does nothing if it is already stored. */
  linkPrevious(before: AuditPosition): void
  bytes(): number
}

const tables = `
  CREATE TABLE IF NOT EXISTS audit_line (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS audit_checkpoint (
    seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, previous_seq INTEGER NOT NULL, previous_hash TEXT NOT NULL,
    key_id TEXT NOT NULL, signature TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS audit_bounds (one INTEGER PRIMARY KEY CHECK (one = 1), before_seq INTEGER, before_hash TEXT, next TEXT) STRICT;`

/** Creates the tables that a segment lacks because it is new or an older version wrote it. */
export function createSegmentTables(database: Database.Database): void {
  database.exec(tables)
}

/** The segment stored in an open database. */
export function segmentIn(database: Database.Database): Segment {
  const one = <Row>(sql: string) => database.prepare<unknown[], Row>(sql)
  const bounds = one<{ readonly before_seq: number | null; readonly before_hash: string | null; readonly next: string | null }>(
    'SELECT before_seq, before_hash, next FROM audit_bounds',
  )
  const first = one<StoredLine>('SELECT * FROM audit_line ORDER BY seq LIMIT 1')
  const last = one<StoredLine>('SELECT * FROM audit_line ORDER BY seq DESC LIMIT 1')
  const after = one<StoredLine>('SELECT * FROM audit_line WHERE seq > ? ORDER BY seq LIMIT ?')
  const newest = one<StoredLine>('SELECT * FROM audit_line WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const firstSince = one<{ readonly seq: number }>(
    'SELECT seq FROM (SELECT seq, at FROM audit_line ORDER BY seq LIMIT ?) WHERE at >= ? ORDER BY seq LIMIT 1',
  )
  const nth = one<StoredLine>('SELECT * FROM audit_line ORDER BY seq LIMIT 1 OFFSET ?')
  const insert = one('INSERT INTO audit_line (seq, at, text, hash) VALUES (?, ?, ?, ?)')
  const lastCheckpoint = one<Checkpoint>('SELECT * FROM audit_checkpoint ORDER BY seq DESC LIMIT 1')
  const checkpoints = one<Checkpoint>('SELECT * FROM audit_checkpoint WHERE seq > ? AND seq <= ? ORDER BY seq')
  const addCheckpoint = one('INSERT INTO audit_checkpoint VALUES (?, ?, ?, ?, ?, ?)')
  return {
    database,
    next: () => bounds.get()?.next ?? undefined,
    previous() {
      const { before_seq: seq = null, before_hash: hash = null } = bounds.get() ?? {}
      return seq === null || hash === null ? undefined : { seq, hash }
    },
    first: () => first.get(),
    last: () => last.get(),
    after: (seq, limit) => after.all(seq, limit),
    newest: (before, limit) => newest.all(before, limit),
    lastOlder(at, limit) {
      const kept = firstSince.get(limit, at)?.seq
      if (kept !== undefined) return newest.get(kept, 1)
      return nth.get(limit - 1) ?? last.get()
    },
    insert: ({ seq, at, text, hash }) => {
      insert.run(seq, at, text, hash)
    },
    removeThrough(seq) {
      database
        .transaction(() => {
          database.prepare('DELETE FROM audit_checkpoint WHERE seq <= ?').run(seq)
          database.prepare('DELETE FROM audit_line WHERE seq <= ?').run(seq)
        })
        .immediate()
    },
    lastCheckpoint: () => lastCheckpoint.get(),
    checkpointsIn: (after, through) => checkpoints.all(after, through),
    addCheckpoint: ({ seq, hash, previous_seq, previous_hash, key_id, signature }) => {
      addCheckpoint.run(seq, hash, previous_seq, previous_hash, key_id, signature)
    },
    linkNext(next) {
      database.prepare('INSERT INTO audit_bounds (one, next) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET next = excluded.next').run(next)
    },
    linkPrevious({ seq, hash }) {
      database.prepare('INSERT OR IGNORE INTO audit_bounds (one, before_seq, before_hash) VALUES (1, ?, ?)').run(seq, hash)
    },
    bytes: () => Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true })),
  }
}

/** Largest file, in bytes, that is loaded into memory if SQLite cannot read it in place. */
const mostInMemory = 64 * 1024 * 1024

/**
 * Opens a segment read-only. A segment written by an older version may lack tables; it reads as if they were empty.
 * Throws the SQLite error if the file cannot be read.
 */
export function readSegment(file: string): Segment {
  const database = readOnlyDatabase(file)
  try {
    database.pragma('temp_store = MEMORY')
    const isThere = database.prepare("SELECT 1 FROM main.sqlite_schema WHERE type = 'table' AND name = ?")
    for (const [sql, name = ''] of tables.matchAll(/CREATE TABLE IF NOT EXISTS (\w+) [^;]+;/g))
      if (isThere.get(name) === undefined) database.exec(sql.replace('CREATE TABLE', 'CREATE TEMP TABLE'))
    return segmentIn(database)
  } catch (error) {
    database.close()
    throw error
  }
}

function readOnlyDatabase(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return database
  } catch (error) {
    database.close()
    // In a read-only folder SQLite cannot create the WAL files that readers share, so the file is read from memory.
    if (statSync(file).size > mostInMemory) throw error
    return new Database(serializeDatabase(file))
  }
}
