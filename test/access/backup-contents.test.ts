import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { writeBackup } from '../../server/access/backup.ts'
import { readArchive } from '../../server/access/backup-archive.ts'
import { serializeDatabase } from '../../server/access/database-copy.ts'
import { restore } from '../../server/access/restore.ts'
import { StorageError } from '../../server/access/storage-error.ts'
import { openStore } from '../../server/access/store.ts'
import { OperatorError } from '../../server/errors/operator-error.ts'

const now = new Date('2026-11-21T10:00:00Z')
const partBytes = 16 * 1024 * 1024
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-contents-'))
const keyNames = (folder: string): string[] => {
  const store = openStore(folder, () => now)
  const names = store.keys.list().map(({ name }) => name)
  store.close()
  return names
}

/** A data folder with a key, and documents of the library of so many bytes. */
function installation(...sizes: readonly number[]): string {
  const folder = newFolder()
  const store = openStore(folder, () => now)
  store.keys.issue({ name: 'uno', scopes: ['read'], expiresAt: null })
  store.close()
  mkdirSync(join(folder, 'biblioteca'))
  for (const [index, size] of sizes.entries()) writeFileSync(join(folder, documentOf(index)), Buffer.alloc(size, `documento ${index}`))
  return folder
}
const documentOf = (index: number): string => `biblioteca/${String(index).repeat(64)}.pdf`

function backedUp(folder: string): string {
  const file = join(newFolder(), 'copia.plomada')
  writeBackup(folder, file, now)
  return file
}

/** The files that this process has open, those with a part in their path. */
const openFiles = (part: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${one}`)
      return target.includes(part) ? [target] : []
    } catch {
      // It was closed since it was listed.
      return []
    }
  })

/** Changes a backup with SQL. */
function changed(file: string, sql: string): string {
  const archive = new Database(file)
  archive.exec(sql)
  archive.close()
  return file
}

/** Damages the first page of a table or an index. */
function damage(file: string, name: string): void {
  const database = new Database(file, { readonly: true })
  const page = database.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? 0
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  writeFileSync(file, readFileSync(file).fill(0xff, (page - 1) * size, (page - 1) * size + 8))
}

describe('a backup of the library', () => {
  const sizes = [0, 5, partBytes, partBytes + 1, 2 * partBytes + 3]
  test('has its documents byte for byte, those of more than sixteen mebibytes in parts', () => {
    const folder = installation(...sizes)
    writeFileSync(join(folder, 'biblioteca', 'a-medias.tmp'), 'x')
    const file = backedUp(folder)
    const held = readArchive(file, (files) => files.map(({ name, bytes }) => [name, bytes]))
    expect(held.filter(([name]) => String(name).startsWith('biblioteca/'))).toEqual(sizes.map((size, index) => [documentOf(index), size]))
    const archive = new Database(file, { readonly: true })
    const rows = archive.prepare<[], string>("SELECT name FROM sqlar WHERE name LIKE '%.part-%' ORDER BY name").pluck().all()
    archive.close()
    const part = (index: number, one: number, of: number) => `${documentOf(index)}.part-0000${one}-of-0000${of}`
    expect(rows).toEqual([part(3, 1, 2), part(3, 2, 2), part(4, 1, 3), part(4, 2, 3), part(4, 3, 3)])
    const target = newFolder()
    expect(restore(target, file, now).files).toEqual(expect.arrayContaining(sizes.map((_size, index) => documentOf(index))))
    for (const index of sizes.keys())
      expect(readFileSync(join(target, documentOf(index))).equals(readFileSync(join(folder, documentOf(index)))), String(index)).toBe(true)
  })

  test.each([
    ['a part', 'DELETE FROM sqlar WHERE name LIKE '],
    ['the hash of a part', 'DELETE FROM checksum WHERE name LIKE '],
  ])('is refused without %s, and nothing changes', (_what, sql) => {
    for (const missing of ['%part-00001-of-%', '%part-00003-of-%']) {
      const folder = installation(2 * partBytes + 3)
      const file = changed(backedUp(folder), `${sql}'${missing}'`)
      expect(() => restore(folder, file, now)).toThrow(/biblioteca\/0+\.pdf is not what was backed up/)
      expect(keyNames(folder)).toEqual(['uno'])
      expect(readdirSync(folder).filter((name) => name === 'backups')).toEqual([])
    }
  })

  test('goes on where a document is removed meanwhile', () => {
    const folder = installation(5, 5)
    const file = join(newFolder(), 'copia.plomada')
    writeBackup(folder, file, now, () => rmSync(join(folder, documentOf(0)), { force: true }))
    const held = readArchive(file, (files) => files.map(({ name }) => name))
    expect(held.filter((name) => name.startsWith('biblioteca/'))).toEqual([documentOf(1)])
  })
})

test('a backup says of each file when it was made and that it is its owner’s, to programs that open such archives', () => {
  const file = backedUp(installation(5))
  const archive = new Database(file, { readonly: true })
  const rows = archive.prepare<[], { name: string; mode: number; mtime: number }>('SELECT name, mode, mtime FROM sqlar').all()
  const stored = archive.prepare<[string], { sz: number; length: number }>('SELECT sz, length(data) AS length FROM sqlar WHERE name = ?')
  expect(rows.length).toBeGreaterThan(2)
  for (const { name, mode, mtime } of rows) expect([mode.toString(8), mtime], name).toEqual(['100600', Date.parse('2026-11-21T10:00:00Z') / 1000])
  // What does not become smaller is stored as it is.
  expect(stored.get(documentOf(0))).toEqual({ sz: 5, length: 5 })
  const { sz = 0, length = 0 } = stored.get('plomada.db') ?? {}
  expect(length).toBeLessThan(sz / 2)
  archive.close()
})

describe('a backup that could not be written is told from others by its reason, in both languages', () => {
  const refusal = (folder: string, target: string): unknown => {
    try {
      return writeBackup(folder, target, now)
    } catch (error) {
      return error instanceof OperatorError ? error.detail : error
    }
  }

  test('nothing to back up, a name that is taken, a folder that is not there', () => {
    const [folder, empty, place] = [installation(), newFolder(), newFolder()]
    const target = join(place, 'copia.plomada')
    expect(refusal(empty, target)).toEqual({ es: `No hay nada que copiar en ${empty}`, en: `There is nothing to back up in ${empty}` })
    writeFileSync(target, 'x')
    expect(refusal(folder, target)).toEqual({ es: `Ya existe ${target}: elija otro nombre`, en: `${target} already exists: choose another name` })
    const nowhere = join(place, 'no', 'copia.plomada')
    expect(refusal(folder, nowhere)).toEqual({ es: `No existe la carpeta ${join(place, 'no')}`, en: `There is no folder ${join(place, 'no')}` })
    expect([readdirSync(place), readFileSync(target, 'utf8')]).toEqual([['copia.plomada'], 'x'])
  })

  test('what is restored is not there, is no backup, or has what is not the program’s', () => {
    const [folder, place] = [newFolder(), newFolder()]
    const refused = (file: string): unknown => {
      try {
        return restore(folder, file, now)
      } catch (error) {
        return error instanceof OperatorError || error instanceof StorageError ? error.detail : error
      }
    }
    const none = join(place, 'no')
    expect(refused(none)).toEqual({ es: `No existe ${none}`, en: `${none} does not exist` })
    const text = join(place, 'texto')
    writeFileSync(text, 'hola')
    expect(refused(text)).toEqual({
      es: `${text} no es una copia de Plomada, o está dañada`,
      en: `${text} is not a backup of Plomada, or it is damaged`,
    })
    const other = join(place, 'otra.db')
    new Database(other).exec('CREATE TABLE a (b)').close()
    expect(refused(other)).toEqual({ es: `${other} no es una copia de Plomada`, en: `${other} is not a backup of Plomada` })
    const foreign = changed(
      backedUp(installation()),
      "UPDATE sqlar SET name = '../x' WHERE name = 'audit.db'; UPDATE checksum SET name = '../x' WHERE name = 'audit.db'",
    )
    expect(refused(foreign)).toEqual({
      es: `${foreign} no es una copia de Plomada: "../x" no es suyo`,
      en: `${foreign} is not a backup of Plomada: "../x" does not belong in one`,
    })
    const altered = changed(backedUp(installation()), "UPDATE checksum SET sha256 = 'f' WHERE name = 'audit.db'")
    expect(refused(altered)).toEqual({ es: `${altered}: audit.db no es lo que se copió`, en: `${altered}: audit.db is not what was backed up` })
    expect(readdirSync(folder).filter((name) => name !== 'plomada.lock')).toEqual([])
  })
})

describe('who waits is told how much is done', () => {
  test('of a backup and of its restore, up to the whole', () => {
    const folder = installation(5, 2 * partBytes + 3)
    const file = join(newFolder(), 'copia.plomada')
    const told: (readonly [done: number, total: number])[] = []
    writeBackup(folder, file, now, (done, total) => told.push([done, total]))
    expect(told.every(([done, total], index) => done > (told[index - 1]?.[0] ?? 0) && done <= total)).toBe(true)
    expect(told.map(([done], index) => done - (told[index - 1]?.[0] ?? 0))).toEqual(expect.arrayContaining([5, partBytes, partBytes, 3]))
    const whole = readArchive(file, (files) => files.reduce((sum, { bytes }) => sum + bytes, 0))
    expect(told.at(-1)?.[0]).toBe(whole)
    const restored: (readonly [done: number, total: number])[] = []
    restore(newFolder(), file, now, (done, total) => restored.push([done, total]))
    expect(restored.at(-1)).toEqual([whole, whole])
    expect(restored.every(([done, total], index) => total === whole && done > (restored[index - 1]?.[0] ?? 0))).toBe(true)
  })
})

describe('a backup that is not usable is refused before anything changes', () => {
  test('written by a newer version of the program', () => {
    const newer = installation()
    changed(join(newer, 'plomada.db'), 'PRAGMA user_version = 9999')
    const folder = installation()
    expect(() => restore(folder, backedUp(newer), now)).toThrow(/version 9999.*newer program/)
    expect(keyNames(folder)).toEqual(['uno'])
    expect(readdirSync(folder).filter((name) => /^(unfinished|restoring|placing|backups)/.test(name))).toEqual([])
  })

  test('damaged where its files are: it says of the backup that it is damaged, and not of the data folder', () => {
    const folder = installation()
    const file = backedUp(folder)
    damage(file, 'sqlar')
    expect(() => restore(folder, file, now)).toThrow(`${file} is not a backup of Plomada, or it is damaged`)
    expect(keyNames(folder)).toEqual(['uno'])
  })
})

test('of a database that is damaged no backup is made, also where a copy of it would not show that', () => {
  const folder = installation()
  damage(join(folder, 'plomada.db'), 'access_key_prefix')
  const target = join(newFolder(), 'copia.plomada')
  expect(() => writeBackup(folder, target, now)).toThrow(expect.objectContaining({ kind: 'damaged', message: expect.stringContaining('plomada.db') }))
  expect(readdirSync(join(target, '..'))).toEqual([])
})

test('of a folder that cannot be written a backup is made too', ({ skip }) => {
  const disk = newFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
  try {
    const store = openStore(disk, () => now)
    store.keys.issue({ name: 'uno', scopes: ['read'], expiresAt: null })
    store.close()
    expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0)
    const file = backedUp(disk)
    const target = newFolder()
    restore(target, file, now)
    expect(keyNames(target)).toEqual(['uno'])
    expect(readdirSync(join(file, '..'))).toEqual(['copia.plomada'])
    expect(openFiles(disk)).toEqual([])
    // What is only in the log of the database cannot be read there, so it is not left out silently.
    expect(spawnSync('mount', ['-o', 'remount,rw', disk]).status).toBe(0)
    writeFileSync(join(disk, 'plomada.db-wal'), 'x'.repeat(100))
    rmSync(join(disk, 'plomada.db-shm'), { force: true })
    expect(spawnSync('mount', ['-o', 'remount,ro', disk]).status).toBe(0)
    expect(() => backedUp(disk)).toThrow(/open|read/)
    expect(() => serializeDatabase(join(disk, 'plomada.db'))).toThrow()
    expect(openFiles(disk)).toEqual([])
  } finally {
    spawnSync('umount', [disk])
  }
})

test.skipIf(process.platform !== 'linux')('a backup and a restore leave no file open', () => {
  const folder = installation(5, partBytes + 1)
  const file = backedUp(folder)
  restore(folder, file, now)
  restore(newFolder(), file, now)
  expect(() => restore(folder, join(folder, 'plomada.db'), now)).toThrow(/not a backup/)
  expect(() => writeBackup(newFolder(), file, now)).toThrow(/nothing to back up/)
  expect(openFiles('plomada-contents-')).toEqual([])
})
