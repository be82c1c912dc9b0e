import { statSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { type OpenedDatabase, openDatabase } from './database.ts'
import { stateMigrations, statementsOf } from './state-schema.ts'
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

/** From this version on the audit is signed and deleted rows are overwritten. An older file still contains rows that were deleted. */
const signedAndErasedSince = 4

/**
 * Opens the state database, and creates or migrates it if necessary; without a location, in memory. Throws `OperatorError` if a newer version wrote it
 * or if it was lost.
 */
export function openStateDatabase(location?: StateLocation): StateDatabase {
  const file = location && join(location.folder, stateFile)
  if (location?.isInUse === true && location.storageError === undefined && isMissing(join(location.folder, stateFile))) throw lost(location)
  let wasUnsigned = false
  const { database, degraded } = openDatabase(
    file,
    (opened, kind) => {
      const version = checkVersion(opened, file ?? '')
      if (version === 0 && kind === 'file' && location?.isInUse === true) throw lost(location)
      opened.pragma('secure_delete = ON')
      if (kind === 'file' && version > 0 && version < stateMigrations.length) location?.beforeMigration(version)
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
  if (version > stateMigrations.length)
    throw new OperatorError({
      es: `No se puede abrir ${file}: es de la versión ${version} y este programa conoce hasta la ${stateMigrations.length}; use el programa más nuevo`,
      en: `Cannot open ${file}: it has version ${version} and this program supports up to ${stateMigrations.length}; use the newer program`,
    })
  return version
}

function migrate(database: Database.Database, from: number): void {
  for (const [index, migration] of stateMigrations.entries()) {
    if (index < from) continue
    database
      .transaction(() => {
        for (const statement of statementsOf(migration, 'sqlite')) database.exec(statement)
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

function lost({ folder }: StateLocation): OperatorError {
  const file = join(folder, stateFile)
  return new OperatorError({
    es: `${file} falta o está vacío, y el registro de auditoría de su carpeta tiene líneas: no es una instalación nueva. Restaure una copia con «plomada restore», o aparte la carpeta entera para empezar de nuevo`,
    en: `${file} is missing or empty, and the audit in its folder has lines: this is not a new installation. Restore a backup with "plomada restore", or move the whole folder away to begin anew`,
  })
}
