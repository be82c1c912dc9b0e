import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post, kb } = startService()
const unitOf = (id: string) => kb.book.rules.find(({ rule }) => rule.id === id)?.rule.unit
const lift = kb.book.rules.find(({ rule }) => rule.id === 'sua-a-ascensor-profundidad-viviendas-sin')?.rule
const verify = async (body: Record<string, unknown>) => bodyOf(await post('/api/v1/verify', { geo_id: 'ES-28079', ...body }))

describe('data that cannot change the outcome are not asked for', () => {
  test('a route of 30 m in an office with two exits complies, whether or not occupants sleep', async () => {
    const body = await verify({
      element: 'recorrido-evacuacion',
      parameter: 'longitud',
      value: 30,
      unit: 'm',
      codes: [{ slug: 'cte-db-si' }],
      context: { uso: 'administrativo', numero_salidas: 2 },
    })
    expect(body).toMatchObject({ result_status: 'COMPLIANT' })
    expect(body['regardless_of']).toContainEqual(expect.objectContaining({ field: 'ocupantes_que_duermen' }))
  })
  test('one longer than the strictest limit, but not than all, still asks', async () => {
    const body = await verify({
      element: 'recorrido-evacuacion',
      parameter: 'longitud',
      value: 40,
      unit: 'm',
      codes: [{ slug: 'cte-db-si' }],
      context: { uso: 'administrativo', numero_salidas: 2 },
    })
    expect(body).toMatchObject({ code: 'indeterminate' })
  })
  test('a VEEI within every limit complies whatever the lighting level is', async () => {
    const body = await verify({
      element: 'instalacion-iluminacion',
      parameter: 'veei',
      value: 2.4,
      unit: unitOf('he3-veei-2022'),
      codes: [{ slug: 'cte-db-he' }],
      context: { uso_recinto: 'administrativo_general', intervencion: 'obra_nueva' },
    })
    expect(body).toMatchObject({ result_status: 'COMPLIANT' })
  })
  test('a lift shallower than every limit fails without a question, and says so', async () => {
    const body = await verify({
      element: lift?.element[0],
      parameter: lift?.parameter,
      value: 0.5,
      unit: lift?.unit,
      codes: [{ slug: 'cte-db-sua' }],
    })
    expect(body).toMatchObject({ result_status: 'NON_COMPLIANT' })
    expect(JSON.stringify(body['assumptions'])).toContain('No cumple sea cual sea')
  })
})

describe('the bound shown is the one that decides whatever the rest is', () => {
  test('met: the strictest; failed: the mildest', async () => {
    const ask = (value: number) =>
      verify({
        element: 'recorrido-evacuacion',
        parameter: 'longitud',
        value,
        unit: 'm',
        codes: [{ slug: 'cte-db-si' }],
        context: { numero_salidas: 2 },
      })
    const [short, long] = [await ask(1), await ask(1000)]
    expect(short).toMatchObject({ result_status: 'COMPLIANT' })
    expect(long).toMatchObject({ result_status: 'NON_COMPLIANT' })
    expect(Number(long['limit_value'])).toBeGreaterThan(Number(short['limit_value']))
  })
})

describe('an exemption of which the request states a part is asked for, not taken for absent', () => {
  const changeOfUse = { element: 'edificio', parameter: 'consumo-energia-primaria-no-renovable', unit: 'kWh/m²·año', codes: [{ slug: 'cte-db-he' }] }
  test('a change of use over the limit waits for its area', async () => {
    const body = await verify({ ...changeOfUse, value: 71, context: { uso: 'residencial_privado', intervencion: 'cambio_uso' } })
    expect(body).toMatchObject({ code: 'indeterminate' })
    expect((body['missing'] as { field: string }[]).map(({ field }) => field)).toEqual(['superficie_util_m2'])
  })
  test('one within it complies all the same', async () => {
    expect(await verify({ ...changeOfUse, value: 69, context: { uso: 'residencial_privado', intervencion: 'cambio_uso' } })).toMatchObject({
      result_status: 'COMPLIANT',
    })
  })
  test('a rare exception of which nothing is said is not asked for', async () => {
    expect(
      await verify({ element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', codes: [{ slug: 'cte-db-he' }] }),
    ).toMatchObject({ result_status: 'NON_COMPLIANT' })
  })
})
