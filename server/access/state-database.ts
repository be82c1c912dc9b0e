import { statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { type OpenedDatabase, openDatabase } from './database.ts'
import type { StorageErrorKind } from './storage-error.ts'

/** The database of keys, sessions and projects. */
export interface StateDatabase extends OpenedDatabase {
  /** True if the last version that wrote it did not sign the audit. */
  readonly wasUnsigned: boolean
  close(): void
}

/** Where the state database is, and what is known about its folder. */
export interface StateLocation {
  readonly folder: string
  /** A storage error already met in this folder. */
  readonly storageError: StorageErrorKind | undefined
  /** Called before a database of an older version is migrated. */
  beforeMigration(version: number): void
  /** True if the folder has been used before. A missing or empty database then means that it was lost. */
  readonly isInUse: boolean
}

export const stateFile = 'plomada.db'

/** Each entry migrates the database to the next version. Never change a released entry. */
const migrations: readonly string[] = [
  `CREATE TABLE access_key (
     id INTEGER PRIMARY KEY, name TEXT NOT NULL, prefix TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, scopes TEXT NOT NULL,
     created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
   ) STRICT;
   CREATE INDEX access_key_prefix ON access_key (prefix);`,
  // The columns that a list shows are computed once, when a document is written.
  `CREATE TABLE project (
     number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL DEFAULT 1, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, document TEXT NOT NULL,
     name TEXT AS (json_extract(document, '$.name')) STORED, reference TEXT AS (json_extract(document, '$.reference')) STORED,
     geo_id TEXT AS (json_extract(document, '$.geo_id')) STORED, checks INTEGER AS (json_array_length(document, '$.checks')) STORED
   ) STRICT;`,
  `CREATE TABLE audit_anchor (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash TEXT NOT NULL) STRICT;`,
  // `signed`: number of the last signed line of the audit when the anchor was written. `owner`: the key that last wrote a project; null for the local user.
  `ALTER TABLE audit_anchor ADD COLUMN at TEXT;
   ALTER TABLE audit_anchor ADD COLUMN signed INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE project ADD COLUMN owner INTEGER;
   ALTER TABLE project ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE project SET bytes = octet_length(document);
   CREATE INDEX project_owner ON project (owner, bytes);`,
  `CREATE TABLE session (
     number INTEGER PRIMARY KEY, token BLOB NOT NULL UNIQUE, proof BLOB NOT NULL, key INTEGER NOT NULL, expires_at TEXT NOT NULL
   ) STRICT;
   CREATE INDEX session_key ON session (key, number);`,
]

/** From this version on the audit is signed and deleted rows are overwritten. An older file still contains rows that were deleted. */
const signedAndErasedSince = 4

/**
 * Opens the state database, and creates or migrates it if necessary; without a location, in memory. Throws `OperatorError` if a newer version wrote it
 * or if it was lost.
 */
export function openStateDatabase(location?: StateLocation): StateDatabase {
  const file = location === undefined ? undefined : join(location.folder, stateFile)
  if (file !== undefined && location?.isInUse === true && location.storageError === undefined && isMissing(file)) throw lost(file)
  let wasUnsigned = false
  const { database, degraded } = openDatabase(
    file,
    (opened, kind) => {
      const version = checkVersion(opened, file ?? '')
      if (version === 0 && kind === 'file' && location?.isInUse === true) throw lost(file ?? '')
      opened.pragma('secure_delete = ON')
      if (kind === 'file' && version > 0 && version < migrations.length) location?.beforeMigration(version)
      migrate(opened, version)
      if (kind === 'copy' || version === 0 || version >= signedAndErasedSince) return
      wasUnsigned = true
      eraseDeletedRows(opened)
    },
    location?.storageError,
  )
  return { database, degraded, wasUnsigned, close: () => database.close() }
}

/** Returns the version of a state database. Throws `OperatorError` if a newer version of the program wrote it. */
export function checkVersion(database: Database.Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length)
    throw new OperatorError({
      es: `No se puede abrir ${file}: es de la versión ${version} y este programa conoce hasta la ${migrations.length}; use el programa más nuevo`,
      en: `Cannot open ${file}: it has version ${version} and this program supports up to ${migrations.length}; use the newer program`,
    })
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

/** Rewrites the file without deleted rows and truncates the WAL. */
function eraseDeletedRows(database: Database.Database): void {
  database.exec('VACUUM')
  database.pragma('wal_checkpoint(TRUNCATE)')
}

function isMissing(file: string): boolean {
  const sizeOf = (name: string): number => statSync(name, { throwIfNoEntry: false })?.size ?? 0
  return sizeOf(file) === 0 && sizeOf(`${file}-wal`) === 0
}

function lost(file: string): OperatorError {
  return new OperatorError({
    es: `${file} falta o está vacío, y el registro de auditoría de su carpeta tiene líneas: no es una instalación nueva. Restaure una copia con «plomada restore», o aparte la carpeta entera para empezar de nuevo`,
    en: `${file} is missing or empty, and the audit in its folder has lines: this is not a new installation. Restore a backup with "plomada restore", or move the whole folder away to begin anew`,
  })
}
