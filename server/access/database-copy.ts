import { closeSync, constants, copyFileSync, existsSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { StorageError } from './storage-error.ts'

/** The bytes of a database with every committed change, even while others write to it. Does not check integrity. For small files only. */
export function serializeDatabase(file: string): Buffer {
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      return withoutWal(database.serialize())
    } finally {
      database.close()
    }
  } catch (error) {
    // In a read-only folder SQLite cannot create the WAL files that readers share. Reading the file directly is correct if the WAL is empty.
    if (!existsSync(file) || hasWal(file)) throw error
    return withoutWal(readFileSync(file))
  }
}

/**
 * Copies a database into a new file page by page, even while others write to it. Deleted rows are not copied. Throws `StorageError` if the database
 * is damaged.
 */
export function copyDatabase(file: string, copy: string): void {
  // Create the file with mode 0600 first; VACUUM INTO accepts an empty file.
  closeSync(openSync(copy, 'wx', 0o600))
  const source = readable(file, copy)
  try {
    checkIntegrity(source.database, file)
    if (!source.isCopy) source.database.prepare('VACUUM INTO ?').run(copy)
  } finally {
    source.database.close()
  }
}

/** Throws `StorageError` (`damaged`) if SQLite finds an error in the database. */
export function checkIntegrity(database: Database.Database, name: string): void {
  const found = String(database.pragma('quick_check(1)', { simple: true }))
  if (found !== 'ok') throw new StorageError('damaged', { es: `${name}: ${found}`, en: `${name}: ${found}` })
}

/** Opens the database, or in a read-only folder, where SQLite cannot create WAL files, a copy of its file. */
function readable(file: string, copy: string): { readonly database: Database.Database; readonly isCopy: boolean } {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    return { database, isCopy: false }
  } catch (error) {
    database.close()
    if (hasWal(file)) throw error
    copyFileSync(file, copy, constants.COPYFILE_FICLONE)
    markWithoutWal(copy)
    return { database: new Database(copy, { readonly: true }), isCopy: true }
  }
}

function hasWal(file: string): boolean {
  return existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0
}

/** Sets bytes 18 and 19 of the header, the journal mode, from WAL to rollback journal: a database in memory has no WAL file. */
function withoutWal(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 18), Buffer.from([1, 1]), bytes.subarray(20)])
}

function markWithoutWal(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, Buffer.from([1, 1]), 0, 2, 18)
  } finally {
    closeSync(handle)
  }
}
