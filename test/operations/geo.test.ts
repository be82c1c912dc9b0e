import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { get } = startService()
const geo = async (municipio: string) => bodyOf(await get(`/api/v1/geo/${encodeURIComponent(municipio)}`))
const csv = (name: string): Record<string, string>[] => parse(readFileSync(`kb/geo/${name}.csv`), { columns: true })

describe('municipalities', () => {
  test('without filters all 8,132 are listed, each with province and community', async () => {
    const body = await bodyOf(await get('/api/v1/municipios'))
    const items = body['items'] as Json[]
    expect(body).toMatchObject({ total: 8132, next_cursor: null })
    expect(items).toHaveLength(8132)
    expect(items.filter((item) => item['climate_zone'] === null).map((item) => item['ine'])).toEqual(['48916'])
    expect(new Set(items.map((item) => item['provincia'])).size).toBe(52)
  })

  test('each has the zone of its altitude band, computed here independently of the program', async () => {
    const bands = csv('zonas-climaticas')
    const items = (await bodyOf(await get('/api/v1/municipios')))['items'] as Json[]
    const zones = new Map(items.map((item) => [item['ine'], item['climate_zone']]))
    const wrong = csv('municipios').filter((row) => {
      const altitude = Number(row['altitud_m'])
      const band = bands.find(
        (one) => one['provincia'] === row['provincia'] && altitude >= Number(one['desde_m'] || -1e9) && altitude <= Number(one['hasta_m'] || 1e9),
      )
      return row['altitud_m'] !== '' && zones.get(row['ine']) !== band?.['zona']
    })
    expect(wrong).toEqual([])
  })

  test.each([
    ['28079', 'ES-28079', 'D3'],
    ['ES-28079', 'ES-28079', 'D3'],
    ['madrid', 'ES-28079', 'D3'],
    ['CADIZ', 'ES-11012', 'A3'],
    ['Alacant', 'ES-03014', 'B4'],
    ['vitoria gasteiz', 'ES-01059', 'D1'],
    ['las palmas de gran canaria', 'ES-35016', 'α3'],
  ])('%s is %s, zone %s', async (municipio, geoId, zone) => {
    expect(await geo(municipio)).toMatchObject({ geo_id: geoId, climate_zone: zone })
  })

  test('a name of two municipalities is an error with both as candidates', async () => {
    const response = await get('/api/v1/geo/sada')
    const body = await bodyOf(response)
    expect(response.status).toBe(409)
    expect((body['candidates'] as Json[]).map((one) => one['geo_id']).sort()).toEqual(['ES-15075', 'ES-31212'])
  })

  test('a misspelt name is an error with the right one as candidate', async () => {
    const body = await geo('Madird')
    expect(body).toMatchObject({ status: 404, code: 'unknown-municipality' })
    expect((await geo('Barselona'))['candidates']).toContainEqual(expect.objectContaining({ geo_id: 'ES-08019' }))
  })

  test.each([
    [450, 'C3'],
    [451, 'D3'],
    [950, 'D3'],
    [951, 'E1'],
  ])('a site in Albacete at %s m is in zone %s', async (altitude, zone) => {
    expect(await bodyOf(await get(`/api/v1/geo/02003?altitude_m=${altitude}`))).toMatchObject({ climate_zone: zone, altitude_source: 'request' })
  })

  test('rejects an altitude that exists nowhere in the country', async () => {
    expect(await bodyOf(await get('/api/v1/geo/02003?altitude_m=9000'))).toMatchObject({ code: 'validation', errors: [{ pointer: 'altitude_m' }] })
    expect(await bodyOf(await get('/api/v1/geo/02003?altitude_m='))).toMatchObject({ code: 'validation', errors: [{ pointer: 'altitude_m' }] })
  })

  test('each zone has its source and quality; estimates are marked', async () => {
    const alcoi = (await geo('03009'))['zones'] as Record<string, Json>
    expect(alcoi['climate_zone']).toMatchObject({ quality: 'rule', source: { document: 'cte-db-he' } })
    expect(alcoi['wind_zone']).toMatchObject({ quality: 'estimated', note: expect.stringContaining('capital') })
    expect(((await geo('03014'))['zones'] as Record<string, Json>)['wind_zone']).toMatchObject({ quality: 'capital_table' })
  })

  test('a municipality outside the seismic annex has no value, with a note on what that means', async () => {
    expect(await geo('28079')).toMatchObject({
      seismic_zone: 'ab < 0,04 g',
      zones: { seismic_ab: { value: null, note: expect.stringContaining('ab < 0,04 g') } },
    })
    expect(await geo('18087')).toMatchObject({ seismic_zone: expect.stringMatching(/^ab = 0,2\d g/) })
  })

  test('where lists disagree, the note says so', async () => {
    expect(await geo('20906')).toMatchObject({ zones: { seismic_ab: { value: null, note: expect.stringContaining('IGN') } } })
    expect(await geo('10904')).toMatchObject({ radon_zone: 'none', zones: { radon_zone: { note: expect.stringContaining('Talayuela') } } })
  })

  test('the municipality without altitude has no zone, and the answer says what to send', async () => {
    expect(await geo('48916')).toMatchObject({ climate_zone: null, altitude_m: null, warnings: [expect.stringContaining('altitude_m')] })
  })

  test('lists the regulations of its community with their status', async () => {
    const regulations = (await geo('36038'))['regional_regulations'] as Json[]
    expect(regulations).toContainEqual(
      expect.objectContaining({ slug: 'decreto-29-2010', verification: expect.any(String), status: expect.any(String) }),
    )
  })
})

describe('filters and pages', () => {
  test.each([
    ['ccaa=13', 179],
    ['ccaa=comunidad de madrid', 179],
    ['provincia=araba', 51],
    ['provincia=ES-01', 51],
    ['ccaa=16&provincia=01', 51],
    ['ccaa=13&provincia=01', 0],
  ])('%s gives %i', async (query, total) => {
    expect(await bodyOf(await get(`/api/v1/municipios?${query}`))).toMatchObject({ total })
  })

  test('an unknown province is a 404 with similar names', async () => {
    expect(await bodyOf(await get('/api/v1/municipios?provincia=Sevila'))).toMatchObject({
      status: 404,
      code: 'unknown-place',
      candidates: expect.arrayContaining([{ code: '41', name: 'Sevilla' }]),
    })
  })

  test('pages join to the whole, without repeats', async () => {
    const seen: unknown[] = []
    let cursor: unknown = null
    do {
      const body = await bodyOf(await get(`/api/v1/municipios?provincia=28&limit=50${cursor === null ? '' : `&cursor=${cursor}`}`))
      seen.push(...(body['items'] as Json[]).map((item) => item['ine']))
      cursor = body['next_cursor']
    } while (cursor !== null)
    expect(new Set(seen).size).toBe(179)
    expect(seen).toHaveLength(179)
  })

  test('a cursor of another query is stale, and any other text invalid', async () => {
    const { next_cursor } = await bodyOf(await get('/api/v1/municipios?provincia=28&limit=50'))
    expect(await bodyOf(await get(`/api/v1/municipios?provincia=08&limit=50&cursor=${next_cursor}`))).toMatchObject({
      status: 400,
      code: 'cursor-stale',
    })
    expect(await bodyOf(await get('/api/v1/municipios?limit=50&cursor=hello'))).toMatchObject({ status: 400, code: 'cursor-invalid' })
  })
})
