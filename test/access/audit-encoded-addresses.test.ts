import { describe, expect, test } from 'vitest'
import { operationList } from '../../server/operations/index.ts'
import { desktop, startService } from '../service.ts'

const service = startService()
const { app, keys, store } = service
const { text: admin } = keys.issue({ name: 'administradora', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null })
const newest = () => store.audit.newest(Number.MAX_SAFE_INTEGER, 1)[0]
const send = (address: string, method = 'GET', body?: string) =>
  app.fetch(
    new Request(`http://localhost${address}`, {
      method,
      headers: { host: 'localhost', authorization: `Bearer ${admin}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
    }),
    { kind: 'network', address: '10.0.0.7' },
  )
/** The path with one letter percent-encoded. */
const encoded = (path: string, at: number): string => `${path.slice(0, at)}%${path.charCodeAt(at).toString(16)}${path.slice(at + 1)}`
const letters = (path: string): number[] => [...path].flatMap((letter, at) => (/[\w.~-]/.test(letter) ? [at] : []))

describe('the audit of requests with encoded addresses', () => {
  test('issuing a key at a percent-encoded address writes a line', async () => {
    for (const at of letters('/api/v1/admin/keys')) {
      const address = encoded('/api/v1/admin/keys', at)
      const before = store.audit.count()
      const response = await send(address, 'POST', '{"name":"otra","scopes":["admin"]}')
      expect(response.status, address).toBe(200)
      expect(store.audit.count(), address).toBe(before + 1)
      expect(newest(), address).toMatchObject({ operation: 'issueKey', status: 200, subject: expect.stringContaining('otra') })
    }
  })

  test('every operation writes a line if one letter of its address is percent-encoded', async () => {
    for (const { name, method, path } of operationList) {
      const address = path.replace(/\{\w+\}/g, '1')
      for (const at of letters(address).slice(0, 12)) {
        const before = store.audit.count()
        await send(encoded(address, at), method, method === 'POST' || method === 'PUT' ? '{"no":1}' : undefined)
        expect([store.audit.count() - before, newest()?.operation], encoded(address, at)).toEqual([1, name])
      }
    }
  })

  test.each([
    ['/api/v1%2Fmeta', 404, 0],
    ['/%2561pi/v1/meta', 404, 0],
    ['/%%36%31pi/v1/meta', 200, 1],
    ['/%c3%a1pi/v1/meta', 404, 0],
    ['/ap%69/v1/nada', 404, 1],
    ['/./api/v1/meta', 200, 1],
    ['/%2e/api/v1/meta', 200, 1],
  ])('%s answers %i and writes %i lines: no operation runs without one', async (address, status, lines) => {
    const before = store.audit.count()
    const response = await send(address)
    expect([response.status, store.audit.count() - before]).toEqual([status, lines])
  })

  test('a tRPC line names the procedure that ran, also with percent codes and an extra slash', async () => {
    for (const address of ['/trpc/%67etMeta', '/%74rpc/getMeta', '/trpc/get%4deta', '/trpc/getMeta%2f', '/trpc/getMeta/', '/trpc//getMeta']) {
      const before = store.audit.count()
      const response = await app.fetch(new Request(`http://localhost${address}?input=%7B%7D`), desktop)
      const expected = response.status === 200 ? 'getMeta' : 'trpc'
      expect([store.audit.count() - before, newest()?.operation], address).toEqual([1, expected])
      expect(response.status, address).toBe(/%67|%74|%4d|Meta\/$/.test(address) ? 200 : 404)
    }
  })

  test('tRPC rejects a request for several procedures', async () => {
    const response = await app.fetch(new Request('http://localhost/trpc/getMeta,getMeta?batch=1&input=%7B%220%22%3A%7B%7D%7D'), desktop)
    expect([response.status, newest()?.operation]).toEqual([400, 'trpc'])
  })

  test('rejected requests under another host name share one audit budget', async () => {
    const before = store.audit.count()
    const other = await app.fetch(new Request('http://localhost/%61pi/v1/meta', { headers: { host: 'evil.example' } }), {
      kind: 'network',
      address: '10.0.0.7',
    })
    expect([other.status, store.audit.count() - before]).toEqual([403, 1])
  })
})
