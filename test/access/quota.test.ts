import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type EmbeddedStore, openStore } from '../../server/access/store.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
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

test('who exceeds a quota is told which one it is, how much it allows, and the settings that raise it', () => {
  const detailOf = (act: () => unknown): unknown => {
    try {
      return act()
    } catch (error) {
      return error instanceof ServiceError ? error.detail : error
    }
  }
  const author = { kind: 'key', id: 7, name: 'una' } as const
  const text = (length: number): string => JSON.stringify(project()).padEnd(length)
  const [raiseEs, raiseEn] = [
    'borre alguno, o amplíe PLOMADA_PROJECTS o PLOMADA_PROJECTS_MB',
    'delete some, or raise PLOMADA_PROJECTS or PLOMADA_PROJECTS_MB',
  ]
  const few = openStore(undefined, () => new Date(), { quota: { count: 15, bytes: 2 ** 20 } })
  const create = (length: number, store: EmbeddedStore, by?: typeof author) => detailOf(() => store.projects.create(text(length), by).id.length)
  expect([create(200, few, author), create(200, few, author)]).toEqual([36, 36])
  expect(create(200, few, author)).toEqual({ es: `Cada clave puede tener 2 proyectos: ${raiseEs}`, en: `Each key may have 2 projects: ${raiseEn}` })
  for (let times = 2; times < 15; times++) expect(create(200, few)).toBe(36)
  expect(create(200, few)).toEqual({
    es: `Esta instalación admite 15 proyectos: ${raiseEs}`,
    en: `This installation may have 15 projects: ${raiseEn}`,
  })
  const small = openStore(undefined, () => new Date(), { quota: { count: 15, bytes: 20_485 } })
  // A tenth, rounded up: 2,049 bytes.
  expect(create(2050, small, author)).toEqual({
    es: `Cada clave puede tener 2 KiB de proyectos: ${raiseEs}`,
    en: `Each key may have 2 KiB of projects: ${raiseEn}`,
  })
  expect(create(2049, small, author)).toBe(36)
  expect(create(18_437, small)).toEqual({
    es: `Esta instalación admite 20 KiB de proyectos: ${raiseEs}`,
    en: `This installation may have 20 KiB of projects: ${raiseEn}`,
  })
  expect(create(18_436, small)).toBe(36)
  // Where one more is allowed and its size is not, its size is told.
  const two = openStore(undefined, () => new Date(), { quota: { count: 2, bytes: 2048 } })
  expect(create(1024, two)).toBe(36)
  expect(create(1025, two)).toEqual({
    es: `Esta instalación admite 2 KiB de proyectos: ${raiseEs}`,
    en: `This installation may have 2 KiB of projects: ${raiseEn}`,
  })
  two.close()
  for (const store of [few, small]) store.close()
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
