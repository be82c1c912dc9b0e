import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorKinds } from '../server/errors.ts'
import { operationList } from '../server/operations/index.ts'
import { bodyOf, desktop, flatRoof, type Json, network, startService } from './service.ts'

// No input gives a 5xx, a stack, or half an answer; every refusal is a problem with a known code.
const { kb, app, key } = startService()
// Administration is put to another service, as the desktop: a key could revoke itself.
const administered = startService()
const runs = Number(process.env['PLOMADA_FUZZ_RUNS'] ?? 150)

const headers = { authorization: `Bearer ${key}`, host: 'localhost', 'content-type': 'application/json' }
function call(method: string, path: string, sent?: unknown): Promise<Response> {
  const body = sent === undefined ? null : typeof sent === 'string' ? sent : JSON.stringify(sent)
  const request = new Request(`http://localhost${path}`, { method, headers, body })
  return path.startsWith('/api/v1/admin/') ? administered.app.fetch(request, desktop) : app.fetch(request, network)
}
const post = (path: string, sent: unknown) => call('POST', path, sent)

async function expectSound(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500)
  const text = await response.text()
  if (response.status === 200 || response.status === 304) return
  const problem = JSON.parse(text) as Json
  expect(errorKinds).toHaveProperty([String(problem['code'])])
  expect(problem).toMatchObject({
    type: `/problems/${String(problem['code'])}`,
    status: response.status,
    title: expect.any(String),
    detail: expect.any(String),
    request_id: expect.any(String),
  })
  expect(text).not.toMatch(/\bat .*\.ts:\d|node_modules|SQLITE/)
}

const words = fc.oneof(
  fc.constantFrom(
    ...[...kb.book.elements.byId.keys()].slice(0, 60),
    ...[...kb.book.parameters.byId.keys()].slice(0, 60),
    'ES-28079',
    'ES-28',
    'W/m²K',
    'm',
    '%',
    'cte-db-he',
    '2022',
    '2022-06-15',
    'uso',
    'residencial_privado',
    '',
    ' ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const anyValue = fc.oneof({ weight: 5, arbitrary: words }, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))

describe('fuzz', () => {
  const bodies = operationList.filter(({ method }) => method === 'POST' || method === 'PUT')
  test.each(bodies)('$name takes any body', async ({ path, input, method, examples }) => {
    const fields = [...Object.keys(input.shape), 'otro']
    const [example = {}] = Object.values(examples)
    const address = path.replace('{id}', path.includes('/admin/') ? '1' : 'x')
    const body = fc.oneof(
      { weight: 4, arbitrary: fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, words), anyValue) },
      {
        weight: 4,
        arbitrary: fc.dictionary(fc.constantFrom(...fields, 'context'), anyValue).map((changes) => ({ ...flatRoof, query: 'cubierta', ...changes })),
      },
      { weight: 4, arbitrary: fc.dictionary(fc.constantFrom(...fields), anyValue).map((changes) => ({ ...example, ...changes })) },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    const send = (sent: unknown) => call(method, address, sent)
    await fc.assert(
      fc.asyncProperty(body, async (one) => expectSound(await send(one))),
      { numRuns: runs },
    )
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => expectSound(await send(text))),
      { numRuns: Math.ceil(runs / 5) },
    )
  })

  const withoutBody = operationList.filter(({ method }) => method === 'GET' || method === 'DELETE')
  test.each(withoutBody)('$name takes any path and query', async ({ path, input, method }) => {
    const fields = Object.keys(input.shape).filter((name) => !path.includes(`{${name}}`))
    const query =
      fields.length === 0
        ? fc.constant<Record<string, string>>({})
        : fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, words), words)
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 3, maxLength: 3 }), query, async (parts, fieldsSent) => {
        let next = 0
        const address = path.replace(/\{\w+\}/g, () => encodeURIComponent((parts[next++] ?? 'x').toWellFormed()) || 'x')
        const search = new URLSearchParams(Object.entries(fieldsSent).map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]))
        await expectSound(await call(method, `${address}?${search}`))
      }),
      { numRuns: runs },
    )
  })

  test('a verdict never contradicts the order of values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 1_000_000 }), async (one, other) => {
        const complies = async (millionths: number) =>
          (await bodyOf(await post('/api/v1/verify', { ...flatRoof, value: millionths / 1e6 })))['is_compliant']
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        if ((await complies(high)) === true) expect(await complies(low)).toBe(true)
      }),
      { numRuns: runs },
    )
  })
})
