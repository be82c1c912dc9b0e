import { beforeEach, describe, expect, test } from 'vitest'
import { movedPaths } from '../../server/api/moved-paths.ts'
import { operationList } from '../../server/operations/index.ts'
import { bodyOf, network, type Service, startService } from '../service.ts'

let service: Service
let admin = ''
beforeEach(() => {
  service = startService()
  admin = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null }).text
})

/** Sends a request and follows redirects as a client does: same method, body and key at the address of `Location`. */
async function follow(path: string, init: { readonly method: string; readonly body?: string }, key = admin) {
  const headers = { host: 'localhost', authorization: `Bearer ${key}`, ...(init.body === undefined ? {} : { 'content-type': 'application/json' }) }
  const first = await service.app.fetch(new Request(`http://localhost${path}`, { ...init, headers }), network)
  const location = first.headers.get('location')
  if (first.status !== 308 || location === null) return { first, location, last: first }
  return { first, location, last: await service.app.fetch(new Request(new URL(location, 'http://localhost'), { ...init, headers }), network) }
}

describe('a path that moved', () => {
  test.each([
    ['GET', '/api/v1/admin/claves', '/api/v1/admin/keys', 200],
    ['POST', '/api/v1/admin/claves', '/api/v1/admin/keys', 200, '{"name":"obra"}'],
    ['POST', '/api/v1/admin/claves/1/rotar', '/api/v1/admin/keys/1/rotate', 200, '{}'],
    ['POST', '/api/v1/admin/claves/1/revocar', '/api/v1/admin/keys/1/revoke', 200, '{}'],
    ['GET', '/api/v1/admin/auditoria?limit=3&cursor=5', '/api/v1/admin/audit?limit=3&cursor=5', 200],
    ['GET', '/api/v1/admin/auditoria/comprobacion', '/api/v1/admin/audit/check', 200],
    ['GET', '/api/v1/admin/servidor', '/api/v1/admin/server', 200],
    // A key may not trust a publisher, only the desktop may: the refusal shows that the request arrived with its key and its body.
    ['POST', '/api/v1/admin/base/confianza', '/api/v1/admin/base/trusted-keys', 403, '{"public_key":"x"}'],
  ])('%s %s is a 308 to %s, and a client that follows it gets %i', async (method, old, current, status, body?: string) => {
    const { first, location, last } = await follow(old, { method, ...(body === undefined ? {} : { body }) })
    expect([first.status, location, first.headers.get('deprecation')]).toEqual([308, current, expect.stringMatching(/^@\d+$/)])
    expect(last.status).toBe(status)
    if (status === 403) expect(await bodyOf(last)).toMatchObject({ code: 'desktop-only' })
  })

  test('is not in the API, and its new path is', () => {
    const paths = operationList.map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'))
    expect(movedPaths.map(([, current]) => current).filter((current) => !paths.includes(current))).toEqual([])
    expect(movedPaths.map(([old]) => old).filter((old) => paths.includes(old))).toEqual([])
    expect(movedPaths).toHaveLength(7)
  })

  test('keeps the body: the key issued through the old path has the name that was sent', async () => {
    const { last } = await follow('/api/v1/admin/claves', { method: 'POST', body: '{"name":"aparejadores","scopes":["read"]}' })
    expect(await bodyOf(last)).toMatchObject({ key: { name: 'aparejadores', scopes: ['read'] } })
  })

  test('is a 401 without a valid key, and leaves its line in the audit', async () => {
    const before = service.store.audit.count()
    expect((await follow('/api/v1/admin/claves', { method: 'GET' }, 'plm_no')).first.status).toBe(401)
    expect(service.store.audit.count()).toBe(before + 1)
  })

  test('redirects to this server only, whatever the number in it', async () => {
    for (const number of ['%2F%2Fotra.example', '..%2F..', '%0d%0aX: y', 'a%3Fb']) {
      const { location } = await follow(`/api/v1/admin/claves/${number}/revocar`, { method: 'POST', body: '{}' })
      expect(location).toMatch(/^\/api\/v1\/admin\/keys\/[\w.%-]+\/revoke$/)
    }
  })

  test('a real HTTP client follows it with its method, body and key', async () => {
    const { createServer } = await import('node:http')
    const seen: string[] = []
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      seen.push(`${incoming.method} ${incoming.url} ${text}`)
      const headers = { host: 'localhost', authorization: incoming.headers.authorization ?? '', 'content-type': 'application/json' }
      const response = await service.app.fetch(
        new Request(`http://localhost${incoming.url}`, { method: incoming.method ?? 'GET', headers, body: text }),
        network,
      )
      outgoing.writeHead(response.status, Object.fromEntries(response.headers))
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : 0
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/admin/claves`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
        body: '{"name":"seguida"}',
      })
      expect([response.status, response.redirected]).toEqual([200, true])
      expect(await bodyOf(response)).toMatchObject({ key: { name: 'seguida' } })
      expect(seen).toEqual(['POST /api/v1/admin/claves {"name":"seguida"}', 'POST /api/v1/admin/keys {"name":"seguida"}'])
    } finally {
      server.close()
    }
  })
})
