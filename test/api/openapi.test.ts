import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { operationList } from '../../server/operations/index.ts'
import { owaspRuleset } from '../conformance/owasp.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const { get, app } = startService()
const document = await bodyOf(await get('/openapi.json'))
const folder = mkdtempSync(join(tmpdir(), 'plomada-openapi-'))
const file = join(folder, 'openapi.json')
writeFileSync(file, JSON.stringify(document))

describe('the OpenAPI document', () => {
  test('has every operation of the service', () => {
    const paths = document['paths'] as Record<string, Json>
    for (const { path, method, name } of operationList) expect(paths[path]?.[method.toLowerCase()]).toMatchObject({ operationId: name })
  })

  test('shows answers that fit their own schema, computed from this base, always the same', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'doc', ...document })
    let shown = 0
    for (const [path, methods] of Object.entries(document['paths'] as Record<string, Record<string, Json>>)) {
      for (const [method, operation] of Object.entries(methods)) {
        const answer = (operation['responses'] as Record<string, Json>)['200'] as Json
        const content = (answer['content'] as Record<string, Json>)['application/json'] as Json
        const schema = (content['schema'] as Json)['$ref']
        const validate = ajv.compile({ $ref: `doc${schema}` })
        for (const example of Object.values((content['examples'] ?? {}) as Record<string, Json>)) {
          shown++
          expect(validate(example['value']), `${method} ${path} ${JSON.stringify(validate.errors)}`).toBe(true)
        }
      }
    }
    expect(shown).toBeGreaterThanOrEqual(operationList.filter(({ examples }) => Object.keys(examples).length > 0).length)
    expect(await bodyOf(await startService().get('/openapi.json'))).toEqual(document)
    expect(JSON.stringify(document)).toContain('"limit_value":0.35')
  })

  test('names the schemas that are shared, writes none of them twice, and gives every schema one type', () => {
    const { schemas } = document['components'] as Record<string, Json>
    expect(Object.keys(schemas ?? {})).toEqual(
      expect.arrayContaining(['Verdict', 'Project', 'ProjectInput', 'Check', 'CheckInput', 'Source', 'Problem']),
    )
    const written = [...objectsIn(schemas)]
      .filter(({ properties }) => Object.keys((properties ?? {}) as Json).length > 5)
      .map((one) => JSON.stringify(one))
    expect(written.filter((one, at) => written.indexOf(one) !== at)).toEqual([])
    expect([...objectsIn(schemas)].filter(({ type }) => Array.isArray(type))).toEqual([])
    const names = new Set(Object.keys(schemas ?? {}).map((name) => `#/components/schemas/${name}`))
    for (const { $ref } of objectsIn(document)) if (typeof $ref === 'string' && $ref.includes('/schemas/')) expect(names).toContain($ref)
    expect(JSON.stringify(document).length).toBeLessThan(375_000)
  })

  test('has no empty examples, and answers have the media type that it documents', async () => {
    expect(JSON.stringify(document)).not.toContain('"examples":{}')
    const answers = await Promise.all(['/api/v1/meta', '/openapi.json', '/api/v1/condiciones', '/healthz'].map((path) => get(path)))
    expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(Array(4).fill('application/json'))
  })

  test('shows requests that fit their own schema, without the fields of the path', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    ajv.addSchema({ $id: 'doc', ...document })
    for (const { path, method, name, examples } of operationList.filter(({ method }) => method === 'POST' || method === 'PUT')) {
      const shownOperation = (document['paths'] as Record<string, Record<string, { requestBody: unknown }>>)[path]?.[method.toLowerCase()]
      const requestBody = shownOperation?.requestBody as {
        content: { 'application/json': { schema: { $ref: string }; examples?: Record<string, Json> } }
      }
      const { schema, examples: shown = {} } = requestBody.content['application/json']
      const validate = ajv.compile({ $ref: `doc${schema.$ref}` })
      expect(Object.keys(shown)).toEqual(Object.keys(examples))
      for (const { value } of Object.values(shown)) expect(validate(value), `${name} ${JSON.stringify(validate.errors)}`).toBe(true)
    }
    const schemas = (document['components'] as Record<string, Record<string, Json>>)['schemas']
    expect(schemas?.['ReplaceProjectRequest']?.['required']).toEqual(['revision', 'project'])
    expect(schemas?.['VerifyBatchRequest']).toMatchObject({ properties: { items: { items: { $ref: '#/components/schemas/VerifyRequest' } } } })
    expect(schemas?.['VerifyRequest']?.['required']).toEqual(['element', 'parameter', 'value', 'geo_id'])
  })

  test('passes Redocly recommended, and its rule on problems, without an error or a warning', () => {
    expect(lint(document)).toEqual({ problems: [], errors: 0, warnings: 0 })
  })

  test('has a rendition in OpenAPI 3.0.3 with the same operations, which passes Redocly with its examples', async () => {
    const older = await bodyOf(await get('/openapi-3.0.json'))
    expect(older['openapi']).toBe('3.0.3')
    expect(Object.keys(older['paths'] as Json)).toEqual(Object.keys(document['paths'] as Json))
    const schemas = [...objectsIn((older['components'] as Json)['schemas'])]
    expect(
      schemas.filter((one) => one['type'] === 'null' || 'const' in one || 'prefixItems' in one || ('$ref' in one && Object.keys(one).length > 1)),
    ).toEqual([])
    expect(lint(older)).toEqual({ problems: [], errors: 0, warnings: 0 })
    // A rendition that is wrong is objected to.
    const wrong = JSON.stringify(older).replaceAll('"nullable":true', '"nullable":false')
    expect(lint(JSON.parse(wrong) as Json).problems.length).toBeGreaterThan(0)
  })

  test("passes Spectral's rules for OpenAPI and OWASP's for security without an error", () => {
    const ruleset = join(folder, 'ruleset.json')
    writeFileSync(ruleset, JSON.stringify(owaspRuleset(document, 'openapi.json')))
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['node_modules/@stoplight/spectral-cli/dist/index.js', 'lint', file, '--ruleset', ruleset, '--format', 'json', '--quiet'],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    )
    const found = JSON.parse(stdout.slice(stdout.indexOf('['))) as { code: string; severity: number; path: string[]; message: string }[]
    expect(stderr).toBe('')
    expect(found.filter(({ severity }) => severity === 0).map(({ code, path }) => `${code} ${path.join('/')}`)).toEqual([])
    // Warnings prove that the ruleset ran.
    expect([...new Set(found.map(({ code }) => code))]).toEqual(['owasp:api4:2023-string-restricted'])
  })

  test('needs no key', async () => {
    expect(
      (await app.fetch(new Request('http://localhost/openapi.json', { headers: { host: 'localhost' } }), { kind: 'network', address: '127.0.0.1' }))
        .status,
    ).toBe(200)
  })
})

/** Every object within a part of the document, itself included. */
function* objectsIn(part: unknown): Generator<Json> {
  if (typeof part !== 'object' || part === null) return
  if (!Array.isArray(part)) yield part as Json
  for (const inner of Object.values(part)) yield* objectsIn(inner)
}

/** What Redocly objects to in a document. */
function lint(linted: Json): { readonly problems: readonly unknown[]; readonly errors: unknown; readonly warnings: unknown } {
  const at = join(mkdtempSync(join(folder, 'lint-')), 'openapi.json')
  const config = join(folder, 'redocly.yaml')
  writeFileSync(at, JSON.stringify(linted))
  writeFileSync(config, 'extends: [recommended]\nrules:\n  operation-4xx-problem-details-rfc7807: error\n')
  const { stdout } = spawnSync(process.execPath, ['node_modules/@redocly/cli/bin/cli.js', 'lint', at, '--config', config, '--format', 'json'], {
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { totals: Json; problems: Json[] }
  return { problems: report.problems, errors: report.totals['errors'], warnings: report.totals['warnings'] }
}
