import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type LanguageModel, openLanguageModel } from '../../server/ask/language-model.ts'
import { readConfig } from '../../server/config/config.ts'
import { bodyOf, type Json, startService } from '../service.ts'
import { service as plain } from './ask-service.ts'

const question = '¿Cumple una cubierta plana con transmitancia 0,40 W/m²K en Madrid?'
const cite = 'DB-HE (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1'
const honest = `El valor 0,40 W/m²K no cumple. La transmitancia límite de las cubiertas en contacto con el aire exterior en Madrid (zona D3) es como máximo 0.35 W/(m²·K), según la norma (${cite}).`
const secret = 'sk-never-shown'

let reply: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
let calls: { headers: IncomingMessage['headers']; url: string | undefined; body: Json }[] = []
const server = createServer(async (request, response) => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  calls.push({ headers: request.headers, url: request.url, body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Json })
  reply(request, response)
})
const says =
  (content: string, more: Json = {}) =>
  (_: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }], usage: { total_tokens: 321 }, ...more }),
    )
  }

let service = plain
let url = ''
const unset: LanguageModel = () => Promise.reject(new TypeError('No language model was configured'))
/** `patient` has the default timeout of 10 s; `hasty`, for models that never answer, 0.2 s. */
let [patient, hasty] = [unset, unset]
let generate = unset

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const settings = readConfig({ PLOMADA_ASK_URL: url, PLOMADA_ASK_MODEL: 'small', PLOMADA_ASK_KEY: secret }).languageModel
  if (settings === undefined) throw new TypeError('No language model was configured')
  patient = openLanguageModel(settings)
  hasty = openLanguageModel({ ...settings, timeoutMs: 200 })
  service = startService({ languageModel: (question, draft) => generate(question, draft) })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  calls = []
  generate = patient
})

const ask = async (query = question, one = service): Promise<Json> => bodyOf(await one.post('/api/v1/ask', { query }))
const drafts = new Map<string, Json>()
/** Expects the same answer as without a language model. */
async function expectDraft(query = question): Promise<void> {
  const draft = drafts.get(query) ?? (await ask(query, plain))
  drafts.set(query, draft)
  expect(await ask(query)).toEqual(draft)
}

describe('a language model for ask', () => {
  test('a faithful rewording is used; figures, sources and place stay', async () => {
    reply = says(honest)
    const draft = await ask(question, plain)
    expect(draft).toMatchObject({ rephrased: false, kind: 'figure' })
    const quoted = String(draft['answer']).replace(/^[^«]*/, '')
    expect(quoted).toMatch(/^«[\s\S]*»$/)
    expect(await ask()).toEqual({ ...draft, answer: `${honest}\n${quoted}`, rephrased: true, tokens_used: 321 })
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${secret}` },
      body: { model: 'small', stream: false },
    })
    expect(JSON.stringify(calls[0]?.body)).toContain('0,35 W/m²K')
  })
  test('tokens are counted by the service if the model reports no count', async () => {
    reply = says(honest, { usage: { total_tokens: -1 } })
    const body = await ask()
    expect(body).toMatchObject({ rephrased: true })
    expect(body['tokens_used']).toBeGreaterThan(20)
  })
  test('a quotation may be shortened', async () => {
    const query = '¿Qué se entiende por envolvente térmica?'
    const draft = String((await ask(query, plain))['answer'])
    reply = says(draft.replace('Según', 'Según la norma'))
    expect(await ask(query)).toMatchObject({ kind: 'extract', rephrased: true, grounded: true })
    reply = says(draft.replace('puede', 'no puede'))
    await expectDraft(query)
  })
  test('neither of two adjacent negations may be dropped', async () => {
    const query = 'residuos peligrosos archivo cronológico'
    const draft = String((await ask(query, plain))['answer'])
    expect(draft).toMatch(/ no peligrosos .*No se exige/)
    reply = says(draft.replace(' no peligrosos', ' peligrosos'))
    await expectDraft(query)
  })

  test.each([
    ['changes a figure', honest.replace('0.35', '0.53')],
    ['changes a figure a little', honest.replace('0.35', '0.350')],
    ['changes the figure judged', honest.replace('0,40', '0,30')],
    ['exchanges two figures', honest.replace('0.35', 'X').replace('0,40', '0,35').replace('X', '0,40')],
    ['changes the unit', honest.replace('W/(m²·K)', 'kW/(m²·K)')],
    ['leaves out the unit', honest.replace(' W/(m²·K)', '')],
    ['writes the unit in words', honest.replace('W/(m²·K)', 'vatios')],
    ['makes "no cumple" "cumple"', honest.replace('no cumple', 'cumple')],
    ['parts "no" from "cumple"', honest.replace('no cumple', 'no, cumple')],
    ['moves the verdict to the limit', honest.replace('0.35 W/(m²·K)', '0.35 W/(m²·K) no cumple').replace('W/m²K no cumple', 'W/m²K')],
    ['leaves out the verdict', honest.replace('El valor 0,40 W/m²K no cumple. ', '')],
    ['says the contrary in other words', `${honest} Es aceptable.`],
    ['asks instead', honest.replace('no cumple.', 'no cumple?')],
    ['makes a maximum a minimum', honest.replace('máximo', 'mínimo')],
    ['adds a number', `${honest} El valor 0,50 W/m²K corresponde.`],
    ['adds a number in words', `${honest} Corresponde treinta.`],
    ['adds a number of another script', `${honest} ٣`],
    ['adds a sign', honest.replace('0.35', '-0.35')],
    ['names another table', honest.replace('3.1.1.a-HE1', '3.1.1.b-HE1')],
    ['names another section', honest.replace('HE 1,', 'HE 2,')],
    ['names another edition', honest.replace('2022', '2019')],
    ['changes the zone', honest.replace('D3', 'D2')],
    ['changes the place', honest.replace('Madrid', 'Sevilla')],
    ['leaves out the place', honest.replace(' en Madrid', '')],
    ['adds a place', honest.replace('Madrid', 'Madrid y Sevilla')],
    ['leaves out a condition', honest.replace(' en contacto con el aire exterior', '')],
    ['adds a link', `${honest} [aquí](https://example.org)`],
    ['hides a letter', honest.replace('no cumple', 'no\u200bcumple')],
    ['says nothing', ''],
    ['never ends', `${honest} ${'según la norma '.repeat(100)}`],
  ])('a rewording that %s is not used', async (_, text) => {
    expect(text).not.toBe(honest)
    reply = says(text)
    await expectDraft()
    expect(calls).toHaveLength(1)
  })

  const expectUnheeded = async (how: typeof reply): Promise<void> => {
    reply = how
    await expectDraft()
    expect(calls.map((call) => call.url)).toEqual(['/v1/chat/completions'])
    expect(JSON.stringify(service.lines)).not.toContain(secret)
  }
  test.each<[string, typeof reply]>([
    ['never answers', () => undefined],
    [
      'begins and never ends',
      (_, response) => {
        response.write('{"choices":')
      },
    ],
  ])('a model that %s is abandoned', async (_, how) => {
    generate = hasty
    await expectUnheeded(how)
  })
  test.each<[string, typeof reply]>([
    [
      'answers 500',
      (_, response) => {
        response.writeHead(500).end('no')
      },
    ],
    ['answers rubbish', (_, response) => response.end('<html>')],
    ['answers other JSON', (_, response) => response.end('{"choices":[]}')],
    ['was cut short', says(honest, { choices: [{ finish_reason: 'length', message: { content: honest } }] })],
    ['answers without end', says(`${honest}${' '.repeat(300_000)}`)],
    ['hangs up', (request) => request.socket.destroy()],
    [
      'sends elsewhere',
      (request, response) => {
        if (request.url === '/v1/elsewhere') says(honest)(request, response)
        else response.writeHead(307, { location: '/v1/elsewhere' }).end()
      },
    ],
  ])('a model that %s changes nothing', (_, how) => expectUnheeded(how))

  test.each([
    '¿Qué transmitancia máxima admite una cubierta plana?',
    'altura mínima de una barandilla',
    '¿Qué transmitancia máxima admite una cubierta en Lisboa?',
    'xyzzy',
  ])('the answer to "%s" is not reworded: nothing is sent', async (query) => {
    reply = says(honest)
    expect(['missing', 'several', 'refusal']).toContain((await ask(query, plain))['kind'])
    await expectDraft(query)
    expect(calls).toEqual([])
  })
  test('the documentation and a service without a model make no calls', async () => {
    reply = says(honest)
    expect((await service.get('/openapi.json')).status).toBe(200)
    await ask(question, plain)
    expect(calls).toEqual([])
  })
})

describe('the settings of the language model', () => {
  const set = (address: string, more: Record<string, string> = {}) =>
    readConfig({ PLOMADA_ASK_URL: address, PLOMADA_ASK_MODEL: 'm', ...more }).languageModel
  test('are off by default', () => {
    expect(readConfig({}).languageModel).toBeUndefined()
    expect(readConfig({ PLOMADA_ASK_URL: '', PLOMADA_ASK_ANY_ADDRESS: 'yes' }).languageModel).toBeUndefined()
  })
  test.each([
    'http://localhost:1/v1',
    'http://127.9.9.9/v1',
    'http://10.0.0.2',
    'https://172.31.0.1',
    'http://192.168.1.9:80',
    'http://[::1]:9',
    'http://[fd00::1]/',
  ])('takes %s', (address) => {
    expect(set(address)).toEqual({ url: address, model: 'm', key: undefined })
  })
  test.each([
    'https://api.example.org/v1',
    'http://8.8.8.8',
    'http://172.32.0.1',
    'http://169.254.169.254',
    'http://0.0.0.0',
    'http://localhost.example.org',
    'http://10.0.0.1.example.org',
    'http://[2001:db8::1]',
    'http://[::ffff:8.8.8.8]',
    'http://134744072',
  ])('accept %s only with permission for any address', (address) => {
    expect(() => set(address)).toThrow(/PLOMADA_ASK_URL.*PLOMADA_ASK_ANY_ADDRESS=yes/)
    expect(set(address, { PLOMADA_ASK_ANY_ADDRESS: 'yes' })).toMatchObject({ url: address })
  })
  test.each([
    [{ PLOMADA_ASK_URL: 'http://localhost' }, /PLOMADA_ASK_MODEL/],
    [{ PLOMADA_ASK_MODEL: 'm' }, /PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_KEY: secret }, /PLOMADA_ASK_KEY.*PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_ANY_ADDRESS: 'maybe' }, /PLOMADA_ASK_ANY_ADDRESS "maybe"/],
    [{ PLOMADA_ASK_URL: 'localhost:11434', PLOMADA_ASK_MODEL: 'm' }, /PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_URL: 'file:///etc/passwd', PLOMADA_ASK_MODEL: 'm' }, /PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_URL: `http://me:${secret}@localhost`, PLOMADA_ASK_MODEL: 'm' }, /PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_URL: `http://localhost/?key=${secret}`, PLOMADA_ASK_MODEL: 'm' }, /PLOMADA_ASK_URL/],
    [{ PLOMADA_ASK_URL: 'http://localhost', PLOMADA_ASK_MODEL: 'm', PLOMADA_ASK_KEY: `${secret}\n` }, /PLOMADA_ASK_KEY/],
  ])('an error names the setting and not the secret: %o', (environment, named) => {
    const failure = (): unknown => readConfig(environment)
    expect(failure).toThrow(named)
    expect(failure).not.toThrow(secret)
  })
})
