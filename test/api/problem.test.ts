import { describe, expect, test } from 'vitest'
import { logText, problem } from '../../server/api/problem.ts'
import type { RequestContext } from '../../server/api/request-context.ts'
import { errorKinds } from '../../server/errors/error-kinds.ts'
import { ServiceError } from '../../server/errors/service-error.ts'
import { bodyOf, startService } from '../service.ts'

const contextOf = (language: 'es' | 'en' = 'es') => ({ requestId: 'r7', language, base: 'b', unexpected: undefined }) as RequestContext
const text = { es: 'No está', en: 'It is not there' }

describe('a problem', () => {
  test.each([
    ['es', 'No está'],
    ['en', 'It is not there'],
  ] as const)('in «%s» has its title, its detail and the request', async (language, detail) => {
    const response = problem(contextOf(language), new ServiceError('not-found', text), '/nada')
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('content-language'),
      response.headers.get('cache-control'),
    ]).toEqual([404, 'application/problem+json', language, 'no-store'])
    expect(await bodyOf(response)).toEqual({
      type: '/problems/not-found',
      title: errorKinds['not-found'][language],
      status: 404,
      code: 'not-found',
      detail,
      instance: '/nada',
      request_id: 'r7',
    })
  })

  test('has the headers of its error, and 500 characters of the path', async () => {
    const response = problem(contextOf(), new ServiceError('not-ready', text, { headers: { 'Retry-After': '1' } }), `/${'a'.repeat(600)}`)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(String((await bodyOf(response))['instance'])).toBe(`/${'a'.repeat(499)}`)
  })

  test('of an unexpected error says nothing of it', async () => {
    const body = await bodyOf(problem(contextOf(), new TypeError('/home/secret'), '/x'))
    expect(body).toMatchObject({ status: 500, code: 'internal', request_id: 'r7' })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  test('that cannot be written is an internal error, and the log says why, after what it said before', async () => {
    const broken = () => new ServiceError('not-found', text, { headers: { 'X-Name': 'a\nb' } })
    const context = contextOf()
    expect(await bodyOf(problem(context, broken(), '/x'))).toMatchObject({ status: 500, code: 'internal' })
    expect(context.unexpected).toMatch(/^The problem could not be written: TypeError/)
    const second = { ...contextOf(), unexpected: 'Before' }
    problem(second, broken(), '/x')
    expect(second.unexpected).toMatch(/^Before\nThe problem could not be written: /)
  })
})

test('the log has the stack of an error, anything else that was thrown as it is, and 8,000 characters at most', () => {
  expect(logText(new TypeError('odd'))).toMatch(/^TypeError: odd\n\s+at /)
  expect(logText(Object.assign(new TypeError('odd'), { stack: undefined }))).toBe('odd')
  expect([logText('odd'), logText({ odd: 1 }), logText(undefined)]).toEqual(["'odd'", '{ odd: 1 }', 'undefined'])
  expect(logText(new Error('a'.repeat(9000)))).toHaveLength(8000)
})

test('every type of problem is explained, with its status and its title in both languages', async () => {
  const { get } = startService()
  for (const [code, { status, es, en }] of Object.entries(errorKinds))
    expect(await bodyOf(await get(`/problems/${code}`))).toEqual({ type: `/problems/${code}`, code, status, title: { es, en } })
  for (const code of ['nada', 'toString', '']) expect((await get(`/problems/${code}`)).status).toBe(404)
})

describe('/docs/', () => {
  test('is a page, and each of its files has its type', async () => {
    const { get } = startService()
    const typeOf = async (name: string) => (await get(`/docs/${name}`)).headers.get('content-type')
    expect(await Promise.all(['', 'start.js', 'swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map(typeOf))).toEqual([
      'text/html; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'image/png',
    ])
    const moved = await get('/docs')
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/docs/'])
    expect((await get('/docs/')).headers.get('cache-control')).toBe('no-cache')
    expect(await (await get('/docs/start.js')).text()).toContain("url: '/openapi.json'")
    for (const name of ['package.json', '../package.json', 'index.html', 'swagger-ui.js']) expect((await get(`/docs/${name}`)).status, name).toBe(404)
  })
})
