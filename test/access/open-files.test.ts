import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { readSegment } from '../../server/access/audit-segment.ts'
import { openSinks } from '../../server/access/audit-sink.ts'
import { createPrivateFile, openDatabase, openWritableDatabase } from '../../server/access/database.ts'
import { copyDatabase, serializeDatabase } from '../../server/access/database-copy.ts'
import { createDurably, createFolderDurably, removeDurably, syncFile, writeDurably, writeSynced } from '../../server/access/durable-write.ts'
import { lockExclusively, lockFileExclusively, lockShared } from '../../server/access/lock.ts'
import { openRevocations } from '../../server/access/revocation.ts'
import { StorageError } from '../../server/access/storage-error.ts'
import { openStore } from '../../server/access/store.ts'

const now = () => new Date('2026-11-21T10:00:00Z')
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-open-'))

/** The files below a folder that this process has open. */
const openIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${one}`)
      return target.startsWith(folder) ? [target] : []
    } catch {
      // It was closed since it was listed.
      return []
    }
  })

/** A database with a table, and one of which a page is damaged. */
function databases(folder: string): { readonly sound: string; readonly damaged: string; readonly none: string } {
  const [sound, damaged, none] = ['sana.db', 'dañada.db', 'ninguna.db'].map((name) => join(folder, name)) as [string, string, string]
  for (const file of [sound, damaged]) {
    const database = new Database(file)
    database.exec('CREATE TABLE access_key (id INTEGER PRIMARY KEY, revoked_at TEXT); INSERT INTO access_key VALUES (1, NULL)')
    database.close()
  }
  writeFileSync(damaged, readFileSync(damaged).fill(0xff, 4096, 4200))
  writeFileSync(none, 'x'.repeat(5000))
  return { sound, damaged, none }
}

describe.skipIf(process.platform !== 'linux')('a service that runs for months keeps no file open that it is done with', () => {
  test('after writing files, moving them and making folders', () => {
    const folder = newFolder()
    const file = join(folder, 'una')
    writeSynced(file, 'x')
    syncFile(file)
    writeDurably(file, 'y')
    createDurably(join(folder, 'otra'), 'z')
    createFolderDurably(join(folder, 'carpeta', 'dentro'))
    removeDurably(file)
    createPrivateFile(join(folder, 'privada'))
    mkdirSync(join(folder, 'ocupada'))
    expect(() => writeDurably(join(folder, 'ocupada'), 'x')).toThrow(/EISDIR/)
    expect(openIn(folder)).toEqual([])
  })

  test('after each turn of lines for a file, also where the file does not take them', () => {
    const folder = newFolder()
    const sink = openSinks({ file: join(folder, 'audit.ndjson'), syslog: undefined, isWaitedFor: true })
    for (let times = 0; times < 3; times++) sink?.take(['{}'])
    expect(openIn(folder)).toEqual([])
    sink?.close()
  })

  test('after a database that cannot be opened, whatever is wrong with it', () => {
    const folder = newFolder()
    const { sound, damaged, none } = databases(folder)
    const nothing = (): void => undefined
    const broken = (): void => {
      throw new TypeError('broken')
    }
    expect(() => openWritableDatabase(damaged, nothing)).toThrow(StorageError)
    expect(() => openWritableDatabase(none, nothing)).toThrow(/not a database/)
    for (const prepare of [openWritableDatabase, openDatabase]) expect(() => prepare(sound, broken)).toThrow('broken')
    expect(() => openDatabase(undefined, broken)).toThrow('broken')
    // An error of the program is not answered with a copy for reading.
    expect(() => openDatabase(sound, (_database, target) => (target === 'file' ? broken() : undefined))).toThrow('broken')
    expect(() => openDatabase(sound, broken, 'full')).toThrow('broken')
    expect(openIn(folder)).toEqual([])
  })

  test('after a copy of a database or a look at one, and after one that fails', () => {
    const folder = newFolder()
    const { sound, damaged, none } = databases(folder)
    expect(serializeDatabase(sound).subarray(0, 6).toString()).toBe('SQLite')
    copyDatabase(sound, join(folder, 'copia'))
    new Database(join(folder, 'ajena.db')).exec('CREATE TABLE audit_line (otra)').close()
    expect(() => readSegment(join(folder, 'ajena.db'))).toThrow(/no such column/)
    for (const [index, file] of [damaged, none].entries()) expect(() => copyDatabase(file, join(folder, `copia ${index}`))).toThrow()
    expect(() => serializeDatabase(join(folder, 'no hay'))).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }))
    expect(openIn(folder)).toEqual([])
  })

  test('after a lock that is released or not got', () => {
    const folder = newFolder()
    const held = lockExclusively(folder)
    expect(() => lockShared(folder)).toThrow(/locked/)
    expect(() => lockExclusively(folder)).toThrow(/stop it first/)
    held.release()
    expect(openIn(folder)).toEqual([])
    const one = lockFileExclusively(join(folder, 'plomada.lock'), 0)
    expect(() => lockFileExclusively(join(folder, 'plomada.lock'), 0)).toThrow(/locked/)
    one.release()
    expect(openIn(folder)).toEqual([])
  }, 20_000)

  test('after a revocation over another connection, stored or not', () => {
    const folder = newFolder()
    const { sound, none } = databases(folder)
    const write = (): void => {
      throw new StorageError('full', { es: 'lleno', en: 'full' })
    }
    openRevocations({ write, file: sound, reserve: undefined }).add(1, now().toISOString())
    expect(() => openRevocations({ write, file: none, reserve: undefined }).add(1, now().toISOString())).toThrow(/could not be stored/)
    expect(openIn(folder)).toEqual([])
  })

  test('after a store is closed, and after one that could not be opened, whose folder is free again', () => {
    const folder = newFolder()
    const store = openStore(folder, now)
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'probar', subject: null, status: null, request_id: null })
    store.unready()
    expect(openIn(folder)).not.toEqual([])
    store.close()
    expect(openIn(folder)).toEqual([])
    const state = new Database(join(folder, 'plomada.db'))
    state.pragma('user_version = 9999')
    state.close()
    expect(() => openStore(folder, now)).toThrow(/newer program/)
    expect(openIn(folder)).toEqual([])
    lockExclusively(folder).release()
  })
})
