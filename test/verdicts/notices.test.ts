import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'
import { missingFields, outcomeOf } from './answers.ts'

// Scope and exceptions of RSCIEI, REBT, RIPCI and regional norms: the decisive condition is asked for,
// and a check outside the scope gets no verdict.
const { post } = startService()

type Facts = Readonly<Record<string, string | number | boolean>>
type Check = readonly [element: string, parameter: string, value: number | string, unit: string, at?: string, edition?: string]

async function asked([element, parameter, value, unit, at = 'ES-28079', as_of]: Check, context: Facts): Promise<Json> {
  const day = as_of === undefined ? {} : { as_of }
  return bodyOf(await post('/api/v1/verify', { element, parameter, value, unit, geo_id: at, context, ...day }))
}

const industrial: Facts = { uso: 'industrial' }
const old = '2024-06-01'
const panels: Check = ['fotovoltaica-cubierta-industrial', 'anchura-franja-perimetral-paneles', 0.5, 'm']
const facade: Check = ['fachada-industrial', 'reaccion-fuego', 'E', '1']
const tent: Check = ['estructura-carpa-industrial', 'resistencia-fuego-r', 'R 15', '1']
const access: Check = ['acceso-peatonal-industrial', 'distancia-vias-acceso', 51, 'm']
const manoeuvre: Check = ['espacio-maniobra-industrial', 'pendiente', 11, '%']
const strip: Check = ['cubierta-industrial', 'anchura-franja-cubierta', 0.5, 'm']
const oldStrip: Check = ['cubierta-industrial', 'anchura-franja-cubierta', 0.5, 'm', 'ES-28079', old]
const seal: Check = ['paso-instalacion-industrial', 'minutos-ei-obturacion', 60, 'min']
const boundary: Check = ['compartimentacion-area-industrial', 'resistencia-fuego-ei', 'EI 90', '1', 'ES-28079', old]
const deadEnd: Check = ['entorno-forestal-industrial', 'radio-fondo-saco', 10, 'm', 'ES-28079', old]
const aluminium: Check = ['circuito-recarga', 'seccion-conductor', 6, 'mm²']
const pool: Check = ['base-enchufe-piscina', 'distancia-volumen-0', 1.3, 'm']
const singleExit: Check = ['planta-una-salida', 'ocupacion-max', 40, 'persona']
const garage: Check = ['aparcamiento', 'densidad-potencia', 9, 'W/m²']
const duct: Check = ['conducto-aire-patio', 'seccion', 0.1, 'm²', 'ES-15030']
const toilet: Check = ['cuarto-aseo', 'ancho-libre', 1.1, 'm', 'ES-15030']

const ei120 = { ...industrial, ei_exigido_elemento_min: 120 }
const typeD = {
  ...industrial,
  configuracion_industrial: 'd',
  nivel_riesgo_intrinseco: 'medio',
  planeamiento_garantiza_5m: false,
  parcela_colindante_edificable: true,
}
const sameSite = { ...industrial, franja_entre_establecimientos: false }
const front = { ...industrial, altura_fachada_m: 9 }

describe('a condition of scope is asked for; the rule binds inside the scope only', () => {
  test.each<[string, Check, Facts, string, string | number | boolean, string | number | boolean, string]>([
    ['perimeter strip of panels from 500 m²', panels, industrial, 'superficie_fotovoltaica_m2', 500, 499, 'NON_COMPLIANT'],
    ['façade system over 10 %', facade, front, 'sistema_fachada_pct', 11, 10, 'NON_COMPLIANT'],
    ['tent whose perimeter is not rigid', tent, industrial, 'perimetro_rigido', false, true, 'NON_COMPLIANT'],
    ['access where no manoeuvring space is due', access, industrial, 'espacio_maniobra_obligatorio', false, true, 'NON_COMPLIANT'],
    ['manoeuvring space where it is due', manoeuvre, industrial, 'espacio_maniobra_obligatorio', true, false, 'NON_COMPLIANT'],
    ['roof strip without a raised wall', strip, sameSite, 'elemento_prolongado_1m_cubierta', false, true, 'NON_COMPLIANT'],
    ['roof strip of 2004', oldStrip, industrial, 'elemento_prolongado_1m_cubierta', false, true, 'NON_COMPLIANT'],
    ['seal of an opening over 50 cm²', seal, ei120, 'seccion_paso_cm2', 51, 50, 'NON_COMPLIANT'],
    ['enclosure less than 5 m from the activity', boundary, typeD, 'distancia_actividad_lindero_m', 4.9, 5, 'NON_COMPLIANT'],
    ['dead end of a single access', deadEnd, industrial, 'dos_vias_acceso', false, true, 'NON_COMPLIANT'],
    ['aluminium of a charging circuit', aluminium, { material_conductor: 'aluminio' }, 'recarga_en_edificio_viviendas', false, true, 'COMPLIANT'],
    ['socket within volume 1 of a small pool', pool, { zona_piscina: '1' }, 'piscina_pequena_sin_sitio', true, false, 'COMPLIANT'],
    ['single exit of a hospital', singleExit, { uso: 'hospitalario' }, 'zona_hospitalaria', 'otras', 'hospitalizacion', 'COMPLIANT'],
    ['load of a garage', garage, { sistema_ventilacion: 'natural' }, 'ventilacion_forzada_humos_incendio', false, true, 'NON_COMPLIANT'],
    ['air duct of a drying patio', duct, {}, 'patio_tendederos_o_cubierto', true, false, 'NON_COMPLIANT'],
    ['second toilet from four rooms', toilet, {}, 'numero_estancias', 4, 3, 'NON_COMPLIANT'],
  ])('%s', async (_name, check, facts, fact, within, outside, verdict) => {
    const silent = await asked(check, facts)
    expect([outcomeOf(silent), missingFields(silent)]).toEqual(['indeterminate', expect.arrayContaining([fact])])
    expect(outcomeOf(await asked(check, { ...facts, [fact]: within }))).toBe(verdict)
    expect(outcomeOf(await asked(check, { ...facts, [fact]: outside }))).toBe('no-applicable-rule')
  })
})

describe('a rare exception is assumed not to apply, and the assumption is stated', () => {
  const sill: Check = ['ventana', 'altura-antepecho', 1.2, 'm', 'ES-15030']
  const aisle: Check = ['paso-transversal-estanterias', 'distancia-entre-pasos', 21, 'm']
  const cable: Check = ['cable-enterrado', 'profundidad', 0.5, 'm']
  test.each<[string, Check, Facts, string, string]>([
    ['window besides those that give the light due', sill, {}, 'hueco_adicional', 'Hueco además'],
    ['automatic racking', aisle, industrial, 'estanteria_automatica', 'Estantería operada automáticamente'],
    ['buried cable with its own protection', cable, { situacion_enterrado: 'acera' }, 'profundidad_reducida_protegida', 'Profundidad reducida'],
  ])('%s', async (_name, check, facts, fact, label) => {
    const body = await asked(check, facts)
    expect(outcomeOf(body)).toBe('NON_COMPLIANT')
    expect(JSON.stringify(body['assumptions'])).toContain(label)
    expect(outcomeOf(await asked(check, { ...facts, [fact]: true }))).toBe('no-applicable-rule')
  })
})
