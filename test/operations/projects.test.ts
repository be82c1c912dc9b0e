import { describe, expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, type Json, network, type Service, startService } from '../service.ts'

const check = { id: '1', element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.33, unit: 'W/m²K' }
const house = { name: 'Casa en Écija', reference: '12/26', geo_id: 'ES-41039', context: { uso: 'residencial_privado' }, checks: [check] }
const address = '/api/v1/proyectos'

function send({ app, key }: Pick<Service, 'app' | 'key'>, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, host: 'localhost', 'content-type': 'application/json' }
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return app.fetch(new Request(`http://localhost${path}`, { method, headers, ...(body === undefined ? {} : { body: text }) }), network)
}

async function created(service: Service, document: unknown = house): Promise<Json> {
  return bodyOf(await service.post(address, document))
}

describe('projects', () => {
  test('a stored project is read as it was sent, with defaults for omitted fields', async () => {
    const service = startService({ now: () => new Date('2026-11-21T10:00:00Z') })
    const stored = await created(service)
    const stamp = '2026-11-21T10:00:00.000Z'
    expect(stored).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      revision: 1,
      created_at: stamp,
      updated_at: stamp,
      project: {
        ...house,
        site: '',
        developer: '',
        author: '',
        notes: '',
        parts: [],
        absent: [],
        elements: [],
        sources: {},
        checks: [{ ...check, codes: [], context: {}, origin: '', notes: '' }],
      },
    })
    expect(await bodyOf(await service.get(`${address}/${String(stored['id'])}`))).toEqual(stored)
  })

  test('what is exported makes the same project again', async () => {
    const service = startService()
    const first = await created(service)
    const second = await created(service, first['project'])
    expect(second['project']).toEqual(first['project'])
    expect(second['id']).not.toBe(first['id'])
  })

  test('a value keeps every digit from store to export', async () => {
    const service = startService()
    const digits = '0.35000000000000000000000000000001'
    const document = JSON.stringify(house).replace('0.33', digits)
    const stored = await (await service.post(address, document)).text()
    expect(stored).toContain(`"value":${digits}`)
    const { id, project } = JSON.parse(stored) as { id: string; project: Json }
    expect(await (await service.get(`${address}/${id}`)).text()).toContain(`"value":${digits}`)
    const replaced = await send(service, 'PUT', `${address}/${id}`, `{"revision":1,"project":${JSON.stringify(project).replace('0.35', digits)}}`)
    expect(await replaced.text()).toContain(`"value":${digits}`)
  })

  test('the list has the last changed first, with place and count, by pages', async () => {
    let minute = 0
    const service = startService({ now: () => new Date(Date.UTC(2026, 10, 21, 10, minute++)) })
    const first = await created(service, { ...house, name: 'Uno' })
    await created(service, { ...house, name: 'Dos', checks: [] })
    await created(service, { ...house, name: 'Tres', geo_id: 'ES-28' })
    await send(service, 'PUT', `${address}/${String(first['id'])}`, { revision: 1, project: { ...house, name: 'Uno, otra vez' } })
    const list = await bodyOf(await service.get(address))
    expect(list).toMatchObject({
      items: [
        { name: 'Uno, otra vez', reference: '12/26', geo_id: 'ES-41039', place: 'Écija', checks: 1, revision: 2 },
        { name: 'Tres', place: 'Madrid', checks: 1, revision: 1 },
        { name: 'Dos', checks: 0, revision: 1 },
      ],
      total: 3,
      next_cursor: null,
    })
    const page = await bodyOf(await service.get(`${address}?limit=2`))
    expect(page['items']).toEqual((list['items'] as Json[]).slice(0, 2))
    expect(await bodyOf(await service.get(`${address}?cursor=${String(page['next_cursor'])}`))).toMatchObject({ items: [{ name: 'Dos' }] })
  })

  test('of two changes to one revision the second is rejected with the current revision, and nothing is lost', async () => {
    const service = startService()
    const path = `${address}/${String((await created(service))['id'])}`
    const put = (revision: number, name: string) => send(service, 'PUT', path, { revision, project: { ...house, name } })
    expect(await bodyOf(await put(1, 'Ana'))).toMatchObject({ revision: 2, project: { name: 'Ana' } })
    const refused = await put(1, 'Luis')
    expect(refused.status).toBe(409)
    expect(await bodyOf(refused)).toMatchObject({
      code: 'revision-stale',
      detail: expect.stringContaining('revisión 2'),
      errors: [{ pointer: '/revision', code: 'stale', detail: 'se espera 2' }],
    })
    expect((await put(3, 'Luis')).status).toBe(409)
    expect(await bodyOf(await service.get(path))).toMatchObject({ revision: 2, project: { name: 'Ana' } })
    expect(await bodyOf(await put(2, 'Luis'))).toMatchObject({ revision: 3 })
  })

  test('a deleted project is unknown to every operation', async () => {
    const service = startService()
    const id = String((await created(service))['id'])
    expect(await bodyOf(await send(service, 'DELETE', `${address}/${id}`))).toEqual({ id })
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { revision: 1, project: house }]] as const) {
      const response = await send(service, method, `${address}/${id}`, body)
      expect([method, response.status, (await bodyOf(response))['code']]).toEqual([method, 404, 'unknown-project'])
    }
    expect(await bodyOf(await service.get(address))).toMatchObject({ items: [], total: 0 })
  })

  test.each<[string, unknown, string, string]>([
    ['an unknown field', { ...house, color: 'rojo' }, 'validation', '/color'],
    ['an unknown field of a check', { ...house, checks: [{ ...check, verdict: true }] }, 'validation', '/checks/0/verdict'],
    ['no name', { ...house, name: '  ' }, 'validation', '/name'],
    ['two checks of one id', { ...house, checks: [check, { ...check, id: '2' }, check] }, 'validation', '/checks/2/id'],
    ['a place that does not exist', { ...house, geo_id: 'ES-99999' }, 'unknown-municipality', '/geo_id'],
    ['a place that is none', { ...house, geo_id: 'Madrid' }, 'validation', '/geo_id'],
    ['1001 checks', { ...house, checks: Array.from({ length: 1001 }, (_, id) => ({ ...check, id: String(id) })) }, 'validation', '/checks'],
  ])('%s is refused by its pointer', async (_name, document, code, pointer) => {
    const service = startService()
    expect(await created(service, document)).toMatchObject({ code, errors: [{ pointer }] })
    expect(service.store.projects.list()).toEqual([])
  })

  test('a thousand checks with notes fit, and errors of a replacement have pointers into it', async () => {
    const service = startService()
    const checks = Array.from({ length: 1000 }, (_, id) => ({ ...check, id: String(id), notes: 'x'.repeat(1000) }))
    const stored = await created(service, { ...house, checks })
    expect(stored).toMatchObject({ revision: 1 })
    const path = `${address}/${String(stored['id'])}`
    const put = async (body: unknown) => bodyOf(await send(service, 'PUT', path, body))
    expect(await put({ revision: 1, project: { ...house, geo_id: 'ES-99999' } })).toMatchObject({ errors: [{ pointer: '/project/geo_id' }] })
    expect(await put({ revision: 1, id: 'x', project: house })).toMatchObject({ code: 'validation', errors: [{ pointer: '/id' }] })
    expect(await put({ project: house })).toMatchObject({ code: 'validation', errors: [{ pointer: '/revision' }] })
  })

  test('reading needs the scope read, writing verify', async () => {
    const service = startService()
    const id = String((await created(service))['id'])
    const keyed = (scope: string) => ({ app: service.app, key: service.keys.issue({ name: scope, scopes: [scope], expiresAt: null }).text })
    const status = async (scope: string, method: string, path: string, body?: unknown) => (await send(keyed(scope), method, path, body)).status
    expect(await status('read', 'GET', `${address}/${id}`)).toBe(200)
    expect(await status('verify', 'GET', address)).toBe(403)
    expect(await status('read', 'POST', address, house)).toBe(403)
    expect(await status('read', 'PUT', `${address}/${id}`, { revision: 1, project: house })).toBe(403)
    expect(await status('read', 'DELETE', `${address}/${id}`)).toBe(403)
    expect(await status('verify', 'DELETE', `${address}/${id}`)).toBe(200)
  })

  test('two services over one folder see the same, and it is there when opened again', async () => {
    const service = startService()
    const other = openStore(service.folder, () => new Date())
    const app = testApp({ kb: service.kb, store: other, rate: undefined, allowedHosts: [] })
    const second = { app, key: service.key }
    const path = `${address}/${String((await created(service))['id'])}`
    expect(await bodyOf(await send(second, 'PUT', path, { revision: 1, project: { ...house, name: 'Desde el otro' } }))).toMatchObject({
      revision: 2,
    })
    expect(await bodyOf(await service.get(path))).toMatchObject({ revision: 2, project: { name: 'Desde el otro' } })
    expect((await send(service, 'PUT', path, { revision: 1, project: house })).status).toBe(409)
    other.close()
    service.store.close()
    const again = openStore(service.folder, () => new Date())
    expect(again.projects.list()).toMatchObject([{ name: 'Desde el otro', revision: 2 }])
    again.close()
  })
})
