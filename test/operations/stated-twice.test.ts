import { describe, expect, test } from 'vitest'
import { bodyOf, desktop, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const ramp = { element: 'rampa', parameter: 'pendiente', value: 8, unit: '%', geo_id: 'ES-28079', codes: [{ slug: 'cte-db-sua' }] }
const verify = (context: Json, check: Json = ramp) => service.post('/api/v1/verify', { ...check, context })
/** The body with a context written by hand: an object cannot state a key twice. */
const raw = (context: string) => JSON.stringify(ramp).replace(/\}$/, `,"context":${context}}`)

describe('a condition stated twice', () => {
  test.each<[string, Json, string[]]>([
    ['by an alias', { itinerario_accesible: true, longitud_rampa_m: 5, longitud_m: 2 }, ['longitud_rampa_m', '5', 'longitud_m', '2']],
    ['the other way round', { longitud_m: 2, longitud_rampa_m: 5, itinerario_accesible: true }, ['longitud_rampa_m', '5', 'longitud_m', '2']],
    ['in other letters', { uso: 'administrativo', Uso: 'comercial' }, ['uso', 'administrativo', 'Uso', 'comercial']],
  ])('with different values %s is refused, naming both', async (_how, context, named) => {
    const response = await verify(context)
    const body = await bodyOf(response)
    expect([response.status, body['code']]).toEqual([400, 'contradiction'])
    for (const one of named) expect(String(body['detail'])).toContain(one)
    expect((body['errors'] as Json[])[0]).toMatchObject({ code: 'stated-twice' })
  })

  test('with equal values counts as one', async () => {
    const once = await bodyOf(await verify({ itinerario_accesible: true, longitud_rampa_m: 5 }))
    const twice = await bodyOf(await verify({ longitud_m: '5,0', itinerario_accesible: true, longitud_rampa_m: 5 }))
    expect(once['is_compliant']).toBeDefined()
    expect(twice).toEqual(once)
  })

  test.each(['{"itinerario_accesible":true,"longitud_m":5,"longitud_m":2}', '{"longitud_m":2,"longitud_\\u006d":5,"itinerario_accesible":true}'])(
    'under one JSON key with different values is refused: %s',
    async (context) => {
      const response = await service.post('/api/v1/verify', raw(context))
      const body = await bodyOf(response)
      expect([response.status, body['code']]).toEqual([400, 'contradiction'])
      expect(body['errors']).toMatchObject([{ pointer: '/context/longitud_m', code: 'stated-twice' }])
      expect(String(body['detail'])).toMatch(/5.*2|2.*5/)
    },
  )

  test('under one JSON key with equal values counts as one', async () => {
    const response = await service.post('/api/v1/verify', raw('{"itinerario_accesible":true,"longitud_m":5,"longitud_m":5.0 }'))
    expect(response.status).toBe(200)
  })

  test('any other field of a body stated twice with different values is refused', async () => {
    const response = await service.post('/api/v1/verify', JSON.stringify(flatRoof).replace('"value":0.5', '"value":0.5,"value":0.2'))
    expect(await bodyOf(response)).toMatchObject({ code: 'contradiction', errors: [{ pointer: '/value' }] })
  })

  test('in one item of a batch rejects the body with a pointer to the item', async () => {
    const body = `{"items":[${JSON.stringify(flatRoof)},${raw('{"longitud_m":5,"longitud_m":2}')}]}`
    expect(await bodyOf(await service.post('/api/v1/verify/batch', body))).toMatchObject({ errors: [{ pointer: '/items/1/context/longitud_m' }] })
  })

  test.each(['body', 'address'])('is rejected over tRPC, in the %s', async (where) => {
    const input = raw('{"longitud_m":5,"longitud_m":2}')
    const request =
      where === 'body'
        ? new Request('http://localhost/trpc/verify', { method: 'POST', body: input, headers: { 'content-type': 'application/json' } })
        : new Request(`http://localhost/trpc/verify?input=${encodeURIComponent(input)}`)
    const response = await service.app.fetch(request, desktop)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('"code":"contradiction"')
  })

  test('in a project and in one of its checks is the check’s, under whatever names', async () => {
    const project = { name: 'Casa', geo_id: 'ES-28079', context: { itinerario_accesible: true, longitud_m: 2 } }
    const { geo_id: _place, ...check } = { id: 'a', ...ramp, value: 9, context: { longitud_rampa_m: 5 } }
    const ficha = await bodyOf(await service.post('/api/v1/ficha', { format: 'json', project: { ...project, checks: [check] } }))
    expect((ficha['checks'] as Json[])[0]).toMatchObject({
      result: 'NON_COMPLIANT',
      inputs: expect.arrayContaining([expect.objectContaining({ value: '5 m' })]),
    })
  })

  test('twice within a project leaves its checks undecided, naming both', async () => {
    const { geo_id: _place, ...check } = { id: 'a', ...ramp, context: { longitud_rampa_m: 5, longitud_m: 2 } }
    const ficha = await bodyOf(
      await service.post('/api/v1/ficha', { format: 'json', project: { name: 'Casa', geo_id: 'ES-28079', checks: [check] } }),
    )
    expect((ficha['checks'] as Json[])[0]).toMatchObject({ result: 'UNDECIDED', undecided: expect.stringContaining('longitud_m') })
  })
})
