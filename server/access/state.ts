import { statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { type Opened, openDatabase } from './database.ts'
import type { Fault } from './fault.ts'

/** Keys and projects. */
export interface State extends Opened {
  /** Whether a program that did not sign the audit wrote it until now. */
  readonly wasUnsigned: boolean
  close(): void
}

/** Where the state is, and what is to be done before it is changed for good. */
export interface StateFolder {
  readonly folder: string
  /** What already stands in the way of writing there. */
  readonly fault: Fault | undefined
  /** Called before a state of an older version is migrated. */
  beforeMigration(version: number): void
  /** Whether the folder holds what only an installation in use leaves: then a state that is missing or empty was lost. */
  readonly isInUse: boolean
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
  // `signed`: how far the audit was signed when its last place was noted. `owner`: the key that last wrote a project; null for this machine's own user.
  `ALTER TABLE audit_anchor ADD COLUMN at TEXT;
   ALTER TABLE audit_anchor ADD COLUMN signed INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE project ADD COLUMN owner INTEGER;
   ALTER TABLE project ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
   UPDATE project SET bytes = octet_length(document);
   CREATE INDEX project_owner ON project (owner, bytes);`,
]

/** From this version on the audit is signed, and what is deleted is overwritten: a state of an older one still holds what was deleted before. */
const signsAndErasesSince = 4

/** Opens the state, creating and migrating it as needed; without a place, in memory. Throws `RangeError` where it was written by a newer program, or where it was lost. */
export function openState(place?: StateFolder): State {
  const file = place === undefined ? undefined : join(place.folder, stateFile)
  if (file !== undefined && place?.isInUse === true && place.fault === undefined && isMissing(file)) throw lost(file)
  let wasUnsigned = false
  const { database, standing } = openDatabase(
    file,
    (opened, kind) => {
      const version = knownVersion(opened, file ?? '')
      if (version === 0 && kind === 'file' && place?.isInUse === true) throw lost(file ?? '')
      opened.pragma('secure_delete = ON')
      if (kind === 'file' && version > 0 && version < migrations.length) place?.beforeMigration(version)
      migrate(opened, version)
      if (kind === 'copy' || version === 0 || version >= signsAndErasesSince) return
      wasUnsigned = true
      eraseWhatWasDeleted(opened)
    },
    place?.fault,
  )
  return { database, standing, wasUnsigned, close: () => database.close() }
}

/** The version of a state. Throws `RangeError` where a newer program wrote it. */
export function knownVersion(database: Database.Database, file: string): number {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > migrations.length)
    throw new OperatorError({
      es: `No se puede abrir ${file}: es de la versión ${version} y este programa conoce la ${migrations.length}; use el programa más nuevo`,
      en: `Cannot open ${file}: it is of version ${version}, this program knows ${migrations.length}; use the newer program`,
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

/** Rewrites the file without the pages of what was deleted, and empties its log. */
function eraseWhatWasDeleted(database: Database.Database): void {
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
