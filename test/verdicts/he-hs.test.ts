import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'
import { missingFields, outcomeOf } from './answers.ts'

// Scope and notes of DB-HE, DB-HS, DB-HR, DB-SE-AE and RITE, tested through the API.
const { post } = startService()

type Context = Readonly<Record<string, string | number | boolean>>

/** The verdict, or the problem's code, of one check in Madrid. */
async function asked(
  check: { element: string; parameter: string; value: number | string; unit: string; at?: string },
  context: Context,
): Promise<Json> {
  const { at = 'ES-28079', ...one } = check
  return bodyOf(await post('/api/v1/verify', { ...one, geo_id: at, context }))
}

const consumo = { element: 'edificio', parameter: 'consumo-energia-primaria-no-renovable', value: 500, unit: 'kWh/m²·año' }
const vivienda = { uso: 'residencial_privado' }
const oficina = { uso: 'administrativo' }

describe('DB-HE 0', () => {
  test.each([
    ['reforma', ['renueva_generacion_termica', 'envolvente_renovada_pct']],
    ['ampliacion', ['superficie_util_ampliada_m2', 'incremento_superficie_pct', 'incremento_volumen_pct']],
    ['cambio_uso', ['superficie_util_m2']],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(consumo, { ...vivienda, intervencion })
    expect(outcomeOf(body)).toBe('indeterminate')
    expect(missingFields(body)).toEqual(expect.arrayContaining(wanted))
  })

  test('refuses a reform within its scope, and does not bind one of 25 % of the envelope', async () => {
    const reform = { ...vivienda, intervencion: 'reforma', renueva_generacion_termica: true }
    expect(outcomeOf(await asked(consumo, { ...reform, envolvente_renovada_pct: 26 }))).toBe('NON_COMPLIANT')
    const outside = await asked(consumo, { ...reform, envolvente_renovada_pct: 25 })
    expect(outcomeOf(outside)).toBe('no-applicable-rule')
    expect(String(outside['detail'])).toContain('25 %')
  })

  test('asks whether the protection of a listed building stands in the way', async () => {
    const listed = { ...vivienda, intervencion: 'cambio_uso', superficie_util_m2: 80, edificio_protegido: true }
    const body = await asked(consumo, listed)
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['proteccion_impide_cumplir']])
  })
})

describe('DB-HE 5', () => {
  const potencia = { element: 'instalacion-generacion-electrica', parameter: 'potencia-generacion-renovable', value: 0, unit: 'kW' }
  const edificio = { ...oficina, superficie_construida_m2: 1800, superficie_cubierta_no_transitable_m2: 400 }
  test.each([
    ['reforma', ['reforma_integra']],
    ['ampliacion', ['superficie_construida_ampliada_m2', 'reforma_integra']],
    ['cambio_uso', ['cambio_uso_caracteristico', 'reforma_integra']],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(potencia, { ...edificio, intervencion })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', wanted])
  })

  test.each([
    [{ intervencion: 'ampliacion', superficie_construida_ampliada_m2: 200 }],
    [{ intervencion: 'cambio_uso', cambio_uso_caracteristico: false }],
  ])('binds a full reform that also is %j', async (work) => {
    const whole = await asked(potencia, { ...edificio, ...work, reforma_integra: true })
    const part = await asked(potencia, { ...edificio, ...work, reforma_integra: false })
    expect([outcomeOf(whole), outcomeOf(part)]).toEqual(['NON_COMPLIANT', 'no-applicable-rule'])
  })
})

describe('DB-HE 6', () => {
  const estaciones = { element: 'aparcamiento', parameter: 'estaciones-recarga', value: 1, unit: '1' }
  const conducciones = { element: 'aparcamiento', parameter: 'plazas-con-conduccion-cables', value: 0, unit: '%' }

  test('counts the stations of accessible spaces: 40 spaces of which 10 accessible need two', async () => {
    const garage = { ...oficina, intervencion: 'obra_nueva', plazas: 40, plazas_accesibles: 10 }
    expect(await asked(estaciones, garage)).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 2 })
    expect(await asked({ ...estaciones, value: 2 }, garage)).toMatchObject({ result_status: 'COMPLIANT', limit_value: 2 })
    expect(await asked(estaciones, { ...garage, plazas_accesibles: 9 })).toMatchObject({ result_status: 'COMPLIANT', limit_value: 1 })
  })

  test('asks how many spaces are accessible', async () => {
    const body = await asked(estaciones, { ...oficina, intervencion: 'obra_nueva', plazas: 40 })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['plazas_accesibles']])
  })

  test.each([
    ['reforma', ['intervencion_en_aparcamiento', 'envolvente_renovada_pct']],
    ['ampliacion', ['intervencion_en_aparcamiento', 'incremento_superficie_pct', 'incremento_volumen_pct', 'superficie_util_ampliada_m2']],
    ['cambio_uso', ['cambio_uso_caracteristico', 'coste_recarga_pct']],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(conducciones, { ...vivienda, intervencion })
    expect(outcomeOf(body)).toBe('indeterminate')
    expect(missingFields(body)).toEqual(expect.arrayContaining(wanted))
  })

  test('asks for the number of spaces outside dwellings: up to ten are excluded', async () => {
    const body = await asked(conducciones, { ...oficina, intervencion: 'obra_nueva' })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['plazas']])
  })
})

describe('DB-HE 1', () => {
  const muro = { element: 'muro-exterior', parameter: 'transmitancia-termica', value: 3, unit: 'W/m²K' }
  const k = { element: 'envolvente-termica', parameter: 'coeficiente-global-transmision-calor', value: 2, unit: 'W/m²K' }

  test('asks what a reform does with the element: one that it does not touch is not bound', async () => {
    const body = await asked(muro, { intervencion: 'reforma' })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['elemento_reforma']])
    expect(outcomeOf(await asked(muro, { intervencion: 'reforma', elemento_reforma: 'no_afectado' }))).toBe('no-applicable-rule')
  })

  test('says under assumptions that it takes a new building where the work is not stated', async () => {
    const body = await asked(muro, {})
    expect(outcomeOf(body)).toBe('NON_COMPLIANT')
    expect(body['assumptions']).toContain('Se supone «Tipo de intervención»: Obra nueva')
  })

  test('asks how much of the envelope a reform renews before it limits K', async () => {
    const reform = { ...vivienda, intervencion: 'reforma', compacidad: 2 }
    expect(missingFields(await asked(k, reform))).toEqual(['envolvente_renovada_pct'])
    expect(outcomeOf(await asked(k, { ...reform, envolvente_renovada_pct: 40 }))).toBe('NON_COMPLIANT')
    expect(outcomeOf(await asked(k, { ...reform, envolvente_renovada_pct: 25 }))).toBe('no-applicable-rule')
  })
})

describe('DB-HE 3', () => {
  const potencia = { element: 'instalacion-iluminacion', parameter: 'potencia-iluminacion-superficie', value: 40, unit: 'W/m²' }
  const reform = { ...oficina, iluminancia: 500, intervencion: 'reforma' }

  test('asks for the size of a reform before it limits the power of the building', async () => {
    expect(missingFields(await asked(potencia, reform))).toEqual(['superficie_util_m2', 'superficie_iluminada_renovada_pct'])
    const large = { ...reform, superficie_util_m2: 1001 }
    expect(outcomeOf(await asked(potencia, { ...large, superficie_iluminada_renovada_pct: 26 }))).toBe('NON_COMPLIANT')
    expect(outcomeOf(await asked(potencia, { ...large, superficie_iluminada_renovada_pct: 25 }))).toBe('no-applicable-rule')
  })
})

describe('DB-HE 4', () => {
  const acs = { element: 'instalacion-acs', parameter: 'contribucion-renovable', value: 0, unit: '%' }
  test.each([
    ['reforma', 'reforma_integra_edificio_o_generacion'],
    ['cambio_uso', 'cambio_uso_caracteristico'],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(acs, { demanda_acs: 3000, intervencion })
    expect(outcomeOf(body)).toBe('indeterminate')
    expect(missingFields(body)).toContain(wanted)
  })

  test('asks which case a pool is', async () => {
    const body = await asked({ ...acs, element: 'climatizacion-piscina' }, { demanda_acs: 3000 })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['caso_piscina']])
  })
})

describe('DB-HS 4, 5 and 6', () => {
  const presion = { element: 'punto-consumo-agua', parameter: 'presion-agua', value: 50, unit: 'kPa' }
  const bajante = { element: 'bajante-pluviales', parameter: 'superficie-servida', value: 9999, unit: 'm²' }
  test.each([
    ['HS 4', presion, { tipo_punto: 'grifo_comun' }],
    ['HS 5', bajante, { diametro_conducto_mm: 75, intensidad_pluviometrica_mm_h: 100 }],
  ])('%s asks whether works in an existing building add appliances', async (_section, check, context) => {
    const body = await asked(check, { ...context, intervencion: 'reforma' })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['amplia_aparatos_receptores']])
    expect(outcomeOf(await asked(check, { ...context, intervencion: 'reforma', amplia_aparatos_receptores: false }))).toBe('no-applicable-rule')
    expect(outcomeOf(await asked(check, { ...context, intervencion: 'reforma', amplia_aparatos_receptores: true }))).toBe('NON_COMPLIANT')
    expect(outcomeOf(await asked(check, context))).toBe('NON_COMPLIANT')
  })

  test('HS 6 asks for the alternatives and measurements of an existing building', async () => {
    const sistemas = { element: 'edificio', parameter: 'sistemas-adicionales-radon', value: 0, unit: '1', at: 'ES-51001' }
    const body = await asked(sistemas, { intervencion: 'cambio_uso' })
    expect(outcomeOf(body)).toBe('indeterminate')
    expect(missingFields(body)).toEqual(expect.arrayContaining(['solucion_alternativa_radon', 'radon_medido']))
  })
})

describe('DB-HR', () => {
  const aislamiento = { element: 'dormitorio', parameter: 'aislamiento-ruido-aereo-dnta', value: 20, unit: 'dBA' }
  test.each([
    ['reforma', ['rehabilitacion_integral']],
    ['cambio_uso', ['cambio_uso_caracteristico', 'rehabilitacion_integral']],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(aislamiento, { recinto_colindante: 'otra_unidad_uso', intervencion })
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', wanted])
  })

  test('asks for the option before it judges by a condition of the simplified one', async () => {
    const medianeria = { element: 'medianeria', parameter: 'indice-reduccion-acustica-ra', value: 40, unit: 'dBA' }
    expect(missingFields(await asked(medianeria, {}))).toEqual(['opcion_aislamiento_hr', 'estructura_horizontal_hr'])
    expect(outcomeOf(await asked(medianeria, { opcion_aislamiento_hr: 'general' }))).toBe('no-applicable-rule')
  })
})

describe('RITE machine rooms', () => {
  const altura = { element: 'cuarto de calderas', parameter: 'altura-libre', value: 2.2, unit: 'm' }

  test('a boiler room of up to 70 kW is not a machine room: its height is not bound', async () => {
    const small = await asked(altura, { potencia_kw: 70 })
    expect(outcomeOf(small)).toBe('no-applicable-rule')
    expect(String(small['detail'])).toContain('70 kW')
    expect(await asked(altura, { potencia_kw: 71 })).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 2.5 })
  })

  test.each([
    ['sala de calderas', 'altura-libre', 2.2, 'm'],
    ['caldera', 'altura-sobre-caldera', 0.2, 'm'],
    ['puerta de la sala de calderas', 'permeabilidad-puerta', 5, 'l/(s·m²)'],
    ['rejilla de la sala de calderas', 'distancia-otros-huecos', 20, 'cm'],
  ])('%s is asked for its power before a verdict', async (element, parameter, value, unit) => {
    const body = await asked({ element, parameter, value, unit }, {})
    expect([outcomeOf(body), missingFields(body)]).toEqual(['indeterminate', ['potencia_kw']])
  })

  test('a lower upper grille needs both an obstacle and a reform', async () => {
    const rejilla = { element: 'ventilacion-sala-maquinas', parameter: 'distancia-orificio-techo', value: 40, unit: 'cm' }
    const obstacle = { potencia_kw: 100, obstaculo_rejilla_superior: true }
    expect(outcomeOf(await asked(rejilla, { ...obstacle, intervencion: 'obra_nueva' }))).toBe('NON_COMPLIANT')
    expect(outcomeOf(await asked(rejilla, { ...obstacle, intervencion: 'reforma' }))).toBe('COMPLIANT')
  })
})

describe('DB-SE-AE table 3.1', () => {
  const zona = { element: 'zona-uso', parameter: 'sobrecarga-uso-uniforme', value: 2.5, unit: 'kN/m²' }

  test('an office area is asked whether it is an access area: a stair takes 1 kN/m² more', async () => {
    expect(missingFields(await asked(zona, { categoria_uso: 'B' }))).toEqual(['zona_acceso_evacuacion'])
    expect(await asked(zona, { categoria_uso: 'B', zona_acceso_evacuacion: true })).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 3 })
    expect(await asked(zona, { categoria_uso: 'B', zona_acceso_evacuacion: false })).toMatchObject({ result_status: 'COMPLIANT', limit_value: 2 })
  })

  test.each(['escalera', 'meseta', 'escalera de acceso'])('%s of an office takes 3 kN/m² without being asked', async (element) => {
    expect(await asked({ ...zona, element }, { categoria_uso: 'oficina' })).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 3 })
  })

  test('a roof open to the public takes the value of the area it is entered from', async () => {
    const roof = { categoria_uso: 'cubierta de uso público' }
    expect(missingFields(await asked(zona, roof))).toEqual(['categoria_zona_acceso'])
    expect(await asked(zona, { ...roof, categoria_zona_acceso: 'C3' })).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 5 })
  })
})

describe('RITE flues', () => {
  test('a direct outlet is refused outside its two cases, whatever the power', async () => {
    const salida = { element: 'salida-directa-humos', parameter: 'potencia-aparato', value: 24, unit: 'kW' }
    const sealed = { tipo_aparato_gas: 'estanco' }
    expect(missingFields(await asked(salida, sealed))).toEqual(['conducto_humos_adecuado', 'caso_salida_directa'])
    expect(await asked(salida, { ...sealed, caso_salida_directa: 'otro' })).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 0 })
    const house = { ...sealed, caso_salida_directa: 'unifamiliar' }
    expect(missingFields(await asked(salida, house))).toEqual(['conducto_humos_adecuado'])
    expect(await asked(salida, { ...house, intervencion: 'obra_nueva' })).toMatchObject({ result_status: 'COMPLIANT', limit_value: 70 })
    expect(await asked(salida, { ...house, conducto_humos_adecuado: true })).not.toMatchObject({ result_status: 'COMPLIANT' })
  })
})
