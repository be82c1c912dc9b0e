import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { describeTool, mcpTools } from '../../server/api/mcp-tools.ts'
import { bodyOf, type Json, network, startService } from '../service.ts'

const everyday = ['verify', 'describe', 'exigencias', 'ask', 'search', 'article', 'geo', 'municipios']
const roof = { element: 'cubierta plana', parameter: 'U', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
const open: Client[] = []
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
})

type Service = ReturnType<typeof startService>
type Revision = 'legacy' | 'auto'

/** A person whom the client can ask: what they answer to a form, or undefined if they decline. */
type Person = (form: Json) => Json | undefined

function clientFor(revision: Revision, person: Person | undefined): Client {
  const asking = person === undefined ? {} : { capabilities: { elicitation: { form: {} } } }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: revision }, ...asking })
  if (person === undefined) return client
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const answer = person(params as Json)
    return answer === undefined ? { action: 'decline' } : { action: 'accept', content: answer as Record<string, string> }
  })
  return client
}

/** The official client over HTTP, against a service in this process. */
async function overHttp(
  service: Service,
  revision: Revision,
  more: { readonly key?: string; readonly path?: string; readonly person?: Person } = {},
): Promise<Client> {
  const client = clientFor(revision, more.person)
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost${more.path ?? '/mcp'}`), {
    requestInit: { headers: { authorization: `Bearer ${more.key ?? service.key}`, host: 'localhost' } },
    fetch: (url, init) => service.app.fetch(new Request(url, init), network),
  })
  await client.connect(transport)
  open.push(client)
  return client
}

/** The official client over the input and output of `plomada mcp`. */
async function overStdio(revision: Revision, args: readonly string[] = [], person?: Person): Promise<Client> {
  const client = clientFor(revision, person)
  const data = mkdtempSync(join(tmpdir(), 'plomada-mcp-'))
  const env = { PATH: process.env['PATH'] ?? '', PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') }
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server/main.ts', 'mcp', ...args], env, stderr: 'inherit' }))
  open.push(client)
  return client
}

const connections: readonly (readonly [string, () => Promise<Client>])[] = [
  ['HTTP, revision of 2025', () => overHttp(startService(), 'legacy')],
  ['HTTP, revision of 2026', () => overHttp(startService(), 'auto')],
  ['stdio, revision of 2025', () => overStdio('legacy')],
  ['stdio, revision of 2026', () => overStdio('auto')],
]

describe.each(connections)('the official client over %s', (_name, connect) => {
  test('lists eight tools, and calls each with an answer that its schema admits', async () => {
    const client = await connect()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(everyday)
    for (const { annotations } of tools) expect(annotations).toMatchObject({ readOnlyHint: true, idempotentHint: true, openWorldHint: false })
    const calls: Readonly<Record<string, Json>> = {
      verify: roof,
      describe: { element: 'escalera', parameter: 'contrahuella' },
      exigencias: { geo_id: 'ES-09059', context: { uso: 'residencial_privado' }, limit: 5 },
      ask: { query: '¿Qué transmitancia máxima admite una cubierta plana en Madrid?' },
      search: { q: 'transmitancia cubierta', limit: 2 },
      article: { collection: 'cte', document: 'cte-db-he', section: 'he1-3-1-1' },
      geo: { municipio: 'Madrid' },
      municipios: { provincia: '52' },
    }
    // The client throws where an answer is not of its output schema.
    for (const name of everyday) {
      const result = await client.callTool({ name, arguments: calls[name] ?? {} })
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
      expect(result.structuredContent, name).toBeDefined()
    }
    const verdict = await client.callTool({ name: 'verify', arguments: roof })
    expect(verdict.structuredContent).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 0.35 })
  })
  test('gets an error of the tool with its problem where there is no verdict, and no verdict for a number that a double would round', async () => {
    const client = await connect()
    const open = { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' }
    const refused = await client.callTool({ name: 'verify', arguments: open })
    expect(refused.isError).toBe(true)
    expect(problemOf(refused)).toMatchObject({
      code: 'indeterminate',
      status: 422,
      missing: expect.arrayContaining([expect.objectContaining({ field: 'uso' })]),
    })
    expect(problemOf(await client.callTool({ name: 'geo', arguments: { municipio: 'Mieres' } }))).toMatchObject({ code: 'ambiguous-name' })
    expect(problemOf(await client.callTool({ name: 'article', arguments: { collection: '..', document: 'admin', section: 'keys' } }))).toMatchObject({
      status: 404,
    })
    await expect(client.callTool({ name: 'nada', arguments: {} })).rejects.toThrow('Unknown tool: nada')
  })
  test('reads collections, documents, sections and tables as resources, each from the one before', async () => {
    const client = await connect()
    const read = async (uri: string) => JSON.parse(((await client.readResource({ uri })).contents[0] as { readonly text: string }).text) as Json
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['plomada://normativa'])
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).slice(1)).toEqual([
      'plomada://normativa/{collection}/{document}',
      'plomada://normativa/{collection}/{document}/{section}',
      'plomada://normativa/{collection}/{document}/{section}/{table}',
    ])
    expect(JSON.stringify(await read('plomada://normativa'))).toContain('"cte"')
    expect(JSON.stringify(await read('plomada://normativa/cte'))).toContain('"cte-db-he"')
    expect(JSON.stringify(await read('plomada://normativa/cte/cte-db-he'))).toContain('"he1-3-1-1"')
    const article = await read('plomada://normativa/cte/cte-db-he/he1-3-1-1')
    expect(article).toMatchObject({ section: 'he1-3-1-1' })
    const [first] = article['tables'] as readonly Json[]
    const table = await read(`plomada://normativa/cte/cte-db-he/he1-3-1-1/${encodeURIComponent(String(first?.['table']))}`)
    expect(table).toMatchObject({ ...first, of: { document: 'cte-db-he', section: 'he1-3-1-1' } })
    await expect(client.readResource({ uri: 'plomada://normativa/cte/cte-db-he/nada' })).rejects.toThrow(/nada/)
    for (const uri of [
      'plomada://normativa/cte/cte-db-he/he1-3-1-1/nada',
      'plomada://normativa/cte//he1',
      'plomada://otra/cte',
      'plomada://normativa/%E0',
    ])
      await expect(client.readResource({ uri })).rejects.toThrow(/xpected/)
  })
})

describe.each<readonly [string, (person: Person) => Promise<Client>]>([
  ['HTTP, revision of 2026', (person) => overHttp(startService(), 'auto', { person })],
  ['stdio, revision of 2025', (person) => overStdio('legacy', [], person)],
  ['stdio, revision of 2026', (person) => overStdio('auto', [], person)],
])('missing data over %s', (_name, connect) => {
  const open = { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' }
  test('are asked for from the person, as a form with the allowed values, until there is a verdict', async () => {
    const forms: Json[] = []
    const client = await connect((form) => {
      forms.push(form)
      return forms.length === 1 ? { uso: 'residencial_privado' } : { intervencion: 'obra_nueva', compacidad: 2.5 }
    })
    const result = await client.callTool({ name: 'verify', arguments: open })
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
    expect(result.structuredContent).toMatchObject({ parameter: 'coeficiente-global-transmision-calor', result_status: expect.any(String) })
    const [{ requestedSchema } = {}] = forms
    const { properties, required } = requestedSchema as { readonly properties: Record<string, Json>; readonly required?: unknown[] }
    expect(properties['uso']).toMatchObject({ type: 'string', oneOf: expect.arrayContaining([{ const: 'administrativo', title: 'Administrativo' }]) })
    expect(properties['compacidad']).toMatchObject({ type: 'number' })
    expect(required ?? []).toEqual([])
  })
  test('that the person does not give leave the error of the tool', async () => {
    let times = 0
    const client = await connect(() => {
      times++
      return undefined
    })
    const refused = await client.callTool({ name: 'verify', arguments: open })
    expect(refused.isError).toBe(true)
    expect(problemOf(refused)).toMatchObject({ code: 'indeterminate' })
    expect(times).toBe(1)
  })
  test('do not change what the call states, and are asked for once', async () => {
    let times = 0
    const client = await connect(() => {
      times++
      return { uso: 'residencial_privado' }
    })
    const stated = { ...open, context: { uso: 'administrativo' } }
    const result = await client.callTool({ name: 'verify', arguments: stated })
    expect(JSON.stringify(problemOf(result)['missing'])).toContain('"field":"compacidad"')
    expect(JSON.stringify(problemOf(result)['missing'])).not.toContain('he1-klim-res')
    expect(times).toBe(1)
  })
})

test('a client over HTTP of the revision of 2025, which cannot be asked back, gets the error of the tool', async () => {
  const client = await overHttp(startService(), 'legacy', { person: () => ({ uso: 'residencial_privado' }) })
  const refused = await client.callTool({
    name: 'verify',
    arguments: { element: 'envolvente-termica', parameter: 'K', value: 0.4, unit: 'W/m²K', geo_id: 'ES-28079' },
  })
  expect(problemOf(refused)).toMatchObject({ code: 'indeterminate' })
})

/** The problem in an error of a tool. */
function problemOf(result: { readonly content?: unknown }): Json {
  const [first] = result.content as readonly { readonly text: string }[]
  return JSON.parse(first?.text ?? '{}') as Json
}

test('digits that a double cannot hold decide over HTTP and over stdio', async () => {
  const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"verify","arguments":${JSON.stringify(roof).replace('0.5', '0.35000000000000000001')}}}`
  const service = startService()
  const headers = { accept: 'application/json, text/event-stream' }
  const answer = await (await service.post('/mcp', message, headers)).text()
  expect(answer).toContain('NON_COMPLIANT')
  const { spawn } = await import('node:child_process')
  const env = { ...process.env, PLOMADA_DATA: mkdtempSync(join(tmpdir(), 'plomada-mcp-')), PLOMADA_KB: inject('packFile') }
  const child = spawn(process.execPath, ['server/main.ts', 'mcp'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }
  child.stdin.write(`${JSON.stringify(initialize)}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n${message}\n`)
  let said = ''
  for await (const chunk of child.stdout) {
    said += String(chunk)
    if (said.includes('"id":1')) break
  }
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.stdin.end()
  expect(said).toContain('NON_COMPLIANT')
  expect(await ended).toBe(0)
})

test('all tools are behind a flag, their schemas are JSON Schema, and none writes', async () => {
  const client = await overHttp(startService(), 'auto', { path: '/mcp?tools=all' })
  const names = (await client.listTools()).tools.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...everyday, 'listRules', 'diffDocument', 'listLimits']))
  expect(names.filter((name) => /create|delete|replace|issue|revoke|set|install|(?<!Signing)Key|Audit/.test(name))).toEqual([])
  expect((await (await overStdio('auto', ['--all'])).listTools()).tools.map(({ name }) => name)).toEqual(names)
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const tool of mcpTools(true).map(describeTool))
    for (const schema of [tool.inputSchema, tool.outputSchema]) expect(ajv.validateSchema(schema), tool.name).toBe(true)
})

describe('the door of /mcp', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'geo', arguments: { municipio: 'ES-28079' } } }
  const accept = { accept: 'application/json, text/event-stream' }

  test('asks each message for a key', async () => {
    const { app } = startService()
    for (const message of [list, call, { ...call, params: { name: 'nada' } }, { jsonrpc: '2.0', id: 1, method: 'nada' }]) {
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        body: JSON.stringify(message),
        headers: { host: 'localhost', 'content-type': 'application/json', ...accept },
      })
      const answer = await app.fetch(request, network)
      if (message.method === 'tools/call' && message !== call) expect(answer.status).toBe(401)
      expect([answer.status === 401 || (await answer.clone().text()).includes('key-missing'), message]).toEqual([true, message])
    }
  })
  test('has the scope of the operation, and its line in the audit', async () => {
    const service = startService()
    const { text: reader } = service.keys.issue({ name: 'solo lee', scopes: ['read'], expiresAt: null })
    const client = await overHttp(service, 'auto', { key: reader })
    expect(problemOf(await client.callTool({ name: 'verify', arguments: roof }))).toMatchObject({ code: 'scope-missing', status: 403 })
    await client.callTool({ name: 'geo', arguments: { municipio: 'Madrid' } })
    const { text: admin } = service.keys.issue({ name: 'admin', scopes: ['read', 'admin'], expiresAt: null })
    const audit = await bodyOf(await service.get('/api/v1/admin/audit', { authorization: `Bearer ${admin}` }))
    const lines = (audit['items'] as Json[]).map((one) => [one['operation'], one['status']])
    expect(lines).toEqual(
      expect.arrayContaining([
        ['verify', 403],
        ['getGeo', 200],
        ['mcp', 200],
      ]),
    )
  })
  test('counts a call once against the allowance of the key', async () => {
    const service = startService({ perMinute: 3 })
    const statuses: string[] = []
    for (let at = 0; at < 4; at++)
      statuses.push((await (await service.post('/mcp', call, accept)).text()).includes('rate-limited') ? 'limited' : 'answered')
    expect(statuses).toEqual(['answered', 'answered', 'answered', 'limited'])
  })
  test('takes one message, by POST', async () => {
    const { post, get } = startService()
    expect((await post('/mcp', [list], accept)).status).toBe(400)
    expect((await post('/mcp', '{', accept)).status).toBe(400)
    const got = await get('/mcp')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
