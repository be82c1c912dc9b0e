import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, network, startService } from '../service.ts'

const day = 86_400_000

function withAdmin(now?: () => Date) {
  const service = startService(now === undefined ? {} : { now })
  const { text } = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
  const headers = { authorization: `Bearer ${text}` }
  return {
    ...service,
    get: async (path: string) => bodyOf(await service.get(`/api/v1/admin/${path}`, headers)),
    post: async (path: string, body: unknown = {}) => bodyOf(await service.post(`/api/v1/admin/${path}`, body, headers)),
    as: async (text: unknown) => (await service.get('/api/v1/meta', { authorization: `Bearer ${text}` })).status,
  }
}

describe('administration of keys', () => {
  test('need the scope admin: any other key gets 403', async () => {
    const { get, post } = startService()
    expect(await bodyOf(await get('/api/v1/admin/keys'))).toMatchObject({ status: 403, code: 'scope-missing' })
    expect(await bodyOf(await post('/api/v1/admin/keys', { name: 'x' }))).toMatchObject({ status: 403, code: 'scope-missing' })
  })
  test('issues a key that works; its text is not in the list of keys', async () => {
    const at = new Date('2026-01-01T00:00:00Z')
    const { get, post, as } = withAdmin(() => at)
    const { text, key } = await post('keys', { name: ' obra ', scopes: ['read'], days: 30 })
    expect(key).toMatchObject({ id: 3, name: 'obra', scopes: ['read'], expires_at: new Date(at.getTime() + 30 * day).toISOString() })
    expect(await as(text)).toBe(200)
    const list = await get('keys')
    expect(list['total']).toBe(3)
    expect((list['items'] as Json[])[2]).toMatchObject({ id: 3, prefix: String(text).slice(0, 12), last_used_at: at.toISOString() })
    expect(JSON.stringify(list)).not.toContain(String(text))
  })
  test('a key without scopes or term gets the defaults; null never expires', async () => {
    const at = new Date('2026-01-01T00:00:00Z')
    const { post } = withAdmin(() => at)
    expect((await post('keys', { name: 'a' }))['key']).toMatchObject({
      scopes: ['read', 'verify', 'ask'],
      expires_at: new Date(at.getTime() + 365 * day).toISOString(),
    })
    expect((await post('keys', { name: 'a', days: null, scopes: ['read', 'read'] }))['key']).toMatchObject({ scopes: ['read'], expires_at: null })
  })
  test.each([
    [{ name: '' }, '/name'],
    [{ name: 'x'.repeat(81) }, '/name'],
    [{ name: 'x', scopes: ['todo'] }, '/scopes/0'],
    [{ name: 'x', scopes: [] }, '/scopes'],
    [{ name: 'x', days: 0 }, '/days'],
    [{ name: 'x', days: 3651 }, '/days'],
    [{ name: 'x', texto: 'plm_' }, '/texto'],
  ])('refuses %j and names the field', async (body, pointer) => {
    const { post } = withAdmin()
    expect(await post('keys', body)).toMatchObject({ status: 422, errors: [{ pointer }] })
  })
  test('revokes immediately, by number only, and keeps the first date', async () => {
    let at = new Date('2026-01-01T00:00:00Z')
    const { post, as } = withAdmin(() => at)
    const { text, key } = await post('keys', { name: '1' })
    const { id } = key as Json
    expect((await post(`keys/${id}/revoke`))['key']).toMatchObject({ revoked_at: at.toISOString() })
    expect(await as(text)).toBe(401)
    at = new Date('2026-01-02T00:00:00Z')
    expect((await post(`keys/${id}/revoke`))['key']).toMatchObject({ revoked_at: '2026-01-01T00:00:00.000Z' })
    expect(await post('keys/99/revoke')).toMatchObject({ status: 404, code: 'unknown-key' })
    expect(await post('keys/jefa/revoke')).toMatchObject({ status: 422 })
  })
  test('rotates: the new key works, the old one does not, and the audit has both numbers', async () => {
    const { post, as, store } = withAdmin()
    const old = await post('keys', { name: 'obra' })
    const fresh = await post('keys/3/rotate')
    expect(fresh['key']).toMatchObject({ id: 4, name: 'obra', revoked_at: null })
    expect([await as(old['text']), await as(fresh['text'])]).toEqual([401, 200])
    expect(await post('keys/99/rotate')).toMatchObject({ code: 'unknown-key' })
    const { prefix } = fresh['key'] as Json
    expect(store.audit.newest(100, 100).filter(({ status }) => status === 200 && status !== null)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          operation: 'rotateKey',
          subject: `4 ${prefix} obra ← 3`,
          who: expect.objectContaining({ name: 'jefa' }),
        }),
      ]),
    )
  })
})

describe('the rate limit of an address', () => {
  test('does not count requests without a key, which any web page could make a browser send', async () => {
    const { app, get } = startService({ now: () => new Date('2026-01-01T00:00:00Z'), perMinute: 2 })
    const page = { host: 'localhost', origin: 'https://otra.example', 'sec-fetch-site': 'cross-site' }
    for (let times = 0; times < 5; times++) {
      const response = await app.fetch(new Request('http://localhost/api/v1/meta', { headers: page }), network)
      expect(response.status).toBe(401)
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
    expect((await get('/api/v1/meta')).status).toBe(200)
  })

  test('once used up by rejected keys, no key from the address is looked up until it refills', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { get, keys } = startService({ now: () => now, perMinute: 3 })
    for (let times = 0; times < 3; times++) expect((await get('/api/v1/meta', { authorization: 'Bearer plm_no' })).status).toBe(401)
    const refused = await get('/api/v1/meta')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('20')
    expect(refused.headers.get('ratelimit')).toBe('"default";r=0;t=20')
    expect(keys.list()[0]?.last_used_at).toBeNull()
    now = new Date(now.getTime() + 19_999)
    expect((await get('/api/v1/meta')).status).toBe(429)
    now = new Date(now.getTime() + 1)
    expect((await get('/api/v1/meta')).status).toBe(200)
  })
})
