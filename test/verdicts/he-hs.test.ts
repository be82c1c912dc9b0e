import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

// Scope and notes of DB-HE, DB-HS, DB-HR, DB-SE-AE and RITE, each asked for as a client would.
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

const missingOf = (body: Json): string[] => ((body['missing'] as Json[] | undefined) ?? []).map(({ field }) => String(field))
const outcomeOf = (body: Json): unknown => body['result_status'] ?? body['code']

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
    expect(missingOf(body)).toEqual(expect.arrayContaining(wanted))
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
    expect([outcomeOf(body), missingOf(body)]).toEqual(['indeterminate', ['proteccion_impide_cumplir']])
  })
})

describe('DB-HE 5', () => {
  const potencia = { element: 'instalacion-generacion-electrica', parameter: 'potencia-generacion-renovable', value: 0, unit: 'kW' }
  const edificio = { ...oficina, superficie_construida_m2: 1800, superficie_cubierta_no_transitable_m2: 400 }
  test.each([
    ['reforma', 'reforma_integra'],
    ['ampliacion', 'superficie_construida_ampliada_m2'],
    ['cambio_uso', 'cambio_uso_caracteristico'],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(potencia, { ...edificio, intervencion })
    expect([outcomeOf(body), missingOf(body)]).toEqual(['indeterminate', [wanted]])
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
    expect([outcomeOf(body), missingOf(body)]).toEqual(['indeterminate', ['plazas_accesibles']])
  })

  test.each([
    ['reforma', ['intervencion_en_aparcamiento', 'envolvente_renovada_pct']],
    ['ampliacion', ['intervencion_en_aparcamiento', 'incremento_superficie_pct', 'incremento_volumen_pct', 'superficie_util_ampliada_m2']],
    ['cambio_uso', ['cambio_uso_caracteristico', 'coste_recarga_pct']],
  ])('asks for the scope of a work of kind %s before a verdict', async (intervencion, wanted) => {
    const body = await asked(conducciones, { ...vivienda, intervencion })
    expect(outcomeOf(body)).toBe('indeterminate')
    expect(missingOf(body)).toEqual(expect.arrayContaining(wanted))
  })

  test('asks for the number of spaces outside dwellings: up to ten are excluded', async () => {
    const body = await asked(conducciones, { ...oficina, intervencion: 'obra_nueva' })
    expect([outcomeOf(body), missingOf(body)]).toEqual(['indeterminate', ['plazas']])
  })
})
