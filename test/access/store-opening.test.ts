import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { lockExclusively } from '../../server/access/lock.ts'
import { openStateDatabase } from '../../server/access/state-database.ts'
import { stateMigrations } from '../../server/access/state-schema.ts'
import { openStore } from '../../server/access/store.ts'
import { OperatorError } from '../../server/errors/operator-error.ts'

const now = () => new Date('2026-11-21T10:00:00Z')
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-opening-'))
const entry = { who: { kind: 'terminal' as const }, address: null, operation: 'probar', subject: null, status: null, request_id: null }
const detailOf = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error instanceof OperatorError ? error.detail : error
  }
}

/** A closed folder with a key and a line of the audit. */
function used(): string {
  const folder = newFolder()
  const store = openStore(folder, now)
  store.keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
  store.audit.append(entry)
  store.close()
  return folder
}

describe('a folder whose state was lost', () => {
  const told = (folder: string) => {
    const file = join(folder, 'plomada.db')
    return {
      es: `${file} falta o está vacío, y el registro de auditoría de su carpeta tiene líneas: no es una instalación nueva. Restaure una copia con «plomada restore», o aparte la carpeta entera para empezar de nuevo`,
      en: `${file} is missing or empty, and the audit in its folder has lines: this is not a new installation. Restore a backup with "plomada restore", or move the whole folder away to begin anew`,
    }
  }

  test.each([
    ['is not there', (file: string) => rmSync(file)],
    ['is empty', (file: string) => writeFileSync(file, '')],
    [
      'has no table',
      (file: string) => {
        rmSync(file)
        new Database(file).exec('CREATE TABLE a (b); DROP TABLE a').close()
      },
    ],
  ])('is not taken for a new one where its file %s, and the way out is told in both languages', (_what, lose) => {
    const folder = used()
    const file = join(folder, 'plomada.db')
    lose(file)
    const before = existsSync(file) ? readFileSync(file) : undefined
    expect(detailOf(() => openStore(folder, now))).toEqual(told(folder))
    expect(existsSync(file) ? readFileSync(file).length : undefined).toBe(before?.length)
    // Nobody is kept from restoring it.
    lockExclusively(folder).release()
  })

  test('is one where only the file is empty, and what was written is in its log', () => {
    const folder = used()
    const store = openStore(folder, now)
    store.keys.issue({ name: 'en el diario', scopes: ['read'], expiresAt: null })
    const other = newFolder()
    for (const name of ['plomada.db', 'plomada.db-wal']) writeFileSync(join(other, name), readFileSync(join(folder, name)))
    store.close()
    const again = openStateDatabase({ folder: other, storageError: undefined, isInUse: true, beforeMigration: () => undefined })
    expect(again.database.prepare('SELECT name FROM access_key').pluck().all()).toEqual(['obra', 'en el diario'])
    again.close()
  })

  test('is not asked for where the disk is the reason, or where the folder was never used', () => {
    for (const [storageError, isInUse] of [
      ['full', true],
      [undefined, false],
    ] as const) {
      const state = openStateDatabase({ folder: newFolder(), storageError, isInUse, beforeMigration: () => undefined })
      expect(state.degraded?.kind).toBe(storageError)
      expect(state.database.prepare('SELECT count(*) FROM access_key').pluck().get()).toBe(0)
      state.close()
    }
  })
})

describe('a migration of the state', () => {
  test('is told before it, with the version that there was, and never of a new or a current file', () => {
    const folder = used()
    const told: number[] = []
    const open = (at: string) => {
      const state = openStateDatabase({ folder: at, storageError: undefined, isInUse: false, beforeMigration: (version) => told.push(version) })
      state.close()
      return state.wasUnsigned
    }
    expect([open(folder), open(newFolder()), told]).toEqual([false, false, []])
    const older = newFolder()
    const database = new Database(join(older, 'plomada.db'))
    database.exec(`CREATE TABLE access_key (id INTEGER PRIMARY KEY, name TEXT NOT NULL, prefix TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, scopes TEXT NOT NULL,
      created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT) STRICT; PRAGMA user_version = 1`)
    database.close()
    expect([open(older), told, open(older), told]).toEqual([true, [1], false, [1]])
  })
})

test('a folder that is being restored is waited for, says who starts it, in both languages', () => {
  const folder = used()
  const held = lockExclusively(folder)
  const told = { es: `Se está restaurando ${folder}: espere a que termine`, en: `A restore of ${folder} is under way: wait until it ends` }
  expect(detailOf(() => openStore(folder, now))).toEqual(told)
  held.release()
  openStore(folder, now).close()
}, 20_000)

test('a restore of a folder that is in use is refused, and the refusal says what to stop, in both languages', () => {
  const folder = used()
  const store = openStore(folder, now)
  const told = { es: `Hay un Plomada en marcha sobre ${folder}: párelo antes`, en: `Plomada is running on ${folder}: stop it first` }
  expect(detailOf(() => lockExclusively(folder))).toEqual(told)
  store.close()
}, 20_000)

describe('a folder whose state is damaged', () => {
  /** A folder whose state cannot be read at all. */
  function damaged(): string {
    const folder = used()
    writeFileSync(join(folder, 'plomada.db'), 'x'.repeat(9000))
    return folder
  }

  test('is verified with the signing key that it has, and gets none where it has none', () => {
    const folder = damaged()
    let store = openStore(folder, now)
    expect([store.storageError, store.audit.publicKey()]).toEqual(['damaged', expect.stringContaining('PUBLIC KEY')])
    store.close()
    renameSync(join(folder, 'keys'), join(folder, 'keys.away'))
    store = openStore(folder, now)
    expect(store.audit.publicKey()).toBeUndefined()
    store.close()
    expect(readdirSync(folder)).not.toContain('keys')
  })

  test('is left as it is: nothing is erased, signed or written beside it', () => {
    const folder = damaged()
    const filesOf = () => [readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name)), readFileSync(join(folder, 'plomada.db'), 'utf8')]
    rmSync(join(folder, 'reserve'))
    const before = filesOf()
    const store = openStore(folder, now)
    expect(() => store.keys.list()).toThrow(expect.objectContaining({ code: 'read-only' }))
    expect(() => store.keys.revoke('obra')).toThrow(expect.objectContaining({ code: 'read-only' }))
    store.close()
    expect(filesOf()).toEqual(before)
  })
})

test('a state of a newer version is refused also where the disk does not let it be written, and never taken for an empty one', () => {
  const folder = used()
  const database = new Database(join(folder, 'plomada.db'))
  database.pragma('user_version = 9999')
  database.close()
  const open = () => openStateDatabase({ folder, storageError: 'full', isInUse: true, beforeMigration: () => undefined })
  const file = join(folder, 'plomada.db')
  expect(detailOf(open)).toEqual({
    es: `No se puede abrir ${file}: es de la versión 9999 y este programa conoce hasta la ${stateMigrations.length}; use el programa más nuevo`,
    en: `Cannot open ${file}: it has version 9999 and this program supports up to ${stateMigrations.length}; use the newer program`,
  })
})

test.each([
  ['relaxed', true],
  ['strict', false],
  ['strict-sinks', false],
] as const)('a line of an audit that is %s may be on its way to the disk when the answer leaves: %s', (auditRule, mayWait) => {
  const pragma = vi.spyOn(Database.prototype, 'pragma')
  const store = openStore(newFolder(), now, { auditRule })
  const given = pragma.mock.calls.map(([text]) => text)
  pragma.mockRestore()
  expect(given.includes('synchronous = NORMAL')).toBe(mayWait)
  store.close()
})

test('a project that is looked for to be erased, and there is none, does not wait for another writer', () => {
  const folder = used()
  const store = openStore(folder, now)
  const other = new Database(join(folder, 'plomada.db'))
  other.exec('BEGIN IMMEDIATE')
  const began = performance.now()
  expect(() => store.projects.purgeExpired()).not.toThrow()
  expect(performance.now() - began).toBeLessThan(1000)
  other.exec('ROLLBACK')
  other.close()
  store.close()
})
