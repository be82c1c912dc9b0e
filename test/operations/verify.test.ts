import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const verify = (changes: Json = {}) => service.post('/api/v1/verify', { ...flatRoof, ...changes })
const verdict = async (changes: Json = {}) => bodyOf(await verify(changes))

describe('verify', () => {
  test('refuses a flat roof of 0.50 W/m²K in Madrid, naming limit, zone and table', async () => {
    const response = await verify()
    const body = await bodyOf(response)
    expect(response.status).toBe(200)
    expect(body).toMatchObject({
      is_compliant: false,
      result_status: 'NON_COMPLIANT',
      provided_value: 0.5,
      limit_value: 0.35,
      unit: 'W/m²K',
      geo_context: { climate_zone: 'D3', name: 'Madrid' },
      comparison: 'lte',
      margin: -0.15,
      what_if: { closest_compliant_value: 0.35, unit: 'W/m²K' },
    })
    expect((body['sources'] as Json[])[0]).toMatchObject({ code_slug: 'cte-db-he', version: '2022', verification: 'official_text' })
    expect(String((body['sources'] as Json[])[0]?.['section'])).toContain('Tabla 3.1.1.a-HE1')
  })

  test.each([
    ['0.35', true],
    ['0.3500000000000001', false],
    ['0.35000000000000000001', false],
    ['0.34999999999999999999', true],
    ['0.350', true],
  ])('decides %s W/m²K exactly', async (value, complies) => {
    const raw = JSON.stringify(flatRoof).replace('"value":0.5', `"value":${value}`)
    const response = await service.post('/api/v1/verify', raw)
    const text = await response.text()
    expect((JSON.parse(text) as Json)['is_compliant']).toBe(complies)
    expect(text).toContain(`"provided_value":${value === '0.350' ? '0.35' : value}`)
  })

  test.each([
    [0.3009, true],
    [0.301, false],
  ])('converts %s kcal/(h·m²·°C) exactly', async (value, complies) => {
    expect(await verdict({ value, unit: 'kcal/(h·m²·°C)' })).toMatchObject({ is_compliant: complies, unit: 'W/m²K' })
  })

  test.each(['W/m²K', 'W/(m²·K)', 'W/m2K', 'W·m⁻²·K⁻¹', 'W/m2·K', 'W/m²·°C', 'W / m² K', 'mW/m²K'])('reads the unit %s', async (unit) => {
    expect((await verify({ unit, value: 0.2 })).status).toBe(200)
  })

  test('refuses a unit that measures something else, naming those it takes', async () => {
    const response = await verify({ unit: 'dB' })
    expect(response.status).toBe(422)
    expect(await bodyOf(response)).toMatchObject({ code: 'unit-mismatch', accepted_units: ['W/m²K'] })
  })

  test('gives the same bytes a thousand times, and from another service', async () => {
    const hash = async (one: typeof service) =>
      createHash('sha256')
        .update(await (await one.post('/api/v1/verify', flatRoof)).text())
        .digest('hex')
    const first = await hash(service)
    for (let time = 0; time < 1000; time++) expect(await hash(service)).toBe(first)
    expect(await hash(startService())).toBe(first)
  })

  test('takes the altitude of the site, and says which one it took', async () => {
    const here = await verdict()
    const above = await verdict({ context: { altitud_m: 1001 } })
    expect(here['assumptions']).toContainEqual(expect.stringContaining('657 m'))
    expect(above).toMatchObject({ geo_context: { climate_zone: 'E1', altitude_m: 1001 }, limit_value: 0.33 })
    expect(JSON.stringify(above['assumptions'])).not.toContain('657 m')
  })

  test.each([
    [{ altitud_m: 0 }, /0 m .* 657 m: la zona climática pasa de D3 a C3/],
    [{ altitud_m: 1001 }, /pasa de D3 a E1/],
    [{ climate_zone: 'A4' }, /no la da en esta provincia a ninguna altitud \(da C3, D3, D2, E1\)/],
    [{ altitud_m: 700 }, undefined],
    [{ climate_zone: 'C3' }, undefined],
  ])('says what the altitude or zone stated changes: %o', async (context, told) => {
    const warnings = (await verdict({ context }))['warnings'] as string[]
    const said = warnings.filter((one) => /la zona climática pasa|a ninguna altitud|Compruebe la altitud/.test(one))
    expect(said).toEqual(told === undefined ? [] : [expect.stringMatching(told)])
  })

  test('warns where the capital lies within 20 m of a band limit', async () => {
    const file = readFileSync('kb/geo/municipios.csv', 'utf8')
    expect(file).toContain('45168,Toledo')
    const toledo = await verdict({ geo_id: 'ES-45168' })
    expect(JSON.stringify(toledo['warnings'])).toContain('501 m')
  })

  test('a province is too coarse where the zone decides, and fine where nothing depends on it', async () => {
    const coarse = await verify({ geo_id: 'ES-28' })
    expect(coarse.status).toBe(422)
    expect(await bodyOf(coarse)).toMatchObject({
      code: 'geo-too-coarse',
      candidates: expect.arrayContaining([expect.objectContaining({ geo_id: expect.stringMatching(/^ES-28\d{3}$/) })]),
    })
    const fine = await verify({ element: 'cocina', parameter: 'caudal-extraccion-coccion', value: 50, unit: 'l/s', geo_id: 'ES-28', codes: [] })
    expect(await bodyOf(fine)).toMatchObject({ is_compliant: true, limit_value: 50, geo_context: { climate_zone: null, name: 'Madrid' } })
  })

  test('a province with the altitude of the site is enough for the climate zone', async () => {
    expect(await verdict({ geo_id: 'ES-28', context: { altitud_m: 650 } })).toMatchObject({ limit_value: 0.35, geo_context: { climate_zone: 'D3' } })
  })

  test('tells INE province 30 from NUTS ES30', async () => {
    const missing = { element: 'envolvente-termica', parameter: 'coeficiente-global-transmision-calor', value: 0.4 }
    expect(await verdict({ ...missing, geo_id: 'ES-30' })).toMatchObject({ code: 'geo-too-coarse', detail: expect.stringContaining('«Murcia»') })
    expect(await verdict({ ...missing, geo_id: 'ES-ES30' })).toMatchObject({
      code: 'geo-too-coarse',
      detail: expect.stringContaining('«Comunidad de Madrid»'),
    })
  })

  test('a datum that is missing is asked for by name, with its values', async () => {
    const body = await verdict({ element: 'envolvente-termica', parameter: 'coeficiente-global-transmision-calor', value: 0.4 })
    expect(body).toMatchObject({ status: 422, code: 'indeterminate' })
    const uso = (body['missing'] as Json[]).find((one) => one['field'] === 'uso')
    expect(uso).toMatchObject({ label: expect.any(String), type: 'enum', help: expect.any(String) })
    expect(uso?.['allowed']).toContainEqual(expect.objectContaining({ value: 'residencial_privado' }))
  })

  test.each([
    ['cubierta plna', 'cubierta-plana'],
    ['bentana', 'ventana'],
    ['muro exteror', 'muro-exterior'],
    ['ducto extraccion', 'conducto-extraccion'],
  ])('an unknown element %s is refused with %s among the candidates', async (element, right) => {
    expect(await verdict({ element })).toMatchObject({ status: 422, code: 'unknown-element', candidates: expect.arrayContaining([right]) })
  })

  test.each([
    ['chimenea de caldera de gas', 'distancia a una ventana', 'cm', 'salida-directa-humos', 'distancia-huecos'],
    ['CO2 en la vivienda', 'ppm', 'ppm', 'local-habitable', 'co2-media-anual'],
  ])('%s · %s names nothing: the pairs nearest to its words are offered', async (element, parameter, unit, thing, quantity) => {
    expect(await verdict({ element, parameter, unit, value: '20', codes: [] })).toMatchObject({
      status: 422,
      pairs: expect.arrayContaining([expect.objectContaining({ element: thing, parameter: quantity, label: expect.stringContaining(' · ') })]),
    })
  })

  test.each([
    ['cm', false],
    ['min', true],
  ])('of a value in %s, pairs with a class of resistance to fire are offered: %s', async (unit, isOffered) => {
    const { pairs = [] } = await verdict({ element: 'puerta que separa sectores', parameter: 'cuánto aguanta', unit, value: '60', codes: [] })
    const offered = (pairs as Json[]).map((pair) => pair['parameter'])
    expect(offered.includes('resistencia-fuego-ei')).toBe(isOffered)
  })

  test('words of nothing that the base knows get no pairs', async () => {
    expect(await verdict({ element: 'nave espacial', parameter: 'velocidad' })).not.toHaveProperty('pairs')
  })

  test('an element written with other joints is the same element', async () => {
    expect(await verdict({ element: 'cubierta_plana_' })).toMatchObject({ element: 'cubierta-plana', result_status: expect.any(String) })
  })

  test.each(['Cubierta_Plana', 'CUBIERTA PLANA', 'azotea', 'cubierta plana'])('knows a flat roof as %s', async (element) => {
    expect(await verdict({ element })).toMatchObject({ element: 'cubierta-plana', limit_value: 0.35 })
  })

  test('an unknown parameter is refused with those of the element', async () => {
    expect(await verdict({ parameter: 'transmitansia' })).toMatchObject({
      code: 'unknown-parameter',
      candidates: expect.arrayContaining(['transmitancia-termica']),
    })
  })

  test('a parameter that no rule sets for the element is told with those that some rule does, by their names', async () => {
    const body = await verdict({ element: 'escalera', parameter: 'transmitancia-termica' })
    expect(body).toMatchObject({ status: 422, code: 'no-applicable-rule' })
    expect(body['detail']).toContain('Contrahuella')
    expect(body['detail']).not.toMatch(/[a-z]+-[a-z]+-/)
  })

  test('an unknown regulation is refused with the right one', async () => {
    expect(await verdict({ codes: [{ slug: 'db-he' }] })).toMatchObject({ code: 'unknown-code', candidates: expect.arrayContaining(['cte-db-he']) })
    expect(await verdict({ codes: [{ slug: 'cte-db-he', version: '1999' }] })).toMatchObject({
      code: 'unknown-code',
      candidates: expect.arrayContaining(['2022']),
    })
  })

  test('a date picks the edition in force; before the first it is not in force', async () => {
    const context = { uso: 'residencial_privado', intervencion: 'obra_nueva' }
    const at = (as_of: string) => verdict({ as_of, context, value: 0.38 })
    expect(await at('2022-06-15')).toMatchObject({ limit_value: 0.35, sources: [{ version: '2022' }] })
    expect(await at('2022-06-14')).toMatchObject({ limit_value: 0.35, sources: [{ version: '2019' }] })
    expect(await at('2019-12-28')).toMatchObject({ limit_value: 0.35, is_compliant: false })
    expect(await at('2019-12-27')).toMatchObject({ limit_value: 0.4, is_compliant: true, sources: [{ version: '2017' }] })
    expect(await at('2000-01-01')).toMatchObject({
      code: 'not-in-force',
      candidates: expect.arrayContaining([{ slug: 'cte-db-he', version: '2022' }]),
    })
  })

  test('an edition can be named, whatever the date', async () => {
    const context = { uso: 'residencial_privado', intervencion: 'obra_nueva' }
    expect(await verdict({ codes: [{ slug: 'cte-db-he', version: '2013' }], context })).toMatchObject({
      limit_value: 0.4,
      sources: [{ version: '2013' }],
    })
  })

  test('the trace names place, table cell and comparison; without being asked there is none', async () => {
    const body = await verdict({ include: ['trace'] })
    const steps = (body['trace'] as Json[]).map((step) => String(step['text']))
    expect(steps).toEqual(
      expect.arrayContaining([
        expect.stringContaining('zona climática D3'),
        expect.stringContaining('columna D = 0,35'),
        '0,5 ≤ 0,35 W/m²K: no se cumple',
      ]),
    )
    expect(await verdict()).not.toHaveProperty('trace')
  })

  test('the trace names a column by the words of its heading', async () => {
    const sector = { element: 'sector-incendio', parameter: 'superficie-construida-max', value: 12500, unit: 'm²', codes: [] }
    const body = await verdict({ ...sector, context: { uso: 'administrativo' }, include: ['trace'] })
    const steps = (body['trace'] as Json[]).map((step) => String(step['text']))
    expect(steps).toEqual(expect.arrayContaining([expect.stringContaining('columna superficie (m²) = 2500')]))
  })

  test('a strict limit is not met at the limit', async () => {
    const co2 = (value: number) =>
      verdict({ element: 'local-habitable', parameter: 'co2-media-anual', value, unit: 'ppm', codes: [], context: { uso: 'residencial_privado' } })
    expect(await co2(899.999)).toMatchObject({ is_compliant: true, comparison: 'lt' })
    expect(await co2(900)).toMatchObject({ is_compliant: false })
    expect(await co2(900.001)).toMatchObject({ is_compliant: false })
  })

  test.each<[string, Json, string]>([
    ['unknown field', { asof: '2020-01-01' }, '/asof'],
    ['no number', { value: null }, '/value'],
    ['a text for a number', { value: 'mucho' }, ''],
    ['a number out of all measure', { value: 1e13 }, '/value'],
    ['no date', { as_of: '2020-02-30' }, '/as_of'],
    ['unknown context', { context: { usso: 'residencial_privado' } }, '/context/usso'],
    ['a value outside the list', { context: { uso: 'nave espacial' } }, '/context/uso'],
    ['a zone that comes from the place', { context: { radon_zone: 'I' } }, '/context/radon_zone'],
    ['a geo_id of another form', { geo_id: 'Madrid' }, '/geo_id'],
  ])('refuses %s, naming the field', async (_name, changes, pointer) => {
    const response = await verify(changes)
    const body = await bodyOf(response)
    expect(response.status).toBe(422)
    if (pointer !== '') expect((body['errors'] as Json[]).map((error) => error['pointer'])).toContain(pointer)
  })

  test('a place that does not exist is 404', async () => {
    expect(await verdict({ geo_id: 'ES-28999' })).toMatchObject({ status: 404, code: 'unknown-municipality' })
  })

  test('every edge of the radon rule: zone II binds, an unlisted municipality is not bound', async () => {
    const radon = (geo_id: string, value: number) =>
      verdict({ element: 'local-habitable', parameter: 'concentracion-radon', value, unit: 'Bq/m³', geo_id, codes: [] })
    expect(await radon('ES-32054', 300)).toMatchObject({ is_compliant: true, limit_value: 300 })
    expect(await radon('ES-32054', 300.5)).toMatchObject({ is_compliant: false })
    expect(await radon('ES-28079', 500)).toMatchObject({ code: 'no-applicable-rule' })
  })
})
