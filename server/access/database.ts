import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { checkIntegrity, serializeDatabase } from './database-copy.ts'
import { type Degraded, type StorageErrorKind, storageErrorKind, storageErrorKindIn } from './storage-error.ts'

/** An open database of the data folder. If the file is damaged or cannot be written, it is a read-only copy in memory of what could be read. */
export interface OpenedDatabase {
  readonly database: Database.Database
  readonly degraded: Degraded | undefined
}

/** Creates and migrates the tables of an open database. Changes to a `copy` are lost when it is closed. */
export type PrepareTables = (database: Database.Database, target: 'file' | 'copy') => void

/**
 * Opens a database file for writing after an integrity check, or a database in memory if `file` is undefined. After a storage error, given as
 * `known` or met while opening, opens the read-only copy instead. Throws other errors of `prepare`, and if another program keeps the file busy.
 */
export function openDatabase(file: string | undefined, prepare: PrepareTables, known?: StorageErrorKind): OpenedDatabase {
  if (file === undefined) return { database: prepareOrClose(new Database(':memory:'), prepare, 'file'), degraded: undefined }
  let kind = known
  if (kind === undefined) {
    try {
      return { database: openWritableDatabase(file, prepare), degraded: undefined }
    } catch (error) {
      kind = storageErrorKindIn(dirname(file), error)
      if (kind === undefined || kind === 'busy') throw error
    }
  }
  const copy = copyInMemory(file, prepare)
  const database = copy ?? prepareOrClose(new Database(':memory:'), prepare, 'copy')
  database.pragma('query_only = ON')
  return { database, degraded: { kind, isReadable: copy !== undefined } }
}

/** Largest database, in bytes, that is checked for integrity when it is opened. The check reads the whole file. */
const mostCheckedBytes = 512 * 1024 * 1024

/**
 * Opens a file for reading and writing and prepares its tables. Checks its integrity if it has at most `checkedBytes` bytes. Throws the SQLite
 * error, or `StorageError` (`damaged`).
 */
export function openWritableDatabase(file: string, prepare: PrepareTables, checkedBytes = mostCheckedBytes): Database.Database {
  const database = new Database(createPrivateFile(file))
  database.pragma('busy_timeout = 5000')
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    if (statSync(file).size <= checkedBytes) checkIntegrity(database, file)
    prepareOrClose(database, prepare, 'file')
    // Write once, so that a file that cannot be written is noticed now and not at the first change.
    database.transaction(() => database.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`)).immediate()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Loads a file into memory; undefined if it cannot be read. A missing file gives an empty database. */
function copyInMemory(file: string, prepare: PrepareTables): Database.Database | undefined {
  try {
    return prepareOrClose(new Database(existsSync(file) ? serializeDatabase(file) : ':memory:'), prepare, 'copy')
  } catch (error) {
    if (storageErrorKind(error) === undefined) throw error
    return undefined
  }
}

/** Creates a file with mode 0600 if it is missing. SQLite gives its `-wal` and `-shm` files the same mode. */
export function createPrivateFile(file: string): string {
  closeSync(openSync(file, 'a', 0o600))
  return file
}

/** Prepares a database and returns it; closes it if that fails. */
function prepareOrClose(database: Database.Database, prepare: PrepareTables, target: 'file' | 'copy'): Database.Database {
  try {
    prepare(database, target)
    return database
  } catch (error) {
    if (database.open) database.close()
    throw error
  }
}
