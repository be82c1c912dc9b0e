import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'
import { checkerAt } from './answers.ts'

const service = startService()
const check = checkerAt(service, 'ES-28079')
const governing = (body: Json): unknown => (body['sources'] as Json[] | undefined)?.[0]?.['code_slug']

describe('industrial use is regulated by the RSCIEI', () => {
  test.each([
    [
      'a road for fire engines is judged by the RSCIEI',
      'vial-aproximacion',
      'anchura-libre-vial',
      4.5,
      'm',
      { espacio_maniobra_obligatorio: true },
      false,
      5,
    ],
    [
      'a bend by the RSCIEI, though it names the radius otherwise',
      'vial-aproximacion',
      'radio-interior-curva',
      5.2,
      'm',
      { espacio_maniobra_obligatorio: true },
      false,
      5.3,
    ],
    [
      'an extinguisher of a fire sector by the RSCIEI',
      'extintor',
      'recorrido-hasta-extintor',
      22,
      'm',
      { zona_incendio_industrial: 'sector' },
      false,
      15,
    ],
    [
      'an extinguisher in the open air by the RSCIEI',
      'extintor',
      'recorrido-hasta-extintor',
      22,
      'm',
      { zona_incendio_industrial: 'area' },
      true,
      25,
    ],
  ])('%s', async (_name, element, parameter, value, unit, context, complies, limit) => {
    const body = await check(element, parameter, value, unit, { uso: 'industrial', ...context })
    expect(body).toMatchObject({ is_compliant: complies, limit_value: limit })
    expect(['rsciei', 'ripci']).toContain(governing(body))
  })

  test('DB-SI alone does not bind an industrial building, and the answer says why', async () => {
    const body = await service
      .post('/api/v1/verify', {
        element: 'vial-aproximacion',
        parameter: 'anchura-libre-vial',
        value: 4.5,
        unit: 'm',
        geo_id: 'ES-28079',
        codes: [{ slug: 'cte-db-si' }],
        context: { uso: 'industrial' },
      })
      .then(bodyOf)
    expect(body['code']).toBe('no-applicable-rule')
    expect(body['detail']).toContain('RSCIEI')
  })

  test('the sections of DB-SI that the RSCIEI refers to bind an industrial building', async () => {
    const context = { uso: 'industrial', personas: 300, ocupacion: 300, sentido_evacuacion: 'descendente' }
    const body = await check('puerta-evacuacion', 'anchura', 1.2, 'm', context)
    expect(body).toMatchObject({ is_compliant: false, limit_value: 1.5 })
    expect(governing(body)).toBe('cte-db-si')
  })

  test('the RSCIEI does not bind a dwelling', async () => {
    const body = await check('vial-aproximacion-industrial', 'anchura-libre-vial', 4.5, 'm', { uso: 'residencial_privado' })
    expect(body['code']).toBe('no-applicable-rule')
    expect(body['detail']).toContain('DB-SI')
  })

  test.each([
    ['specially protected stairs need no resistance', { proteccion_escalera: 'especialmente_protegida' }, 'no-applicable-rule'],
    ['the protection of the stair is asked for', {}, 'indeterminate'],
  ])('structure inside a protected stair: %s', async (_name, context, code) => {
    expect((await check('estructura-escalera-protegida-industrial', 'resistencia-fuego-r', 'R 15', '1', context))['code']).toBe(code)
  })

  test.each(['2024-01-01', '2026-01-01'])('smoke vents bind medium and high risk only (as of %s)', async (asOf) => {
    const ask = (nivel_riesgo_intrinseco: string, superficie_construida_sector_m2: number) =>
      service
        .post('/api/v1/verify', {
          element: 'huecos-ventilacion-humos-industrial',
          parameter: 'superficie-aerodinamica',
          value: 0.5,
          unit: 'm²',
          geo_id: 'ES-28079',
          as_of: asOf,
          context: { actividad_industrial: 'almacenamiento', planta: 'sobre_rasante', nivel_riesgo_intrinseco, superficie_construida_sector_m2 },
        })
        .then(bodyOf)
    expect((await ask('bajo', 450))['code']).toBe('no-applicable-rule')
    expect(await ask('medio', 450)).toMatchObject({ is_compliant: false, limit_value: 1.5 })
    expect((await ask('alto', 900))['detail']).toContain('sistema de control de humos')
  })

  describe('the regulation of 2004', () => {
    const ask = (element: string, parameter: string, value: number | string, unit: string, context: Json) =>
      service
        .post('/api/v1/verify', {
          element,
          parameter,
          value,
          unit,
          geo_id: 'ES-28079',
          as_of: '2024-01-01',
          context: { uso: 'industrial', ...context },
        })
        .then(bodyOf)

    test.each([
      ['medium', { configuracion_industrial: 'b', nivel_riesgo_intrinseco: 'medio_3', planta: 'sobre_rasante' }],
      ['high', { configuracion_industrial: 'c', nivel_riesgo_intrinseco: 'alto_6' }],
    ])('sprinklers do not double a sector of %s risk, where annex III demands them', async (_name, context) => {
      const sector = (rociadores_no_exigidos: boolean) =>
        ask('sector-incendio-industrial', 'superficie-construida-max', 5500, 'm²', {
          ...context,
          rociadores_no_exigidos,
          fachada_accesible_perimetro_pct: 20,
        })
      expect((await sector(true))['code']).toBe('no-applicable-rule')
      expect(await sector(false)).toMatchObject({ is_compliant: false })
    })

    test('the lower values of a light roof hold above ground only', async () => {
      const context = { configuracion_industrial: 'b', nivel_riesgo_intrinseco: 'bajo', regimen_estructura_2004: 'cubierta_ligera' }
      const structure = (planta: string) => ask('estructura-portante-industrial', 'resistencia-fuego-r', 'R 15', '1', { ...context, planta })
      expect(await structure('sobre_rasante')).toMatchObject({ is_compliant: true })
      expect((await structure('bajo_rasante'))['code']).toBe('no-applicable-rule')
    })
  })
})
