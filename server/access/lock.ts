import { join } from 'node:path'
import Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { privateFile } from './database.ts'
import { faultOf } from './fault.ts'

/** Held for as long as the process lives, or until released: the system lets go of it however the process ends. */
export interface Lock {
  release(): void
}

/** It stays empty. */
const stateLock = 'plomada.lock'

const alone = ['BEGIN EXCLUSIVE']

/** Says that this process uses the state in a folder. As many as like may. Throws where a restore is under way. */
export function lockForUse(folder: string): Lock {
  return lockFile(privateFile(join(folder, stateLock)), ['BEGIN', 'SELECT count(*) FROM sqlite_schema'])
}

/** Says that nobody else may use the state in a folder. Throws `RangeError` where somebody does. */
export function lockAlone(folder: string): Lock {
  try {
    return lockFile(privateFile(join(folder, stateLock)), alone)
  } catch (error) {
    if (faultOf(error) !== 'busy') throw error
    throw new OperatorError(
      { es: `Hay un Plomada en marcha sobre ${folder}: párelo antes`, en: `Plomada is running on ${folder}: stop it first` },
      { cause: error },
    )
  }
}

/** Locks a file of its own for this process alone, and waits so many milliseconds for it. Throws the `busy` fault of SQLite while another process has it. */
export function lockFileAlone(file: string, waitMs: number): Lock {
  return lockFile(file, alone, waitMs)
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
