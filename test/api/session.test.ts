import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../server/http/listen.ts'
import { bodyOf, desktop, network, type Service, startService } from '../service.ts'

let at = new Date('2026-11-23T10:00:00Z')
let service: Service
let listener: Listener

beforeAll(async () => {
  service = startService({ now: () => at })
  listener = await listen(service.app.fetch, { host: '127.0.0.1', port: 0, tls: undefined })
})
afterAll(() => listener.close())

interface Begun {
  readonly cookie: string
  readonly set: string
  readonly proof: string
}

async function signIn(key = service.key): Promise<Begun> {
  const answer = await fetch(`${listener.url}/session`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
  expect(answer.status).toBe(200)
  const set = answer.headers.get('set-cookie') ?? ''
  return { set, cookie: set.split(';')[0] ?? '', proof: String((await bodyOf(answer)).proof) }
}

function send(path: string, init: { method?: string; body?: unknown; headers?: Record<string, string> } = {}): Promise<Response> {
  const { method = 'GET', body, headers = {} } = init
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(`${listener.url}${path}`, { method, headers: { ...type, ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
}

const withBoth = ({ cookie, proof }: Begun) => ({ cookie, 'plomada-session': proof })
const project = { name: 'Casa', geo_id: 'ES-28079' }

describe('a session', () => {
  test('stands for its key in REST and tRPC, with a cookie for no script and no other site', async () => {
    const begun = await signIn()
    expect(begun.set).toMatch(new RegExp(`^plomada-${listener.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000$`))
    expect((await send('/api/v1/meta', { headers: withBoth(begun) })).status).toBe(200)
    expect((await send('/api/v1/proyectos', { method: 'POST', body: project, headers: withBoth(begun) })).status).toBe(200)
    expect((await send('/trpc/createProject', { method: 'POST', body: project, headers: withBoth(begun) })).status).toBe(200)
    expect((await send('/api/v1/admin/keys', { headers: withBoth(begun) })).status).toBe(403)
    expect(begun.cookie).not.toContain(service.key)
    expect(begun.proof).not.toBe(begun.cookie.split('=')[1])
  })

  test('has a cookie for TLS alone where a trusted proxy ends TLS, and only there', async () => {
    const headers = { authorization: `Bearer ${service.key}`, 'x-forwarded-proto': 'https', 'x-forwarded-for': '9.9.9.9' }
    const behind = await listen(service.app.fetch, { host: '127.0.0.1', port: 0, tls: undefined, isTrustedProxy: () => true })
    try {
      for (const [url, isSecure] of [
        [behind.url, true],
        [listener.url, false],
      ] as const) {
        const answer = await fetch(`${url}/session`, { method: 'POST', headers })
        expect([answer.status, (answer.headers.get('set-cookie') ?? '').endsWith('; Secure')]).toEqual([200, isSecure])
      }
    } finally {
      await behind.close()
    }
  })

  test('is worth nothing by its cookie alone, by its proof alone, or with the proof of another', async () => {
    const [begun, other] = [await signIn(), await signIn()]
    const headersOf: Record<string, string>[] = [
      { cookie: begun.cookie },
      { 'plomada-session': begun.proof },
      { cookie: begun.cookie, 'plomada-session': other.proof },
      { cookie: begun.cookie, 'plomada-session': begun.cookie.split('=')[1] ?? '' },
    ]
    for (const headers of headersOf)
      for (const path of ['/api/v1/proyectos', '/trpc/createProject']) {
        const answer = await send(path, { method: 'POST', body: project, headers })
        expect(answer.status, JSON.stringify(headers)).toBe(401)
      }
    expect((await send('/api/v1/meta', { headers: { cookie: begun.cookie } })).status).toBe(401)
    expect(await bodyOf(await send('/api/v1/meta', { headers: { cookie: begun.cookie } }))).toMatchObject({ code: 'key-missing' })
    expect((await send('/session', { method: 'DELETE', headers: { cookie: begun.cookie } })).status).toBe(401)
    expect((await send('/api/v1/meta', { headers: withBoth(begun) })).status).toBe(200)
  })

  test('begins with a key only, never with another session', async () => {
    const begun = await signIn()
    expect((await send('/session', { method: 'POST', headers: withBoth(begun) })).status).toBe(401)
    expect((await send('/session', { method: 'POST' })).status).toBe(401)
    expect((await send('/session', { method: 'POST', headers: { authorization: 'Bearer plm_nada' } })).status).toBe(401)
    const onDesktop = await service.app.fetch(new Request('http://localhost/session', { method: 'POST' }), desktop)
    expect(onDesktop.status).toBe(401)
    expect(onDesktop.headers.get('set-cookie')).toBeNull()
  })

  test('ends with its key: revoked, rotated or expired', async () => {
    const { keys } = service
    for (const end of [(id: string) => keys.revoke(id), (id: string) => keys.rotate(id)]) {
      const own = keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
      const begun = await signIn(own.text)
      expect((await send('/api/v1/meta', { headers: withBoth(begun) })).status).toBe(200)
      end(String(own.key.id))
      expect(await bodyOf(await send('/api/v1/meta', { headers: withBoth(begun) }))).toMatchObject({ code: 'key-revoked' })
    }
    const short = keys.issue({ name: 'hoy', scopes: ['read'], expiresAt: new Date(at.getTime() + 3600_000) })
    const begun = await signIn(short.text)
    expect(begun.set).toContain('Max-Age=3600')
    const before = at
    at = new Date(at.getTime() + 3601_000)
    expect((await send('/api/v1/meta', { headers: withBoth(begun) })).status).toBe(401)
    at = before
  })

  test('ends after thirty days, at sign-out, and as the oldest of fifty others', async () => {
    const begun = await signIn()
    const before = at
    at = new Date(at.getTime() + 31 * 24 * 3600_000)
    expect(await bodyOf(await send('/api/v1/meta', { headers: withBoth(begun) }))).toMatchObject({ code: 'key-missing' })
    at = before
    const out = await send('/session', { method: 'DELETE', headers: withBoth(begun) })
    expect([out.status, out.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')])
    expect((await send('/api/v1/meta', { headers: withBoth(begun) })).status).toBe(401)
    const { sessions } = service.store
    const own = { id: 999, expires_at: null }
    const first = sessions.start(own)
    for (let count = 0; count < 50; count++) sessions.start(own)
    expect(sessions.keyOf(first.token, first.proof)).toBeUndefined()
  })

  test('has a cookie for TLS only where it began over TLS', async () => {
    const begin = (url: string) =>
      service.app.fetch(new Request(url, { method: 'POST', headers: { host: new URL(url).host, authorization: `Bearer ${service.key}` } }), network)
    expect((await begin('https://localhost:4780/session')).headers.get('set-cookie')).toMatch(/^plomada-4780=.*; Secure$/)
    expect((await begin('http://localhost/session')).headers.get('set-cookie')).toMatch(/^plomada=(?!.*Secure)/)
  })

  test('keeps neither secret in the data folder, and is in the audit', async () => {
    const begun = await signIn()
    const { readdirSync, readFileSync } = await import('node:fs')
    const stored = readdirSync(service.folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(`${one.parentPath}/${one.name}`, 'latin1'))
      .join('')
    expect(stored).not.toContain(begun.proof)
    expect(stored).not.toContain(begun.cookie.split('=')[1])
    expect(stored).toContain('signIn')
  })

  test('a page of another site gets nothing: no permission for the header of the proof', async () => {
    const begun = await signIn()
    const asked = await send('/api/v1/proyectos', {
      method: 'OPTIONS',
      headers: { origin: 'http://otra.example', 'access-control-request-method': 'POST', 'access-control-request-headers': 'plomada-session' },
    })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    expect(asked.headers.get('access-control-allow-headers')).toBeNull()
    const form = await fetch(`${listener.url}/api/v1/proyectos`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'x' }),
      headers: { cookie: begun.cookie, origin: 'http://otra.example' },
    })
    expect(form.status).toBe(401)
  })
})
