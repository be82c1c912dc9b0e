import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../server/http/listen.ts'
import { startService } from '../service.ts'
import { exchange, type RawAnswer } from './raw-http.ts'

// Which answers have a line in the audit: those to a path of the API, of tRPC, of MCP or of sessions, as a browser would read the path; and no others.
const { app, store } = startService()
const { text: key } = store.keys.issue({ name: 'all', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null })
let listener: Listener

beforeAll(async () => {
  listener = await listen(app.fetch, { host: '127.0.0.1', port: 0, tls: undefined, limits: { headersMs: 3000, requestMs: 3000, checkMs: 500 } })
})
afterAll(() => listener.close())

/** Sends a request line with a good key, or without one. Returns the answer and how many lines of the audit are of it, and in all. */
async function send(line: string, { isLetIn, headers = ['Host: localhost'] }: { readonly isLetIn: boolean; readonly headers?: readonly string[] }) {
  const before = store.audit.count()
  const head = [line, ...headers, ...(isLetIn ? [`Authorization: Bearer ${key}`] : []), 'Connection: close', '', ''].join('\r\n')
  const [method = ''] = line.split(' ')
  const { answers } = await exchange(listener.port, { pieces: [Buffer.from(head, 'latin1')], pauseMs: 0, readsAfterMs: 0 }, [method])
  const [answer] = answers as readonly (RawAnswer | undefined)[]
  const added = store.audit.count() - before
  const of =
    added === 0
      ? []
      : store.audit.newest(Number.MAX_SAFE_INTEGER, added).filter(({ request_id }) => request_id === answer?.headers.get('x-request-id'))
  return { status: answer?.status, isOurs: answer?.headers.has('x-request-id') === true, added, own: of.length, operation: of[0]?.operation }
}

/** Request lines that reach what is audited, however they are written. */
const within = [
  'GET /api/v1/meta HTTP/1.1',
  'GET /api/v1/meta HTTP/1.0',
  'GET /api/v1/meta HTTP/2.0',
  'GET /api/v1 HTTP/1.1',
  'GET /api/v1/ HTTP/1.1',
  'GET /api/v1/nada HTTP/1.1',
  'GET /api/v1/./meta HTTP/1.1',
  'GET /api/v1/x/../meta HTTP/1.1',
  'GET /x/%2e%2E/api/v1/meta HTTP/1.1',
  'GET /docs/../api/v1/meta HTTP/1.1',
  'GET /%61pi/v1/meta HTTP/1.1',
  'GET /api/%76%31/meta HTTP/1.1',
  'GET /api/v1//meta HTTP/1.1',
  'GET /api/v1/% HTTP/1.1',
  'GET /api/v1/%zz HTTP/1.1',
  'GET /api/v1/geo/%c3%28 HTTP/1.1',
  'GET /api/v1/geo/%00 HTTP/1.1',
  'GET /api/v1/geo/%2e%2e%2f%2e%2e HTTP/1.1',
  'GET /api/v1/meta%2f.. HTTP/1.1',
  'GET /api/v1/meta?x=%zz&x=%00 HTTP/1.1',
  'GET /api/v1/meta#x HTTP/1.1',
  'GET /api/v1/;/meta HTTP/1.1',
  `GET /api/v1/${'a'.repeat(8000)} HTTP/1.1`,
  'GET http://localhost/api/v1/meta HTTP/1.1',
  'GET http://localhost:1/api/v1/meta HTTP/1.1',
  'HEAD /api/v1/meta HTTP/1.1',
  'OPTIONS /api/v1/meta HTTP/1.1',
  'PROPFIND /api/v1/meta HTTP/1.1',
  'PURGE /api/v1/meta HTTP/1.1',
  'QUERY /api/v1/meta HTTP/1.1',
  'TRACE /api/v1/meta HTTP/1.1',
  'POST /api/v1/verify HTTP/1.1',
  'GET /trpc/% HTTP/1.1',
  'GET /trpc/x/../getMeta HTTP/1.1',
  'POST /mcp HTTP/1.1',
  'DELETE /session HTTP/1.1',
]
/** Request lines that reach pages, documents or health. */
const without = [
  'GET / HTTP/1.1',
  'GET // HTTP/1.1',
  'GET //api/v1/meta HTTP/1.1',
  'GET /API/V1/meta HTTP/1.1',
  'GET /api/v1/../x HTTP/1.1',
  'GET /api/v1/%2e%2e/%2e%2e/etc/passwd HTTP/1.1',
  'GET /api/v1/../../healthz HTTP/1.1',
  'GET /api%2fv1/meta HTTP/1.1',
  'GET /healthz HTTP/1.1',
  'GET /readyz HTTP/1.1',
  'GET /problems/validation HTTP/1.1',
  'GET /% HTTP/1.1',
]
/** Request lines that Node's parser, or the adapter over it, refuses before they are a request. */
const unread = [
  'GET /api/v1/meta HTTP/9.9',
  'get /api/v1/meta HTTP/1.1',
  'NADA /api/v1/meta HTTP/1.1',
  'GET /api/v1/\u0001 HTTP/1.1',
  'GET api/v1/meta HTTP/1.1',
  'GET \\api\\v1\\meta HTTP/1.1',
  'GET /api\\v1\\meta HTTP/1.1',
  'CONNECT localhost:80 HTTP/1.1',
  'CONNECT /api/v1/meta HTTP/1.1',
  `GET /api/v1/${'a'.repeat(20_000)} HTTP/1.1`,
]

describe.each([true, false])('with a good key: %s', (isLetIn) => {
  test.each(within)('%s has one line', async (line) => {
    const found = await send(line, { isLetIn })
    expect(found).toMatchObject({ isOurs: true, added: 1, own: 1 })
    expect(found.status).toBeLessThan(500)
  })
  test.each(without)('%s has none', async (line) => {
    expect(await send(line, { isLetIn })).toMatchObject({ isOurs: true, added: 0 })
  })
  test.each(unread)('%s is refused unread', async (line) => {
    expect(await send(line, { isLetIn })).toMatchObject({ isOurs: false, added: 0 })
  })
  test.each([
    ['no host', [], false],
    ['two hosts', ['Host: localhost', 'Host: otro.test'], true],
    ['a host of elsewhere', ['Host: otro.test'], true],
    ['a host that is none', ['Host: a b'], false],
    ['an empty host', ['Host: '], false],
  ] as const)('%s', async (_name, headers, isOurs) => {
    expect(await send('GET /api/v1/meta HTTP/1.1', { isLetIn, headers })).toMatchObject({ isOurs, added: isOurs ? 1 : 0 })
  })
})
