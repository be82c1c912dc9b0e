import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { sha256Of } from '../sha256.ts'
import { StorageError } from './fault.ts'
import { backupsFolder, filesToKeep, isDatabase, isKept, stampOf, syncFolder } from './folder.ts'
import { mustBeSound, snapshot } from './snapshot.ts'

/** A file of the data folder as a backup holds it. */
export interface HeldFile {
  readonly name: string
  readonly bytes: Buffer
}

interface Row {
  readonly name: string
  readonly sz: number
  readonly data: Buffer
  readonly sha256: string
}

/** Marks a SQLite file as ours: PLMD. */
const applicationId = 0x504c4d44
const keptBackups = 5
const extension = '.plomada'

/** The name of a backup made now in a folder of the user's. */
export function backupName(now: Date): string {
  return `plomada-${stampOf(now)}${extension}`
}

/**
 * Writes all that an installation keeps into one file, while it may be in use: a SQLite Archive (`sqlite3 -A` opens it too), with the
 * hash of each file. Nothing stands under its name until it is whole. Throws where the name is taken or a database is damaged.
 */
export function writeBackup(folder: string, target: string, now: Date): readonly HeldFile[] {
  const held = filesToKeep(folder).map((name) => read(folder, name))
  if (held.length === 0) throw new RangeError(`No hay nada que copiar en ${folder}`)
  if (existsSync(target)) throw new RangeError(`Ya existe ${target}: elija otro nombre`)
  const unfinished = `${target}.${process.pid}.tmp`
  try {
    // Private keys may be in it: nobody else may read it, not even while it is written.
    closeSync(openSync(unfinished, 'wx', 0o600))
    fill(unfinished, held, now)
    closeSync(openSync(target, 'wx', 0o600))
    renameSync(unfinished, target)
  } finally {
    rmSync(unfinished, { force: true })
  }
  syncFolder(dirname(target))
  return held
}

/** Keeps a backup beside the state before a program of a newer version changes it; the last few stay. */
export function keepBackup(folder: string, version: number, now: Date): void {
  const kept = join(folder, backupsFolder)
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const target = join(kept, `v${version}-${stampOf(now)}${extension}`)
  if (!existsSync(target)) writeBackup(folder, target, now)
  const byAge = readdirSync(kept)
    .filter((name) => name.endsWith(extension))
    .sort((left, right) => momentIn(left).localeCompare(momentIn(right)))
  for (const name of byAge.slice(0, -keptBackups)) rmSync(join(kept, name))
}

/** The files of a backup, each one checked. Throws `RangeError` where it is none, `StorageError` where it is damaged. */
export function readBackup(file: string): readonly HeldFile[] {
  if (!existsSync(file)) throw new RangeError(`No existe ${file}`)
  let rows: Row[]
  try {
    const archive = new Database(snapshot(file))
    try {
      if (Number(archive.pragma('application_id', { simple: true })) !== applicationId) throw new RangeError(`${file} no es una copia de Plomada`)
      mustBeSound(archive, file)
      rows = archive.prepare<[], Row>('SELECT name, sz, data, sha256 FROM sqlar JOIN checksum USING (name) ORDER BY name').all()
    } finally {
      archive.close()
    }
  } catch (error) {
    if (error instanceof RangeError) throw error
    throw new RangeError(`${file} no es una copia de Plomada, o está dañada`, { cause: error })
  }
  return rows.map((row) => {
    if (!isKept(row.name)) throw new RangeError(`${file} no es una copia de Plomada: ${JSON.stringify(row.name)} no es suyo`)
    const bytes = contentsOf(row)
    if (sha256Of(bytes) !== row.sha256) throw new StorageError('damaged', `${file}: ${row.name} no es lo que se copió`)
    return { name: row.name, bytes }
  })
}

function read(folder: string, name: string): HeldFile {
  const file = join(folder, name)
  if (!isDatabase(name)) return { name, bytes: readFileSync(file) }
  const bytes = snapshot(file)
  const copy = new Database(bytes)
  try {
    mustBeSound(copy, file)
  } finally {
    copy.close()
  }
  return { name, bytes }
}

function fill(file: string, held: readonly HeldFile[], now: Date): void {
  const archive = new Database(file)
  try {
    archive.pragma(`application_id = ${applicationId}`)
    archive.exec(
      'CREATE TABLE sqlar (name TEXT PRIMARY KEY, mode INT, mtime INT, sz INT, data BLOB); CREATE TABLE checksum (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL)',
    )
    const add = archive.prepare<[string, number, number, number, Buffer]>('INSERT INTO sqlar VALUES (?, ?, ?, ?, ?)')
    const note = archive.prepare<[string, string]>('INSERT INTO checksum VALUES (?, ?)')
    archive.transaction(() => {
      for (const { name, bytes } of held) {
        const packed = deflateSync(bytes)
        add.run(name, 0o100600, Math.floor(now.getTime() / 1000), bytes.length, packed.length < bytes.length ? packed : bytes)
        note.run(name, sha256Of(bytes))
      }
    })()
  } finally {
    archive.close()
  }
}

/** The archive's own rule: what is as long as it says was not worth compressing. */
function contentsOf({ sz, data }: Row): Buffer {
  return data.length === sz ? data : inflateSync(data, { maxOutputLength: Math.max(1, sz) })
}

function momentIn(name: string): string {
  return /\d{8}T\d{6}Z/.exec(name)?.[0] ?? ''
}
