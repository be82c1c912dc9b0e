import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const verify = async (changes: Json) => {
  const response = await service.post('/api/v1/verify', { ...flatRoof, ...changes })
  return { status: response.status, body: await bodyOf(response) }
}

describe('a physically impossible value', () => {
  test.each([
    [-1, 'W/m²K'],
    [0, 'W/m²K'],
    [-0.001, 'kcal/(h·m²·°C)'],
  ])('U = %s %s is refused, naming the field and the range', async (value, unit) => {
    const { status, body } = await verify({ value, unit })
    expect([status, body['code']]).toEqual([422, 'validation'])
    expect(body['errors']).toMatchObject([{ pointer: '/value', code: 'impossible' }])
    expect(String(body['detail'])).toMatch(/Transmitancia térmica.*un valor mayor que 0 W\/m²K/)
  })

  test('U just over 0 is checked', async () => {
    expect((await verify({ value: 1e-9 })).body).toMatchObject({ result_status: 'COMPLIANT' })
  })

  test.each<[string, Json]>([
    ['a negative length', { element: 'rampa', parameter: 'longitud-tramo', value: -1, unit: 'm' }],
    ['half a step', { element: 'escalera-uso-general', parameter: 'peldanos-por-tramo', value: 3.5, unit: '1' }],
    ['more than the whole', { element: 'edificio', parameter: 'horas-fuera-consigna', value: 101, unit: '%' }],
  ])('%s is refused', async (_what, check) => {
    const { status, body } = await verify({ ...check, codes: [] })
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: '/value', code: 'impossible' }]])
  })

  test('an impossible condition is an error with its name and range', async () => {
    for (const [altitude, isFine] of [
      [-101, false],
      [-100, true],
      [3800, true],
      [3801, false],
      [99999, false],
      [-400, false],
    ] as const) {
      const { status, body } = await verify({ context: { altitud_m: altitude } })
      expect([altitude, status === 200]).toEqual([altitude, isFine])
      if (!isFine) expect(body).toMatchObject({ code: 'validation', errors: [{ pointer: '/context/altitud_m', code: 'impossible' }] })
      if (!isFine) expect(String(body['detail'])).toContain('«Altitud del emplazamiento» ha de ser un valor entre -100 y 3800 m')
    }
  })

  test.each<[string, Json]>([
    ['people who are not whole', { ocupacion: 30.5 }],
    ['fewer than none', { numero_salidas: -1 }],
    ['more than all', { porcentaje_huecos: 120 }],
  ])('%s are refused as a condition', async (_what, context) => {
    const { status, body } = await verify({ context })
    expect([status, body['errors']]).toMatchObject([422, [{ pointer: `/context/${Object.keys(context)[0]}`, code: 'impossible' }]])
  })

  test('a row of a table with an impossible value is an error with the range', async () => {
    const text = 'Elemento;Parámetro;Valor;Unidad;Altitud del emplazamiento\ncubierta plana;transmitancia térmica;0,33;W/m²K;99999\n'
    const { rows } = await bodyOf(await service.post('/api/v1/comprobaciones/tabla', { text }))
    expect(JSON.stringify(rows)).toContain('entre -100 y 3800 m')
  })
})

describe('a day after that of the base', () => {
  const about = /reglas que rijan el 2099-01-01 pueden ser otras/
  test('gives a warning with the verdict', async () => {
    expect(String((await verify({ as_of: '2099-01-01' })).body['warnings'])).toMatch(about)
  })
  test('gives no warning for the day of the base itself', async () => {
    const { referenceDate } = service.kb.meta
    expect(String((await verify({ as_of: referenceDate })).body['warnings'])).not.toMatch(/pueden ser otras/)
    expect(String((await verify({})).body['warnings'])).not.toMatch(/pueden ser otras/)
  })
})
