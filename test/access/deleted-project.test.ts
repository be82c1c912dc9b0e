import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { bodyOf, startService } from '../service.ts'
import { toVersionThree } from './version-three.ts'

const secret = 'CalleDelSecretoNumeroTrece'
const project = { name: secret, reference: '1', geo_id: 'ES-28079', context: {}, checks: [], notes: secret.repeat(60) }

/** Files under a folder that contain a text. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text))
    .map(({ name }) => name)
}

const quiet = (folder: string) => ({ environment: { PLOMADA_DATA: folder }, out: () => undefined, err: () => undefined })

/** The files of a data folder, and of what a backup of it restores, that contain the secret. */
async function traces(folder: string): Promise<string[]> {
  const backup = join(mkdtempSync(join(tmpdir(), 'plomada-deleted-')), 'copia.plomada')
  expect(await runCli(['backup', backup], quiet(folder))).toBe(0)
  const restored = mkdtempSync(join(tmpdir(), 'plomada-deleted-'))
  expect(await runCli(['restore', backup], quiet(restored))).toBe(0)
  return [...filesWith(folder, secret), ...filesWith(restored, secret)]
}

test.each(['erased from the bin', 'deleted thirty days ago'])(
  'a project that was %s leaves nothing, of any revision, in the data folder of a running service or in a later backup',
  async (how) => {
    let now = new Date('2026-11-21T10:00:00Z')
    const service = startService({ now: () => now })
    const send = async (method: string, path: string, body?: unknown) => {
      const headers = { host: 'localhost', 'content-type': 'application/json' }
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
      const answer = await service.app.fetch(new Request(`http://localhost${path}`, init), { kind: 'desktop' })
      expect(answer.status, path).toBe(200)
      return bodyOf(answer)
    }
    const { id } = await send('POST', '/api/v1/proyectos', project)
    await send('PUT', `/api/v1/proyectos/${id}`, { revision: 1, project: { ...project, name: 'Otro nombre', notes: '' } })
    await send('DELETE', `/api/v1/proyectos/${id}`)
    expect(await traces(service.folder)).not.toEqual([])
    if (how === 'erased from the bin') await send('DELETE', `/api/v1/papelera/${id}`)
    else {
      now = new Date('2026-12-21T10:00:01Z')
      service.store.projects.purgeExpired()
    }
    expect(await traces(service.folder)).toEqual([])
    service.store.close()
  },
)

test('the log of the database is emptied by what erases, and by nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-deleted-'))
  const store = openStore(folder, () => new Date())
  const log = (): number => statSync(join(folder, 'plomada.db-wal')).size
  const create = () =>
    store.atomically(
      () => store.projects.create(JSON.stringify(project)),
      () => undefined,
    )
  const { id } = await create()
  expect(log()).toBeGreaterThan(0)
  store.photos.remove(id, 'no-hay')
  store.photos.erase(id, 'no-hay')
  store.projects.purge('no-hay')
  store.projects.purgeExpired()
  expect(log()).toBeGreaterThan(0)
  store.projects.delete(id)
  expect(log()).toBeGreaterThan(0)
  store.projects.purge(id)
  expect(log()).toBe(0)
  await create()
  expect(log()).toBeGreaterThan(0)
  store.close()
})

test.each([
  ['a project', true, false],
  ['a photograph', false, true],
  ['both', true, true],
])('the log of the database is emptied when the time is over of %s', async (_what, isDeleted, isRemoved) => {
  let now = new Date('2026-11-21T10:00:00Z')
  const folder = mkdtempSync(join(tmpdir(), 'plomada-deleted-'))
  const store = openStore(folder, () => now)
  const [one, other] = [0, 0].map(() => store.projects.create(JSON.stringify(project)).id) as [string, string]
  const photo = { check: '1', caption: '', type: 'image/png', width: 1, height: 1, sha256: '', content: new Uint8Array([1]) } as const
  const { id = '' } = store.photos.add(other, photo) ?? {}
  if (isRemoved) store.photos.remove(other, id)
  if (isDeleted) store.projects.delete(one)
  now = new Date('2026-12-21T10:00:00.001Z')
  store.projects.purgeExpired()
  expect(statSync(join(folder, 'plomada.db-wal')).size).toBe(0)
  expect(store.photos.get(other, id) === undefined).toBe(isRemoved)
  expect(store.projects.list()).toHaveLength(isDeleted ? 1 : 2)
  store.close()
})

test('the upgrade erases remains of projects deleted by the previous version', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-deleted-'))
  const store = openStore(folder, () => new Date())
  store.close()
  const database = new Database(join(folder, 'plomada.db'))
  toVersionThree(database)
  const add = database.prepare(
    "INSERT INTO project (id, created_at, updated_at, document) VALUES (?, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', ?)",
  )
  add.run('queda', JSON.stringify({ name: 'Obra que queda', checks: [] }))
  add.run('va', JSON.stringify(project))
  database.exec("DELETE FROM project WHERE id = 'va'")
  database.close()
  expect(filesWith(folder, secret)).not.toEqual([])
  const upgraded = openStore(folder, () => new Date())
  expect(upgraded.projects.list()).toMatchObject([{ id: 'queda', name: 'Obra que queda' }])
  upgraded.close()
  expect(filesWith(folder, secret)).toEqual([])
})
