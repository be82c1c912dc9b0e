import { join } from 'node:path'
import Database from 'better-sqlite3'
import { privateFile } from './database.ts'
import { faultOf } from './fault.ts'

/** Held for as long as the process lives, or until released: the system lets go of it however the process ends. */
export interface Lock {
  release(): void
}

/** It stays empty. */
const lockFile = 'plomada.lock'

/** Says that this process uses the state in a folder. As many as like may. Throws where a restore is under way. */
export function lockForUse(folder: string): Lock {
  return lock(folder, ['BEGIN', 'SELECT count(*) FROM sqlite_schema'])
}

/** Says that nobody else may use the state in a folder. Throws `RangeError` where somebody does. */
export function lockAlone(folder: string): Lock {
  try {
    return lock(folder, ['BEGIN EXCLUSIVE'])
  } catch (error) {
    if (faultOf(error) !== 'busy') throw error
    throw new RangeError(`Hay un Plomada en marcha sobre ${folder}: párelo antes`, { cause: error })
  }
}

function lock(folder: string, statements: readonly string[]): Lock {
  const database = new Database(privateFile(join(folder, lockFile)), { timeout: 1000 })
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
