import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openPages } from '../../server/api/pages.ts'
import type { Process } from '../../server/operations/operation.ts'
import { testApp } from '../declared-problems.ts'
import { bodyOf, desktop, flatRoof, network, realBase, type Service, startService } from '../service.ts'

let service: Service
beforeEach(() => {
  service = startService()
})
const get: Service['get'] = (path, headers) => service.get(path, headers)
const template = '/api/v1/comprobaciones/plantilla'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function headersOf(response: Response, ...names: string[]): (string | null)[] {
  return names.map((name) => response.headers.get(name))
}

describe('what may be kept of an answer', () => {
  test('nothing of an answer to POST', async () => {
    const response = await service.post('/api/v1/verify', flatRoof)
    expect(headersOf(response, 'content-type', 'cache-control', 'vary', 'etag')).toEqual(['application/json', 'no-store', 'Accept-Encoding', null])
  })

  test('of an answer to GET, by its own key and language, once it is known to be the same', async () => {
    const response = await get('/api/v1/meta')
    expect(headersOf(response, 'content-type', 'cache-control', 'vary')).toEqual([
      'application/json',
      'private, no-cache',
      'Authorization, Accept-Language, Accept-Encoding',
    ])
    const again = await get('/api/v1/meta', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, ...headersOf(again, 'etag', 'cache-control', 'vary')]).toEqual([
      304,
      ...headersOf(response, 'etag', 'cache-control', 'vary'),
    ])
  })

  test('nothing of a file, which depends on what is accepted', async () => {
    const response = await get(template, { accept: xlsx })
    expect(headersOf(response, 'content-type', 'cache-control', 'vary')).toEqual([xlsx, 'no-store', 'Accept'])
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="plantilla de comprobaciones\.xlsx"/)
  })

  test('nothing of a problem, which is in the language it says', async () => {
    const response = await get('/api/v1/nada', { 'accept-language': 'en' })
    expect(headersOf(response, 'content-type', 'cache-control', 'content-language')).toEqual(['application/problem+json', 'no-store', 'en'])
  })

  test('an answer of the base is kept by the service: the base is not asked a second time', async () => {
    const own = startService({ kb: realBase() })
    const path = '/api/v1/municipios?provincia=51'
    const first = await (await own.get(path)).text()
    own.kb.close()
    expect(await (await own.get(path)).text()).toBe(first)
    expect((await own.get('/api/v1/municipios?provincia=52')).status).toBe(500)
  })
})

describe('the format of an answer', () => {
  test.each([
    [xlsx, xlsx],
    ['*/*', xlsx],
    ['application/json', 'application/json'],
    [`application/json, ${xlsx};q=0.5`, 'application/json'],
    ['application/problem+json', 'application/json'],
  ])('where «%s» is accepted is %s', async (accept, type) => {
    expect(headersOf(await get(template, { accept }), 'content-type')).toEqual([type])
  })

  test('that there is not is refused with those there are, in the language of the request', async () => {
    const detail = async (path: string, headers: Record<string, string>) => {
      const { status, code, detail } = await bodyOf(await get(path, headers))
      expect([status, code]).toEqual([406, 'not-acceptable'])
      return detail
    }
    expect(await detail(template, { accept: 'image/png', 'accept-language': 'es' })).toContain(`Solo hay ${xlsx}, application/json`)
    expect(await detail(template, { accept: 'image/png', 'accept-language': 'en' })).toContain(`Only ${xlsx}, application/json is available`)
    expect(await detail('/api/v1/meta', { accept: 'text/html' })).toContain('Solo hay application/json')
  })
})

describe('methods', () => {
  test.each([
    ['DELETE', '/api/v1/meta', 'GET, HEAD'],
    ['POST', '/api/v1/elementos', 'GET, HEAD'],
    ['GET', '/api/v1/verify', 'POST'],
    ['PATCH', '/api/v1/proyectos', 'POST, GET, HEAD'],
    ['POST', '/api/v1/proyectos/1', 'DELETE, GET, PUT, HEAD'],
  ])('%s %s is refused with those that are allowed: %s', async (method, path, allow) => {
    const send = (language: string) =>
      service.app.fetch(new Request(`http://localhost${path}`, { method, headers: { host: 'localhost', 'accept-language': language } }), network)
    const response = await send('es')
    expect([response.status, response.headers.get('allow')?.split(', ').sort()]).toEqual([405, allow.split(', ').sort()])
    const listed = response.headers.get('allow')
    expect((await bodyOf(response))['detail']).toContain(`${method} no se admite aquí; sí: ${listed}`)
    expect((await bodyOf(await send('en')))['detail']).toContain(`${method} is not allowed here; these are: ${listed}`)
  })

  test('HEAD is refused over tRPC, and without a key for want of it', async () => {
    const head = (caller: typeof desktop | typeof network) =>
      service.app.fetch(new Request('http://localhost/trpc/getMeta', { method: 'HEAD', headers: { host: 'localhost' } }), caller)
    const [refused, unknown] = [await head(desktop), await head(network)]
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(unknown.status).toBe(401)
    expect(service.lines.at(-1)).toMatchObject({ status: 401, error: undefined })
  })
})

test('the log has the pattern of a path and its operation, not the path that was sent', async () => {
  const seen = async (path: string) => {
    await get(path)
    const { route, operation, method, address } = service.lines.at(-1) ?? {}
    return [route, operation, method, address]
  }
  expect(await seen('/api/v1/geo/ES-28079')).toEqual(['/api/v1/geo/:municipio', 'getGeo', 'GET', '127.0.0.1'])
  expect(await seen('/trpc/getMeta')).toEqual(['/trpc/getMeta', 'getMeta', 'GET', '127.0.0.1'])
  expect(await seen('/trpc/nada')).toEqual(['/trpc/*', 'trpc', 'GET', '127.0.0.1'])
  expect(await seen('/api/v1/nada')).toEqual(['', '', 'GET', '127.0.0.1'])
  expect(await seen('/problems/validation')).toEqual(['/problems/:code', '', 'GET', '127.0.0.1'])
})

test('a request whose origin two headers of a proxy contradict is refused with both', async () => {
  const send = (language: string) =>
    service.app.fetch(new Request('http://localhost/healthz', { headers: { host: 'localhost', 'accept-language': language } }), {
      kind: 'network',
      address: '127.0.0.1',
      claims: ['9.9.9.9', '2.2.2.2'],
    })
  expect(await bodyOf(await send('es'))).toMatchObject({
    code: 'contradiction',
    detail: expect.stringContaining('Forwarded dice que la petición viene de 9.9.9.9 y X-Forwarded-For que de 2.2.2.2'),
  })
  expect(await bodyOf(await send('en'))).toMatchObject({
    detail: expect.stringContaining('Forwarded says that the request comes from 9.9.9.9, X-Forwarded-For says 2.2.2.2'),
  })
})

test('a host that is refused is told so in both languages', async () => {
  const details = ['es', 'en'].map(async (language) => {
    return (await bodyOf(await get('/api/v1/meta', { host: 'evil.example', 'accept-language': language })))['detail']
  })
  expect(await Promise.all(details)).toEqual([
    expect.stringContaining('El nombre de servidor de la petición no está permitido'),
    expect.stringContaining('The host name of the request is not allowed'),
  ])
})

test('the certificate of the own authority is a file to save, where there is one', async () => {
  const process = (authority: string | undefined) => ({ network: { authority, names: ['obra.local'] } }) as unknown as Process
  const own = startService({ process: process('PEM') })
  const response = await own.get('/ca.crt', { host: 'obra.local' })
  expect([response.status, await response.text()]).toEqual([200, 'PEM'])
  expect(headersOf(response, 'content-type', 'cache-control', 'content-disposition')).toEqual([
    'application/x-x509-ca-cert',
    'no-store',
    expect.stringContaining('plomada-ca.crt'),
  ])
  expect((await startService({ process: process(undefined) }).get('/ca.crt')).status).toBe(404)
  expect((await get('/ca.crt')).status).toBe(404)
})

test('while the base that all use is fetched, nothing is answered from another, and the administration is open', async () => {
  const { kb, store, keys } = service
  const bases = { isReady: () => false, state: () => ({}) } as unknown as NonNullable<Parameters<typeof testApp>[0]['bases']>
  const waiting = testApp({ kb, store, bases, rate: undefined, allowedHosts: [] })
  const { text } = keys.issue({ name: 'jefa', scopes: ['admin', 'read'], expiresAt: null })
  const send = (path: string, language = 'es') =>
    waiting.fetch(
      new Request(`http://localhost${path}`, { headers: { host: 'localhost', authorization: `Bearer ${text}`, 'accept-language': language } }),
      network,
    )
  const refused = await send('/api/v1/meta')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await bodyOf(refused)).toMatchObject({ code: 'not-ready', detail: expect.stringContaining('Este nodo está trayendo la base') })
  expect(await bodyOf(await send('/api/v1/meta', 'en'))).toMatchObject({
    detail: expect.stringContaining('This node is fetching the knowledge base'),
  })
  expect((await send('/trpc/getMeta')).status).toBe(503)
  expect([(await send('/api/v1/admin/keys')).status, (await send('/healthz')).status]).toEqual([200, 200])
})

describe('with pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-served-'))
  mkdirSync(join(folder, 'assets'))
  const files = { 'index.html': '<p>Plomada</p>', 'servicio.js': 'worker', 'assets/a.js': 'script', 'assets/a.js.br': 'packed' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  let served: Service
  beforeEach(() => {
    served = startService({ pages: openPages(folder) })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('each route of them is the start page, to be asked for again', async () => {
    for (const path of ['/', '/verificar', '/normativa/cte/cte-db-he/he1', '/proyectos/1/exigencias']) {
      const response = await served.get(path, html)
      expect([response.status, ...headersOf(response, 'content-type', 'cache-control', 'vary')], path).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
        'Accept-Encoding',
      ])
      expect(await response.text()).toBe('<p>Plomada</p>')
    }
  })

  test('a person gets a page for what is not there, and a program a problem', async () => {
    const page = await served.get('/nada', html)
    expect([page.status, ...headersOf(page, 'content-type', 'cache-control')]).toEqual([404, 'text/html; charset=utf-8', 'no-cache'])
    expect(await page.text()).toBe('<p>Plomada</p>')
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }])
      expect(await bodyOf(await served.get('/nada', headers))).toMatchObject({ status: 404, code: 'not-found', instance: '/nada' })
    expect(await bodyOf(await served.post('/nada', {}, html))).toMatchObject({ status: 404, code: 'not-found' })
    expect(await bodyOf(await served.get('/assets/nada.js', html))).toMatchObject({ status: 404, code: 'not-found' })
    expect(await bodyOf(await get('/nada', html))).toMatchObject({ status: 404, code: 'not-found' })
  })

  test('a file with its content in its name is kept for a year, and sent as the build compressed it', async () => {
    const plain = await served.get('/assets/a.js')
    expect(headersOf(plain, 'content-type', 'cache-control', 'content-encoding', 'vary')).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
      null,
      'Accept-Encoding',
    ])
    expect(await plain.text()).toBe('script')
    const packed = await served.get('/assets/a.js', { 'accept-encoding': 'gzip, br' })
    expect([packed.headers.get('content-encoding'), await packed.text()]).toEqual(['br', 'packed'])
    const other = await served.get('/assets/a.js', { 'accept-encoding': 'gzip' })
    expect([other.headers.get('content-encoding'), await other.text()]).toEqual([null, 'script'])
  })

  test('the worker may compile the reader of the base, which no page may', async () => {
    const policy = async (path: string) => (await served.get(path)).headers.get('content-security-policy')
    expect(await policy('/servicio.js')).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'")
    expect(await policy('/')).not.toContain('wasm')
    expect((await get('/servicio.js')).status).toBe(404)
  })
})
