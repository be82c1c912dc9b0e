import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import type { AppRouter } from '../../server/api/trpc.ts'
import { bodyOf, desktop, flatRoof, network, startService } from '../service.ts'

const { app, key } = startService()

function client(caller: typeof desktop | typeof network, headers: Record<string, string> = {}, service = app) {
  const fetch = (url: URL | RequestInfo | string, init?: RequestInit) => service.fetch(new Request(url as string, init), caller)
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: 'http://localhost/trpc', fetch: fetch as never, headers: { host: 'localhost', ...headers }, methodOverride: 'POST' })],
  })
}

describe('the typed client', () => {
  test('gets from tRPC what REST gives', async () => {
    const verdict = await client(desktop).verify.query(flatRoof)
    expect(verdict).toMatchObject({ is_compliant: false, limit_value: 0.35, geo_context: { climate_zone: 'D3' } })
    const places = await client(network, { authorization: `Bearer ${key}` }).listMunicipios.query({ provincia: '51' })
    expect(places.items.map(({ name }) => name)).toEqual(['Ceuta'])
  })

  test('may keep what it gets by GET, and nothing that it sends by POST', async () => {
    const send = (init: RequestInit, query = '') =>
      app.fetch(new Request(`http://localhost/trpc/listMunicipios${query}`, { ...init, headers: { host: 'localhost', ...init.headers } }), desktop)
    const query = `?input=${encodeURIComponent(JSON.stringify({ provincia: '51' }))}`
    const got = await send({}, query)
    expect(got.status).toBe(200)
    const etag = got.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    expect((await send({ headers: { 'if-none-match': etag } }, query)).status).toBe(304)
    const posted = await send({ method: 'POST', body: JSON.stringify({ provincia: '51' }), headers: { 'content-type': 'application/json' } })
    expect(posted.status).toBe(200)
    expect([posted.headers.get('etag'), posted.headers.get('cache-control')]).toEqual([null, 'no-store'])
  })

  test('gets the same problem as REST without a key', async () => {
    const failure = await client(network)
      .getMeta.query({})
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TRPCClientError)
    expect((failure as TRPCClientError<AppRouter>).data).toMatchObject({ code: 'UNAUTHORIZED', problem: { code: 'key-missing' } })
  })

  test('gets the missing data, and never a stack trace', async () => {
    const failure = await client(desktop)
      .verify.query({ ...flatRoof, element: 'envolvente-termica', parameter: 'coeficiente-global-transmision-calor' })
      .catch((error: unknown) => error)
    const { data } = failure as TRPCClientError<AppRouter>
    expect(data).toMatchObject({ httpStatus: 422, problem: { code: 'indeterminate', missing: expect.any(Array) } })
    expect(JSON.stringify(data)).not.toContain('stack')
  })

  test('writes by mutations, and gets the same conflict as REST', async () => {
    const own = client(desktop)
    const { id, revision, project } = await own.createProject.mutate({ name: 'Casa', geo_id: 'ES-28079' })
    expect(await own.replaceProject.mutate({ id, revision, project: { ...project, name: 'Casa dos' } })).toMatchObject({ revision: 2 })
    const failure = await own.replaceProject.mutate({ id, revision, project }).catch((error: unknown) => error)
    expect((failure as TRPCClientError<AppRouter>).data).toMatchObject({ httpStatus: 409, problem: { code: 'revision-stale' } })
    expect((await own.getProject.query({ id })).project.name).toBe('Casa dos')
    expect((await own.listProjects.query({})).items.map(({ name }) => name)).toContain('Casa dos')
    expect(await own.deleteProject.mutate({ id })).toEqual({ id })
  })

  test('returns every digit of a value, sent as text', async () => {
    const digits = '0.35000000000000000000000000000001'
    const { post, app: served } = startService()
    const body = `{"name":"Casa","geo_id":"ES-28079","checks":[{"id":"1","element":"e","parameter":"p","value":${digits},"unit":"m"},{"id":"2","element":"e","parameter":"p","value":0.1,"unit":"m"}]}`
    const { id } = await bodyOf(await post('/api/v1/proyectos', body))
    const own = client(desktop, {}, served)
    const { revision, project } = await own.getProject.query({ id: String(id) })
    expect(project.checks.map(({ value }) => value)).toEqual([digits, 0.1])
    const replaced = await own.replaceProject.mutate({ id: String(id), revision, project })
    expect(replaced.project.checks.map(({ value }) => value)).toEqual([digits, 0.1])
  })

  test('rejects a body over the limit of the operation', async () => {
    const send = (name: string, bytes: number) =>
      app.fetch(
        new Request(`http://localhost/trpc/${name}`, {
          method: 'POST',
          body: JSON.stringify({ name: 'x'.repeat(bytes) }),
          headers: { 'content-type': 'application/json' },
        }),
        desktop,
      )
    expect((await send('createProject', 1024 * 1024)).status).toBe(422)
    expect((await send('createProject', 5 * 1024 * 1024)).status).toBe(413)
    expect((await send('verify', 60 * 1024)).status).toBe(422)
    expect((await send('verify', 65 * 1024)).status).toBe(413)
  })

  test('without a key is rejected before its body is read', async () => {
    const touched: string[] = []
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          touched.push('read')
          controller.enqueue(new TextEncoder().encode('{"faulty"'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { host: 'localhost', 'content-type': 'application/json' }
    for (const name of ['verify', 'installBase', 'createProject']) {
      const init = { method: 'POST', body, headers, duplex: 'half' }
      const response = await app.fetch(new Request(`http://localhost/trpc/${name}`, init), network)
      expect([response.status, touched]).toEqual([401, []])
      expect(await response.text()).toContain('key-missing')
    }
  })

  test.each([
    ['application/json', '{"faulty'],
    ['application/json', '\u0000'],
    ['multipart/form-data; boundary=x', '--y'],
    ['application/octet-stream', 'abc', 422],
  ])('sends %s that is none and is told so', async (type, body, status = 400) => {
    const headers = { 'content-type': type }
    const response = await app.fetch(new Request('http://localhost/trpc/createProject', { method: 'POST', body, headers }), desktop)
    expect(response.status).toBe(status)
  })

  test('may not ask for several operations at once: there is no limit on their answers together', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: {} }))
    const response = await app.fetch(new Request(`http://localhost/trpc/getMeta,getMeta?batch=1&input=${input}`), desktop)
    expect(response.status).toBe(400)
    expect(await response.text()).not.toContain('"sha256"')
  })

  test('that states a field twice with different values is told so, by GET and by POST', async () => {
    const sent = JSON.stringify(flatRoof).replace('"value":0.5', '"value":0.5,"value":0.3')
    const headers = { 'content-type': 'application/json' }
    for (const request of [
      new Request(`http://localhost/trpc/verify?input=${encodeURIComponent(sent)}`),
      new Request('http://localhost/trpc/verify', { method: 'POST', body: sent, headers }),
    ]) {
      const response = await app.fetch(request, desktop)
      expect(await bodyOf(response)).toMatchObject({
        error: { data: { problem: { code: 'contradiction', errors: [{ pointer: '/value', code: 'stated-twice' }] } } },
      })
    }
  })

  test('has the status of each refusal, and a name of it that tRPC knows', async () => {
    const { app: served, keys } = startService({ perMinute: 2, now: () => new Date('2026-11-29T10:00:00Z') })
    const { text: reader } = keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
    const ask = async (name: string, caller: typeof desktop | typeof network, input: unknown = {}) => {
      const url = `http://localhost/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
      const response = await served.fetch(new Request(url, { headers: { host: 'localhost', authorization: `Bearer ${reader}` } }), caller)
      const { error } = (await bodyOf(response)) as {
        error?: { data: { code: string; path?: string; problem?: { code: string; instance: string } } }
      }
      return [response.status, error?.data.code, error?.data.problem?.code]
    }
    expect(await ask('getProject', desktop, { id: 'nada' })).toEqual([404, 'NOT_FOUND', 'unknown-project'])
    expect(await ask('getMeta', desktop, { nada: 1 })).toEqual([422, 'UNPROCESSABLE_CONTENT', 'validation'])
    expect(await ask('nada', desktop)).toEqual([404, 'NOT_FOUND', undefined])
    expect(await ask('makeFicha', desktop)).toEqual([404, 'NOT_FOUND', undefined])
    expect(await ask('createProject', desktop)).toEqual([405, 'METHOD_NOT_SUPPORTED', undefined])
    expect(await ask('verify', network)).toEqual([403, 'FORBIDDEN', 'scope-missing'])
    expect(await ask('getMeta', network)).toEqual([200, undefined, undefined])
    expect(await ask('getMeta', network)).toEqual([429, 'TOO_MANY_REQUESTS', 'rate-limited'])
  })

  test('gets only the request id of an unexpected error; the log has the error', async () => {
    const { app: served, store, lines } = startService()
    store.projects.list = () => {
      throw new TypeError('/home/secret/state.db is odd')
    }
    const response = await served.fetch(new Request('http://localhost/trpc/listProjects?input=%7B%7D'), desktop)
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(text).not.toContain('secret')
    expect(JSON.parse(text)).toMatchObject({ error: { data: { problem: { code: 'internal', request_id: response.headers.get('x-request-id') } } } })
    expect(lines.at(-1)?.error).toContain('/home/secret/state.db is odd')
  })
})
