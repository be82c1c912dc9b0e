import { describe, expect, test } from 'vitest'
import { photosWithinReach, withinReach } from '../../server/access/reach.ts'
import { openStore } from '../../server/access/store.ts'
import { operationList } from '../../server/operations/index.ts'
import { bodyOf, type Json, network, startService } from '../service.ts'

const document = (name: string) => ({ name, reference: '1/26', geo_id: 'ES-28079' })
const hidden = 'Casa Escondida'

/** A service with two projects, and a key that reaches one of them. */
async function withLimitedKey(limits: { projects?: 'own'; readingOnly?: boolean }, scopes = ['read', 'verify', 'ask', 'metrics']) {
  const service = startService()
  const idOf = async (name: string) => String((await bodyOf(await service.post('/api/v1/proyectos', document(name))))['id'])
  const [own, other] = [await idOf('Casa Propia'), await idOf(hidden)]
  const projects = limits.projects === 'own' ? [own] : null
  const { text, key } = service.keys.issue({ name: 'limitada', scopes, expiresAt: null, projects, readingOnly: limits.readingOnly ?? false })
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${text}`, host: 'localhost', ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await service.app.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }), network)
    return { status: response.status, text: await response.text() }
  }
  return { ...service, own, other, key, send, text }
}
const codeOf = ({ text }: { readonly text: string }): unknown => {
  const body = JSON.parse(text) as Json
  return body['code'] ?? (body['error'] as { data: { problem: Json } }).data.problem['code']
}

describe('a key of named projects', () => {
  test('lists, reads, changes and deletes its own; the others are not there for it', async () => {
    const { send, own, other } = await withLimitedKey({ projects: 'own' })
    const list = JSON.parse((await send('GET', '/api/v1/proyectos')).text) as { items: Json[]; total: number }
    expect([list.items.map(({ id }) => id), list.total]).toEqual([[own], 1])
    const nobody = await send('GET', '/api/v1/proyectos/no-hay')
    for (const [method, body] of [['GET'], ['DELETE'], ['PUT', { revision: 1, project: document('x') }]] as const) {
      const answer = await send(method, `/api/v1/proyectos/${other}`, body)
      expect([answer.status, codeOf(answer)], method).toEqual([404, 'unknown-project'])
    }
    // The same words as for a project that never was.
    const blank = (text: string, id: string): string => text.replaceAll(id, '').replace(/"request_id":"[^"]*"/, '')
    expect(blank((await send('GET', `/api/v1/proyectos/${other}`)).text, other)).toBe(blank(nobody.text, 'no-hay'))
    expect((await send('PUT', `/api/v1/proyectos/${own}`, { revision: 1, project: document('Casa Mía') })).status).toBe(200)
    expect((await send('DELETE', `/api/v1/proyectos/${own}`)).status).toBe(200)
  })

  test('creates none', async () => {
    const { send } = await withLimitedKey({ projects: 'own' })
    const answer = await send('POST', '/api/v1/proyectos', document('Otra'))
    expect([answer.status, codeOf(answer)]).toEqual([403, 'out-of-reach'])
  })

  test('learns nothing of another project by any operation, over REST or tRPC, or by its name in the palette', async () => {
    const { send, get, other, store } = await withLimitedKey({ projects: 'own' })
    let answered = 0
    for (const { name, method, path, input, files } of operationList) {
      const asked = Object.fromEntries(Object.keys(input.shape).map((field) => [field, field === 'id' ? other : 'Escondida']))
      const hasBody = method === 'POST' || method === 'PUT'
      const address = path.replace(/\{(\w+)\}/g, other)
      const answers = [
        await send(method, address, hasBody ? asked : undefined),
        ...(hasBody ? [] : [await send(method, `${address}?${new URLSearchParams({ q: 'Escondida', query: 'Escondida' })}`)]),
        ...(files === undefined ? [await send('GET', `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(asked))}`)] : []),
        ...(files === undefined ? [await send('GET', `/trpc/${name}?input=${encodeURIComponent('{"q":"Escondida"}')}`)] : []),
        ...(files === undefined ? [await send('POST', `/trpc/${name}`, asked)] : []),
      ]
      for (const { text } of answers) expect(text, name).not.toContain(hidden)
      answered += answers.length
    }
    expect(answered).toBeGreaterThan(150)
    expect(store.projects.get(other)?.revision).toBe(1)
    // The palette of an unlimited key does find it, so the words are the right ones.
    expect(await (await get('/api/v1/linea?q=Escondida')).text()).toContain(hidden)
    expect((await send('GET', '/api/v1/linea?q=Escondida')).text).not.toContain(hidden)
    expect((await send('GET', '/metrics')).text).not.toContain(hidden)
  })

  test('has the same limits in its sessions and in the key that takes its place', async () => {
    const { app, text, keys, key, own, other, get } = await withLimitedKey({ projects: 'own', readingOnly: true })
    const begun = await app.fetch(
      new Request('http://localhost/session', { method: 'POST', headers: { authorization: `Bearer ${text}`, host: 'localhost' } }),
      network,
    )
    const cookie = begun.headers.get('set-cookie')?.split(';')[0] ?? ''
    const headers = { host: 'localhost', cookie, 'plomada-session': String((await bodyOf(begun))['proof']) }
    const open = async (id: string) => (await app.fetch(new Request(`http://localhost/api/v1/proyectos/${id}`, { headers }), network)).status
    expect([await open(own), await open(other)]).toEqual([200, 404])
    const fresh = keys.rotate(String(key.id))
    expect(fresh?.key).toMatchObject({ projects: [own], reading_only: true })
    expect((await get(`/api/v1/proyectos/${other}`, { authorization: `Bearer ${fresh?.text}` })).status).toBe(404)
  })
})

describe('the store for a key of one project', () => {
  const photo = { check: '1', caption: '', type: 'image/png', width: 1, height: 1, sha256: '', content: new Uint8Array([1]) } as const
  /** What of the store answers for a project, with one photograph, of which `isOther` says whether the key reaches it. */
  function answers(isOther: boolean) {
    const store = openStore(undefined, () => new Date('2026-11-21T10:00:00Z'))
    const [own, other] = ['Propia', hidden].map((name) => store.projects.create(JSON.stringify({ ...document(name), checks: [] })).id)
    const id = (isOther ? other : own) ?? ''
    const picture = store.photos.add(id, photo)?.id ?? ''
    const reach = { projects: [own ?? ''], reading_only: false }
    return { store, id, picture, projects: withinReach(store.projects, reach), photos: photosWithinReach(store.photos, reach) }
  }
  const change = { revision: 1, document: JSON.stringify({ ...document('x'), checks: [] }) }

  test('has it, its revisions and its photographs, and changes them', async () => {
    const { id, picture, projects, photos } = answers(false)
    expect([await projects.list(), await projects.revisions(id), await photos.list(id)]).toMatchObject([
      [{ id }],
      [{ revision: 1 }],
      [{ id: picture }],
    ])
    expect([await projects.get(id), await projects.revision(id, 1), await photos.get(id, picture), await photos.ofRevision(id, 1)]).toMatchObject([
      { id },
      { revision: 1 },
      { id: picture },
      { ids: [picture] },
    ])
    expect(await projects.replace(id, change)).toMatchObject({ revision: 2 })
    expect(await photos.add(id, photo)).toMatchObject({ check: '1' })
    expect([await photos.remove(id, picture), await photos.erase(id, picture)]).toEqual([3, 3])
    expect([await projects.delete(id), await projects.bin()]).toMatchObject([true, [{ id }]])
    expect(await projects.recover(id)).toMatchObject({ id })
    expect([await projects.delete(id), await projects.purge(id), await projects.bin()]).toEqual([true, true, []])
  })

  test('has nothing of another one, and changes nothing of it, in the bin or not', async () => {
    const { store, id, picture, projects, photos } = answers(true)
    expect([await projects.revisions(id), await photos.list(id)]).toEqual([[], []])
    expect([await projects.get(id), await projects.revision(id, 1), await photos.get(id, picture), await photos.ofRevision(id, 1)]).toEqual(
      Array.from({ length: 4 }),
    )
    expect([
      await projects.replace(id, change),
      await photos.add(id, photo),
      await photos.remove(id, picture),
      await photos.erase(id, picture),
    ]).toEqual(Array.from({ length: 4 }))
    expect(await projects.delete(id)).toBe(false)
    expect([store.projects.get(id)?.revision, store.photos.list(id).length]).toEqual([1, 1])
    store.projects.delete(id)
    expect([await projects.bin(), await projects.recover(id), await projects.purge(id)]).toEqual([[], undefined, false])
    expect(store.projects.bin()).toHaveLength(1)
  })

  test('for one that only reads has everything of all, and refuses each change', async () => {
    const { store, id, picture } = answers(true)
    const reach = { projects: null, reading_only: true }
    const [projects, photos] = [withinReach(store.projects, reach), photosWithinReach(store.photos, reach)]
    expect([(await projects.list()).length, await projects.revisions(id), await photos.list(id)]).toMatchObject([
      2,
      [{ revision: 1 }],
      [{ id: picture }],
    ])
    const changes = [
      () => projects.create('{}'),
      () => projects.replace(id, change),
      () => projects.delete(id),
      () => projects.recover(id),
      () => projects.purge(id),
      () => photos.add(id, photo),
      () => photos.remove(id, picture),
      () => photos.erase(id, picture),
    ]
    for (const one of changes) await expect(async () => one()).rejects.toMatchObject({ code: 'out-of-reach' })
    expect([store.projects.get(id)?.revision, store.photos.list(id).length]).toEqual([1, 1])
  })
})

describe('a key that only reads', () => {
  test('verifies and reads, and changes no project', async () => {
    const { send, own, store } = await withLimitedKey({ readingOnly: true })
    expect((await send('POST', '/api/v1/proyectos/verify', { geo_id: 'ES-28079' })).status).toBe(200)
    expect((await send('GET', `/api/v1/proyectos/${own}`)).status).toBe(200)
    const changes = [
      ['POST', '/api/v1/proyectos', document('x')],
      ['PUT', `/api/v1/proyectos/${own}`, { revision: 1, project: document('x') }],
      ['DELETE', `/api/v1/proyectos/${own}`, undefined],
      ['POST', '/trpc/createProject', document('x')],
      ['POST', '/trpc/replaceProject', { id: own, revision: 1, project: document('x') }],
      ['POST', '/trpc/deleteProject', { id: own }],
    ] as const
    for (const [method, path, body] of changes) {
      const answer = await send(method, path, body)
      expect([answer.status, codeOf(answer)], `${method} ${path}`).toEqual([403, 'out-of-reach'])
    }
    expect(store.projects.list().map(({ name, revision }) => [name, revision])).toEqual([
      [hidden, 1],
      ['Casa Propia', 1],
    ])
  })
})

describe('issuing a limited key', () => {
  const asAdmin = async () => {
    const service = await withLimitedKey({})
    const { text } = service.keys.issue({ name: 'jefa', scopes: ['admin', 'read'], expiresAt: null })
    const issue = async (body: unknown) => bodyOf(await service.post('/api/v1/admin/keys', body, { authorization: `Bearer ${text}` }))
    return { ...service, issue }
  }
  test('answers with its limits; whoami says them to the key itself, whatever its scopes', async () => {
    const { issue, own, get } = await asAdmin()
    const limits = { projects: [own], reading_only: true, group: 'obra norte' }
    const { text, key } = await issue({ name: 'vigía', scopes: ['metrics'], ...limits })
    expect(key).toMatchObject(limits)
    const me = await bodyOf(await get('/api/v1/whoami', { authorization: `Bearer ${text}` }))
    expect(me).toMatchObject({ kind: 'key', key: { name: 'vigía', scopes: ['metrics'], ...limits } })
    expect(JSON.stringify(me)).not.toMatch(/hash|plm_\w{36}/)
    expect((await get('/api/v1/whoami', { authorization: '' })).status).toBe(401)
  })
  test('refuses a project that does not exist, and limits for who administers', async () => {
    const { issue, own } = await asAdmin()
    expect(await issue({ name: 'x', projects: [own, 'nada'] })).toMatchObject({ code: 'unknown-project', errors: [{ pointer: '/projects/1' }] })
    expect(await issue({ name: 'x', projects: [] })).toMatchObject({ status: 422, errors: [{ pointer: '/projects' }] })
    for (const limits of [{ projects: [own] }, { reading_only: true }])
      expect(await issue({ name: 'x', scopes: ['admin'], ...limits })).toMatchObject({
        status: 422,
        errors: [{ pointer: '/scopes', code: 'contradicts' }],
      })
  })
})
