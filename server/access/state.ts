import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** The only database that is written: keys and projects. */
export interface State {
  readonly database: Database.Database
  readonly file: string
  close(): void
}

/** Forward only: each entry brings the state from one version to the next. Never change one that was released. */
const migrations: readonly string[] = [
  `CREATE TABLE access_key (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL, prefix TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, scopes TEXT NOT NULL,
     created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
   ) STRICT;
   CREATE INDEX access_key_prefix ON access_key (prefix);`,
  // What a list shows is worked out once, when a document is written.
  `CREATE TABLE project (
     number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, document TEXT NOT NULL,
     name TEXT AS (json_extract(document, '$.name')) STORED, reference TEXT AS (json_extract(document, '$.reference')) STORED,
     geo_id TEXT AS (json_extract(document, '$.geo_id')) STORED, checks INTEGER AS (json_array_length(document, '$.checks')) STORED
   ) STRICT;`,
  `CREATE TABLE audit_anchor (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;`,
]

/** Opens the state in a folder, creating and migrating it as needed; without a folder, in memory. Throws `RangeError` where it was written by a newer program. */
export function openState(folder: string | undefined): State {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = folder === undefined ? ':memory:' : join(folder, 'plomada.db')
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('busy_timeout = 5000')
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length) {
    database.close()
    throw new RangeError(`Cannot open ${file}: it is of version ${version}, this program knows ${migrations.length}; use the newer program`)
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue
    database
      .transaction(() => {
        database.exec(sql)
        database.pragma(`user_version = ${index + 1}`)
      })
      .immediate()
  }
  return { database, file, close: () => database.close() }
}
