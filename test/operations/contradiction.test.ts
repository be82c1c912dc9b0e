import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const verify = async (body: Json) => {
  const response = await service.post('/api/v1/verify', { geo_id: 'ES-28079', ...body })
  return { status: response.status, body: await bodyOf(response) }
}
const sua = { codes: [{ slug: 'cte-db-sua' }] }
const stair = { ...sua, element: 'escalera', parameter: 'anchura', value: 0.9, unit: 'm' }
const emergency = { element: 'alumbrado-emergencia', parameter: 'iluminancia-minima', value: 0.5, unit: 'lux', codes: [{ slug: 'rebt' }] }

describe('a contradiction', () => {
  test.each<[string, Json, RegExp]>([
    [
      'of two conditions',
      { ...stair, context: { uso: 'residencial_privado', uso_publico: true } },
      /«uso_publico»: true.*«uso»: residencial_privado/,
    ],
    [
      'of a narrower value',
      { ...stair, context: { uso_publico: 'sí', uso: 'vivienda unifamiliar' } },
      /«uso_publico»: sí.*«uso»: vivienda unifamiliar/,
    ],
    [
      'of the alias by which an element was named',
      { ...stair, element: 'escalera de uso general', context: { tipo_uso: 'restringido' } },
      /«tipo_uso»: restringido.*«element»: escalera de uso general/,
    ],
    [
      'of an element itself',
      { ...stair, element: 'local de pública concurrencia', parameter: 'umbral-ocupacion', unit: 'persona', codes: [], context: { uso: 'vivienda' } },
      /«uso»: vivienda.*«element»: local de pública concurrencia/,
    ],
    [
      'of what an element excludes',
      { ...stair, element: 'escalera-protegida', context: { proteccion_escalera: 'no_protegida' }, codes: [] },
      /«proteccion_escalera»: no_protegida.*«element»: escalera-protegida/,
    ],
    [
      'of a house as a place of public assembly',
      { ...emergency, context: { uso: 'vivienda_unifamiliar', local_publica_concurrencia: true } },
      /local_publica/,
    ],
  ])('%s is refused, naming both sides', async (_what, check, both) => {
    const { status, body } = await verify(check)
    expect([status, body['code']]).toEqual([400, 'contradiction'])
    expect(String(body['detail'])).toMatch(both)
    expect((body['errors'] as Json[])[0]).toMatchObject({ code: 'contradicts' })
  })

  test('does not depend on the order of the keys', async () => {
    const one = await verify({ ...stair, context: { uso: 'vivienda', uso_publico: true } })
    const other = await verify({ ...stair, context: { uso_publico: true, uso: 'vivienda' } })
    expect(other.body['detail']).toEqual(one.body['detail'])
  })
})

describe('the name of an element', () => {
  test.each<[string, string]>([
    ['escalera de uso restringido', 'restringido'],
    ['Escalera Uso Restringido', 'restringido'],
    ['escalera-uso-restringido', 'restringido'],
    ['escalera interior de la vivienda', 'restringido'],
  ])('"%s" sets what it says, as if it were stated, and says so', async (element) => {
    const context = { uso: 'residencial_privado', itinerario_accesible: false }
    const stated = await verify({ ...stair, element: 'escalera', context: { ...context, tipo_uso: 'restringido' } })
    const named = await verify({ ...stair, element, context })
    expect([named.body['result_status'], named.body['limit_value']]).toEqual([stated.body['result_status'], stated.body['limit_value']])
    expect((named.body['assumptions'] as string[]).join()).toMatch(/Uso general o restringido de la zona»: Uso restringido/)
  })

  test('agrees with the same value stated', async () => {
    const context = { uso: 'residencial_privado', tipo_uso: 'restringido' }
    expect((await verify({ ...stair, element: 'escalera de uso restringido', context })).body).toHaveProperty('result_status')
  })
})

describe('emergency lighting', () => {
  test('of a dwelling is not taken silently for that of a place of public assembly', async () => {
    const context = { uso: 'residencial_privado', punto_iluminancia: 'eje_via' }
    const { body } = await verify({ ...emergency, context })
    expect(body).toMatchObject({ code: 'indeterminate' })
    expect((body['missing'] as Json[]).map(({ field }) => field)).toContain('local_publica_concurrencia')
  })
})

test('a yes or no that a value excludes needs no asking', async () => {
  const tank = { element: 'acumulador-acs', parameter: 'temperatura-agua-almacenada', value: 58, unit: '°C' }
  const { body } = await verify({ ...tank, context: { uso: 'hospitalario', acumulador_final_acs: true } })
  expect(body).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 60 })
  expect((await verify({ ...tank, context: { acumulador_final_acs: true } })).body).toMatchObject({
    code: 'indeterminate',
    missing: [{ field: 'edificio_exclusivo_vivienda' }],
  })
})
