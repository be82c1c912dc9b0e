import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
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

test('a deleted project leaves nothing in the data folder of a running service or in a later backup', async () => {
  const service = startService()
  const created = await bodyOf(await service.post('/api/v1/proyectos', project))
  expect(filesWith(service.folder, secret)).not.toEqual([])
  const deleted = await service.app.fetch(
    new Request(`http://localhost/api/v1/proyectos/${String(created['id'])}`, { method: 'DELETE', headers: { host: 'localhost' } }),
    { kind: 'desktop' },
  )
  expect(deleted.status).toBe(200)
  expect(filesWith(service.folder, secret)).toEqual([])
  const backup = join(mkdtempSync(join(tmpdir(), 'plomada-deleted-')), 'copia.plomada')
  expect(await runCli(['backup', backup], { environment: { PLOMADA_DATA: service.folder }, out: () => undefined, err: () => undefined })).toBe(0)
  const restored = mkdtempSync(join(tmpdir(), 'plomada-deleted-'))
  expect(await runCli(['restore', backup], { environment: { PLOMADA_DATA: restored }, out: () => undefined, err: () => undefined })).toBe(0)
  expect(filesWith(restored, secret)).toEqual([])
  service.store.close()
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
