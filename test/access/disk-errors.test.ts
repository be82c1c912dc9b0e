import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { createFolderDurably } from '../../server/access/durable-write.ts'
import { openStore } from '../../server/access/store.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, desktop, flatRoof, network, realBase } from '../service.ts'
import { Acknowledged } from './acknowledged-writes.ts'
import { runLimited } from './child-process.ts'

// With any disk error, everything readable is still answered, and nothing is acknowledged that is not stored.
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-fault-'))

/** A folder with one key and one line of the audit, closed. */
function withKey(folder = newFolder()): { readonly folder: string; readonly key: string } {
  const store = openStore(folder, () => new Date())
  const { text } = store.keys.issue({ name: 'conocida', scopes: ['read', 'verify'], expiresAt: null })
  store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'key add', subject: null, status: null, request_id: null })
  store.close()
  return { folder, key: text }
}

function flip(file: string, from: number, count: number): void {
  const bytes = readFileSync(file)
  for (let at = from; at < from + count; at++) bytes[at] = (bytes[at] ?? 0) ^ 0xff
  writeFileSync(file, bytes)
}

/** File offset of the first page of a table or index. */
function startOfPage(file: string, name: string): number {
  const database = new Database(file, { readonly: true })
  const page = database.prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? 0
  const size = Number(database.pragma('page_size', { simple: true }))
  database.close()
  return (page - 1) * size
}

function serviceOver(folder: string) {
  const store = openStore(folder, () => new Date())
  const app = testApp({ kb: realBase(), store, rate: undefined, allowedHosts: [] })
  const send = (path: string, key: string | undefined, body?: unknown) =>
    app.fetch(
      new Request(`http://localhost${path}`, {
        headers: { host: 'localhost', 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
      key === undefined ? desktop : network,
    )
  return { store, send }
}

test.skipIf(process.platform !== 'linux')('a folder that cannot be made is an error, and never waited for', () => {
  expect(() => createFolderDurably('/proc/no/hay')).toThrow(/ENOENT/)
  const folder = join(newFolder(), 'una', 'otra')
  createFolderDurably(folder)
  createFolderDurably(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

describe('a damaged database', () => {
  test('with an unreadable header lets the desktop verify, and answers keys that it cannot look them up', async () => {
    const { folder, key } = withKey()
    flip(join(folder, 'plomada.db'), 0, 16)
    const { store, send } = serviceOver(folder)
    expect(store.storageError).toBe('damaged')
    expect((await send('/api/v1/verify', undefined, flatRoof)).status).toBe(200)
    const refused = await send('/api/v1/verify', key, flatRoof)
    expect(refused.status).toBe(503)
    expect(await bodyOf(refused)).toMatchObject({ code: 'read-only', detail: expect.stringContaining('plomada restore') })
    expect(await bodyOf(await send('/healthz', undefined))).toEqual({ status: 'read-only', reason: 'damaged' })
    store.close()
  })

  test.each([
    ['no request needs answers known keys', 'sqlite_autoindex_access_key_1', 200],
    ['keys are looked up by tells them so', 'access_key_prefix', 503],
  ])('with a damaged page: %s, and nothing is written', async (_what, index, status) => {
    const { folder, key } = withKey()
    const file = join(folder, 'plomada.db')
    flip(file, startOfPage(file, index), 8)
    const before = readFileSync(file)
    const { store, send } = serviceOver(folder)
    expect(store.storageError).toBe('damaged')
    expect((await send('/api/v1/verify', key, flatRoof)).status).toBe(status)
    expect((await send('/api/v1/verify', undefined, flatRoof)).status).toBe(200)
    expect(() => store.keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })).toThrow(expect.objectContaining({ code: 'read-only' }))
    store.close()
    expect(readFileSync(file)).toEqual(before)
  })

  test('of the audit stops only the operations that must be recorded', async () => {
    const { folder, key } = withKey()
    flip(join(folder, 'audit.db'), 0, 16)
    const { store, send } = serviceOver(folder)
    expect(store.storageError).toBe('damaged')
    // What cannot be read is not taken for an empty audit.
    expect(() => store.audit.newest(Number.MAX_SAFE_INTEGER, 10)).toThrow(expect.objectContaining({ code: 'read-only' }))
    expect((await send('/api/v1/verify', key, flatRoof)).status).toBe(200)
    expect(await bodyOf(await send('/api/v1/proyectos', undefined, { name: 'Obra', geo_id: 'ES-28079', checks: [] }))).toMatchObject({
      status: 503,
      code: 'read-only',
    })
    store.close()
  })

  test('of a newer version is refused, and not treated as damaged', () => {
    const { folder } = withKey()
    const file = join(folder, 'plomada.db')
    const bytes = readFileSync(file)
    bytes.writeUInt32BE(9999, 60)
    writeFileSync(file, bytes)
    expect(() => openStore(folder, () => new Date())).toThrow(/version 9999.*newer program/)
    expect(readFileSync(file)).toEqual(bytes)
  })
})

describe('a folder without space or permission', () => {
  // With each limit another write is the last one.
  test.each([100, 120, 140, 160, 180, 200])(
    'that is full at %i KiB: acknowledged writes are there, the others are refused, keys still work',
    async (fileKiB) => {
      const { folder, key } = withKey()
      const { code, lines } = await runLimited('endless-writer.ts', [folder, '1000', key], { fileKiB })
      expect(code).toBe(0)
      expect(lines.slice(-2)).toEqual(['refused read-only', 'last conocida'])
      const acknowledged = new Acknowledged()
      acknowledged.add(lines)
      expect(acknowledged.kept.size).toBeGreaterThan(1)
      expect(await acknowledged.missingIn(folder)).toEqual({ missing: [], audit: undefined })
    },
    30_000,
  )

  test('without space to open it for writing is opened for reading', async () => {
    const { folder, key } = withKey()
    const { lines } = await runLimited('open-and-write.ts', [folder, key], { fileKiB: 8 })
    expect(lines).toEqual(['fault unwritable', 'read conocida', 'lines 1', '503 read-only'])
  }, 30_000)

  test('without write permission is opened for reading', async () => {
    const { folder, key } = withKey()
    chmodSync(folder, 0o500)
    const { lines } = await runLimited('open-and-write.ts', [folder, key], { asAnyUser: true })
    chmodSync(folder, 0o700)
    expect(lines).toEqual(['fault unwritable', 'read conocida', 'lines 1', '503 read-only'])
  }, 30_000)

  test('that is not a folder still allows verdicts on the desktop', async () => {
    const file = join(newFolder(), 'fichero')
    writeFileSync(file, '')
    const { store, send } = serviceOver(file)
    expect(store.storageError).toBe('unwritable')
    expect((await send('/api/v1/verify', undefined, flatRoof)).status).toBe(200)
    store.close()
  })

  test('on a full disk is opened for reading, and the reason is reported', async ({ skip }) => {
    const disk = newFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
    try {
      const { key } = withKey(disk)
      expect(spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'lleno')}`, 'bs=1k', 'count=1024']).status).toBe(1)
      const { lines } = await runLimited('open-and-write.ts', [disk, key], {})
      expect(lines).toEqual(['fault full', 'read conocida', 'lines 1', '503 read-only'])
      rmSync(join(disk, 'lleno'))
      expect((await runLimited('open-and-write.ts', [disk, key], {})).lines).toEqual(['fault none', 'read conocida', 'lines 1', 'written'])
    } finally {
      spawnSync('umount', [disk])
    }
  }, 30_000)
})

describe('the files of the state', () => {
  test('are made in a folder that is made for them, and that nobody else enters', () => {
    const folder = join(newFolder(), 'una', 'otra')
    withKey(folder)
    expect([statSync(folder).mode & 0o777, statSync(join(folder, '..')).mode & 0o777]).toEqual([0o700, 0o700])
  })

  test('are readable by their owner only', () => {
    const { folder } = withKey()
    const store = openStore(folder, () => new Date())
    store.keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
    for (const name of ['plomada.db', 'plomada.db-wal', 'plomada.lock']) expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0)
    store.close()
  })
})
