import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { operationList } from '../server/operations/index.ts'
import type { Operation } from '../server/operations/operation.ts'
import { valuesOf, writtenOut } from './schema-values.ts'
import { bodyOf, desktop, flatRoof, type Json, startService } from './service.ts'

// For any input: no 5xx, no stack trace, no partial answer. Input that the published schema rejects is rejected, answers match their schema,
// and every error is a valid problem document. PLOMADA_FUZZ=100000 distributes that many requests over the operations.
const { app, get, post, kb, store } = startService()
const document = await bodyOf(await get('/openapi.json'))
const total = Number(process.env['PLOMADA_FUZZ'] ?? 3000)
/** Shares of slow operations in the total; the default is 10. */
const parts: Readonly<Record<string, number>> = {
  makeFicha: 1,
  checkAudit: 0.2,
  listMunicipios: 1,
  listZones: 1,
  listRules: 2,
  listElements: 2,
  ask: 4,
}
const all = operationList.reduce((sum, { name }) => sum + (parts[name] ?? 10), 0)
const runsFor = (name: string): number => Math.max(20, Math.round((total * (parts[name] ?? 10)) / all))

const ajv = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: false })
const coercing = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true })
ajv.addSchema({ $id: 'doc', ...document })
const isProblem = ajv.compile({ $ref: 'doc#/components/schemas/Problem' })

/** The schemas of one operation in the OpenAPI document. */
interface Published {
  /** True if the input (a body, or path and query fields as text) matches the schema. */
  readonly admits: ValidateFunction
  readonly answers: ValidateFunction
  readonly values: fc.Arbitrary<unknown>
}

const tally = new Map<number, number>()
afterAll(() => {
  if (process.env['PLOMADA_FUZZ'] !== undefined) console.log('fuzz: requests by status', Object.fromEntries([...tally].sort()))
})

async function expectSound(response: Response, { admits, answers }: Published, input: unknown): Promise<void> {
  tally.set(response.status, (tally.get(response.status) ?? 0) + 1)
  expect(response.status).toBeLessThan(500)
  const type = response.headers.get('content-type') ?? ''
  if (response.status < 300) {
    expect(admits(input), `taken, though the schema refuses it: ${JSON.stringify(admits.errors)}`).toBe(true)
    if (!type.startsWith('application/json')) return void (await response.arrayBuffer())
    const answer: unknown = await response.json()
    expect(answers(answer), JSON.stringify(answers.errors)).toBe(true)
    return
  }
  const text = await response.text()
  const problem = JSON.parse(text) as Json
  expect(type).toBe('application/problem+json')
  expect(isProblem(problem), JSON.stringify(isProblem.errors)).toBe(true)
  expect(problem).toMatchObject({ type: `/problems/${String(problem['code'])}`, status: response.status })
  expect(text).not.toMatch(/\bat .*\.ts:\d|node_modules|SQLITE/)
}

const words = fc.oneof(
  fc.constantFrom(
    ...[...kb.book.elements.byId.keys()].slice(0, 60),
    ...[...kb.book.parameters.byId.keys()].slice(0, 60),
    ...[
      'ES-28079',
      '28079',
      'ES-28',
      'madrid',
      'W/m²K',
      'm',
      '%',
      'cte',
      'cte-db-he',
      'he1',
      '2022',
      '2022-06-15',
      'uso',
      'residencial_privado',
      '',
      ' ',
      '1',
      '0x10',
      '1e3',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const anyValue = fc.oneof({ weight: 5, arbitrary: words }, fc.double(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))

interface PublishedOperation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Json; readonly required: boolean }[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } }
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': { readonly schema: Json } } } }
}

/** An operation of the document, with its schemas written out. */
function describedAt(path: string, method: string): PublishedOperation {
  const paths = document['paths'] as Record<string, Record<string, unknown>>
  return writtenOut(paths[path]?.[method.toLowerCase()], document) as PublishedOperation
}

function published({ name, input }: Operation, kind: 'Request' | 'parameters', path: string, method: string): Published {
  const { parameters = [], requestBody, responses } = describedAt(path, method)
  const answers = ajv.compile(responses[200].content['application/json'].schema)
  if (kind === 'Request') {
    const schema = requestBody?.content['application/json'].schema ?? {}
    // Batch items are validated one by one: an invalid item is a problem inside a successful answer.
    const asked = name === 'verifyBatch' ? { ...schema, properties: { items: { type: 'array', minItems: 1, maxItems: 1000 } } } : schema
    return { admits: ajv.compile(asked), answers, values: valuesOf(schema, words) }
  }
  const schema = {
    type: 'object',
    properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])),
    required: parameters.filter(({ required }) => required).map((one) => one.name),
    additionalProperties: false,
  }
  expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(input.shape).sort())
  return { admits: coercing.compile(schema), answers, values: valuesOf(schema, words) }
}

const send = (method: string, address: string, body?: string): Promise<Response> =>
  app.fetch(
    new Request(`http://localhost${address}`, { method, ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }) }),
    desktop,
  )
/** Three path segments: existing names or arbitrary words. */
const someNames = (): fc.Arbitrary<string[]> => {
  const projects = store.projects.list().slice(0, 50)
  const ids = projects.length === 0 ? fc.constant('x') : fc.constantFrom(...projects.map(({ id }) => id))
  return fc.array(fc.oneof(fc.constantFrom('cte', 'cte-db-he', 'he1', 'he1-3', '28079', '1', '2'), words, ids), { minLength: 3, maxLength: 3 })
}
const addressOf = (path: string, names: readonly string[]): string => {
  let next = 0
  return path.replace(/\{\w+\}/g, () => encodeURIComponent((names[next++] ?? 'x').toWellFormed()) || 'x')
}

describe('fuzz', () => {
  test.each(operationList.filter(({ method }) => method === 'POST' || method === 'PUT'))(
    '$name takes any body',
    async (operation) => {
      const { name, path, method, input, examples } = operation
      const about = published(operation, 'Request', path, method.toLowerCase())
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
      const fields = Object.keys(input.shape)
      const example = fc
        .constantFrom({}, ...Object.values(examples), ...(name === 'ask' ? [{ ...flatRoof, query: 'cubierta' }] : []))
        .map((one) => Object.fromEntries(Object.entries(one as Json).filter(([field]) => !inPath.includes(field))))
      const body = fc.oneof(
        { weight: 4, arbitrary: fc.tuple(example, about.values).map(([one, changes]) => ({ ...one, ...(changes as Json) })) },
        { weight: 3, arbitrary: about.values },
        {
          weight: 3,
          arbitrary: fc
            .tuple(example, fc.dictionary(fc.constantFrom(...fields, 'otro'), anyValue, { maxKeys: 2 }))
            .map(([one, changes]) => ({ ...one, ...changes })),
        },
        { weight: 1, arbitrary: fc.dictionary(fc.oneof(fc.constantFrom(...fields, 'otro'), words), anyValue) },
        { weight: 1, arbitrary: fc.jsonValue() },
      )
      await fc.assert(
        fc.asyncProperty(someNames(), body, async (where, one) => {
          const text = JSON.stringify(one)
          // Compare with the value after JSON (-0 is 0), without the fields of the path.
          await expectSound(await send(method, addressOf(path, where), text), about, withPath(JSON.parse(text), operation, where))
        }),
        { numRuns: runsFor(name) },
      )
      await fc.assert(
        fc.asyncProperty(fc.string(), async (text) => expectSound(await send(method, addressOf(path, ['x']), text), about, jsonOf(text))),
        { numRuns: Math.ceil(runsFor(name) / 50) },
      )
    },
    3_600_000,
  )

  test.each(operationList.filter(({ method }) => method === 'GET' || method === 'DELETE'))(
    '$name takes any path and query',
    async (operation) => {
      const { name, path, method, input, examples } = operation
      const about = published(operation, 'parameters', path, method.toLowerCase())
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)
      const free = Object.keys(input.shape).filter((field) => !inPath.includes(field))
      const loose =
        free.length === 0
          ? fc.constant<Json>({})
          : fc.dictionary(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...free) }, words), words, { maxKeys: 3 })
      const fields = fc.oneof(
        { weight: 3, arbitrary: about.values.map((one) => one as Json) },
        {
          weight: 3,
          arbitrary: fc.tuple(fc.constantFrom({}, ...Object.values(examples)), loose).map(([one, changes]) => ({ ...(one as Json), ...changes })),
        },
        {
          weight: 2,
          arbitrary: fc
            .tuple(someNames(), loose)
            .map(([where, changes]) => ({ ...Object.fromEntries(inPath.map((field, at) => [field, where[at]])), ...changes })),
        },
      )
      await fc.assert(
        fc.asyncProperty(fields, async (sent) => {
          const texts = Object.fromEntries(Object.entries(sent).map(([field, value]) => [field.toWellFormed(), String(value).toWellFormed()]))
          // An empty segment makes another path.
          for (const field of inPath) texts[field] = texts[field] || 'x'
          const query = new URLSearchParams(Object.entries(texts).filter(([field]) => !inPath.includes(field)))
          const address = `${addressOf(
            path,
            inPath.map((field) => texts[field] ?? 'x'),
          )}?${query}`
          await expectSound(await send(method, address), about, texts)
        }),
        { numRuns: runsFor(name) },
      )
    },
    3_600_000,
  )

  test('verdicts are monotonic in the value', async () => {
    await fc.assert(
      // No roof has a transmittance of 0: such a value is rejected, and has no verdict.
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), async (one, other) => {
        const complies = async (millionths: number) =>
          (await bodyOf(await post('/api/v1/verify', { ...flatRoof, value: millionths / 1e6 })))['is_compliant']
        const [low, high] = [Math.min(one, other), Math.max(one, other)]
        if ((await complies(high)) === true) expect(await complies(low)).toBe(true)
      }),
      { numRuns: Math.min(1000, Math.ceil(total / 20)) },
    )
  }, 600_000)
})

/** The body with the fields of the path, as the schema of the request has both. */
function withPath(body: unknown, { path, method }: Operation, where: readonly string[]): unknown {
  const properties = (describedAt(path, method).requestBody?.content['application/json'].schema['properties'] ?? {}) as Json
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field).filter((field) => properties[field] !== undefined)
  if (inPath.length === 0 || typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return { ...body, ...Object.fromEntries(inPath.map((field, at) => [field, where[at]])) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
