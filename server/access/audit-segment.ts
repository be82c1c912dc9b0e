import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { AuditMark, KeptLine } from './audit-line.ts'
import { snapshot } from './snapshot.ts'

/** A signed place of the chain. The signature also covers the checkpoint before, so that none can be removed from between two. */
export interface Checkpoint extends AuditMark {
  /** The checkpoint before; 0 and zeros for the first. */
  readonly previous_seq: number
  readonly previous_hash: string
  readonly key_id: string
  /** Ed25519, base64. */
  readonly signature: string
}

/** One file of the audit: lines of one month, or fewer where they take too much room. */
export interface Segment {
  readonly database: Database.Database
  /** Name of the file after this one, once no more lines are added here. */
  next(): string | undefined
  /** The last place before this segment. */
  before(): AuditMark | undefined
  first(): KeptLine | undefined
  last(): KeptLine | undefined
  after(seq: number, limit: number): KeptLine[]
  /** Newest first. */
  newest(before: number, limit: number): KeptLine[]
  /** The last of the first `limit` lines before which, and at which, all are older than a moment; undefined where the first line is not. */
  lastOlder(at: string, limit: number): KeptLine | undefined
  insert(line: KeptLine): void
  /** Removes lines up to a number, and their checkpoints. */
  removeThrough(seq: number): void
  lastCheckpoint(): Checkpoint | undefined
  /** Those after a number, through another, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  addCheckpoint(checkpoint: Checkpoint): void
  /** Notes which file follows. Lines are added there from then on. */
  end(next: string): void
  /** Notes what this segment follows; nothing happens where that is noted. */
  begin(before: AuditMark): void
  bytes(): number
}

const tables = `
  CREATE TABLE IF NOT EXISTS audit_line (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS audit_checkpoint (
    seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, previous_seq INTEGER NOT NULL, previous_hash TEXT NOT NULL,
    key_id TEXT NOT NULL, signature TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS audit_bounds (one INTEGER PRIMARY KEY CHECK (one = 1), before_seq INTEGER, before_hash TEXT, next TEXT) STRICT;`

/** Creates the tables of a segment that lacks them: it is new, or a previous program wrote it. */
export function createSegmentTables(database: Database.Database): void {
  database.exec(tables)
}

/** The segment in an open database. */
export function segmentIn(database: Database.Database): Segment {
  const one = <Row>(sql: string) => database.prepare<unknown[], Row>(sql)
  const bounds = one<{ readonly before_seq: number | null; readonly before_hash: string | null; readonly next: string | null }>(
    'SELECT before_seq, before_hash, next FROM audit_bounds',
  )
  const first = one<KeptLine>('SELECT * FROM audit_line ORDER BY seq LIMIT 1')
  const last = one<KeptLine>('SELECT * FROM audit_line ORDER BY seq DESC LIMIT 1')
  const after = one<KeptLine>('SELECT * FROM audit_line WHERE seq > ? ORDER BY seq LIMIT ?')
  const newest = one<KeptLine>('SELECT * FROM audit_line WHERE seq < ? ORDER BY seq DESC LIMIT ?')
  const firstSince = one<{ readonly seq: number }>(
    'SELECT seq FROM (SELECT seq, at FROM audit_line ORDER BY seq LIMIT ?) WHERE at >= ? ORDER BY seq LIMIT 1',
  )
  const nth = one<KeptLine>('SELECT * FROM audit_line ORDER BY seq LIMIT 1 OFFSET ?')
  const insert = one('INSERT INTO audit_line (seq, at, text, hash) VALUES (?, ?, ?, ?)')
  const lastCheckpoint = one<Checkpoint>('SELECT * FROM audit_checkpoint ORDER BY seq DESC LIMIT 1')
  const checkpoints = one<Checkpoint>('SELECT * FROM audit_checkpoint WHERE seq > ? AND seq <= ? ORDER BY seq')
  const addCheckpoint = one('INSERT INTO audit_checkpoint VALUES (?, ?, ?, ?, ?, ?)')
  return {
    database,
    next: () => bounds.get()?.next ?? undefined,
    before() {
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
    end(next) {
      database.prepare('INSERT INTO audit_bounds (one, next) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET next = excluded.next').run(next)
    },
    begin({ seq, hash }) {
      database.prepare('INSERT OR IGNORE INTO audit_bounds (one, before_seq, before_hash) VALUES (1, ?, ?)').run(seq, hash)
    },
    bytes: () => Number(database.pragma('page_count', { simple: true })) * Number(database.pragma('page_size', { simple: true })),
  }
}

/** Largest file that is read through memory where SQLite cannot read it in place, in bytes. */
const mostInMemory = 64 * 1024 * 1024

/**
 * Opens a segment for reading only, in place. One that a previous program wrote has no checkpoints: it is read as if it had none.
 * Throws what SQLite says where it cannot be read.
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
    // A folder that cannot be written has no room for the log that readers share.
    if (statSync(file).size > mostInMemory) throw error
    return new Database(snapshot(file))
  }
}
