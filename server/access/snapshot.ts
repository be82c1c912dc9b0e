import { closeSync, constants, copyFileSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StorageError } from './fault.ts'

/** The bytes of a database at one moment, with all that was committed, while others may write it. It need not be sound. For small files only. */
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

/**
 * Writes a sound copy of a database at one moment into a new file, page by page, while others may write it. What was deleted is not in it.
 * Throws the `StorageError` of a damaged database.
 */
export function copyDatabase(file: string, copy: string): void {
  // Private from its first byte: VACUUM INTO takes an empty file.
  closeSync(openSync(copy, 'wx', 0o600))
  const source = readable(file, copy)
  try {
    mustBeSound(source.database, file)
    if (!source.isCopy) source.database.prepare('VACUUM INTO ?').run(copy)
  } finally {
    source.database.close()
  }
}

/** Throws the `StorageError` of a damaged database. */
export function mustBeSound(database: Database.Database, name: string): void {
  const found = String(database.pragma('quick_check(1)', { simple: true }))
  if (found !== 'ok') throw new StorageError('damaged', { es: `${name}: ${found}`, en: `${name}: ${found}` })
}

/** The database itself or, in a folder that cannot be written, the copy: there SQLite cannot share a log. */
function readable(file: string, copy: string): { readonly database: Database.Database; readonly isCopy: boolean } {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return { database, isCopy: false }
  } catch (error) {
    database.close()
    if (hasLog(file)) throw error
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    markWithoutLog(copy)
    return { database: new Database(copy, { readonly: true }), isCopy: true }
  }
}

function hasLog(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
}

/** Bytes 18 and 19 of the header say that there is a log beside the file; in memory there is none. */
function withoutLog(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 18), Buffer.from([1, 1]), bytes.subarray(20)])
}

function markWithoutLog(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, Buffer.from([1, 1]), 0, 2, 18)
  } finally {
    closeSync(handle)
  }
}
