import { expect, test } from 'vitest'
import { startService } from '../service.ts'
import { checkerAt } from './answers.ts'

const check = checkerAt(startService(), 'ES-28079')

test.each([
  ['hogar_o_fuente_calor', { proteccion_radiacion_envases: true }, 1.4, false],
  ['hogar_o_fuente_calor', { proteccion_radiacion_envases: true, falta_espacio_envases: true }, 0.5, true],
  ['hornillo_o_calefaccion', { proteccion_radiacion_envases: true }, 0.1, true],
  ['hornillo_o_calefaccion', {}, 0.29, false],
  ['toma_corriente', {}, 0.5, true],
])('a connected LPG bottle near %s with %o at %s m', async (elemento_junto_envases_15, context, value, complies) => {
  const body = await check('envases-glp-hasta-15', 'distancia-envase-elemento', value, 'm', { elemento_junto_envases_15, ...context })
  expect(body['is_compliant']).toBe(complies)
})

test('the printed distance of larger LPG bottles has to be exceeded, and explosion-proof material is outside it', async () => {
  const at = (value: number, context: Record<string, unknown>) =>
    check('envases-glp-mas-15', 'distancia-envase-elemento', value, 'm', {
      ...{ masa_glp_kg: 105, elemento_junto_envases_mayores: 'motor' },
      ...context,
    })
  expect((await at(3, {}))['is_compliant']).toBe(false)
  expect((await at(3.01, {}))['is_compliant']).toBe(true)
  expect((await at(1, { material_electrico_antiexplosivo: true }))['code']).toBe('no-applicable-rule')
})

test('a telecom room is as high as its table says for its users, or has another shape of the same accessible area', async () => {
  const at = (context: Record<string, unknown>) =>
    check('recinto-telecomunicaciones', 'altura', 2.2, 'm', { clase_recinto_ict: 'riti_o_rits', ict_obligatoria: true, ...context })
  expect((await at({ pau_edificacion: 45 }))['is_compliant']).toBe(true)
  expect((await at({ pau_edificacion: 46 }))['is_compliant']).toBe(false)
  expect((await at({ pau_edificacion: 46, superficie_accesible_recinto_mantenida: true }))['code']).toBe('no-applicable-rule')
})

test.each([
  ['cofdm_tv', 46, false],
  ['cofdm_tv', 47, true],
  ['cofdm_tv', 70, true],
  ['cofdm_tv', 71, false],
  ['qpsk_tv', 71, true],
])('the level of %s at the outlet, %s dBµV', async (modulacion_rtv, value, complies) => {
  const context = { modulacion_rtv, mer_senal_suficiente: true, ict_obligatoria: true }
  expect((await check('registro-toma-ict', 'nivel-senal-rtv', value, 'dBµV', context))['is_compliant']).toBe(complies)
})

test.each([
  ['sector-incendio-industrial', 'superficie-construida-max', 3500, 'm²', { nivel_riesgo_intrinseco: 'medio_3', planta: 'sobre_rasante' }, true],
  ['sector-incendio-industrial', 'superficie-construida-max', 3501, 'm²', { nivel_riesgo_intrinseco: 'medio_3', planta: 'sobre_rasante' }, false],
  ['estructura-portante-industrial', 'resistencia-fuego-r', 'R 60', '1', { nivel_riesgo_intrinseco: 'medio', planta: 'sobre_rasante' }, false],
  ['estructura-portante-industrial', 'resistencia-fuego-r', 'R 90', '1', { nivel_riesgo_intrinseco: 'medio', planta: 'sobre_rasante' }, true],
  ['muro-establecimiento-colindante', 'resistencia-fuego-ei', 'EI 120', '1', { nivel_riesgo_intrinseco: 'medio', elemento_portante: false }, false],
  [
    'recorrido-evacuacion-industrial',
    'longitud-recorrido-evacuacion',
    30,
    'm',
    { nivel_riesgo_intrinseco: 'medio', numero_salidas: 1, ocupacion_p_industrial: 20 },
    true,
  ],
  ['bie-industrial', 'tiempo-autonomia-bie', 60, 'min', { nivel_riesgo_intrinseco: 'alto_6' }, false],
])(
  'an industrial building of type B of 2015 is judged by the tables of 2004: %s %s %s %s %o',
  async (element, parameter, value, unit, context, complies) => {
    const stated = {
      uso: 'industrial',
      configuracion_industrial: 'b',
      fachada_accesible_perimetro_pct: 20,
      actividad_industrial: 'produccion',
      ...context,
    }
    const body = await check(element, parameter, value, unit, stated, { as_of: '2015-06-01' })
    expect([body['is_compliant'], body['code']]).toEqual([complies, undefined])
  },
)

test.each([
  [3, 4.1, false],
  [3, 4.2, true],
  [6, 7, true],
])('letters read from %s m on a public space, %s cm high', async (distancia_lectura_m, value, complies) => {
  expect((await check('rotulo-informativo', 'tamano-letra', value, 'cm', { distancia_lectura_m }))['is_compliant']).toBe(complies)
})

test('between the printed reading distances no height of letters is decided', async () => {
  const body = await check('rotulo-informativo', 'tamano-letra', 3, 'cm', { distancia_lectura_m: 2.5 })
  expect(body['is_compliant']).toBeUndefined()
})
