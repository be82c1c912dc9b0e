import { describe, expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt } from './answers.ts'

const service = startService()
const check = checkerAt(service, 'ES-28079')

describe('a railing of a public space', () => {
  test.each([
    [0.5, 'no-applicable-rule'],
    [0.55, 'no-applicable-rule'],
    [0.56, undefined],
  ])('for a drop of %s m binds above 55 cm only', async (diferencia_cota_m, code) => {
    for (const element of ['barandilla-espacio-publico', 'barrera-proteccion']) {
      const body = await check(element, 'altura', 0.6, 'm', { diferencia_cota_m, ambito_accesibilidad: 'espacio_publico' })
      expect(body['code'], element).toBe(code)
    }
  })
  test('of a smaller drop binds if there is a risk of falling', async () => {
    const body = await check('barandilla-espacio-publico', 'altura', 0.6, 'm', { diferencia_cota_m: 0.5, riesgo_caida: true })
    expect(body['is_compliant']).toBe(false)
  })
})

test('the stricter of two classes is the limit if both are met', async () => {
  const context = { nivel_riesgo_especial: 'bajo', planta: 'bajo_rasante', uso: 'residencial_privado', altura_evacuacion_m: 10 }
  const body = await check('local-riesgo-especial', 'resistencia-fuego-ei', 'EI 120', '1', context)
  expect(body).toMatchObject({ is_compliant: true, limit_value: 'EI 120' })
})

test.each([
  [1 / 350, 'flecha-relativa-confort', {}],
  [1 / 300, 'flecha-relativa-integridad', { tabiques: 'resto' }],
  [1 / 400, 'flecha-relativa-integridad', { tabiques: 'ordinarios' }],
])('the number %s from a floating-point division counts as the exact fraction', async (value, parameter, context) => {
  expect((await check('forjado', parameter, value, '1', context))['result_status']).toBe('NON_COMPLIANT')
})

describe('a reform', () => {
  test.each([
    ['escalera', 'huella', 25, 'cm', { tipo_uso: 'general' }],
    ['pared-sector-incendio', 'resistencia-fuego-ei', 'EI 30', '1', { uso: 'residencial_privado', planta: 'sobre_rasante', altura_evacuacion_m: 10 }],
  ])('asks whether it modifies the %s', async (element, parameter, value, unit, context) => {
    const at = (more: Json) => check(element, parameter, value, unit, { ...context, intervencion: 'reforma', ...more })
    const open = await at({})
    expect([open['code'], (open['missing'] as Json[]).map(({ field }) => field)]).toEqual(['indeterminate', ['elemento_modificado_reforma']])
    expect((await at({ elemento_modificado_reforma: true }))['is_compliant']).toBe(false)
    expect((await at({ elemento_modificado_reforma: false }))['code']).toBe('no-applicable-rule')
  })
})

test.each([
  ['instalacion-iluminacion', 'veei', 0, 'W/m² por 100 lux'],
  ['instalacion-acs', 'contribucion-renovable', 150, '%'],
])('%s: a %s of %s is impossible', async (element, parameter, value, unit) => {
  expect((await check(element, parameter, value, unit, {}))['code']).toMatch(/validation|unknown-element/)
})

test('a flat roof of gravel has both ends, whether or not the gravel is loose', async () => {
  for (const [value, complies] of [
    [3, true],
    [0.5, false],
  ] as const) {
    const body = await check('cubierta-plana', 'pendiente', value, '%', { proteccion_cubierta: 'grava' })
    expect([body['is_compliant'], body['limit_range']], String(value)).toEqual([complies, { min: 1, max: 5 }])
  }
})

test.each([
  ['seccion-conductor', 4, 'mm²', { circuito: 'C3' }, false],
  ['seccion-conductor', 6, 'mm²', { circuito: 'C3' }, true],
  ['seccion-conductor', 2.5, 'mm²', { circuito: 'C4' }, false],
  ['seccion-conductor', 2.5, 'mm²', { circuito: 'C4', conductor_una_toma_c4: true }, true],
  ['diametro-tubo', 20, 'mm', { circuito: 'C9' }, false],
  ['puntos-maximos', 4, '1', { circuito: 'C4' }, false],
] as const)('the circuits of a dwelling are decided by table 1 of ITC-BT-25: %s %s %s %o', async (parameter, value, unit, context, complies) => {
  expect((await check('circuito-vivienda', parameter, value, unit, context))['is_compliant']).toBe(complies)
})

test('the reserve of a fibre network counts fibres, not drops of two fibres', async () => {
  const at = (context: Json) => check('red-fibra-ict', 'capacidad-red-distribucion', 24, '1', { ict_obligatoria: true, ...context })
  expect((await at({ demanda_prevista_ict: 20 }))['code']).toBe('indeterminate')
  expect((await at({ demanda_fibras_ict: 40 }))['is_compliant']).toBe(false)
})

test('the potential of a buried LPG tank with impressed current is controlled every three months', async () => {
  const at = (context: Json) => check('proteccion-catodica-glp', 'periodicidad-operacion', 1, 'año', { control_catodica: 'potencial', ...context })
  expect((await at({}))['code']).toBe('indeterminate')
  expect((await at({ corriente_impresa_glp: true }))['is_compliant']).toBe(false)
})

describe('sampling of Legionella', () => {
  const hotel = { edificio_exclusivo_vivienda: false }
  test.each([
    ['instalacion-agua-sanitaria', 'intervalo-muestreo-legionela', 6, 'mes', hotel],
    ['torre-refrigeracion', 'intervalo-muestreo-legionela', 2, 'mes', {}],
    [
      'instalacion-agua-sanitaria',
      'puntos-muestreo-legionela',
      1,
      '1',
      { ...hotel, instalacion_uso_colectivo: true, puntos_terminales: 60, circuito_muestreo: 'caliente' },
    ],
  ])('of %s, %s: annex V binds with a prevention plan, not with a sanitary plan', async (element, parameter, value, unit, context) => {
    const withPlan = (plan_sanitario_legionela: boolean) => check(element, parameter, value, unit, { ...context, plan_sanitario_legionela })
    expect((await withPlan(false))['is_compliant']).toBe(false)
    expect((await withPlan(true))['code']).toBe('no-applicable-rule')
  })
})

test('36 °C are the limit of a spa pool alone, not of other heated pools with aerosols', async () => {
  const at = (otro_vaso_con_aerosoles: boolean) =>
    check('vaso-hidromasaje', 'temperatura-agua', 34, '°C', { tipo_piscina_sanitaria: 'tipo_1', otro_vaso_con_aerosoles })
  expect((await at(false))['is_compliant']).toBe(true)
  expect((await at(true))['code']).toBe('no-applicable-rule')
})

test.each([
  ['zona_tranquila', 50, false],
  ['zona_tranquila', 49, true],
  ['resto', 50, true],
  ['existente', 55, true],
])('the noise of a residential area at night, %s: %s dBA', async (area_urbanizada, value, complies) => {
  const context = { area_urbanizada, tipo_area_acustica: 'residencial', periodo_evaluacion_ruido: 'noche' }
  expect((await check('area-acustica', 'nivel-ruido-periodo', value, 'dBA', context))['is_compliant']).toBe(complies)
})
