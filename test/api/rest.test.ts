import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, network, realBase, startService } from '../service.ts'

const service = startService()
const { get, post, app, key } = service

describe('requests', () => {
  test.each<[string, Record<string, string>, string | Json, number, string]>([
    ['no JSON', {}, '{"element":', 400, 'malformed-json'],
    ['an array', {}, '[]', 422, 'validation'],
    ['a text', {}, '"hola"', 422, 'validation'],
    ['another type', { 'content-type': 'text/plain' }, flatRoof, 415, 'media-type'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1', 415, 'media-type'],
    ['too many bytes', {}, { ...flatRoof, element: 'a'.repeat(70_000) }, 413, 'too-large'],
    ['an answer in HTML', { accept: 'text/html' }, flatRoof, 406, 'not-acceptable'],
  ])('%s is refused', async (_name, headers, body, status, code) => {
    const response = await post('/api/v1/verify', body, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await bodyOf(response)).toMatchObject({ status, code })
  })

  test.each(['Basic Bearer ', 'xBearer ', 'Bearer', 'Bearer, ', ''])('a key after «%s» is no key', async (before) => {
    expect((await get('/api/v1/meta', { authorization: `${before}${key}` })).status).toBe(401)
  })

  test('a number out of bounds is told with the bound, in the language of the request', async () => {
    const messages = async (limit: number, language: string) => {
      const { errors } = await bodyOf(await get(`/api/v1/search?q=a&limit=${limit}`, { 'accept-language': language }))
      return (errors as Json[]).map(({ detail }) => detail)
    }
    expect(await messages(0, 'es')).toEqual(['se espera como mínimo 1'])
    expect(await messages(101, 'es')).toEqual(['se espera como máximo 100'])
    expect(await messages(101, 'en')).toEqual(['expected at most 100'])
  })

  test('what is nested too deeply is refused, and says so in the language of the request', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { x: nested(levels - 1) })
    const detail = async (levels: number, language: string) => {
      const { code, errors } = await bodyOf(await post('/api/v1/verify', { ...flatRoof, context: nested(levels) }, { 'accept-language': language }))
      expect(code).toBe('validation')
      return (errors as Json[]).map((one) => one['detail'])
    }
    expect(await detail(40, 'es')).toEqual(['Demasiados niveles'])
    expect(await detail(40, 'en')).toEqual(['Nested too deeply'])
    expect(await detail(20, 'es')).not.toContain('Demasiados niveles')
  })

  test('a text that is too short is told by its length, not by a number', async () => {
    const { errors } = await bodyOf(await get('/api/v1/search?q='))
    expect((errors as Json[]).map(({ detail }) => detail)).not.toContain('se espera como mínimo 1')
  })

  test('bytes that are not UTF-8 are refused', async () => {
    const request = new Request('http://localhost/api/v1/verify', {
      method: 'POST',
      body: new Uint8Array([0x7b, 0xff, 0x7d]),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, host: 'localhost' },
    })
    expect(await bodyOf(await app.fetch(request, network))).toMatchObject({ status: 400, code: 'malformed-json' })
  })

  test('a wrong method is a 405 with the allowed ones', async () => {
    const response = await get('/api/v1/verify')
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })

  test.each(['/api/v1/nada', '/nada', '/api/v1/geo', '/docs/secret.js', '/problems/nada'])('%s is a 404', async (path) => {
    expect(await bodyOf(await get(path))).toMatchObject({ status: 404, code: 'not-found', instance: path })
  })

  test.each(['toString', '__proto__', 'constructor'])('a query parameter called %s is unknown, not repeated', async (name) => {
    expect(await bodyOf(await get(`/api/v1/search?q=a&${name}=b`))).toMatchObject({
      code: 'validation',
      errors: [{ pointer: name, code: 'unknown-field' }],
    })
  })

  test('an unknown or repeated query parameter is an error with its name', async () => {
    expect(await bodyOf(await get('/api/v1/search?q=a&colection=cte'))).toMatchObject({
      code: 'validation',
      errors: [{ pointer: 'colection', code: 'unknown-field' }],
    })
    expect(await bodyOf(await get('/api/v1/search?q=a&q=b'))).toMatchObject({ code: 'validation', errors: [{ pointer: 'q', code: 'repeated' }] })
  })

  test('problems are in the language of the request, Spanish by default', async () => {
    const titles = async (language: string) =>
      (await bodyOf(await post('/api/v1/verify', { ...flatRoof, element: 'xyz' }, { 'accept-language': language })))['title']
    expect(await titles('en-GB,en;q=0.9')).toBe('Unknown element')
    expect(await titles('fr, en;q=0.5, es;q=0.8')).toBe('Elemento desconocido')
    expect(await titles('')).toBe('Elemento desconocido')
  })
})

describe('responses', () => {
  test('every response names knowledge base and request, and is closed to other origins', async () => {
    for (const response of [await get('/api/v1/meta'), await get('/nada'), await post('/api/v1/verify', {}), await get('/docs/')]) {
      expect(response.headers.get('knowledge-base')).toMatch(/^\S+; sha256=[0-9a-f]{12}$/)
      expect(response.headers.get('x-request-id')).toBeTruthy()
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  test('the request id of a problem is that of its header', async () => {
    const response = await post('/api/v1/verify', {})
    expect((await bodyOf(response))['request_id']).toBe(response.headers.get('x-request-id'))
  })

  test.each([
    '/api/v1/meta',
    '/api/v1/municipios?provincia=28',
    '/api/v1/geo/madrid',
    '/api/v1/normativa/cte/cte-db-he/he1-3-1-1',
    '/api/v1/reglas',
    '/api/v1/search?q=cubierta',
    '/openapi.json',
  ])('%s is not sent twice to who has it', async (path) => {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const again = await get(path, { 'if-none-match': etag })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('HEAD gives the headers of GET and no body', async () => {
    const request = new Request('http://localhost/api/v1/meta', { method: 'HEAD', headers: { authorization: `Bearer ${key}`, host: 'localhost' } })
    const response = await app.fetch(request, network)
    expect(response.status).toBe(200)
    expect(response.headers.get('etag')).toBeTruthy()
    expect(await response.text()).toBe('')
  })

  test('an answer has no time and no random identifier', async () => {
    const text = await (await post('/api/v1/verify', flatRoof)).text()
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}T|request_id/)
  })

  test('an unexpected error is logged, and answered with a 500 without details', async () => {
    const broken = startService({ kb: realBase() })
    broken.kb.close()
    const response = await broken.get('/api/v1/municipios')
    const body = await bodyOf(response)
    expect(body).toMatchObject({ status: 500, code: 'internal' })
    expect(JSON.stringify(body)).not.toMatch(/database|\.ts|at /)
    expect(broken.lines.at(-1)?.error).toContain('database')
  })
})

describe('hosts', () => {
  test.each([
    ['localhost:4780', 200],
    ['127.0.0.1', 200],
    ['192.168.1.20:4780', 200],
    ['10.0.0.5', 200],
    ['[::1]:4780', 200],
    ['plomada.test', 200],
    ['evil.example', 403],
    ['8.8.8.8', 403],
    ['172.32.0.1', 403],
    ['localhost.evil.example', 403],
    ['', 403],
  ])('Host %s gives %i', async (host, status) => {
    const response = await get('/api/v1/meta', { host })
    expect(response.status).toBe(status)
    if (status === 403) expect(await bodyOf(response)).toMatchObject({ code: 'host-not-allowed' })
  })

  test('an Origin header is never reflected', async () => {
    expect((await get('/api/v1/meta', { origin: 'https://evil.example' })).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('documents of the service', () => {
  test('each problem type is explained at its own address', async () => {
    expect(await bodyOf(await get('/problems/indeterminate'))).toMatchObject({
      code: 'indeterminate',
      status: 422,
      title: { es: expect.any(String), en: expect.any(String) },
    })
  })

  test('the documentation page loads nothing from other servers', async () => {
    const page = await (await get('/docs/')).text()
    for (const [, link] of page.matchAll(/(?:src|href)="([^"]+)"/g)) expect((await get(`/docs/${link}`)).status, link).toBe(200)
    expect(page).not.toMatch(/https?:\/\//)
    expect((await get('/docs')).status).toBe(308)
  })
})
