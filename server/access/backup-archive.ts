import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import { deflateSync, inflateSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { isBackupName } from './data-folder.ts'
import { checkIntegrity } from './database-copy.ts'
import { sha256Of } from './sha256.ts'
import { StorageError } from './storage-error.ts'

/** A file stored in a backup. */
export interface ArchivedFile {
  readonly name: string
  readonly bytes: number
  /** Reads the contents in parts and checks the hash of each. Throws `StorageError` (`damaged`) if one differs. */
  parts(): Iterable<Buffer>
}

/** A backup file open for writing. */
export interface Archive {
  readonly database: Database.Database
  readonly now: Date
  close(): void
}

interface Row {
  readonly name: string
  readonly sz: number
  readonly data: Buffer
  readonly sha256: string
}

/** SQLite application id of a backup: `PLMD` in ASCII. */
const applicationId = 0x504c4d44
/** Larger files are stored in parts of this many bytes, because each part is held in memory. */
const partBytes = 16 * 1024 * 1024

/** Creates an empty backup file with mode 0600. */
export function createArchive(file: string, now: Date): Archive {
  const database = new Database(file)
  chmodSync(file, 0o600)
  database.pragma(`application_id = ${applicationId}`)
  // No journal: the caller renames the file only when it is complete, so a crash leaves nothing to recover.
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  database.exec(
    'CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB); CREATE TABLE checksum (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)',
  )
  return { database, now, close: () => database.close() }
}

/**
 * Adds a file. A large file is stored as `name.part-00001-of-00012` and so on; `cat` joins the parts again. `added` is told how many bytes each part has.
 */
export function addToArchive(
  { database, now }: Archive,
  { name, file }: { readonly name: string; readonly file: string },
  added: (bytes: number) => void = () => undefined,
): void {
  const add = database.prepare<unknown[]>('INSERT INTO sqlar VALUES (?, ?, ?, ?, ?)')
  const addChecksum = database.prepare<[string, string]>('INSERT INTO checksum VALUES (?, ?)')
  const rename = (from: string, to: string): void => {
    for (const table of ['sqlar', 'checksum']) database.prepare(`UPDATE ${table} SET name = ? WHERE name = ?`).run(to, from)
  }
  let count = 0
  for (const bytes of partsOf(file)) {
    const compressed = deflateSync(bytes, { level: 1 })
    const part = partName(name, ++count)
    add.run(part, 0o100600, Math.floor(now.getTime() / 1000), bytes.length, compressed.length < bytes.length ? compressed : bytes)
    addChecksum.run(part, sha256Of(bytes))
    added(bytes.length)
  }
  if (count === 1) rename(partName(name, 1), name)
  else for (let part = 1; part <= count; part++) rename(partName(name, part), `${partName(name, part)}-of-${String(count).padStart(5, '0')}`)
}

/**
 * Opens a backup and passes its files, sorted by name, to `use`. Throws `OperatorError` if the file is not a backup, `StorageError` if it is damaged.
 */
export function readArchive<Value>(file: string, use: (files: readonly ArchivedFile[]) => Value): Value {
  if (!existsSync(file)) throw new OperatorError({ es: `No existe ${file}`, en: `${file} does not exist` })
  const notABackup = (cause?: unknown): OperatorError =>
    new OperatorError(
      { es: `${file} no es una copia de Plomada, o está dañada`, en: `${file} is not a backup of Plomada, or it is damaged` },
      { cause },
    )
  let archive: Database.Database
  let names: string[]
  try {
    archive = new Database(file, { readonly: true })
  } catch (error) {
    throw notABackup(error)
  }
  try {
    try {
      if (Number(archive.pragma('application_id', { simple: true })) !== applicationId)
        throw new OperatorError({ es: `${file} no es una copia de Plomada`, en: `${file} is not a backup of Plomada` })
      checkIntegrity(archive, file)
      names = archive.prepare<[], string>('SELECT name FROM sqlar JOIN checksum USING (name) ORDER BY name').pluck().all()
    } catch (error) {
      throw error instanceof RangeError ? error : notABackup(error)
    }
    return use(archivedFiles(archive, { file, names }))
  } finally {
    archive.close()
  }
}

/** Groups the rows of an archive into files. Throws `StorageError` if a part is missing. */
function archivedFiles(archive: Database.Database, { file, names }: { readonly file: string; readonly names: readonly string[] }): ArchivedFile[] {
  const size = archive.prepare<[string], number>('SELECT sz FROM sqlar WHERE name = ?').pluck()
  const row = archive.prepare<[string], Row>('SELECT name, sz, data, sha256 FROM sqlar JOIN checksum USING (name) WHERE name = ?')
  const parts = new Map<string, string[]>()
  for (const name of names) {
    const [, whole = name] = /^(.*)\.part-\d{5}-of-\d{5}$/.exec(name) ?? []
    if (!isBackupName(whole))
      throw new OperatorError({
        es: `${file} no es una copia de Plomada: ${JSON.stringify(name)} no es suyo`,
        en: `${file} is not a backup of Plomada: ${JSON.stringify(name)} does not belong in one`,
      })
    parts.set(whole, [...(parts.get(whole) ?? []), name])
  }
  const damaged = (name: string): StorageError =>
    new StorageError('damaged', { es: `${file}: ${name} no es lo que se copió`, en: `${file}: ${name} is not what was backed up` })
  for (const [whole, all] of parts) {
    const expected =
      all.length === 1 && all[0] === whole
        ? [whole]
        : all.map((_, index) => `${partName(whole, index + 1)}-of-${String(all.length).padStart(5, '0')}`)
    if (all.some((name, index) => name !== expected[index])) throw damaged(whole)
  }
  return [...parts].map(([name, all]) => ({
    name,
    bytes: all.reduce((sum, part) => sum + (size.get(part) ?? 0), 0),
    *parts() {
      for (const part of all) {
        const found = row.get(part)
        const bytes = found === undefined ? undefined : contentsOf(found)
        if (bytes === undefined || sha256Of(bytes) !== found?.sha256) throw damaged(name)
        yield bytes
      }
    },
  }))
}

function partName(name: string, part: number): string {
  return `${name}.part-${String(part).padStart(5, '0')}`
}

function* partsOf(file: string): Iterable<Buffer> {
  const handle = openSync(file, 'r')
  try {
    for (let count = 0; ; count++) {
      const bytes = Buffer.alloc(partBytes)
      let length = 0
      for (let read = -1; read !== 0 && length < partBytes; length += read) read = readSync(handle, bytes, length, partBytes - length, null)
      if (length === 0 && count > 0) return
      yield bytes.subarray(0, length)
      if (length < partBytes) return
    }
  } finally {
    closeSync(handle)
  }
}

/** In the SQLite Archive format, data as long as `sz` is not compressed. Returns undefined if the data cannot be inflated. */
function contentsOf({ sz, data }: Row): Buffer | undefined {
  try {
    return data.length === sz ? data : inflateSync(data, { maxOutputLength: Math.max(1, sz) })
  } catch {
    return undefined
  }
}
