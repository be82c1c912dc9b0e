import { join } from 'node:path'
import Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { createPrivateFile } from './database.ts'
import { storageErrorKind } from './storage-error.ts'

/** A lock held until it is released or the process ends, even by a crash. */
export interface Lock {
  release(): void
}

/** A SQLite file without tables, used only for its locks. */
const stateLock = 'plomada.lock'

const exclusive = ['BEGIN EXCLUSIVE']

/** Takes a shared lock on a data folder, for a process that uses it. Throws the SQLite error `SQLITE_BUSY` during a restore. */
export function lockShared(folder: string): Lock {
  return lockFile(createPrivateFile(join(folder, stateLock)), ['BEGIN', 'SELECT count(*) FROM sqlite_schema'])
}

/** Takes the exclusive lock on a data folder. Throws `OperatorError` if another process uses the folder. */
export function lockExclusively(folder: string): Lock {
  try {
    return lockFile(createPrivateFile(join(folder, stateLock)), exclusive)
  } catch (error) {
    if (storageErrorKind(error) !== 'busy') throw error
    throw new OperatorError(
      { es: `Hay un Plomada en marcha sobre ${folder}: párelo antes`, en: `Plomada is running on ${folder}: stop it first` },
      { cause: error },
    )
  }
}

/** Locks a file exclusively, waiting up to `waitMs` milliseconds. Throws the SQLite error `SQLITE_BUSY` if another process keeps the lock. */
export function lockFileExclusively(file: string, waitMs: number): Lock {
  return lockFile(file, exclusive, waitMs)
}

function lockFile(file: string, statements: readonly string[], waitMs = 1000): Lock {
  const database = new Database(file, { timeout: waitMs })
  try {
    database.pragma('journal_mode = MEMORY')
    for (const sql of statements) {
      const statement = database.prepare(sql)
      if (statement.reader) statement.get()
      else statement.run()
    }
  } catch (error) {
    database.close()
    throw error
  }
  return { release: () => database.close() }
}
