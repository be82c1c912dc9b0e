import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const asturias = 'ES-33044'
const madrid = 'ES-28079'
const check = (geo: string, element: string, parameter: string, value: number, unit: string, context: Json) =>
  service.post('/api/v1/verify', { element, parameter, value, unit, geo_id: geo, context }).then(bodyOf)
const documents = (body: Json): unknown[] => (body['sources'] as Json[]).map((source) => source['code_slug'])

describe('an element in a public space is bound by the Order TMA/851/2021 and regional law, the strictest first', () => {
  const outdoors = { ambito_accesibilidad: 'espacio_publico' }
  test.each([
    ['tread', 'escalera', 'huella', 29, 'cm', false, 30],
    ['riser', 'escalera', 'contrahuella', 17.3, 'cm', false, 17],
    ['width', 'escalera', 'anchura', 1.1, 'm', false, 1.2],
    ['length of a reserved parking space', 'plaza-aparcamiento-accesible', 'longitud', 5.5, 'm', false, 6],
    ['width of a ramp', 'rampa', 'anchura', 1.5, 'm', false, 1.8],
  ])('Asturias, %s', async (_name, element, parameter, value, unit, complies, limit) => {
    const body = await check(asturias, element, parameter, value, unit, outdoors)
    expect(body).toMatchObject({ is_compliant: complies, limit_value: limit })
    expect(documents(body)).toEqual(expect.arrayContaining(['orden-tma-851-2021', 'ley-5-1995-asturias']))
    expect(documents(body)).not.toContain('cte-db-sua')
  })

  test('a ramp of 9 % in Madrid, 4 m long, does not comply with the Order', async () => {
    const body = await check(madrid, 'rampa', 'pendiente', 9, '%', { ...outdoors, longitud_rampa_m: 4, longitud_m: 4, itinerario_accesible: true })
    expect(body).toMatchObject({ is_compliant: false, limit_value: 8 })
    expect(documents(body)).toContain('orden-tma-851-2021')
  })

  test.each([
    ['tread', 'escalera-espacio-publico', 'huella', 29, 'cm', 30],
    ['riser', 'escalera-espacio-publico', 'contrahuella', 17.3, 'cm', 17],
    ['length of a parking space', 'plaza-reservada-via-publica', 'longitud', 5.5, 'm', 6],
  ])('Asturias, %s, as a street element', async (_name, element, parameter, value, unit, limit) => {
    const body = await check(asturias, element, parameter, value, unit, {})
    expect(body).toMatchObject({ is_compliant: false, limit_value: limit })
    expect(documents(body)).toEqual(expect.arrayContaining(['orden-tma-851-2021', 'ley-5-1995-asturias']))
  })

  test('without the location of a stair, the verdict states that it assumes indoors and what would bind outdoors', async () => {
    const body = await check(madrid, 'escalera', 'contrahuella', 18, 'cm', {
      tipo_uso: 'general',
      ascensor_alternativo: true,
      uso: 'residencial_privado',
    })
    expect(body['is_compliant']).toBe(true)
    expect((body['assumptions'] as string[]).join('\n')).toMatch(/Se supone que no es .*uso público.*TMA\/851/)
  })
})

describe('drying spaces in Galicia', () => {
  const dry = (context: Json) => check('ES-15030', 'tendedero', 'superficie-ventilacion', 1.4, 'm²', context)
  test('the kind of ventilation is asked for', async () => {
    const body = await dry({})
    expect(body['code']).toBe('indeterminate')
    expect((body['missing'] as Json[]).map(({ field }) => field)).toContain('sistema_ventilacion')
  })
  test('mechanical ventilation is not bound by the area of openings', async () => {
    expect((await dry({ sistema_ventilacion: 'mecanica' }))['code']).toBe('no-applicable-rule')
  })
})

test('the list of regional norms names repealed and repealing laws', async () => {
  const status = async (geo: string): Promise<Map<unknown, string>> => {
    const body = await service.get(`/api/v1/geo/${geo}`).then(bodyOf)
    return new Map((body['regional_regulations'] as Json[]).map((one) => [one['slug'], String(one['status'])]))
  }
  const rioja = await status('ES-26089')
  expect(rioja.get('ley-5-1994-rioja')).toContain('derogada por la Ley 1/2023')
  expect(rioja.get('ley-1-2023-rioja')).toContain('vigente')
  expect((await status('ES-07040')).get('decreto-110-2010')).toContain('derogado por la Ley 8/2017')
})
