import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../server/http/listen.ts'
import { operationList } from '../../server/operations/index.ts'
import type { Operation } from '../../server/operations/operation.ts'
import { flatRoof, startService } from '../service.ts'
import { type Exchange, exchange, type Sending } from './raw-http.ts'

// Bytes over sockets, as no client of ours sends them. PLOMADA_FUZZ=100000 is the long run.
const total = Number(process.env['PLOMADA_FUZZ'] ?? 3000)
const { app, store } = startService()
let listener: Listener
const secrets = { none: undefined, wrong: `plm_${'0'.repeat(40)}` } as Record<string, string | undefined>
for (const scope of ['read', 'verify', 'ask', 'admin'] as const)
  secrets[scope] = store.keys.issue({ name: scope, scopes: [scope], expiresAt: null }).text

secrets['all'] = store.keys.issue({ name: 'all', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null }).text

beforeAll(async () => {
  listener = await listen(app.fetch, {
    host: '127.0.0.1',
    port: 0,
    tls: undefined,
    limits: { headersMs: 3000, requestMs: 3000, checkMs: 500 },
  })
})
afterAll(() => listener.close())

/** One request of a connection. */
interface Sent {
  readonly method: string
  readonly target: string
  readonly headers: readonly string[]
  readonly body: string
}

const text = fc.oneof(
  fc.constantFrom('', '%', '%00', '%2e%2e/', '%c3%28', '"', "'", '\\', ';', '{}', '<b>', 'ñ', '💧', '__proto__', 'NaN', '1e400', '-0', ' '),
  fc.string({ maxLength: 30 }),
  fc.nat({ max: 4000 }).map((length) => 'a'.repeat(length)),
)
const encoded = text.chain((one) => fc.constantFrom(one, encodeURIComponent(one.toWellFormed()), encodeURI(one.toWellFormed())))
/** Only what a request line can hold: the parser of Node refuses the rest before it is ours. */
const plain = (one: string): string => one.replace(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter.toWellFormed()))

function targetOf({ path, input }: Operation): fc.Arbitrary<string> {
  const names = Object.keys(input.shape)
  const field = fc.tuple(names.length === 0 ? fc.constant('x') : fc.constantFrom(...names, 'x'), encoded)
  return fc.tuple(fc.array(encoded, { minLength: 3, maxLength: 3 }), fc.array(field, { maxLength: 4 })).map(([parts, fields]) => {
    let next = 0
    // The same field twice is one of the things that clients do.
    const query = fields.map(([name, value]) => `${name}=${value}`).join('&')
    return plain(`${path.replace(/\{\w+\}/g, () => parts[next++] || 'x')}${query === '' ? '' : `?${query}`}`)
  })
}

const examples = operationList.flatMap(({ examples: own }) => Object.values(own))
const bodies = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(JSON.stringify(flatRoof), ...examples.map((one) => JSON.stringify(one))) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }).map((one) => JSON.stringify(one)) },
  {
    weight: 1,
    arbitrary: fc.tuple(text, text).map(([one, other]) => `{"element":${JSON.stringify(one)},"element":${JSON.stringify(other)},"value":1}`),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '['.repeat(500), `{"query":"${'á'.repeat(20_000)}"}`, `[${'1,'.repeat(50_000)}1]`, '\u0000') },
)
const requests: fc.Arbitrary<Sent> = fc.constantFrom(...operationList).chain((operation) =>
  fc
    .record({
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constant<string>(operation.method) },
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
      ),
      target: fc.oneof(
        { weight: 8, arbitrary: targetOf(operation) },
        fc.constantFrom('/', '/%', '//', '/api/v1/%2e%2e/%2e%2e/etc/passwd', '/trpc/verify', '/trpc/%', '/healthz', '/openapi.json', '/docs/', '/*'),
      ),
      key: fc.oneof({ weight: 3, arbitrary: fc.constant('all') }, { weight: 2, arbitrary: fc.constantFrom(...Object.keys(secrets)) }),
      headers: fc.subarray([
        'Accept: text/html',
        'Accept: */*',
        'Accept-Language: en, xx;q=zz',
        'If-None-Match: *',
        'Expect: 100-continue',
        'X-Request-Id: x',
        'Cookie: a=b; a=c',
        'Origin: http://otro.test',
        `X-Largo: ${'a'.repeat(6000)}`,
      ]),
      body: bodies,
      type: fc.constantFrom('application/json', 'application/json; charset=utf-8', 'text/plain', 'application/x-www-form-urlencoded', ''),
    })
    .map(({ method, target, key, headers, body, type }) => ({
      method,
      target,
      headers: [
        ...headers,
        ...(secrets[key] === undefined ? [] : [`Authorization: Bearer ${secrets[key]}`]),
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
      ],
      body: ['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method) ? '' : body,
    })),
)

/** The requests of one connection, one after another without waiting, the last closing it. */
function bytesOf(all: readonly Sent[], isChunked: boolean): Buffer {
  return Buffer.concat(
    all.map(({ method, target, headers, body }, at) => {
      const bytes = Buffer.from(body)
      const length = body === '' ? [] : [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes.length}`]
      const end = at === all.length - 1 ? ['Connection: close'] : []
      const head = [`${method} ${target} HTTP/1.1`, 'Host: localhost', ...headers, ...length, ...end, '', ''].join('\r\n')
      const coded = isChunked && body !== '' ? [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n0\r\n\r\n')] : [bytes]
      return Buffer.concat([Buffer.from(head), ...coded])
    }),
  )
}

const connections = fc.record({
  all: fc.array(requests, { minLength: 1, maxLength: 6 }),
  isChunked: fc.boolean(),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
  pauseMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat({ max: 20 })),
  readsAfterMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat({ max: 50 })),
})

function inPieces(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((share) => Math.floor(share * bytes.length)).sort((left, right) => left - right), bytes.length]
  return places.slice(1).map((end, at) => bytes.subarray(places[at], end))
}

const tally = new Map<number, number>()

/** What holds for any connection. */
function expectSound({ answers, bytes, ms, isStuck }: Exchange, all: readonly Sent[], sent: number): void {
  expect(isStuck, `after ${Math.round(ms)} ms`).toBe(false)
  expect(answers.length).toBeLessThanOrEqual(all.length)
  for (const { status, headers, body } of answers) {
    tally.set(status, (tally.get(status) ?? 0) + 1)
    expect(status).toBeLessThan(500)
    if (status >= 400 && body.length > 0 && headers.get('content-type') === 'application/problem+json') {
      expect(body.length).toBeLessThanOrEqual(64 * 1024 + 4 * sent)
      expect(JSON.parse(body.toString('utf8'))).toMatchObject({ status, type: expect.stringMatching(/^\/problems\//) })
    }
    expect(body.toString('latin1')).not.toMatch(/\bat .*\.ts:\d|node_modules|SQLITE/)
  }
  expect(bytes).toBeLessThanOrEqual(32 * 1024 ** 2 * all.length)
}

/** The identifiers of answers to requests with a good key that reached an operation: each has one line in the audit, no other has two. */
function expectAudited(seen: readonly string[], before: number): void {
  const lines = store.audit.newest(Number.MAX_SAFE_INTEGER, store.audit.count() - before).map(({ request_id }) => request_id)
  const times = new Map<string, number>()
  for (const id of lines) if (id !== null) times.set(id, (times.get(id) ?? 0) + 1)
  expect([...times].filter(([, count]) => count > 1)).toEqual([])
  expect(seen.filter((id) => !times.has(id))).toEqual([])
}

/** The path that a target leads to: `/api/v1/../docs/` is no path of the API. */
const pathOf = (target: string): string => URL.parse(target, 'http://localhost')?.pathname ?? ''

const openFiles = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

describe('over a socket', () => {
  test('a request that expects 100 Continue behind another does not disturb the answers', async () => {
    const first = { method: 'GET', target: '/api/v1/meta', headers: [], body: '' }
    const second = { method: 'POST', target: '/api/v1/verify', headers: ['Expect: 100-continue', 'Content-Type: application/json'], body: '{}' }
    const pieces = [bytesOf([first, second], false)]
    const { answers } = await exchange(listener.port, { pieces, pauseMs: 0, readsAfterMs: 0 }, ['GET', 'POST'])
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
  })

  test(`${total} requests of any bytes get an answer of bounded size in bounded time, each in the audit once`, async () => {
    const before = store.audit.count()
    const files = openFiles()
    const seen: string[] = []
    let sentRequests = 0
    const property = fc.asyncProperty(connections, async ({ all, isChunked, cuts, pauseMs, readsAfterMs }) => {
      const bytes = bytesOf(all, isChunked)
      const sending: Sending = { pieces: inPieces(bytes, cuts), pauseMs, readsAfterMs }
      const result = await exchange(
        listener.port,
        sending,
        all.map(({ method }) => method),
      )
      sentRequests += all.length
      expectSound(result, all, bytes.length)
      // Answers come in the order of the requests. Pages, documents and health checks have no line.
      for (const [at, { status, headers }] of result.answers.entries())
        if (status < 400 && pathOf(all[at]?.target ?? '').startsWith('/api/v1/')) seen.push(headers.get('x-request-id') ?? 'none')
    })
    await fc.assert(property, { numRuns: Math.ceil(total / 3.5), endOnFailure: true })
    expect(sentRequests).toBeGreaterThan(total / 2)
    expectAudited(seen, before)
    await expect.poll(openFiles, { timeout: 20_000 }).toBeLessThanOrEqual(files + 5)
    if (process.env['PLOMADA_FUZZ'] !== undefined) console.log(`${sentRequests} requests by status`, Object.fromEntries([...tally].sort()))
  }, 3_600_000)
})
