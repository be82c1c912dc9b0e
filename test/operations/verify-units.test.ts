import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const verify = async (body: Json) => {
  const response = await service.post('/api/v1/verify', { geo_id: 'ES-28079', ...body })
  return { status: response.status, body: await bodyOf(response) }
}
const partyWall = { element: 'medianeria', parameter: 'resistencia-fuego-ei', codes: [{ slug: 'cte-db-si' }] }

describe('a class', () => {
  test.each(['1', '-', '', 'min', 'minutos'])('EI 120 is taken with the unit "%s"', async (unit) => {
    const { body } = await verify({ ...partyWall, value: 'EI 120', unit })
    expect(body).toMatchObject({ result_status: 'COMPLIANT', limit_value: 'EI 120', normalized_value: 'EI 120' })
  })

  test('is taken with no unit at all', async () => {
    expect((await verify({ ...partyWall, value: 'EI 90' })).body).toMatchObject({ result_status: 'NON_COMPLIANT' })
  })

  test.each(['kg', '%', 'm'])('EI 120 is refused with the unit "%s", naming those it takes', async (unit) => {
    const { status, body } = await verify({ ...partyWall, value: 'EI 120', unit })
    expect([status, body['code'], body['accepted_units']]).toEqual([422, 'unit-mismatch', ['1', 'min', 'h']])
  })

  test.each([
    [120, 'min', 'COMPLIANT'],
    [90, 'minutos', 'NON_COMPLIANT'],
    ['120', 'min', 'COMPLIANT'],
    [2, 'h', 'COMPLIANT'],
    [1, 'h', 'NON_COMPLIANT'],
    [1.5, 'horas', 'NON_COMPLIANT'],
    [7200, 's', 'COMPLIANT'],
  ])('given as a bare time, %s %s, stands for the letters demanded and says so', async (value, unit, status) => {
    const { body } = await verify({ ...partyWall, value, unit })
    expect(body).toMatchObject({ result_status: status, limit_value: 'EI 120' })
    expect((body['warnings'] as string[]).join()).toMatch(/se toma por la clase que se exige \(EI 120\)/)
  })

  test.each<[number, string | undefined]>([
    [120, '1'],
    [75, 'min'],
    [120, undefined],
  ])('is not a bare %s with the unit %s: the classes are named', async (value, unit) => {
    const { status, body } = await verify({ ...partyWall, value, unit })
    expect([status, body['code']]).toEqual([422, 'validation'])
    expect(body['candidates']).toContain('EI 120')
  })

  test('given as a bare time is refused where the demand says how a door closes', async () => {
    const door = { element: 'puerta-escalera-protegida', parameter: 'resistencia-fuego-ei2', codes: [{ slug: 'cte-db-si' }] }
    expect((await verify({ ...door, value: 'EI2 60-C5', unit: '1' })).body).toMatchObject({ result_status: 'COMPLIANT' })
    const { status, body } = await verify({ ...door, value: 60, unit: 'min' })
    expect([status, body['code']]).toEqual([422, 'validation'])
    expect(body['candidates']).toContain('EI2 60-C5')
  })

  test.each(['min', 'h', '%'])('that is no resistance to fire is refused with the unit "%s"', async (unit) => {
    const floor = { element: 'suelo', parameter: 'clase-resbaladicidad', codes: [{ slug: 'cte-db-sua' }] }
    const context = { zona_suelo: 'interior_seca', pendiente_pct: 0, uso: 'comercial', uso_publico: true }
    expect((await verify({ ...floor, value: 1, unit: '1', context })).body).toHaveProperty('result_status')
    expect((await verify({ ...floor, value: 1, unit, context })).body).toMatchObject({ code: 'unit-mismatch', accepted_units: ['1'] })
  })
})

describe('a unit with all its parts', () => {
  const lighting = { element: 'instalacion-iluminacion', parameter: 'veei', codes: [{ slug: 'cte-db-he' }] }
  const context = { uso: 'administrativo', uso_recinto: 'administrativo_general', iluminancia: 500 }

  test.each([
    'W/m² por 100 lux',
    'W/m² por cada 100 lux',
    'W/m²·100 lux',
    'W/(m²·100 lux)',
    'W/m2/100lux',
    'W/m² y 100 lx',
    'W por m² y por 100 lux',
    'W·m⁻²/100 lux',
  ])('VEEI is read in "%s"', async (unit) => {
    expect((await verify({ ...lighting, value: 10, unit, context })).body).toMatchObject({ result_status: 'NON_COMPLIANT', normalized_value: 10 })
  })

  test('VEEI is converted from W/m² per lux exactly', async () => {
    expect((await verify({ ...lighting, value: 0.02, unit: 'W/m²·lux', context })).body).toMatchObject({ normalized_value: 2 })
  })

  test.each(['W/m²', 'W', 'lux', '100 lux', 'W/m²·1000 m'])('VEEI is refused in "%s", with what to do', async (unit) => {
    const { status, body } = await verify({ ...lighting, value: 10, unit, context })
    expect([status, body['code'], body['accepted_units']]).toEqual([422, 'unit-mismatch', ['W/m² por 100 lux']])
    expect(String(body['detail'])).toMatch(/divídala entre la iluminancia/)
  })

  test('a temperature is not read from kelvins, whose zero is another', async () => {
    const water = { element: 'acs', parameter: 'temperatura-acs', codes: [{ slug: 'cte-db-hs' }] }
    expect((await verify({ ...water, value: 55, unit: '°C' })).body).not.toHaveProperty('code', 'unit-mismatch')
    expect((await verify({ ...water, value: 293, unit: 'K' })).body).toMatchObject({ code: 'unit-mismatch' })
  })
})

describe('a count', () => {
  const meters = { element: 'armario-contadores', parameter: 'numero-contadores' }
  test('is taken with no unit at all, as with "1"', async () => {
    expect((await verify({ ...meters, value: 17 })).body).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 16 })
    expect((await verify({ ...meters, value: 16, unit: '1' })).body).toMatchObject({ result_status: 'COMPLIANT' })
  })

  test('a ratio is still asked for its unit: 60 may be 60 %', async () => {
    const { body } = await verify({ element: 'hueco-canalizacion', parameter: 'relacion-seccion', value: 60 })
    expect(body).toMatchObject({ code: 'unit-mismatch', accepted_units: ['1'] })
  })
})
