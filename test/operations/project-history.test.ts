import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changesBetween } from '../../server/operations/project-changes.ts'
import { bodyOf, type Json, network, startService } from '../service.ts'
import { samples } from './sample-photos.ts'

const check = { id: 'c1', element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.33, unit: 'W/m²K', codes: [{ slug: 'cte-db-he' }] }
const project = { name: 'Casa', reference: '1/26', geo_id: 'ES-28079', checks: [check] }

async function withTwoRevisions() {
  const service = startService()
  const { text, key } = service.keys.issue({ name: 'Ana', scopes: ['read', 'verify'], expiresAt: null })
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const headers = { authorization: `Bearer ${text}`, host: 'localhost', 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    return bodyOf(await service.app.fetch(new Request(`http://localhost${path}`, init), network))
  }
  const { id } = await send('POST', '/api/v1/proyectos', project)
  const path = `/api/v1/proyectos/${String(id)}`
  await send('PUT', path, { revision: 1, project: { ...project, name: 'Casa grande', checks: [{ ...check, value: 0.4 }] } })
  return { ...service, send, path, id: String(id), ana: { kind: 'key', id: key.id, name: 'Ana' } }
}

describe('the history of a project', () => {
  test('lists revisions with who and when, and gives each as it was', async () => {
    const { send, path, ana } = await withTwoRevisions()
    const { items } = await send('GET', `${path}/revisiones`)
    expect(items).toMatchObject([
      { revision: 2, by: ana },
      { revision: 1, by: ana },
    ])
    expect(await send('GET', `${path}/revisiones/1`)).toMatchObject({ revision: 1, by: ana, project: { name: 'Casa', checks: [{ value: 0.33 }] } })
    expect(await send('GET', `${path}/revisiones/2`)).toMatchObject({ project: { name: 'Casa grande' } })
    expect(await send('GET', `${path}/revisiones/3`)).toMatchObject({ status: 404, code: 'unknown-revision' })
    expect(await send('GET', '/api/v1/proyectos/nada/revisiones')).toMatchObject({ status: 404, code: 'unknown-project' })
  })

  test('compares two revisions, by default one with the one before', async () => {
    const { send, path } = await withTwoRevisions()
    const changes = [
      { path: ['name'], kind: 'changed', before: 'Casa', after: 'Casa grande' },
      { path: ['checks', 'c1', 'value'], kind: 'changed', before: 0.33, after: 0.4 },
    ]
    expect(await send('GET', `${path}/revisiones/2/cambios`)).toEqual({ since: 1, revision: 2, changes })
    expect((await send('GET', `${path}/revisiones/1/cambios?since=2`))['changes']).toEqual(
      changes.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before })),
    )
    expect(await send('GET', `${path}/revisiones/1/cambios`)).toMatchObject({ code: 'unknown-revision', errors: [{ pointer: 'since' }] })
  })

  test('is undone to a revision, and that undone too; nothing is lost between', async () => {
    const { send, path } = await withTwoRevisions()
    const back = await send('POST', `${path}/revisiones/1/restaurar`, { current: 2 })
    expect(back).toMatchObject({ revision: 3, project: { name: 'Casa', checks: [{ value: 0.33 }] } })
    expect(await send('POST', `${path}/revisiones/2/restaurar`, { current: 2 })).toMatchObject({
      status: 409,
      code: 'revision-stale',
      errors: [{ pointer: '/current' }],
    })
    expect(await send('POST', `${path}/revisiones/2/restaurar`, { current: 3 })).toMatchObject({ revision: 4, project: { name: 'Casa grande' } })
    expect((await send('GET', `${path}/revisiones`))['total']).toBe(4)
  })
})

describe('photographs in the history', () => {
  test('each revision says which it had; one that is deleted comes back with the revision that had it', async () => {
    const { send, path } = await withTwoRevisions()
    const content = samples.png.toString('base64')
    const photo = await send('POST', `${path}/fotos`, { check: 'c1', caption: 'Aislante', content })
    const gone = await send('DELETE', `${path}/fotos/${String(photo['id'])}`)
    expect(gone).toEqual({ id: photo['id'], revision: 3 })
    expect(await send('GET', `${path}/fotos`)).toEqual({ items: [] })
    const { items } = (await send('GET', `${path}/revisiones`)) as { items: Json[] }
    expect(items.map(({ revision, photos }) => [revision, photos])).toEqual([
      [3, 0],
      [2, 1],
      [1, 0],
    ])
    const kept = (await send('GET', `${path}/revisiones/2`)) as { photos: Json[] }
    expect(kept).toMatchObject({ photos: [{ id: photo['id'], check: 'c1', caption: 'Aislante' }], erased_photos: 0 })
    expect(kept.photos[0]?.['removed_at']).not.toBeNull()
    expect(await send('GET', `${path}/fotos/${String(photo['id'])}`)).toMatchObject({ content })
    const what = { id: photo['id'], check: 'c1', caption: 'Aislante' }
    expect((await send('GET', `${path}/revisiones/3/cambios`))['changes']).toEqual([
      { path: ['photos', photo['id']], kind: 'removed', before: what, after: null },
    ])
    expect(await send('POST', `${path}/revisiones/2/restaurar`, { current: 3 })).toMatchObject({ revision: 4 })
    expect(await send('GET', `${path}/fotos`)).toMatchObject({ items: [{ id: photo['id'], removed_at: null }] })
  })

  test('one that is erased for good leaves no byte, and the revisions say that they had it', async () => {
    const { send, path, folder } = await withTwoRevisions()
    const bytes = samples.jpeg
    const photo = await send('POST', `${path}/fotos`, { check: 'c1', caption: 'CaraDeUnVecino', content: bytes.toString('base64') })
    await send('DELETE', `${path}/fotos/${String(photo['id'])}`)
    expect(isInFolder(folder, 'CaraDeUnVecino')).toBe(true)
    expect(await send('DELETE', `${path}/fotos/${String(photo['id'])}?keep=nothing`)).toEqual({ id: photo['id'], revision: 3 })
    expect([isInFolder(folder, 'CaraDeUnVecino'), isInFolder(folder, bytes.subarray(200, 300))]).toEqual([false, false])
    expect(await send('GET', `${path}/revisiones/2`)).toMatchObject({ photos: [], erased_photos: 1 })
    expect((await send('GET', `${path}/fotos/${String(photo['id'])}`))['code']).toBe('unknown-photo')
    expect((await send('GET', `${path}/revisiones/3/cambios`))['changes']).toMatchObject([{ kind: 'removed', before: { id: photo['id'] } }])
  })
})

/** True if a file under a folder has these bytes. */
function isInFolder(folder: string, bytes: string | Buffer): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(bytes),
  )
}

describe('the bin', () => {
  test('has a deleted project with who, when and until when, gives it back, and erases it on demand', async () => {
    const { send, path, id, ana, get } = await withTwoRevisions()
    expect(await send('DELETE', path)).toEqual({ id })
    expect((await send('GET', path))['code']).toBe('unknown-project')
    expect((await send('GET', `${path}/revisiones`))['code']).toBe('unknown-project')
    const { items } = (await send('GET', '/api/v1/papelera')) as { items: Json[] }
    expect(items).toMatchObject([{ id, name: 'Casa grande', deleted_by: ana }])
    expect(Date.parse(String(items[0]?.['gone_at'])) - Date.parse(String(items[0]?.['deleted_at']))).toBe(30 * 86_400_000)
    expect((await (await get('/api/v1/linea?q=Casa%20grande')).text()).includes(id)).toBe(false)
    expect(await send('POST', `/api/v1/papelera/${id}/recuperar`, {})).toMatchObject({ id, revision: 2, project: { name: 'Casa grande' } })
    expect(await send('DELETE', `/api/v1/papelera/${id}`)).toMatchObject({ code: 'unknown-project' })
    await send('DELETE', path)
    expect(await send('DELETE', `/api/v1/papelera/${id}`)).toEqual({ id })
    expect(await send('POST', `/api/v1/papelera/${id}/recuperar`, {})).toMatchObject({ code: 'unknown-project' })
    expect((await send('GET', '/api/v1/papelera'))['total']).toBe(0)
  })

  test('shows a limited key its own projects only, and lets a reading one change nothing', async () => {
    const { send, app, keys, id } = await withTwoRevisions()
    const other = String((await send('POST', '/api/v1/proyectos', { ...project, name: 'Ajena' }))['id'])
    for (const one of [id, other]) await send('DELETE', `/api/v1/proyectos/${one}`)
    const asked = async (readingOnly: boolean, method: string, path: string) => {
      const { text } = keys.issue({ name: 'x', scopes: ['read', 'verify'], expiresAt: null, projects: [id], readingOnly })
      const headers = { authorization: `Bearer ${text}`, host: 'localhost', 'content-type': 'application/json' }
      const init = method === 'POST' ? { method, headers, body: '{}' } : { method, headers }
      return bodyOf(await app.fetch(new Request(`http://localhost/api/v1${path}`, init), network))
    }
    expect((await asked(true, 'GET', '/papelera'))['items']).toMatchObject([{ id }])
    for (const [method, path] of [
      ['POST', `/papelera/${id}/recuperar`],
      ['DELETE', `/papelera/${id}`],
    ] as const)
      expect((await asked(true, method, path))['code'], path).toBe('out-of-reach')
    for (const [method, path] of [
      ['POST', `/papelera/${other}/recuperar`],
      ['DELETE', `/papelera/${other}`],
    ] as const)
      expect((await asked(false, method, path))['code'], path).toBe('unknown-project')
    expect(await asked(false, 'POST', `/papelera/${id}/recuperar`)).toMatchObject({ id })
    await send('POST', `/api/v1/papelera/${other}/recuperar`, {})
    for (const path of ['revisiones', 'revisiones/1', 'revisiones/1/cambios?since=1'])
      expect((await asked(false, 'GET', `/proyectos/${other}/${path}`))['code'], path).toBe('unknown-project')
    expect((await asked(true, 'GET', `/proyectos/${id}/revisiones`))['total']).toBe(2)
  })
})

describe('changesBetween()', () => {
  const items = (...ids: string[]) => ids.map((id) => ({ id, value: 1 }))
  test.each([
    [{ a: 1 }, { a: 1 }, []],
    [
      { a: 1, b: 2 },
      { b: 3, c: 4 },
      [
        ['b', 'changed', 2, 3],
        ['c', 'added', null, 4],
        ['a', 'removed', 1, null],
      ],
    ],
    [
      { l: items('x', 'y') },
      { l: items('y', 'z') },
      [
        ['l.z', 'added', null, { id: 'z', value: 1 }],
        ['l.x', 'removed', { id: 'x', value: 1 }, null],
      ],
    ],
    [{ l: items('x', 'y') }, { l: items('y', 'x') }, [['l', 'moved', ['x', 'y'], ['y', 'x']]]],
    [{ l: [1, 2] }, { l: [2, 1] }, [['l', 'changed', [1, 2], [2, 1]]]],
    [{ l: items('x', 'x') }, { l: items('x') }, [['l', 'changed', items('x', 'x'), items('x')]]],
    [{ a: null }, { a: {} }, [['a', 'changed', null, {}]]],
  ])('of %j and %j', (before, after, changes) => {
    expect(changesBetween(before, after).map(({ path, kind, before: old, after: fresh }) => [path.join('.'), kind, old, fresh])).toEqual(changes)
  })
})
