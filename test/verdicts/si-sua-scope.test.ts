import { describe, expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt, missingFields } from './answers.ts'

const service = startService()
const check = checkerAt(service, 'ES-42173')
const none = {}

type Scope = readonly [
  element: string,
  parameter: string,
  value: number | string,
  unit: string,
  fact: string,
  outside: Json,
  inside: Json,
  limit: number | string,
]

const fireSafety: Scope[] = [
  ['campana-cocina', 'distancia-material-combustible', 40, 'cm', 'potencia_local_kw', { potencia_local_kw: 20 }, { potencia_local_kw: 21 }, 50],
  [
    'fachada',
    'distancia-horizontal-d',
    0.4,
    'm',
    'fachada_limita_propagacion',
    { fachada_limita_propagacion: false, angulo_fachadas_deg: 180 },
    { fachada_limita_propagacion: true, angulo_fachadas_deg: 180 },
    0.5,
  ],
  [
    'fachada',
    'franja-vertical-ei60',
    0.9,
    'm',
    'fachada_limita_propagacion',
    { fachada_limita_propagacion: false },
    { fachada_limita_propagacion: true },
    1,
  ],
  [
    'medianeria',
    'prolongacion-elemento-sobre-cubierta',
    0.4,
    'm',
    'franja_cubierta_rei60',
    { franja_cubierta_rei60: true },
    { franja_cubierta_rei60: false },
    0.6,
  ],
  [
    'espacio-exterior-seguro',
    'distancia-edificio',
    10,
    'm',
    'espacio_exterior_comunicado',
    { espacio_exterior_comunicado: true },
    { espacio_exterior_comunicado: false },
    15,
  ],
  [
    'zona-refugio',
    'plazas-silla-ruedas',
    0,
    'plaza',
    'altura_evacuacion_m',
    { uso: 'administrativo', ocupacion: 90, altura_evacuacion_m: 14 },
    { uso: 'administrativo', ocupacion: 90, altura_evacuacion_m: 14.1 },
    1,
  ],
  [
    'ascensor-emergencia',
    'numero-ascensores',
    0,
    '1',
    'altura_evacuacion_m',
    { uso: 'comercial', ocupacion_edificio: 900, altura_evacuacion_m: 28 },
    { uso: 'comercial', ocupacion_edificio: 900, altura_evacuacion_m: 28.1 },
    1,
  ],
]

const use: Scope[] = [
  [
    'barrera-piscina',
    'altura',
    1,
    'm',
    'acceso_ninos_controlado',
    { destino_piscina: 'uso_colectivo', acceso_ninos_controlado: true },
    { destino_piscina: 'uso_colectivo', acceso_ninos_controlado: false },
    1.2,
  ],
  [
    'vaso-piscina',
    'profundidad',
    3.5,
    'm',
    'destino_piscina',
    { tipo_piscina: 'otra', destino_piscina: 'competicion_ensenanza' },
    { tipo_piscina: 'otra', destino_piscina: 'uso_colectivo' },
    3,
  ],
  [
    'espacio-espera-aparcamiento',
    'profundidad',
    4,
    'm',
    'superficie_aparcamiento_m2',
    { uso: 'residencial_privado', superficie_aparcamiento_m2: 100 },
    { uso: 'residencial_privado', superficie_aparcamiento_m2: 101 },
    4.5,
  ],
  ['aseo-accesible', 'numero-minimo', 0, '1', 'aseos_exigibles', { inodoros: 5, aseos_exigibles: false }, { inodoros: 5, aseos_exigibles: true }, 1],
  ['puerta-itinerario-accesible', 'fuerza-apertura', 30, 'N', 'puerta_de_salida', { puerta_de_salida: false }, { puerta_de_salida: true }, 25],
  ['itinerario-accesible', 'diametro-giro', 1.4, 'm', 'lugar_giro', { lugar_giro: 'otro' }, { lugar_giro: 'vestibulo_portal' }, 1.5],
]

describe('a rule that binds only some cases asks for the deciding condition', () => {
  test.each([...fireSafety, ...use])('%s, %s', async (element, parameter, value, unit, fact, outside, inside, limit) => {
    expect(await check(element, parameter, value, unit, outside)).toMatchObject({ code: 'no-applicable-rule' })
    expect(await check(element, parameter, value, unit, inside)).toMatchObject({ is_compliant: false, limit_value: limit })
    const unknown = Object.fromEntries(Object.entries(inside).filter(([name]) => name !== fact))
    expect(missingFields(await check(element, parameter, value, unit, unknown))).toContain(fact)
  })

  test('a roof covering, only near façades, on projections and rooflights', async () => {
    const covering = (context: Json) => check('revestimiento-cubierta', 'reaccion-fuego-exterior', 'Froof(t1)', '1', context)
    expect(await covering({ zona_acabado_cubierta: 'resto' })).toMatchObject({ code: 'no-applicable-rule' })
    expect(missingFields(await covering(none))).toContain('zona_acabado_cubierta')
    expect(await covering({ zona_acabado_cubierta: 'proxima_fachada', superficie_acabado_cubierta_pct: 5 })).toMatchObject({
      code: 'no-applicable-rule',
    })
    expect(await covering({ zona_acabado_cubierta: 'lucernario', superficie_acabado_cubierta_pct: 5 })).toMatchObject({ is_compliant: false })
  })
})

describe('exceptions of the text are not bound', () => {
  test.each([
    ['ascensor', 'resistencia-fuego-puerta-e', 'E 15', '1', { vestibulo_independencia: false, ascensor_protegido_en_sector_bajo: true }],
    ['recorrido-evacuacion', 'altura-ascendente-salida-planta', 5, 'm', { uso: 'administrativo', ocupacion_nula: true }],
    ['salida-edificio', 'recorrido-exterior-seguro', 60, 'm', { personas: 501 }],
    ['escalera-protegida', 'superficie-ventilacion-planta', 0.5, 'm²', { proteccion_humo_escalera: 'presion_diferencial' }],
    ['cerramiento-textil', 'reaccion-fuego', 'E', '1', { textil_nivel_t2: true }],
    ['puerta-vidrio', 'altura-senalizacion', 0.5, 'm', { banda_senalizacion: 'inferior', puerta_vidrio_identificable: true }],
    ['conductor-bajada-rayo', 'distancia-seguridad-rayo', 0.1, 'm', { distancia_vertical_l_m: 10, union_equipotencial: true }],
    ['barrera-proteccion', 'abertura-esfera', 12, 'cm', { uso: 'residencial_privado', diferencia_cota_m: 3, abertura_triangular_exceptuada: true }],
  ])('%s, %s', async (element, parameter, value, unit, context) => {
    expect(await check(element, parameter, value, unit, context)).toMatchObject({ code: 'no-applicable-rule' })
  })
})

describe('a reference to another rule binds as well', () => {
  test('the smoke extraction of SI 3 leaves out an open car park, the ventilation of HS 3 does not', async () => {
    const flow = (value: number) => check('ventilacion-garaje', 'caudal-extraccion', value, 'l/(plaza·s)', { aparcamiento_abierto: true })
    expect(await flow(130)).toMatchObject({ is_compliant: true, limit_value: 120, rules: [{ code_slug: 'cte-db-hs' }] })
    expect(await flow(100)).toMatchObject({ is_compliant: false, limit_value: 120 })
  })

  test('a roof that is not light is ordinary structure', async () => {
    const roof = { planta: 'sobre_rasante', uso: 'comercial', altura_evacuacion_m: 9, altura_rasante_m: 20, carga_permanente_cerramiento_kn_m2: 1 }
    const resists = (context: Json) => check('cubierta-ligera', 'resistencia-fuego-r', 'R 30', '1', { ...roof, ...context })
    expect(await resists({ fallo_cubierta_sin_dano: true })).toMatchObject({ is_compliant: true, limit_value: 'R 30' })
    expect(await resists({ fallo_cubierta_sin_dano: false })).toMatchObject({ is_compliant: false, limit_value: 'R 90' })
  })

  test('a small step of an accessible route', async () => {
    const step = { tipo_uso: 'general', desnivel_cm: 4, uso: 'administrativo', itinerario_accesible: true }
    expect(await check('pavimento', 'pendiente', 20, '%', step)).toMatchObject({ is_compliant: false, limit_value: 4 })
  })

  test('an accessible lift that is an emergency lift too', async () => {
    const lift = { uso: 'residencial_privado', viviendas_accesibles: 0, puertas_cabina: 'una_o_enfrentadas' }
    expect(await check('ascensor-accesible', 'anchura-cabina', 1.05, 'm', lift)).toMatchObject({ is_compliant: true })
    expect(await check('ascensor-accesible', 'anchura-cabina', 1.05, 'm', { ...lift, es_ascensor_emergencia: true })).toMatchObject({
      is_compliant: false,
      limit_value: 1.1,
    })
  })
})
