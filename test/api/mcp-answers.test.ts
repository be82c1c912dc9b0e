import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { answersIn, canAsk, questionFor, withAnswers } from '../../server/api/mcp-missing.ts'
import { readResource, resourceList, resourceTemplates } from '../../server/api/mcp-resources.ts'
import { describeTool, mcpTools } from '../../server/api/mcp-tools.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const accept = { accept: 'application/json, text/event-stream' }
const accepted = (content: Json) => ({ missing: { action: 'accept', content } }) as never

describe('what the person answered', () => {
  test('is added to what they answered before, without what they left empty', () => {
    const state = JSON.stringify({ given: { uso: 'docente' }, asked: ['uso', 'altura'] })
    expect(answersIn(accepted({ altura: 3, cota: null, texto: '', es_nuevo: false, plantas: 0 }), state)).toEqual({
      given: { uso: 'docente', altura: 3, es_nuevo: false, plantas: 0 },
      asked: ['uso', 'altura'],
    })
    expect(answersIn(accepted({ uso: 'comercial' }), state)?.given).toEqual({ uso: 'comercial' })
  })

  test.each([undefined, '', '{', 'null', '[]', '7', '{"given":[],"asked":"uso"}'])('is nothing with the state «%s»', (state) => {
    expect(answersIn(undefined, state)).toEqual({ given: {}, asked: [] })
  })

  test('is none where they declined', () => {
    expect(answersIn({ missing: { action: 'decline' } } as never, '{}')).toBeUndefined()
    expect(answersIn({ missing: { action: 'cancel' } } as never, '{}')).toBeUndefined()
  })

  test('goes into the conditions of the call, where what the call states wins', () => {
    const stated = { element: 'escalera', context: { uso: 'docente' } }
    expect(withAnswers(stated, { given: { uso: 'comercial', altura: 3 }, asked: [] })).toEqual({
      element: 'escalera',
      context: { uso: 'docente', altura: 3 },
    })
    expect(withAnswers({ element: 'escalera' }, { given: { altura: 3 }, asked: [] })).toEqual({ element: 'escalera', context: { altura: 3 } })
    expect(withAnswers(stated, { given: {}, asked: ['altura'] })).toBe(stated)
  })
})

describe('the question for missing data', () => {
  const missing = [
    { field: 'altura', label: 'Altura', type: 'number', unit: 'm', help: 'Del edificio' },
    { field: 'plantas', label: 'Plantas', type: 'number', help: 'Sobre rasante' },
    { field: 'es_nuevo', label: 'Obra nueva', type: 'boolean', help: 'O no' },
    { field: 'uso', label: 'Uso', type: 'enum', help: 'Del edificio', allowed: [{ value: 'docente', label: 'Docente' }] },
  ]
  const problem = { detail: 'Faltan datos', missing }
  const askedOf = (asked: readonly string[], sent: Json = problem) => questionFor(sent, { given: { cota: 1 }, asked }) as Json | undefined

  test('has a field for each, with its unit, its help and what is allowed; none is required', () => {
    const question = askedOf([])
    expect(question?.['inputRequests']).toMatchObject({
      missing: {
        params: {
          message: 'Faltan datos',
          requestedSchema: {
            type: 'object',
            properties: {
              altura: { type: 'number', title: 'Altura [m]', description: 'Del edificio' },
              plantas: { type: 'number', title: 'Plantas', description: 'Sobre rasante' },
              es_nuevo: { type: 'boolean', title: 'Obra nueva', description: 'O no' },
              uso: { type: 'string', title: 'Uso', description: 'Del edificio', oneOf: [{ const: 'docente', title: 'Docente' }] },
            },
            required: [],
          },
        },
      },
    })
    expect(JSON.parse(String(question?.['requestState']))).toEqual({ given: { cota: 1 }, asked: ['altura', 'plantas', 'es_nuevo', 'uso'] })
  })

  test('asks for nothing twice, and is none without anything to ask for', () => {
    const question = askedOf(['altura', 'uso'])
    expect(JSON.stringify(question?.['inputRequests'])).not.toContain('Altura')
    expect(JSON.parse(String(question?.['requestState']))['asked']).toEqual(['altura', 'uso', 'plantas', 'es_nuevo'])
    expect(askedOf(['altura', 'plantas', 'es_nuevo', 'uso'])).toBeUndefined()
    expect(askedOf([], { detail: 'x' })).toBeUndefined()
    expect(askedOf([], { detail: 'x', missing: 'altura' })).toBeUndefined()
  })
})

test.each([
  [{ [CLIENT_CAPABILITIES_META_KEY]: { elicitation: {} } }, undefined, true],
  [{ [CLIENT_CAPABILITIES_META_KEY]: {} }, { elicitation: {} }, false],
  [{}, { elicitation: { form: {} } }, true],
  [undefined, { elicitation: {} }, true],
  [undefined, {}, false],
  [undefined, undefined, false],
  [[], null, false],
])('a client whose message brings %j and that said %j can ask its user: %s', (envelope, said, can) => {
  expect(canAsk(envelope, said)).toBe(can)
})

describe('resources', () => {
  const sent: [string, Json][] = []
  const article = {
    section: 'he1',
    number: '1',
    title: 'T',
    tables: [
      { table: 'a', rows: [1] },
      { table: 'b', rows: [] },
    ],
    rules: ['r'],
  }
  const answering =
    (body: Json, status = 200) =>
    (operation: { readonly name: string }, input: Json) => {
      sent.push([operation.name, input])
      return Promise.resolve(Response.json(body, { status }))
    }
  const read = async (path: string, body: Json = article, status = 200) => {
    sent.length = 0
    const { contents } = await readResource(`plomada://normativa${path}`, answering(body, status))
    return { ...(contents[0] as { readonly uri: string; readonly text: string }), operation: sent[0] }
  }

  test('begin with the collections, and each level has the form of its address and says what it is', () => {
    expect(resourceList().resources).toMatchObject([
      { uri: 'plomada://normativa', name: 'collections', title: 'Colecciones de normas', mimeType: 'application/json' },
    ])
    expect(resourceTemplates().resourceTemplates.map(({ name, uriTemplate, title }) => [name, uriTemplate, title])).toEqual([
      ['documents', 'plomada://normativa/{collection}', 'Normas de una colección'],
      ['document', 'plomada://normativa/{collection}/{document}', 'Índice de una norma'],
      ['article', 'plomada://normativa/{collection}/{document}/{section}', 'Apartado de una norma'],
      ['table', 'plomada://normativa/{collection}/{document}/{section}/{table}', 'Tabla de un apartado'],
    ])
    for (const { description, mimeType } of resourceTemplates().resourceTemplates)
      expect([description === '', mimeType]).toEqual([false, 'application/json'])
  })

  test.each([
    ['', 'listCollections', {}],
    ['/cte', 'listDocuments', { collection: 'cte' }],
    ['/cte/db%2Fhe', 'getDocument', { collection: 'cte', document: 'db/he' }],
    ['/cte/db-he/he1', 'getArticle', { collection: 'cte', document: 'db-he', section: 'he1' }],
  ])('«%s» is what %s answers', async (path, name, input) => {
    expect(await read(path)).toEqual({
      uri: `plomada://normativa${path}`,
      mimeType: 'application/json',
      text: JSON.stringify(article),
      operation: [name, input],
    })
  })

  test('a table has what it takes to quote it, and nothing else of its section', async () => {
    const { text, operation } = await read('/cte/db-he/he1/a')
    expect(operation).toEqual(['getArticle', { collection: 'cte', document: 'db-he', section: 'he1' }])
    expect(JSON.parse(text)).toEqual({ table: 'a', rows: [1], of: { section: 'he1', number: '1', title: 'T' } })
  })

  test('a table that there is not is told with those there are', async () => {
    await expect(read('/cte/db-he/he1/c')).rejects.toThrow('Unknown table "c": expected one of a, b')
    await expect(read('/cte/db-he/he1/c', { ...article, tables: [] })).rejects.toThrow('Unknown table "c": expected one of none')
  })

  test('an error of the operation is told in its words', async () => {
    await expect(read('/cte/nada', { detail: 'No hay «nada»' }, 404)).rejects.toThrow('No hay «nada»')
  })

  test.each(['/', '/cte/', '/cte//he1', '/a/b/c/d/e', '/%E0', 'x', '-otra/cte'])('«%s» is told the forms that there are', async (path) => {
    await expect(read(path)).rejects.toThrow(
      'Expected one of plomada://normativa, plomada://normativa/{collection}, plomada://normativa/{collection}/{document},',
    )
    expect(sent).toEqual([])
  })
})

describe('/mcp', () => {
  test('answers a notification with 202 and no body', async () => {
    const response = await startService().post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, accept)
    expect([response.status, response.body, response.headers.get('cache-control')]).toEqual([202, null, 'no-store'])
  })

  test('refuses what is no message, and another method than POST, in both languages', async () => {
    const { post, get } = startService()
    const details = async (send: (headers: Record<string, string>) => Promise<Response>) =>
      Promise.all(['es', 'en'].map(async (language) => (await bodyOf(await send({ ...accept, 'accept-language': language })))['detail']))
    for (const sent of ['[]', '{', 'null', '"a"'])
      expect(await details((headers) => post('/mcp', sent, headers)), sent).toEqual([
        expect.stringContaining('El cuerpo ha de ser un mensaje JSON-RPC'),
        expect.stringContaining('The body must be one JSON-RPC message'),
      ])
    expect(await details((headers) => get('/mcp', headers))).toEqual([
      expect.stringContaining('Aquí solo se admite POST: no hay sesiones'),
      expect.stringContaining('Only POST is allowed here: there are no sessions'),
    ])
  })

  test('takes a message of a mebibyte, and no more', async () => {
    const { post } = startService()
    const most = 1024 * 1024
    const padded = (bytes: number) => post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }).padEnd(bytes), accept)
    expect([(await padded(most)).status, (await padded(most + 1)).status]).toEqual([200, 413])
  })

  test('refuses a message that states something twice with different values', async () => {
    const sent = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"geo","arguments":{"municipio":"a","municipio":"b"}}}'
    expect(await bodyOf(await startService().post('/mcp', sent, accept))).toMatchObject({ code: 'contradiction' })
  })
})

describe('the schemas of tools', () => {
  const tool = (name: string) => describeTool(mcpTools(true).find((one) => one.name === name) ?? fail(name))
  const fail = (name: string): never => {
    throw new TypeError(`There is no tool ${name}`)
  }
  test('show what an operation reads by itself: the items of a batch, and the checks of a table', () => {
    const { items } = (tool('verifyBatch').inputSchema as Json)['properties'] as Record<string, Json>
    const item = items?.['items'] as Json
    expect(Object.keys(item['properties'] as Json)).toEqual(expect.arrayContaining(['element', 'parameter', 'value', 'geo_id']))
    expect(item['required']).toEqual(expect.arrayContaining(['element', 'parameter', 'value']))
  })

  test('have no formats or words that readers of schemas do not know, and integers of 64 bits', () => {
    const text = JSON.stringify(mcpTools(true).map(describeTool))
    expect(/"readOnly"|"format":"base64"|"default":(\{\}|\[\])|"type":\[|"items":false/.exec(text)?.[0]).toBeUndefined()
    expect(/"type":"integer"(?![^{}]*"format":"int64")/.exec(text)?.[0]).toBeUndefined()
    expect(text.includes('"format":"int64"')).toBe(true)
    expect((tool('verify').inputSchema as Json)['properties']).toMatchObject({ as_of: { format: 'date', maxLength: 10 } })
  })

  test('are of eight tools of everyday with short names, and of all others under the names of their operations', () => {
    const everyday = ['verify', 'describe', 'exigencias', 'ask', 'search', 'article', 'geo', 'municipios']
    expect(mcpTools(false).map(({ name }) => name)).toEqual(everyday)
    expect(mcpTools(true).slice(0, 8)).toEqual(mcpTools(false))
    for (const { name, operation } of mcpTools(true).slice(8)) expect([name, operation.files]).toEqual([operation.name, undefined])
  })

  test('admit further fields in answers, and none in requests', () => {
    const closed = '"additionalProperties":false'
    expect(JSON.stringify(tool('verify').inputSchema)).toContain(closed)
    expect(JSON.stringify(mcpTools(true).map((one) => describeTool(one).outputSchema))).not.toContain(closed)
  })
})
