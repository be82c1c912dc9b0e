import { chmodSync, closeSync, existsSync, openSync, readSync } from 'node:fs'
import { deflateSync, inflateSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { OperatorError } from '../errors/operator-error.ts'
import { StorageError } from './fault.ts'
import { isKept } from './folder.ts'
import { sha256Of } from './sha256.ts'
import { mustBeSound } from './snapshot.ts'

/** A file of the data folder as a backup holds it. */
export interface HeldFile {
  readonly name: string
  /** Its contents, a part at a time, each one checked. Throws the `StorageError` of a damaged backup. */
  parts(): Iterable<Buffer>
}

/** A backup that is being written. */
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

/** Marks a SQLite file as ours: PLMD. */
const applicationId = 0x504c4d44
/** A file larger than this is held in parts, in bytes: each passes through memory. */
const partBytes = 16 * 1024 * 1024

/** Begins a backup in a new file, readable by its owner alone. */
export function newArchive(file: string, now: Date): Archive {
  const database = new Database(file)
  chmodSync(file, 0o600)
  database.pragma(`application_id = ${applicationId}`)
  // Until it has its name it is nothing: a crash leaves nothing to roll back.
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  database.exec(
    'CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB); CREATE TABLE checksum (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)',
  )
  return { database, now, close: () => database.close() }
}

/** Adds a file. One that is large becomes `name.part-00001-of-00012` and so on, which `cat` puts together. */
export function appendToArchive({ database, now }: Archive, { name, file }: { readonly name: string; readonly file: string }): void {
  const add = database.prepare<unknown[]>('INSERT INTO sqlar VALUES (?, ?, ?, ?, ?)')
  const note = database.prepare<[string, string]>('INSERT INTO checksum VALUES (?, ?)')
  const rename = (from: string, to: string): void => {
    for (const table of ['sqlar', 'checksum']) database.prepare(`UPDATE ${table} SET name = ? WHERE name = ?`).run(to, from)
  }
  let count = 0
  for (const bytes of partsOf(file)) {
    const packed = deflateSync(bytes, { level: 1 })
    const part = numbered(name, ++count)
    add.run(part, 0o100600, Math.floor(now.getTime() / 1000), bytes.length, packed.length < bytes.length ? packed : bytes)
    note.run(part, sha256Of(bytes))
  }
  if (count === 1) rename(numbered(name, 1), name)
  else for (let part = 1; part <= count; part++) rename(numbered(name, part), `${numbered(name, part)}-of-${String(count).padStart(5, '0')}`)
}

/**
 * Reads a backup: gives its files to `use`, in the order of their names. Throws `RangeError` where it is none, `StorageError` where it is damaged.
 */
export function readArchive<Value>(file: string, use: (held: readonly HeldFile[]) => Value): Value {
  if (!existsSync(file)) throw new OperatorError({ es: `No existe ${file}`, en: `${file} does not exist` })
  const noBackup = (cause?: unknown): OperatorError =>
    new OperatorError(
      { es: `${file} no es una copia de Plomada, o está dañada`, en: `${file} is not a backup of Plomada, or it is damaged` },
      { cause },
    )
  let archive: Database.Database
  let names: string[]
  try {
    archive = new Database(file, { readonly: true })
  } catch (error) {
    throw noBackup(error)
  }
  try {
    try {
      if (Number(archive.pragma('application_id', { simple: true })) !== applicationId)
        throw new OperatorError({ es: `${file} no es una copia de Plomada`, en: `${file} is not a backup of Plomada` })
      mustBeSound(archive, file)
      names = archive.prepare<[], string>('SELECT name FROM sqlar JOIN checksum USING (name) ORDER BY name').pluck().all()
    } catch (error) {
      throw error instanceof RangeError ? error : noBackup(error)
    }
    return use(heldIn(archive, { file, names }))
  } finally {
    archive.close()
  }
}

/** The files that rows of an archive make up. Every part must be there. */
function heldIn(archive: Database.Database, { file, names }: { readonly file: string; readonly names: readonly string[] }): HeldFile[] {
  const row = archive.prepare<[string], Row>('SELECT name, sz, data, sha256 FROM sqlar JOIN checksum USING (name) WHERE name = ?')
  const parts = new Map<string, string[]>()
  for (const name of names) {
    const [, whole = name] = /^(.*)\.part-\d{5}-of-\d{5}$/.exec(name) ?? []
    if (!isKept(whole))
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
        : all.map((_, index) => `${numbered(whole, index + 1)}-of-${String(all.length).padStart(5, '0')}`)
    if (all.some((name, index) => name !== expected[index])) throw damaged(whole)
  }
  return [...parts].map(([name, all]) => ({
    name,
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

function numbered(name: string, part: number): string {
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

/** The archive's own rule: what is as long as it says was not worth compressing. */
function contentsOf({ sz, data }: Row): Buffer | undefined {
  try {
    return data.length === sz ? data : inflateSync(data, { maxOutputLength: Math.max(1, sz) })
  } catch {
    // What does not inflate is damaged.
    return undefined
  }
}
