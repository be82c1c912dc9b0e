import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { type Opened, openDatabase } from './database.ts'
import type { Fault } from './fault.ts'

/** Keys and projects. */
export interface State extends Opened {
  close(): void
}

/** Where the state is, and what is to be done before it is changed for good. */
export interface StateFolder {
  readonly folder: string
  /** What already stands in the way of writing there. */
  readonly fault: Fault | undefined
  /** Called before a state of an older version is migrated. */
  beforeMigration(version: number): void
}

export const stateFile = 'plomada.db'

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

/** Opens the state, creating and migrating it as needed; without a place, in memory. Throws `RangeError` where it was written by a newer program. */
export function openState(place?: StateFolder): State {
  const file = place === undefined ? undefined : join(place.folder, stateFile)
  const { database, standing } = openDatabase(
    file,
    (opened, kind) => {
      const version = knownVersion(opened, file ?? '')
      if (kind === 'file' && version > 0 && version < migrations.length) place?.beforeMigration(version)
      migrate(opened, version)
    },
    place?.fault,
  )
  return { database, standing, close: () => database.close() }
}

/** The version of a state. Throws `RangeError` where a newer program wrote it. */
export function knownVersion(database: Database.Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length)
    throw new RangeError(`Cannot open ${file}: it is of version ${version}, this program knows ${migrations.length}; use the newer program`)
  return version
}

function migrate(database: Database.Database, from: number): void {
  for (const [index, sql] of migrations.entries()) {
    if (index < from) continue
    database
      .transaction(() => {
        database.exec(sql)
        database.pragma(`user_version = ${index + 1}`)
      })
      .immediate()
  }
}
