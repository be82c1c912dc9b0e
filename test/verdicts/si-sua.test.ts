import { describe, expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt, missingFields } from './answers.ts'

const service = startService()
const check = checkerAt(service, 'ES-42173')
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

  test('may have any openings; if the drop is unknown it is asked for', async () => {
    const context = { uso: 'residencial_privado' }
    expect(await check('barrera-proteccion', 'abertura-esfera', 12, 'cm', { ...context, diferencia_cota_m: 0.5 })).toMatchObject(notBound)
    expect(missingFields(await check('barrera-proteccion', 'abertura-esfera', 12, 'cm', context))).toEqual(['diferencia_cota_m'])
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
    contenido_inflamable: false,
    servicio_imprescindible: false,
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
    expect(missingFields(await sill({ uso: 'administrativo' }))).toContain('altura_evacuacion_m')
  })

  test.each([
    ['vial-aproximacion', 'anchura-libre-vial', 3, 'm', 3.5],
    ['espacio-maniobra-bomberos', 'pendiente', 12, '%', 10],
  ])('%s: the same', async (element, parameter, value, unit, limit) => {
    const context = { uso: 'administrativo' }
    expect(await check(element, parameter, value, unit, { ...context, altura_evacuacion_m: 9 })).toMatchObject(notBound)
    expect(await check(element, parameter, value, unit, { ...context, altura_evacuacion_m: 12 })).toMatchObject(fails(limit))
    expect(missingFields(await check(element, parameter, value, unit, context))).toContain('altura_evacuacion_m')
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

  test('is asked for its location', async () => {
    const context = { uso: 'residencial_privado', nivel_riesgo_especial: 'bajo' }
    expect(missingFields(await check('local-riesgo-especial', 'resistencia-fuego-ei', 'EI 90', '1', context))).toContain('planta')
  })

  test('has a ceiling no worse than that of the sectors', async () => {
    expect(await check('techo-local-riesgo-especial', 'resistencia-fuego-ei', 'REI 90', '1', basement)).toMatchObject(fails('REI 120'))
  })

  test.each(['local-riesgo-especial', 'estructura-local-riesgo-especial'])('%s has a structure no worse than that of its floor', async (element) => {
    expect(await check(element, 'resistencia-fuego-r', 'R 90', '1', basement)).toMatchObject(fails('R 120'))
    expect(await check(element, 'resistencia-fuego-r', 'R 120', '1', basement)).toMatchObject({ is_compliant: true })
    expect(await check(element, 'resistencia-fuego-r', 'R 90', '1', above)).toMatchObject(complies('R 90'))
  })

  test('under a roof whose failure causes no harm needs R 30 at any height', async () => {
    const context = { ...basement, bajo_cubierta_no_evacuacion: true }
    expect(await check('local-riesgo-especial', 'resistencia-fuego-r', 'R 30', '1', context)).toMatchObject(complies('R 30'))
  })
})

describe('the width of a stair', () => {
  const dwellings = { uso: 'residencial_privado', proteccion_escalera: 'no_protegida', sentido_evacuacion: 'descendente' }
  const width = (element: string, value: number, context: Json, more: Json = {}) => check(element, 'anchura', value, 'm', context, more)

  test('called just a stair has the width for evacuation', async () => {
    expect(await width('escalera', 1, { ...dwellings, tipo_uso: 'general', personas: 200 })).toMatchObject(fails(1.25))
    expect(await width('escalera', 1.25, { ...dwellings, tipo_uso: 'general', personas: 200 })).toMatchObject(complies(1.25))
  })

  test.each([
    ['dwellings', 0.8, dwellings, 100, 1],
    ['offices', 0.7, { ...dwellings, uso: 'administrativo', comunica_con_zona_accesible: false }, 40, 0.9],
    ['upwards', 0.8, { ...dwellings, sentido_evacuacion: 'ascendente', evacuacion_ascendente_m: 2 }, 50, 1],
    ['protected', 0.9, { ...dwellings, proteccion_escalera: 'protegida', superficie_recinto_protegido_m2: 30 }, 100, 1],
  ])('called an evacuation stair is at least the minimum of any stair: %s', async (_name, value, context, personas, limit) => {
    expect(await width('escalera-evacuacion', value, { ...context, personas })).toMatchObject(fails(limit))
    expect(await width('escalera-evacuacion', value, { ...context, personas }, { codes: [{ slug: 'cte-db-si' }] })).toMatchObject(fails(limit))
  })

  test('outdoors is at least the minimum of any stair', async () => {
    const context = { uso: 'residencial_privado', aire_libre: true, personas: 100, tipo_uso: 'general' }
    expect(await width('escalera-evacuacion', 0.8, context)).toMatchObject(fails(1))
  })

  test('protected: carries its occupants', async () => {
    const context = { ...dwellings, proteccion_escalera: 'protegida', tipo_uso: 'general', personas: 500, superficie_recinto_protegido_m2: 60 }
    expect(await width('escalera-protegida', 1.2, context)).toMatchObject(fails(2))
    expect(await width('escalera', 1.2, context)).toMatchObject(fails(2))
    expect(await width('escalera', 2, context)).toMatchObject(complies(2))
  })

  test('inside a dwelling is decided without asking about evacuation', async () => {
    const inside = { uso: 'residencial_privado', tipo_uso: 'restringido' }
    expect(await width('escalera', 0.8, inside)).toMatchObject(complies(0.8))
    expect(await width('escalera', 0.79, inside)).toMatchObject(fails(0.8))
  })

  test('that is not for evacuation is decided by its use alone', async () => {
    const context = { uso: 'residencial_privado', tipo_uso: 'general', prevista_evacuacion: false }
    expect(await width('escalera', 1, context)).toMatchObject(complies(1))
  })

  test('asks for the number of people if it can change the verdict', async () => {
    const body = await width('escalera', 1.1, { uso: 'residencial_privado', tipo_uso: 'general' })
    expect(body['code']).toBe('indeterminate')
    expect(missingFields(body)).toEqual(expect.arrayContaining(['personas', 'proteccion_escalera', 'sentido_evacuacion']))
    expect(await width('escalera', 0.9, { uso: 'residencial_privado', tipo_uso: 'general' })).toMatchObject(fails(1))
  })

  test('of evacuation includes the step limits of any stair', async () => {
    const context = { uso: 'administrativo', tipo_uso: 'general' }
    expect(await check('escalera-evacuacion', 'huella', 27, 'cm', context)).toMatchObject(fails(28))
    expect(await check('escalera', 'altura-evacuacion-max', 15, 'm', { ...dwellings, ...context })).toMatchObject(fails(14))
  })
})

describe('the width of a corridor, ramp or door', () => {
  const office = { uso: 'administrativo', personas: 300 }
  const width = (element: string, value: number, context: Json) => check(element, 'anchura', value, 'm', context)

  test.each(['pasillo', 'pasillo-evacuacion'])('%s: by its occupants, and by accessibility if it is accessible', async (element) => {
    expect(await width(element, 1.4, { ...office, itinerario_accesible: false })).toMatchObject(fails(1.5))
    expect(await width(element, 1.1, { ...office, personas: 100, itinerario_accesible: true })).toMatchObject(fails(1.2))
    expect(await width(element, 1.1, { ...office, personas: 100, itinerario_accesible: false })).toMatchObject(complies(1))
    const home = { uso: 'residencial_privado', personas: 20, itinerario_accesible: true }
    expect(await width(element, 1.1, home)).toMatchObject(complies(1.1))
    const narrow = { ...home, estrechamiento_puntual: true, longitud_estrechamiento_m: 0.5, separacion_estrechamiento_m: 0.65 }
    expect(await width(element, 1.05, narrow)).toMatchObject({ is_compliant: true })
    expect(await width(element, 1.05, { ...narrow, longitud_estrechamiento_m: 0.6 })).toMatchObject(fails(1.1))
  })

  test('pasillo: inside a dwelling is not bound', async () => {
    const inside = { uso: 'residencial_privado', tipo_uso: 'restringido', interior_vivienda_no_accesible: true }
    expect(await width('pasillo', 0.8, inside)).toMatchObject(notBound)
  })

  test('rampa: also by its occupants', async () => {
    const context = { ...office, itinerario_accesible: false, tipo_uso: 'general', tipo_rampa: 'peatonal', comunica_con_zona_accesible: false }
    expect(await width('rampa', 1.2, context)).toMatchObject(fails(1.5))
    expect(await width('rampa', 1.5, context)).toMatchObject(complies(1.5))
    expect(await width('pasillo-evacuacion', 1.4, { ...context, personas: 400 })).toMatchObject(fails(2))
  })

  test('rampa: only for vehicles is not for evacuation', async () => {
    const context = { uso: 'aparcamiento', itinerario_accesible: false, tipo_uso: 'general', tipo_rampa: 'solo_vehiculos' }
    expect(await width('rampa', 1, context)).toMatchObject(notBound)
  })

  test.each(['puerta-salida', 'puerta-evacuacion'])('%s: by its occupants, under either name', async (element) => {
    expect(await width(element, 1.4, office)).toMatchObject(fails(1.5))
    expect(await check(element, 'anchura-libre', 1.4, 'm', office)).toMatchObject(fails(1.5))
    expect(await check(element, 'fuerza-apertura', 150, 'N', { itinerario_accesible: false })).toMatchObject(fails(140))
  })

  test.each([
    [
      'pasillo-area-ventas',
      1.8,
      { uso: 'comercial', carros: false, superficie_ventas_planta_m2: 500, personas: 400, itinerario_accesible: false },
      2,
    ],
    ['puerta-pasillo-hospitalario', 2.1, { uso: 'hospitalario', personas: 500 }, 2.5],
    ['puerta-salida-escalera-protegida', 1, { uso: 'hospitalario', personas: 100, anchura_escalera_m: 1 }, 1.05],
  ])('%s: by its own rule and the general one', async (element, value, context, limit) => {
    expect(await width(element, value, context)).toMatchObject(fails(limit))
  })
})
