import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { type Fault, faultIn, faultOf, type Standing } from './fault.ts'
import { mustBeSound, snapshot } from './snapshot.ts'

/** A database of the data folder; where it is damaged or cannot be written, a copy in memory of what could be read, that nobody can write. */
export interface Opened {
  readonly database: Database.Database
  readonly standing: Standing | undefined
}

/** How a database is made ready: given it open, creates and migrates its tables. On a `copy` nothing that it does is kept. */
export type Prepare = (database: Database.Database, kind: 'file' | 'copy') => void

/**
 * Opens a database, sound and writable; without a file, in memory. A fault that is known beforehand, or found, gives the copy.
 * Throws what `prepare` throws besides faults, and where another program keeps it busy.
 */
export function openDatabase(file: string | undefined, prepare: Prepare, known?: Fault): Opened {
  if (file === undefined) return { database: prepared(new Database(':memory:'), prepare, 'file'), standing: undefined }
  let fault = known
  if (fault === undefined) {
    try {
      return { database: openFile(file, prepare), standing: undefined }
    } catch (error) {
      fault = faultIn(dirname(file), error)
      if (fault === undefined || fault === 'busy') throw error
    }
  }
  const copy = readableCopy(file, prepare)
  const database = copy ?? prepared(new Database(':memory:'), prepare, 'copy')
  database.pragma('query_only = ON')
  return { database, standing: { fault, isReadable: copy !== undefined } }
}

/** Largest database that is checked whole each time it is opened, in bytes: the check reads all of it. */
const mostCheckedBytes = 512 * 1024 * 1024

/**
 * Opens a file for reading and writing and makes it ready. It is checked whole where it has no more than so many bytes. Throws what SQLite
 * says, or the `StorageError` of a damaged file.
 */
export function openFile(file: string, prepare: Prepare, checkedBytes = mostCheckedBytes): Database.Database {
  const database = new Database(privateFile(file))
  database.pragma('busy_timeout = 5000')
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    if (statSync(file).size <= checkedBytes) mustBeSound(database, file)
    prepared(database, prepare, 'file')
    // A file that cannot take one more write is known now, not at the first change.
    database.transaction(() => database.pragma(`user_version = ${Number(database.pragma('user_version', { simple: true }))}`)).immediate()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** What a file holds; undefined where it cannot be read. A file that is not there holds nothing. */
function readableCopy(file: string, prepare: Prepare): Database.Database | undefined {
  try {
    return prepared(new Database(existsSync(file) ? snapshot(file) : ':memory:'), prepare, 'copy')
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return undefined
  }
}

/** Makes the file where it is missing, for its owner alone: what SQLite leaves beside it is as private as it. */
export function privateFile(file: string): string {
  closeSync(openSync(file, 'a', 0o600))
  return file
}

function prepared(database: Database.Database, prepare: Prepare, kind: 'file' | 'copy'): Database.Database {
  try {
    prepare(database, kind)
    return database
  } catch (error) {
    if (database.open) database.close()
    throw error
  }
}
