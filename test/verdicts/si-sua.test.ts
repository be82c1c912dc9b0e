import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const check = (element: string, parameter: string, value: number | string, unit: string, context: Json, more: Json = {}) =>
  service.post('/api/v1/verify', { element, parameter, value, unit, geo_id: 'ES-28079', context, ...more }).then(bodyOf)
const missing = (body: Json): unknown[] => ((body['missing'] as Json[] | undefined) ?? []).map(({ field }) => field)
const complies = (limit: number | string) => ({ is_compliant: true, limit_value: limit })
const fails = (limit: number | string) => ({ is_compliant: false, limit_value: limit })
const notBound = { code: 'no-applicable-rule' }

describe('the barrier of a small drop', () => {
  test.each([
    [0.5, notBound],
    [0.55, notBound],
    [0.56, fails(0.9)],
  ])('of %s m', async (drop, expected) => {
    expect(await check('barrera-proteccion', 'altura', 0.6, 'm', { diferencia_cota_m: drop })).toMatchObject(expected)
  })

  test('says why it is not bound', async () => {
    const body = await check('barrera-proteccion', 'altura', 0.6, 'm', { diferencia_cota_m: 0.5 })
    expect(String(body['detail'])).toContain('55 cm')
  })

  test('before fixed seats is not bound either', async () => {
    const context = { diferencia_cota_m: 0.5, elemento_horizontal_asientos: false }
    expect(await check('barrera-asientos', 'altura', 0.6, 'm', context)).toMatchObject(notBound)
  })

  test('may have any openings, which are asked about where the drop is not known', async () => {
    const context = { uso: 'residencial_privado' }
    expect(await check('barrera-proteccion', 'abertura-esfera', 12, 'cm', { ...context, diferencia_cota_m: 0.5 })).toMatchObject(notBound)
    expect(missing(await check('barrera-proteccion', 'abertura-esfera', 12, 'cm', context))).toEqual(['diferencia_cota_m'])
  })
})

describe('lightning protection', () => {
  const building = {
    uso: 'residencial_privado',
    altura_edificio_m: 30,
    densidad_impactos: 2,
    situacion_edificio: 'proximo',
    material_estructura: 'hormigon',
    material_cubierta: 'hormigon',
  }
  const efficiency = (captured: number) =>
    check('pararrayos', 'eficiencia-proteccion-rayo', 0.1, '1', { ...building, superficie_captura_m2: captured })

  test('is not obligatory below a required efficiency of 0.80', async () => {
    expect(await efficiency(21000)).toMatchObject(notBound)
  })

  test('is obligatory from 0.80 on', async () => {
    expect(await efficiency(27500)).toMatchObject(fails(0.8))
    expect(await efficiency(27499)).toMatchObject(notBound)
  })
})

describe('access for firemen', () => {
  const sill = (context: Json) => check('hueco-acceso-bomberos', 'altura-alfeizar', 1.3, 'm', context)

  test('binds façades of buildings above 9 m of evacuation height', async () => {
    expect(await sill({ uso: 'administrativo', altura_evacuacion_m: 6 })).toMatchObject(notBound)
    expect(await sill({ uso: 'administrativo', altura_evacuacion_m: 9 })).toMatchObject(notBound)
    expect(await sill({ uso: 'administrativo', altura_evacuacion_m: 9.1 })).toMatchObject(fails(1.2))
  })

  test('asks for the evacuation height', async () => {
    expect(missing(await sill({ uso: 'administrativo' }))).toContain('altura_evacuacion_m')
  })

  test.each([
    ['vial-aproximacion', 'anchura-libre-vial', 3, 'm', 3.5],
    ['espacio-maniobra-bomberos', 'pendiente', 12, '%', 10],
  ])('%s: the same', async (element, parameter, value, unit, limit) => {
    const context = { uso: 'administrativo' }
    expect(await check(element, parameter, value, unit, { ...context, altura_evacuacion_m: 9 })).toMatchObject(notBound)
    expect(await check(element, parameter, value, unit, { ...context, altura_evacuacion_m: 12 })).toMatchObject(fails(limit))
    expect(missing(await check(element, parameter, value, unit, context))).toContain('altura_evacuacion_m')
  })
})

describe('a special-risk room', () => {
  const basement = { uso: 'residencial_privado', nivel_riesgo_especial: 'bajo', planta: 'bajo_rasante', altura_evacuacion_m: 9 }
  const above = { ...basement, planta: 'sobre_rasante' }

  test.each(['local-riesgo-especial', 'local-sala-calderas'])('%s has walls no worse than the sectors of the use it serves', async (element) => {
    expect(await check(element, 'resistencia-fuego-ei', 'EI 90', '1', basement)).toMatchObject(fails('EI 120'))
    expect(await check(element, 'resistencia-fuego-ei', 'EI 120', '1', basement)).toMatchObject({ is_compliant: true })
    expect(await check(element, 'resistencia-fuego-ei', 'EI 90', '1', above)).toMatchObject(complies('EI 90'))
    expect(await check(element, 'resistencia-fuego-ei', 'EI 90', '1', { ...above, altura_evacuacion_m: 30 })).toMatchObject(fails('EI 120'))
  })

  test('is asked where it stands', async () => {
    const context = { uso: 'residencial_privado', nivel_riesgo_especial: 'bajo' }
    expect(missing(await check('local-riesgo-especial', 'resistencia-fuego-ei', 'EI 90', '1', context))).toContain('planta')
  })

  test('has a ceiling no worse than that of the sectors', async () => {
    expect(await check('techo-local-riesgo-especial', 'resistencia-fuego-ei', 'REI 90', '1', basement)).toMatchObject(fails('REI 120'))
  })

  test.each(['local-riesgo-especial', 'estructura-local-riesgo-especial'])('%s has a structure no worse than that of its floor', async (element) => {
    expect(await check(element, 'resistencia-fuego-r', 'R 90', '1', basement)).toMatchObject(fails('R 120'))
    expect(await check(element, 'resistencia-fuego-r', 'R 120', '1', basement)).toMatchObject({ is_compliant: true })
    expect(await check(element, 'resistencia-fuego-r', 'R 90', '1', above)).toMatchObject(complies('R 90'))
  })

  test('under a roof whose failure harms nothing is R 30 wherever it stands', async () => {
    const context = { ...basement, bajo_cubierta_no_evacuacion: true }
    expect(await check('local-riesgo-especial', 'resistencia-fuego-r', 'R 30', '1', context)).toMatchObject(complies('R 30'))
  })
})
