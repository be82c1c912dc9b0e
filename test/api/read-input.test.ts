import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, network, startService } from '../service.ts'

const { app, get, post, key, keys } = startService()
const { text: admin } = keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
const { text: library } = keys.issue({ name: 'biblioteca', scopes: ['library'], expiresAt: null })
const languages = ['es', 'en'] as const
const speaking = (language: string) => ({ 'accept-language': language })
const errorsOf = async (response: Response) => (await bodyOf(response))['errors'] as Json[]

/** Sends a request twice, and gives what the problem says in Spanish and in English. */
async function inBoth(send: (headers: Record<string, string>) => Promise<Response>) {
  const answers = await Promise.all(languages.map(async (language) => bodyOf(await send(speaking(language)))))
  return answers.map(({ detail, errors }) => ({ detail, errors: ((errors ?? []) as Json[]).map((one) => one['detail']) }))
}

describe('a body', () => {
  test.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/vnd.plomada.v1+json', 200],
    ['application/merge-patch+json', 200],
    ['application/+json', 415],
    ['application/a b+json', 415],
    ['application/x+jsonp', 415],
    ['xapplication/x+json', 415],
    ['text/json', 415],
    ['', 415],
  ])('of type «%s» gets %i', async (type, status) => {
    expect((await post('/api/v1/verify', { ...flatRoof, value: 0.3 }, { 'content-type': type })).status).toBe(status)
  })

  test('of another type is refused with that type, without its parameters', async () => {
    const [es, en] = await inBoth((headers) => post('/api/v1/verify', 'a=1', { 'content-type': 'Text/CSV; header=present', ...headers }))
    expect(es?.detail).toContain('El cuerpo ha de ser application/json, no «text/csv»')
    expect(en?.detail).toContain('The body must be application/json, not "text/csv"')
  })

  test.each(['[]', '"hola"', '7', 'true', 'null'])('that is %s is no object, and is told so', async (sent) => {
    const [es, en] = await inBoth((headers) => post('/api/v1/verify', sent, headers))
    expect(es).toMatchObject({ detail: expect.stringContaining('El cuerpo ha de ser un objeto JSON'), errors: ['se espera un objeto'] })
    expect(en).toMatchObject({ detail: expect.stringContaining('The body must be a JSON object'), errors: ['expected an object'] })
    expect(await errorsOf(await post('/api/v1/verify', sent))).toMatchObject([{ pointer: '', code: 'type' }])
  })

  test('that is no JSON, or no UTF-8, is told which', async () => {
    const [es, en] = await inBoth((headers) => post('/api/v1/verify', '{"a":', headers))
    expect(es).toMatchObject({ detail: expect.stringContaining('El cuerpo no es JSON en UTF-8'), errors: ['no es JSON'] })
    expect(en?.detail).toContain('The body is not JSON in UTF-8')
    const [first] = await errorsOf(await post('/api/v1/verify', '{"a":'))
    expect(first).toMatchObject({ pointer: '', code: 'json' })
    const bytes = (headers: Record<string, string>) =>
      app.fetch(
        new Request('http://localhost/api/v1/verify', {
          method: 'POST',
          body: new Uint8Array([0x7b, 0xff, 0x7d]),
          headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, host: 'localhost', ...headers },
        }),
        network,
      )
    expect((await inBoth(bytes)).map(({ errors }) => errors)).toEqual([['no es UTF-8'], ['not UTF-8']])
  })

  test('that states a field twice with different values is a contradiction that names both', async () => {
    const sent = JSON.stringify(flatRoof).replace('"value":0.5', '"value":0.5,"value":0.3')
    const [es, en] = await inBoth((headers) => post('/api/v1/verify', sent, headers))
    expect(es).toMatchObject({
      detail: expect.stringContaining('«/value» consta dos veces con valores distintos: 0.5 y 0.3'),
      errors: ['se espera una sola vez: 0.5, 0.3'],
    })
    expect(en).toMatchObject({
      detail: expect.stringContaining('"/value" is stated twice with different values: 0.5 and 0.3'),
      errors: ['expected once: 0.5, 0.3'],
    })
    expect(await errorsOf(await post('/api/v1/verify', sent))).toMatchObject([{ pointer: '/value', code: 'stated-twice' }])
  })
})

describe('the size of a body', () => {
  const most = 64 * 1024
  const declared = (bytes: number) => post('/api/v1/verify', ' '.repeat(bytes), { 'content-length': String(bytes) })
  const streamed = (bytes: number) => post('/api/v1/verify', ' '.repeat(bytes))

  test.each([
    ['declared', declared],
    ['not declared', streamed],
  ])('%s may be 64 KiB and no more', async (_name, send) => {
    expect((await send(most)).status).toBe(400)
    expect(await bodyOf(await send(most + 1))).toMatchObject({ status: 413, detail: `El cuerpo pasa de ${most} bytes` })
  })

  test('is told in English too', async () => {
    const refused = await post('/api/v1/verify', ' '.repeat(most + 1), speaking('en'))
    expect(await bodyOf(refused)).toMatchObject({ code: 'too-large', detail: `The body is over ${most} bytes` })
  })
})

describe('the query and the path', () => {
  test('a parameter that is repeated is refused with its name', async () => {
    const [es, en] = await inBoth((headers) => get('/api/v1/search?q=a&q=b', headers))
    expect(es).toMatchObject({ detail: expect.stringContaining('El parámetro «q» va una sola vez'), errors: ['se espera una sola vez'] })
    expect(en).toMatchObject({ detail: expect.stringContaining('Parameter "q" may be sent once'), errors: ['expected once'] })
  })

  test('a space may be written as + or %20', async () => {
    const [plus, percent] = [await get('/api/v1/search?q=cubierta+plana'), await get('/api/v1/search?q=cubierta%20plana')]
    expect(await plus.text()).toBe(await percent.text())
  })

  test.each([
    ['query', (headers: Record<string, string>) => get('/api/v1/geo/ES-28079?municipio=ES-09059', headers), 'municipio'],
    [
      'body',
      (headers: Record<string, string>) => post('/api/v1/admin/keys/1/revoke', { number: 2 }, { authorization: `Bearer ${admin}`, ...headers }),
      '/number',
    ],
  ])('a field of the path is refused in the %s', async (_name, send, pointer) => {
    const [es, en] = await inBoth(send)
    expect(es).toMatchObject({
      detail: expect.stringContaining('Un campo de la dirección va solo en ella'),
      errors: ['se espera solo en la dirección'],
    })
    expect(en).toMatchObject({ detail: expect.stringContaining('A field of the address goes only there'), errors: ['expected in the address only'] })
    expect(await errorsOf(await send({}))).toMatchObject([{ pointer, code: 'unknown-field' }])
  })
})

describe('messages for what is wrong', () => {
  const issue = (body: Json, headers: Record<string, string>) => post('/api/v1/admin/keys', body, { authorization: `Bearer ${admin}`, ...headers })
  const messages = async (body: Json) => (await inBoth((headers) => issue({ name: 'a', ...body }, headers))).map(({ errors }) => errors)

  test('a line with control characters', async () => {
    expect(await messages({ name: 'a\nb' })).toEqual([
      ['se espera una sola línea sin caracteres de control'],
      ['expected one line without control characters'],
    ])
  })

  test('a number out of bounds is told with the bound, a text by its length', async () => {
    expect(await messages({ days: 0 })).toEqual([['se espera como mínimo 1'], ['expected at least 1']])
    expect(await messages({ days: 3651 })).toEqual([['se espera como máximo 3650'], ['expected at most 3650']])
    expect((await messages({ days: 1e17 })).map((errors) => errors[0])).toEqual([
      'se espera como máximo 9007199254740991',
      'expected at most 9007199254740991',
    ])
    const [es, en] = await messages({ name: 'a'.repeat(81) })
    expect(es).not.toEqual(['se espera como máximo 80'])
    expect([es?.join(), en?.join()]).toEqual([expect.stringContaining('80'), expect.stringContaining('80')])
  })

  test('what contradicts itself has a text of its own', async () => {
    const [es, en] = await messages({ scopes: ['admin'], reading_only: true })
    expect([es?.length, en?.length]).toEqual([1, 1])
    expect(es).not.toEqual(en)
    expect(await errorsOf(await issue({ name: 'a', scopes: ['admin'], reading_only: true }, {}))).toMatchObject([
      { pointer: '/scopes', code: 'contradicts' },
    ])
  })

  test('a day that does not exist', async () => {
    const sent = (day: string) => inBoth((headers) => post('/api/v1/verify', { ...flatRoof, as_of: day }, headers))
    expect((await sent('2026-02-30')).map(({ errors }) => errors)).toEqual([
      ['se espera un día que exista, como 2026-11-21'],
      ['expected a day that exists, such as 2026-11-21'],
    ])
  })

  test('a file that is not base64, and a time that is none', async () => {
    const photo = { check: 'a', content: 'AAAA' }
    const sent = async (body: Json) =>
      (await inBoth((headers) => post('/api/v1/proyectos/1/fotos', body, headers))).map(({ errors }) => errors.join())
    expect(await sent({ ...photo, content: '¿?' })).toEqual(['se espera base64', 'expected base64'])
    const [es, en] = await sent({ ...photo, added_at: 'ayer' })
    expect([es, en]).toEqual([expect.stringContaining('ISO'), expect.stringContaining('ISO')])
    expect(es).not.toBe(en)
  })

  test('an identifier of another form', async () => {
    const send = (headers: Record<string, string>) =>
      get('/api/v1/biblioteca/zzzzzzzzzzzzzzzz/fichero', { authorization: `Bearer ${library}`, ...headers })
    expect((await inBoth(send)).map(({ errors }) => errors)).toEqual([[expect.stringContaining('0-9a-f')], [expect.stringContaining('0-9a-f')]])
  })

  test('an unknown field has its place, and its name in the text', async () => {
    const [es, en] = await inBoth((headers) => post('/api/v1/verify', { ...flatRoof, codes: [{ slug: 'cte-db-he', 'a/b~c': 1 }] }, headers))
    expect([es?.errors, en?.errors]).toEqual([['Campo desconocido «a/b~c»'], ['Unknown field "a/b~c"']])
    const refused = await post('/api/v1/verify', { ...flatRoof, codes: [{ slug: 'cte-db-he', 'a/b~c': 1 }] })
    expect(await errorsOf(refused)).toMatchObject([{ pointer: '/codes/0/a~1b~0c', code: 'unknown-field' }])
  })
})

test('twenty wrong fields are listed and the others counted', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`c${at}`, 1]))
  const [es, en] = await inBoth((headers) => post('/api/v1/verify', { ...flatRoof, ...unknown, value: null }, headers))
  expect([es?.errors.length, en?.errors.length]).toEqual([20, 20])
  expect([es?.detail, en?.detail]).toEqual([expect.stringMatching(/; y 6 más$/), expect.stringMatching(/; and 6 more$/)])
})

describe('an input over the limits', () => {
  const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, 1]))
  const sent = (body: Json) => inBoth((headers) => post('/api/v1/verify', { ...flatRoof, ...body }, headers))

  test('of fields is told how many there are and how many fit', async () => {
    expect((await sent({ context: fields(301) })).map(({ errors }) => errors)).toEqual([
      ['Son 301 campos: caben 300'],
      ['There are 301 fields: 300 fit'],
    ])
    expect(JSON.stringify(await sent({ context: fields(300) }))).not.toContain('caben')
    expect(await errorsOf(await post('/api/v1/verify', { ...flatRoof, context: fields(301) }))).toMatchObject([
      { pointer: '/context', code: 'too-big' },
    ])
  })

  test('of elements likewise', async () => {
    const list = (count: number) => Array.from({ length: count }, () => 1)
    expect((await sent({ codes: list(1001) })).map(({ errors }) => errors)).toEqual([
      ['Son 1001 elementos: caben 1000'],
      ['There are 1001 elements: 1000 fit'],
    ])
    expect(JSON.stringify(await sent({ codes: list(1000) }))).not.toContain('caben')
  })

  test('of levels is told so: 32 fit', async () => {
    const nested = (levels: number): unknown => (levels === 0 ? 1 : { x: nested(levels - 1) })
    expect(JSON.stringify(await sent({ context: nested(31) }))).not.toContain('Demasiados niveles')
    expect((await sent({ context: nested(32) })).map(({ errors }) => errors)).toEqual([['Demasiados niveles'], ['Nested too deeply']])
  })
})
