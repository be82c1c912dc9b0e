import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EmbeddedStore, openStore } from '../../server/access/store.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, desktop, network, realBase } from '../service.ts'

const project = (notes = '') => ({ name: 'Obra', reference: '1', geo_id: 'ES-28079', context: {}, checks: [], notes })

function clientOf(store: EmbeddedStore) {
  const app = testApp({ kb: realBase(), store, rate: undefined, allowedHosts: [] })
  return async (method: string, path: string, { key, body }: { readonly key?: string; readonly body?: unknown } = {}) => {
    const headers = { host: 'localhost', 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await app.fetch(new Request(`http://localhost${path}`, init), key === undefined ? desktop : network)
    return { status: response.status, body: await bodyOf(response) }
  }
}
const keyFor = (store: EmbeddedStore, name: string) => store.keys.issue({ name, scopes: ['read', 'verify'], expiresAt: null }).text

describe('projects', () => {
  test('have a quota by number, for each key and in total; deleting one makes room', async () => {
    const store = openStore(mkdtempSync(join(tmpdir(), 'plomada-quota-')), () => new Date(), { quota: { count: 30, bytes: 2 ** 20 } })
    const send = clientOf(store)
    const [one, other] = [keyFor(store, 'una'), keyFor(store, 'otra')]
    const create = (key?: string) => send('POST', '/api/v1/proyectos', key === undefined ? { body: project() } : { key, body: project() })
    const first = await create(one)
    expect([(await create(one)).status, (await create(one)).status]).toEqual([200, 200])
    const refused = await create(one)
    expect(refused).toMatchObject({ status: 409, body: { code: 'quota-exceeded', detail: expect.stringContaining('3') } })
    expect((await create(other)).status).toBe(200)
    expect((await send('DELETE', `/api/v1/proyectos/${String(first.body['id'])}`, { key: one })).status).toBe(200)
    expect((await create(one)).status).toBe(200)
    const statuses = []
    for (let times = 0; times < 30; times++) statuses.push((await create()).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(26)
    expect(statuses.at(-1)).toBe(409)
    store.close()
  })

  test('have a quota by size, which also holds for replacements', async () => {
    const store = openStore(mkdtempSync(join(tmpdir(), 'plomada-quota-')), () => new Date(), { quota: { count: 1000, bytes: 20_000 } })
    const send = clientOf(store)
    const key = keyFor(store, 'una')
    const created = await send('POST', '/api/v1/proyectos', { key, body: project('x'.repeat(1000)) })
    const path = `/api/v1/proyectos/${String(created.body['id'])}`
    expect((await send('PUT', path, { key, body: { revision: 1, project: project('x'.repeat(1500)) } })).status).toBe(200)
    expect((await send('PUT', path, { key, body: { revision: 2, project: project('x'.repeat(2500)) } })).body).toMatchObject({
      code: 'quota-exceeded',
    })
    expect((await send('POST', '/api/v1/proyectos', { key, body: project('x'.repeat(1000)) })).body).toMatchObject({ code: 'quota-exceeded' })
    store.close()
  })
})

describe('a full disk', () => {
  const small = (use: (disk: string) => Promise<void>) => async (context: { skip(note: string): void }) => {
    const disk = mkdtempSync(join(tmpdir(), 'plomada-full-'))
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk]).status !== 0) context.skip('a small disk cannot be mounted here')
    try {
      await use(disk)
    } finally {
      spawnSync('umount', [disk])
    }
  }
  const fill = (disk: string) => spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'lleno')}`, 'bs=1k', 'count=20480'])

  test(
    'allows revoking a key from the disk reserve, and the revocation survives a restart',
    small(async (disk) => {
      const store = openStore(disk, () => new Date())
      const key = keyFor(store, 'robada')
      const admin = store.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null }).text
      const send = clientOf(store)
      fill(disk)
      // First use up the remaining space in the WAL.
      for (let times = 0, status = 200; status === 200 && times < 500; times++)
        status = (await send('POST', '/api/v1/proyectos', { body: project('x'.repeat(3000)) })).status
      expect((await send('POST', '/api/v1/admin/keys/1/revoke', { key: admin, body: {} })).status).toBe(200)
      expect((await send('GET', '/api/v1/meta', { key })).body).toMatchObject({ code: 'key-revoked' })
      store.close()
      const again = openStore(disk, () => new Date())
      expect(again.keys.list()[0]).toMatchObject({ name: 'robada', revoked_at: expect.any(String) })
      again.close()
    }),
  )

  test(
    'at start: a read-only state still accepts a revocation',
    small(async (disk) => {
      const before = openStore(disk, () => new Date())
      const key = keyFor(before, 'robada')
      before.close()
      fill(disk)
      const store = openStore(disk, () => new Date())
      expect(store.storageError).toBe('full')
      expect(store.keys.revoke('robada')).toMatchObject({ revoked_at: expect.any(String) })
      expect(() => store.keys.authenticate(key)).toThrow(expect.objectContaining({ code: 'key-revoked' }))
      store.close()
      spawnSync('rm', [join(disk, 'lleno')])
      const again = openStore(disk, () => new Date())
      expect(again.keys.list()[0]).toMatchObject({ revoked_at: expect.any(String) })
      again.close()
    }),
  )
})

test('a revocation that cannot be written takes effect anyway, reports it, and is written as soon as possible', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-full-'))
  const store = openStore(folder, () => new Date())
  const key = keyFor(store, 'robada')
  const { default: Database } = await import('better-sqlite3')
  const other = new Database(join(folder, 'plomada.db'))
  other.pragma('busy_timeout = 0')
  other.exec('BEGIN IMMEDIATE')
  expect(() => store.keys.revoke('robada')).toThrow(
    expect.objectContaining({ code: 'read-only', detail: { es: expect.stringContaining('ya no vale'), en: expect.any(String) } }),
  )
  expect(() => store.keys.authenticate(key)).toThrow(expect.objectContaining({ code: 'key-revoked' }))
  other.exec('COMMIT')
  other.close()
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(() => store.keys.authenticate(key)).toThrow()
  store.close()
  const again = openStore(folder, () => new Date())
  expect(again.keys.list()[0]).toMatchObject({ revoked_at: expect.any(String) })
  again.close()
}, 60_000)
