import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { libraryDatabase } from '../access/data-folder.ts'
import { type OpenedDatabase, openDatabase } from '../access/database.ts'
import { StorageError, storageErrorAdvice } from '../access/storage-error.ts'
import { OperatorError } from '../errors/operator-error.ts'

const version = 1
const tables = `
CREATE TABLE document (
  id TEXT PRIMARY KEY, sha256 TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, format TEXT NOT NULL, bytes INTEGER NOT NULL, division TEXT NOT NULL,
  pages INTEGER NOT NULL, unread TEXT NOT NULL, added_at TEXT NOT NULL, added_by TEXT NOT NULL, index_body BLOB NOT NULL, index_words TEXT NOT NULL
);
CREATE TABLE page (document TEXT NOT NULL, number INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (document, number)) WITHOUT ROWID;
PRAGMA user_version = ${version};`

/** The database of the library, opened when there is one. */
export interface LibraryDatabase {
  /** The database; undefined while nothing has ever been added. Throws `StorageError` if it cannot be read. */
  read(): Database.Database | undefined
  /** The database, which is created if there is none. Throws `StorageError` if it cannot be written. */
  write(): Database.Database
  close(): void
}

/** The database of the library of a data folder, or one in memory. Nothing is created before something is added. */
export function openLibraryDatabase(folder: string | undefined): LibraryDatabase {
  const file = folder === undefined ? undefined : join(folder, libraryDatabase)
  let opened: OpenedDatabase | undefined
  const open = (): OpenedDatabase => {
    opened ??= openDatabase(file, (database, target) => prepare(database, target, file ?? ''))
    return opened
  }
  const failed = ({ degraded }: OpenedDatabase): StorageError | undefined =>
    degraded === undefined ? undefined : new StorageError(degraded.kind, storageErrorAdvice(degraded.kind))
  return {
    read() {
      if (opened === undefined && (file === undefined || !existsSync(file))) return undefined
      const found = open()
      const error = failed(found)
      if (error !== undefined && found.degraded?.isReadable === false) throw error
      return found.database
    },
    write() {
      const found = open()
      const error = failed(found)
      if (error !== undefined) throw error
      return found.database
    },
    close: () => opened?.database.close(),
  }
}

function prepare(database: Database.Database, target: 'file' | 'copy', file: string): void {
  const found = Number(database.pragma('user_version', { simple: true }))
  if (found > version)
    throw new OperatorError({
      es: `No se puede abrir ${file}: es de la versión ${found} y este programa conoce hasta la ${version}; use el programa más nuevo`,
      en: `Cannot open ${file}: it has version ${found} and this program supports up to ${version}; use the newer program`,
    })
  // What is removed is overwritten, and its space given back.
  database.pragma('secure_delete = ON')
  if (found === version) return
  if (target === 'file' && found === 0) {
    database.pragma('auto_vacuum = INCREMENTAL')
    // The first page is written already: it takes this to note it.
    database.exec('VACUUM')
  }
  database
    .transaction(() => {
      // Another process may have created the tables meanwhile.
      if (Number(database.pragma('user_version', { simple: true })) === 0) database.exec(tables)
    })
    .immediate()
}
