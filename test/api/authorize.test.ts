import { describe, expect, test } from 'vitest'
import { bodyOf, desktop, flatRoof, network, startService } from '../service.ts'

describe('a caller that is not let in', () => {
  test.each([
    ['without a key', 401, 'key-missing', undefined],
    ['with a key that is none', 401, 'key-malformed', 'Bearer plm_nada'],
  ])('%s gets %i, and the log says why', async (_name, status, code, authorization) => {
    const { app, lines } = startService()
    const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) }
    const response = await app.fetch(new Request('http://localhost/api/v1/meta', { headers }), network)
    expect([response.status, (await bodyOf(response))['code']]).toEqual([status, code])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer realm="plomada"/)
    expect(lines.at(-1)).toMatchObject({ status, refused: code, key: undefined })
  })

  test('for want of a scope is told which it lacks and which it has, in its language', async () => {
    const { post, keys, lines } = startService()
    const { text, key } = keys.issue({ name: 'obra', scopes: ['read', 'ask'], expiresAt: null })
    const send = (language: string) => post('/api/v1/verify', flatRoof, { authorization: `Bearer ${text}`, 'accept-language': language })
    const refused = await send('es')
    expect(await bodyOf(refused)).toMatchObject({ code: 'scope-missing', detail: 'La clave «obra» no tiene el permiso verify; tiene: read, ask' })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="plomada", error="insufficient_scope", scope="verify"')
    expect(await bodyOf(await send('en'))).toMatchObject({ detail: 'Key "obra" lacks scope verify; it has: read, ask' })
    expect(lines.at(-1)).toMatchObject({ status: 403, refused: 'scope-missing', key: key.id })
  })

  test('an error of another kind is not a refusal in the log', async () => {
    const { post, lines } = startService()
    expect((await post('/api/v1/verify', {})).status).toBe(422)
    expect(lines.at(-1)).toMatchObject({ status: 422, refused: undefined })
  })
})

test.each(['Bearer ', 'bearer ', 'BEARER   '])('a key is let in after «%s»', async (before) => {
  const { get, key, lines } = startService()
  expect((await get('/api/v1/meta', { authorization: `${before}${key}` })).status).toBe(200)
  expect(lines.at(-1)).toMatchObject({ status: 200, refused: undefined, key: expect.any(Number) })
})

describe('a rate limit', () => {
  const at = new Date('2026-11-29T10:00:00Z')

  test('tells what is left, and beyond it how long to wait, in the language of the request', async () => {
    const { get, lines } = startService({ perMinute: 2, now: () => at })
    const first = await get('/api/v1/meta')
    expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual(['"default";q=2;w=60', '"default";r=1;t=30'])
    await get('/api/v1/meta')
    const refused = await get('/api/v1/meta', { 'accept-language': 'es' })
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([429, '30', '"default";r=0;t=30'])
    expect(await bodyOf(refused)).toMatchObject({ code: 'rate-limited', detail: 'Demasiadas peticiones: espere 30 s' })
    expect(lines.at(-1)).toMatchObject({ status: 429, refused: 'rate-limited' })
    expect(await bodyOf(await get('/api/v1/meta', { 'accept-language': 'en' }))).toMatchObject({ detail: 'Too many requests: wait 30 s' })
  })

  test('is of each key, and does not hold for the desktop', async () => {
    const { get, keys, app } = startService({ perMinute: 1, now: () => at })
    const { text } = keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
    const statuses = [await get('/api/v1/meta'), await get('/api/v1/meta'), await get('/api/v1/meta', { authorization: `Bearer ${text}` })]
    expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200])
    for (let count = 0; count < 3; count++) expect((await app.fetch(new Request('http://localhost/api/v1/meta'), desktop)).status).toBe(200)
  })

  test('of rejected keys is of each address, and then no key from it is looked up; a request without a key uses none of it', async () => {
    const { app, key, lines } = startService({ perMinute: 2, now: () => at })
    const send = async (address: string, authorization?: string) => {
      const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) }
      return (await app.fetch(new Request('http://localhost/api/v1/meta', { headers }), { kind: 'network', address })).status
    }
    for (let count = 0; count < 3; count++) expect(await send('10.0.0.1')).toBe(401)
    const wrong = [await send('10.0.0.1', 'Bearer plm_a'), await send('10.0.0.1', 'Bearer plm_b'), await send('10.0.0.1', 'Bearer plm_c')]
    expect(wrong).toEqual([401, 401, 429])
    expect([await send('10.0.0.1', `Bearer ${key}`), await send('10.0.0.2', `Bearer ${key}`)]).toEqual([429, 200])
    expect(lines.slice(-2)).toMatchObject([
      { address: '10.0.0.1', status: 429, refused: 'rate-limited' },
      { address: '10.0.0.2', status: 200, refused: undefined },
    ])
  })

  test('of rejected keys is not used by a key that lacks a scope', async () => {
    const { app, keys } = startService({ perMinute: 3, now: () => at })
    const { text } = keys.issue({ name: 'obra', scopes: ['ask'], expiresAt: null })
    const headers = { host: 'localhost', authorization: `Bearer ${text}` }
    const send = async () => (await app.fetch(new Request('http://localhost/api/v1/meta', { headers }), network)).status
    expect([await send(), await send(), await send(), await send()]).toEqual([403, 403, 403, 429])
    const other = keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
    expect(
      (await app.fetch(new Request('http://localhost/api/v1/meta', { headers: { ...headers, authorization: `Bearer ${other.text}` } }), network))
        .status,
    ).toBe(200)
  })
})

test('the audit names a key by its number, name and prefix, and tells no more of it', async () => {
  const { get, keys, store } = startService()
  const { text, key } = keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
  await get('/api/v1/meta', { authorization: `Bearer ${text}` })
  const [line] = store.audit.newest(Number.MAX_SAFE_INTEGER, 1)
  expect(line?.who).toEqual({ kind: 'key', id: key.id, name: 'obra', prefix: key.prefix })
  expect(line).toMatchObject({ address: '127.0.0.1', operation: 'getMeta', status: 200 })
})

test('the audit has no address of the desktop, and nobody where nobody was let in', async () => {
  const { app, store } = startService()
  const request = () => new Request('http://localhost/api/v1/meta', { headers: { host: 'localhost' } })
  await app.fetch(request(), desktop)
  await app.fetch(request(), network)
  expect(store.audit.newest(Number.MAX_SAFE_INTEGER, 2).map(({ who, address, status }) => ({ who, address, status }))).toEqual([
    { who: { kind: 'refused' }, address: '127.0.0.1', status: 401 },
    { who: { kind: 'desktop' }, address: null, status: 200 },
  ])
})
