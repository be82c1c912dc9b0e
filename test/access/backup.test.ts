import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { writeBackup } from '../../server/access/backup.ts'
import { readArchive } from '../../server/access/backup-archive.ts'
import { lockShared } from '../../server/access/lock.ts'
import { restore } from '../../server/access/restore.ts'
import { type EmbeddedStore, openStore } from '../../server/access/store.ts'
import { plomada } from '../run-cli.ts'

const now = () => new Date('2026-11-21T10:00:00Z')
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-backup-'))
const add = (store: EmbeddedStore, name: string): string => store.keys.issue({ name, scopes: ['read'], expiresAt: null }).text
const names = (folder: string): string[] => {
  const store = openStore(folder, now)
  const found = store.keys.list().map(({ name }) => name)
  store.close()
  return found
}

/** The files of a backup, whole. */
const readBackup = (file: string) => readArchive(file, (held) => held.map(({ name, parts }) => ({ name, bytes: Buffer.concat([...parts()]) })))

/** A folder with the key `uno`, and a backup of it taken while it is open and before `dos` is added. */
function backedUp() {
  const folder = newFolder()
  const file = join(newFolder(), 'copia.plomada')
  const store = openStore(folder, now)
  const key = add(store, 'uno')
  writeBackup(folder, file, now())
  add(store, 'dos')
  store.close()
  return { folder, file, key }
}

describe('a backup', () => {
  test('taken while the service writes has everything stored until then, and restores it', () => {
    const { folder, file, key } = backedUp()
    expect(names(folder)).toEqual(['uno', 'dos'])
    const { files, setAside } = restore(folder, file, now())
    expect(files).toContain('plomada.db')
    expect(names(folder)).toEqual(['uno'])
    const store = openStore(folder, now)
    expect(store.keys.authenticate(key)).toMatchObject({ name: 'uno' })
    store.close()
    expect(readdirSync(setAside ?? '')).toContain('plomada.db')
  })

  test('can be restored into an empty folder on another machine', () => {
    const { file } = backedUp()
    const elsewhere = join(newFolder(), 'nueva')
    expect(restore(elsewhere, file, now()).setAside).toBeUndefined()
    expect(names(elsewhere)).toEqual(['uno'])
  })

  test('is readable by its owner only, and leaves no partial file', () => {
    const { file } = backedUp()
    expect(statSync(file).mode & 0o077).toBe(0)
    expect(readdirSync(join(file, '..'))).toEqual(['copia.plomada'])
  })

  test('never overwrites a file', () => {
    const { folder, file } = backedUp()
    const before = readFileSync(file)
    expect(() => writeBackup(folder, file, now())).toThrow(/already exists/)
    expect(readFileSync(file)).toEqual(before)
  })

  test('is refused for a damaged database', () => {
    const { folder, file } = backedUp()
    const state = join(folder, 'plomada.db')
    const bytes = readFileSync(state)
    bytes.fill(0xff, 4096, 4200)
    writeFileSync(state, bytes)
    expect(() => writeBackup(folder, `${file}.2`, now())).toThrow()
    expect(existsSync(`${file}.2`)).toBe(false)
  })

  test('has everything that identifies an installation, and restores it', async () => {
    const { folder } = backedUp()
    mkdirSync(join(folder, 'tls'))
    writeFileSync(join(folder, 'tls', 'ca.key'), 'la de antes')
    const file = join(newFolder(), 'copia.plomada')
    expect((await plomada(folder, 'backup', file)).out).toContain('Lleva claves privadas')
    writeFileSync(join(folder, 'tls', 'ca.key'), 'otra')
    const { setAside } = restore(folder, file, now())
    expect(readFileSync(join(folder, 'tls', 'ca.key'), 'utf8')).toBe('la de antes')
    expect(statSync(join(folder, 'tls', 'ca.key')).mode & 0o077).toBe(0)
    expect(readFileSync(join(setAside ?? '', 'tls', 'ca.key'), 'utf8')).toBe('otra')
  })

  test.each(['../fuera.db', 'tls/../../fuera.key', '/tmp/fuera.key', 'otra/cosa.key', 'tls/.oculto', 'packs/current.json'])(
    'with an entry %s is rejected: a restore writes only its own files',
    (name) => {
      const { folder, file } = backedUp()
      const archive = new Database(file)
      archive.prepare("UPDATE sqlar SET name = ? WHERE name = 'audit.db'").run(name)
      archive.prepare("UPDATE checksum SET name = ? WHERE name = 'audit.db'").run(name)
      archive.close()
      expect(() => restore(folder, file, now())).toThrow(/does not belong/)
      expect(names(folder)).toEqual(['uno', 'dos'])
    },
  )

  test('is a SQLite Archive that other programs can open', ({ skip }) => {
    const { file } = backedUp()
    if (spawnSync('sqlite3', ['--version']).status !== 0) skip('the sqlite3 program is not here')
    const listed = spawnSync('sqlite3', [file, '-Atv'], { encoding: 'utf8' })
    expect(listed.stdout).toContain('plomada.db')
  })
})

describe('restoring', () => {
  test.each([0, 1, 2, 3, 4, 5, 6, 7])('rejects a backup with one changed byte (at %i eighths) and changes nothing', (eighths) => {
    const { folder, file } = backedUp()
    const bytes = readFileSync(file)
    const at = Math.floor((bytes.length * eighths) / 8) + 20
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    writeFileSync(file, bytes)
    let refused = true
    try {
      // A byte that no page uses may change nothing: then all files are still intact.
      for (const { name, bytes: held } of readBackup(file)) if (name === 'plomada.db') expect(held.length).toBeGreaterThan(0)
      refused = false
    } catch {
      expect(() => restore(folder, file, now())).toThrow()
      expect(names(folder)).toEqual(['uno', 'dos'])
    }
    if (!refused) {
      restore(folder, file, now())
      expect(names(folder)).toEqual(['uno'])
    }
  })

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['no backup', () => Buffer.from('hola')],
  ])('rejects a file that is %s', (_what, change) => {
    const { folder, file } = backedUp()
    writeFileSync(file, change(readFileSync(file)))
    expect(() => restore(folder, file, now())).toThrow(/not a backup of Plomada/)
    expect(names(folder)).toEqual(['uno', 'dos'])
  })

  test('rejects a database that is not a backup, even our own', () => {
    const { folder } = backedUp()
    expect(() => restore(folder, join(folder, 'plomada.db'), now())).toThrow(/not a backup of Plomada/)
  })

  test('is refused while a service runs on the folder, and no service starts during a restore', () => {
    const { folder, file } = backedUp()
    const store = openStore(folder, now)
    expect(() => restore(folder, file, now())).toThrow(/stop it first/)
    store.close()
    restore(folder, file, now())
    expect(names(folder)).toEqual(['uno'])
  }, 20_000)

  test('interrupted at any step is completed when the folder is next opened', () => {
    const { file } = backedUp()
    const held = readBackup(file)
    for (const movedAside of [false, true]) {
      const folder = newFolder()
      const store = openStore(folder, now)
      add(store, 'otro')
      store.close()
      mkdirSync(join(folder, 'restoring-20261121T100000Z'))
      for (const { name, bytes } of held) writeFileSync(join(folder, 'restoring-20261121T100000Z', name), bytes)
      if (movedAside) {
        mkdirSync(join(folder, 'backups', 'replaced-20261121T100000Z'), { recursive: true })
        renameSync(join(folder, 'plomada.db'), join(folder, 'backups', 'replaced-20261121T100000Z', 'plomada.db'))
      }
      expect(names(folder)).toEqual(['uno'])
      expect(readdirSync(folder).filter((name) => name.startsWith('restoring'))).toEqual([])
      expect(existsSync(join(folder, 'backups', 'replaced-20261121T100000Z', 'plomada.db'))).toBe(true)
    }
  })

  test('of another backup finishes first what was interrupted: what is restored last is what there is', () => {
    const { folder, file } = backedUp()
    const pending = join(folder, 'restoring-20991231T000000Z')
    mkdirSync(pending)
    const other = newFolder()
    const store = openStore(other, now)
    add(store, 'otro')
    store.close()
    writeFileSync(join(pending, 'plomada.db'), readFileSync(join(other, 'plomada.db')))
    restore(folder, file, now())
    expect(names(folder)).toEqual(['uno'])
    expect(
      readdirSync(join(folder, 'backups'))
        .filter((name) => name.startsWith('replaced'))
        .sort(),
    ).toEqual(['replaced-20261121T100000Z', 'replaced-20991231T000000Z'])
  })

  test('interrupted before its commit changes nothing', () => {
    const { folder } = backedUp()
    mkdirSync(join(folder, 'unfinished-1'))
    writeFileSync(join(folder, 'unfinished-1', 'plomada.db'), 'half')
    expect(names(folder)).toEqual(['uno', 'dos'])
  })

  test('that was changed is refused with the reason, and leaves nothing half unpacked', () => {
    const { file } = backedUp()
    const archive = new Database(file)
    archive.prepare("UPDATE sqlar SET data = zeroblob(length(data)), sz = length(data) WHERE name = 'plomada.db'").run()
    archive.close()
    const target = newFolder()
    expect(() => restore(target, file, now())).toThrow(/plomada\.db is not what was backed up/)
    expect(readdirSync(target).filter((name) => name.startsWith('unfinished'))).toEqual([])
  })

  test('repairs a damaged folder', () => {
    const { folder, file } = backedUp()
    writeFileSync(join(folder, 'plomada.db'), 'x'.repeat(9000))
    const store = openStore(folder, now)
    expect(store.storageError).toBe('damaged')
    store.close()
    restore(folder, file, now())
    expect(names(folder)).toEqual(['uno'])
  })

  test('does not stay locked when its process dies', () => {
    const { folder, file } = backedUp()
    const lock = lockShared(folder)
    expect(() => restore(folder, file, now())).toThrow(/stop it first/)
    lock.release()
    expect(() => restore(folder, file, now())).not.toThrow()
  }, 20_000)
})

describe('plomada backup and restore', () => {
  test('print what was copied and where; in a folder the file is named by date', async () => {
    const { folder } = backedUp()
    const target = newFolder()
    const { code, out } = await plomada(folder, 'backup', target)
    expect(code).toBe(0)
    const [file = ''] = readdirSync(target)
    expect(file).toMatch(/^plomada-\d{8}T\d{6}Z\.plomada$/)
    expect(out).toContain(join(target, file))
    const restored = await plomada(folder, 'restore', join(target, file))
    expect(restored.code).toBe(0)
    expect(restored.out).toMatch(/^Restaurado en .*plomada\.db/)
    const { out: audit } = await plomada(folder, 'audit', 'export')
    expect(audit.split('\n').map((line) => (JSON.parse(line) as { operation: string }).operation)).toEqual(['restore'])
    expect(restored.out).toContain('Lo que había está en')
    expect(restored.out).toContain('Las claves revocadas después de esa copia vuelven a valer')
  })

  test.each([
    ['a backup of nothing', ['backup', 'copia.plomada'], 1, 'No hay nada que copiar'],
    ['a backup to nowhere', ['backup'], 2, 'Falta dónde guardar la copia'],
    ['a file that is not there', ['restore', '/no/hay'], 1, 'No existe /no/hay'],
    ['no file', ['restore'], 2, 'Falta la copia que restaurar'],
  ])('refuse %s', async (_what, args, code, message) => {
    const result = await plomada(newFolder(), ...args)
    expect(result.code).toBe(code)
    expect(result.err).toContain(message)
  })
})
