import { existsSync, readFileSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StorageError } from './fault.ts'

/** The bytes of a database at one moment, with all that was committed, while others may write it. It need not be sound. */
export function snapshot(file: string): Buffer {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return withoutLog(database.serialize())
    } finally {
      database.close()
    }
  } catch (error) {
    // A folder that cannot be written has no room for the log that readers share. Nothing is lost without it where nothing is in it.
    if (!existsSync(file) || hasLog(file)) throw error
    return withoutLog(readFileSync(file))
  }
}

/** Throws the `StorageError` of a damaged database. */
export function mustBeSound(database: Database.Database, name: string): void {
  const found = String(database.pragma('quick_check(1)', { simple: true }))
  if (found !== 'ok') throw new StorageError('damaged', `${name}: ${found}`)
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
}

/** Bytes 18 and 19 of the header say that there is a log beside the file; in memory there is none. */
function withoutLog(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 18), Buffer.from([1, 1]), bytes.subarray(20)])
}
