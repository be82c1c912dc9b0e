import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problem } from '../../server/api/problem.ts'
import { hasBody } from '../../server/api/read-input.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import { json, mostAnswerCharacters } from '../../server/api/respond.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { operationList } from '../../server/operations/index.ts'
import { withCpuSeconds } from '../cpu-time.ts'
import { desktop, flatRoof, type Json, startService } from '../service.ts'

const { app, store, lines } = startService()
const bytesOf = (text: string): number => Buffer.byteLength(text)
/** Size limit of an error answer, in bytes, by the size of the request. */
const mostFor = (sent: number): number => 64 * 1024 + 4 * sent

async function answer(method: string, address: string, body?: string) {
  const init = body === undefined ? { method } : { method, body, headers: { 'content-type': 'application/json' } }
  const response = await app.fetch(new Request(`http://localhost${address}`, init), desktop)
  const text = await response.text()
  return { response, text, sent: bytesOf(address) + bytesOf(body ?? '') }
}
const unknownFields = (count: number): Json => Object.fromEntries(Array.from({ length: count }, (_, at) => [`campo${at}`, 1]))
const problemOf = (text: string) => JSON.parse(text) as { detail: string; errors: { pointer: string; detail: string }[] }

const requestContext: RequestContext = {
  caller: desktop,
  requestId: 'r',
  language: 'es',
  base: 'b',
  operation: '',
  route: '',
  refused: undefined,
  unexpected: undefined,
  rateLimit: undefined,
  who: undefined,
  subject: null,
  isAudited: false,
}

describe('an error answer is short whatever was sent', () => {
  test('twenty errors are listed and the others counted', async () => {
    const { response, text } = await answer('POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, ...unknownFields(60) }))
    const { detail, errors } = problemOf(text)
    expect([response.status, errors.length, errors[0]?.pointer]).toEqual([422, 20, '/campo0'])
    expect(detail).toMatch(/; y 40 más$/)
    expect(errors.every((one) => one.detail.length < 120)).toBe(true)
  })

  test.each([4000, 6500])('a body of %i unknown fields gets an answer of a few kilobytes, with its headers, audit and log', async (count) => {
    const before = store.audit.count()
    const { response, text, sent } = await answer('POST', '/api/v1/verify', JSON.stringify(unknownFields(count)))
    expect(response.status).toBeLessThan(500)
    expect(bytesOf(text)).toBeLessThan(mostFor(sent))
    expect(response.headers.get('x-request-id')).toBeTruthy()
    expect(response.headers.get('content-security-policy')).toBeTruthy()
    expect([store.audit.count() - before, lines.at(-1)?.status]).toEqual([1, response.status])
  })

  test('the same for a query string, a batch item and tRPC', async () => {
    const fields = unknownFields(4000)
    const query = Object.keys(fields).join('=1&')
    for (const [method, address, body] of [
      ['GET', `/api/v1/municipios?${query}`, undefined],
      ['POST', '/api/v1/verify/batch', JSON.stringify({ items: [fields] })],
      ['POST', '/trpc/verify', JSON.stringify(fields)],
      ['GET', `/trpc/verify?input=${encodeURIComponent(JSON.stringify(fields))}`, undefined],
    ] as const) {
      const { text, sent } = await answer(method, address, body)
      expect(bytesOf(text), address.slice(0, 40)).toBeLessThan(mostFor(sent))
    }
  })

  test('a thousand items with a thousand errors each are answered within seconds, with a few kilobytes each', async () => {
    const item = { ...flatRoof, ...unknownFields(50), codes: Array.from({ length: 800 }, () => ({})) }
    const body = JSON.stringify({ items: Array.from({ length: 1000 }, () => item) })
    const { result, seconds } = await withCpuSeconds(() => answer('POST', '/api/v1/verify/batch', body))
    const { response, text } = result
    expect(response.status).toBe(200)
    expect(seconds).toBeLessThan(15)
    expect(bytesOf(text)).toBeLessThan(1000 * 16 * 1024)
  })

  test('sent text is quoted with at most 80 characters', async () => {
    const long = 'ñ'.repeat(3000)
    const sent: readonly (readonly [string, string, string?])[] = [
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, [long]: 1 })],
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, context: { [long]: 1 } })],
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, element: long.slice(0, 120) })],
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, parameter: long.slice(0, 120) })],
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, context: { uso: long.slice(0, 200) } })],
      ['POST', '/api/v1/verify', JSON.stringify({ ...flatRoof, codes: [{ slug: long.slice(0, 120) }] })],
      ['GET', `/api/v1/municipios?${long}=1&${long}=2`],
      ['GET', `/api/v1/${long}`],
      ['GET', `/api/v1/geo/${'x'.repeat(120)}`],
      ['GET', `/api/v1/normativa/cte/${'x'.repeat(120)}/y`],
      ['POST', `/trpc/${'x'.repeat(3000)}`, '{}'],
      ['POST', '/api/v1/comprobaciones/tabla', JSON.stringify({ text: `${long};valor\n1;2` })],
    ]
    for (const [method, address, body] of sent) {
      const { response, text } = await answer(method, address, body)
      expect(response.status, address.slice(0, 60)).toBeGreaterThanOrEqual(400)
      const { instance: _instance, path: _path, ...rest } = JSON.parse(text) as Json
      expect(JSON.stringify(rest), `${address.slice(0, 60)} ${(body ?? '').slice(0, 200)}`).not.toMatch(/ñ{81}|x{81}|(%C3%B1){81}/i)
    }
  })

  test('a project with a thousand checks of a hundred errors each is rejected within seconds', async () => {
    const context = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`c${at}`, []]))
    const checks = Array.from({ length: 1000 }, () => ({ context }))
    const { result, seconds } = await withCpuSeconds(() => answer('POST', '/api/v1/proyectos', JSON.stringify({ checks })))
    const { response, text, sent } = result
    expect(response.status).toBe(422)
    expect(seconds).toBeLessThan(10)
    expect(bytesOf(text)).toBeLessThan(mostFor(sent))
    expect(problemOf(text).detail).toMatch(/; y \d+ más$/)
  })

  test('an answer over the size limit is refused, one of exactly that size is not', async () => {
    const request = new Request('http://localhost/')
    expect((await json(requestContext, request, 'x'.repeat(mostAnswerCharacters))).status).toBe(200)
    await expect(json(requestContext, request, 'x'.repeat(mostAnswerCharacters + 1))).rejects.toThrow('ask for less at once')
  })

  test('problem() works even for values that cannot be serialized', () => {
    const circular: Json = {}
    circular['self'] = circular
    const hostile = [
      new ServiceError('validation', { es: 'x', en: 'x' }, { candidates: [circular as Record<string, string>] }),
      new ServiceError('validation', { es: 'x', en: 'x' }, { headers: { 'X-Bad': 'a\nb' } }),
      new ServiceError('validation', { es: 'x'.repeat(2 ** 28), en: '' }),
      Object.create(null),
      undefined,
    ]
    for (const error of hostile) {
      const response = problem(requestContext, error, '/')
      expect(response.status).toBeGreaterThanOrEqual(400)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
    }
  })
})

const key = fc.oneof(
  fc.constantFrom('element', 'value', 'items', 'codes', 'context', 'checks', 'project', 'text', 'limit', 'q', '__proto__', 'slug', 'uso'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.nat(9).map((times) => 'k'.repeat(100 * times)),
)
const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('ES-28079', 'x'.repeat(5000)),
)
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('node'), { maxLength: 3 }), fc.dictionary(key, tie('node'), { maxKeys: 5 })),
}))
/** One part repeated many times, as an attacker would send it. */
const many = fc.tuple(node, fc.constantFrom(3, 60, 1500), fc.boolean()).map(([part, times, isList]) => {
  const all = Array.from({ length: JSON.stringify(part).length > 200 ? 3 : times }, () => part)
  return isList ? all : Object.fromEntries(all.map((one, at) => [`n${at}`, one]))
})
const objectWith = fc
  .tuple(fc.dictionary(key, fc.oneof(node, many), { maxKeys: 6 }), fc.boolean())
  .map(([some, isVerify]) => (isVerify ? { ...flatRoof, ...some } : some))
const bodies = fc.oneof(objectWith, node, many).map((body) => JSON.stringify(body))

describe('no error answer is longer than 64 kB plus four times the request', () => {
  const numRuns = Number(process.env['PLOMADA_FUZZ'] ?? 3000) / 20
  const expectShort = async (method: string, address: string, body?: string): Promise<void> => {
    const { response, text, sent } = await answer(method, address, body)
    expect(response.status).not.toBe(500)
    if (response.status >= 400) expect(bytesOf(text), `${response.status} ${text.slice(0, 300)}`).toBeLessThanOrEqual(mostFor(sent))
  }
  const withBody = operationList.filter((operation) => hasBody(operation) && !operation.path.startsWith('/api/v1/admin'))
  test('of a body', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBody), bodies, ({ method, path }, body) => expectShort(method, path.replace(/\{\w+\}/g, 'x'), body)),
      { numRuns },
    ))
  test('of a query string', () => {
    const query = fc.oneof(
      fc.array(fc.tuple(key, fc.string({ unit: 'binary', maxLength: 60 })), { maxLength: 60 }),
      fc
        .tuple(key, fc.constantFrom(1, 60, 4000))
        .map(([name, times]) => Array.from({ length: times }, (_, at): [string, string] => [`${name}${at}`, ''])),
    )
    const gets = operationList.filter((operation) => !hasBody(operation) && operation.name !== 'checkAudit')
    return fc.assert(
      fc.asyncProperty(fc.constantFrom(...gets), query, ({ method, path }, pairs) =>
        expectShort(
          method,
          `${path.replace(/\{\w+\}/g, 'x')}?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name.toWellFormed(), value.toWellFormed()]))}`,
        ),
      ),
      { numRuns },
    )
  })
  test('of items of a batch: 64 kB and 16 kB for each item', () =>
    fc.assert(
      fc.asyncProperty(fc.array(objectWith, { minLength: 1, maxLength: 5 }), async (items) => {
        const { text, sent } = await answer('POST', '/api/v1/verify/batch', JSON.stringify({ items }))
        expect(bytesOf(text)).toBeLessThanOrEqual(mostFor(sent) + items.length * 16 * 1024)
      }),
      { numRuns },
    ))
  test('of tRPC', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...withBody), bodies, fc.boolean(), ({ name }, body, isQuery) =>
        isQuery && body.length < 16_000
          ? expectShort('GET', `/trpc/${name}?input=${encodeURIComponent(body.toWellFormed())}`)
          : expectShort('POST', `/trpc/${name}`, body),
      ),
      { numRuns },
    ))
})
