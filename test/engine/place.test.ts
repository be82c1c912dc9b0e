import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { nearestBandLimit, readZone } from '../../server/engine/climate.ts'
import { atAltitude, inZone, type MunicipalityFacts, placeOfMunicipality } from '../../server/engine/place.ts'

const facts: MunicipalityFacts = {
  ...{ ine: '41039', name: 'Écija', province: '41', community: '01', altitude_m: 110, climate_zone: 'B4', radon_zone: 'I', radon_note: null },
  ...{ seismic_ab_g: 0.05, seismic_k: 1, seismic_note: null, wind_zone: 'A', wind_quality: 'official_list', snow_zone: '6', snow_quality: 'rule' },
}
const bands = [
  { from: null, to: 400, zone: 'B4' },
  { from: 401, to: null, zone: 'C4' },
]
const place = (parts: Partial<MunicipalityFacts> = {}) => placeOfMunicipality({ ...facts, ...parts }, 'peninsula', bands)
const known = (one: ReturnType<typeof place>) =>
  Object.fromEntries([...one.facts.known].map(([name, value]) => [name, value instanceof Fraction ? value.valueOf() : value]))

describe('a municipality', () => {
  test('is known by all that its lists say of it', () => {
    expect(place()).toMatchObject({ geoId: 'ES-41039', name: 'Écija', level: 'municipality', within: [] })
    expect(known(place())).toEqual({
      ...{ ccaa: '01', provincia: '41', territorio: 'peninsula', altitud_m: 110, radon_zone: 'I', seismic_listed: 'true', seismic_ab_g: 0.05 },
      ...{ seismic_k: 1, capital_provincia: 'false', climate_zone: 'B4', 'climate_zone.winter': 'B', 'climate_zone.summer': '4' },
      ...{ wind_zone: 'A', snow_zone: '6' },
    })
    expect([place().facts.estimated.size, place().doubts.size]).toEqual([0, 0])
  })

  test('of which something is not known says nothing of it', () => {
    const bare = known(place({ altitude_m: null, climate_zone: null, seismic_ab_g: null, seismic_k: null }))
    for (const name of ['altitud_m', 'climate_zone', 'climate_zone.winter', 'climate_zone.summer', 'seismic_ab_g', 'seismic_k'])
      expect(bare).not.toHaveProperty([name])
    expect(bare['seismic_listed']).toBe('false')
  })

  test('that is not in the seismic list, or may be, is told apart; doubts are kept with what they are about', () => {
    const doubtful = place({ seismic_ab_g: null, seismic_k: null, seismic_note: 'nota sísmica', radon_note: 'nota de radón' })
    expect(known(doubtful)).not.toHaveProperty('seismic_listed')
    expect([...doubtful.doubts]).toEqual([
      ['radon_zone', 'nota de radón'],
      ['seismic_ab_g', 'nota sísmica'],
    ])
  })

  test('whose zone is only estimated has it apart, where no verdict rests on it', () => {
    const estimated = place({ wind_quality: 'estimated', snow_quality: 'estimated' })
    expect([...estimated.facts.estimated]).toEqual([
      ['wind_zone', 'A'],
      ['snow_zone', '6'],
    ])
    expect(known(estimated)).not.toHaveProperty('wind_zone')
    expect(known(place({ snow_quality: 'capital_table' }))).toMatchObject({ capital_provincia: 'true', snow_zone: '6', wind_zone: 'A' })
  })
})

describe('a site', () => {
  test('at another altitude has the zone of its band, and the lists are kept', () => {
    const high = atAltitude(place(), 500)
    expect(known(high)).toMatchObject({ altitud_m: 500, climate_zone: 'C4', 'climate_zone.winter': 'C' })
    expect(high.listed).toMatchObject({ altitudeM: 110, climateZone: 'B4' })
    expect(known(atAltitude(place(), 100))).toMatchObject({ altitud_m: 100, climate_zone: 'B4' })
    expect(atAltitude(high, 600).listed).toMatchObject({ altitudeM: 110 })
    // Altitude counts in whole metres.
    for (const [metres, zone] of [
      [400.4, 'B4'],
      [400.5, 'C4'],
    ] as const)
      expect(known(atAltitude(place(), metres))).toMatchObject({ climate_zone: zone })
    expect(known(atAltitude({ ...place(), bands: [] }, 500))).not.toHaveProperty('climate_zone')
  })

  test('in a zone that is stated has that one', () => {
    const stated = inZone(place(), 'D3')
    expect(known(stated)).toMatchObject({ altitud_m: 110, climate_zone: 'D3', 'climate_zone.winter': 'D', 'climate_zone.summer': '3' })
    expect(stated.listed).toMatchObject({ climateZone: 'B4' })
  })
})

describe('the climate zones', () => {
  test('change at the altitude nearest to a site, the first metre of the upper band', () => {
    const three = [...bands.slice(0, 1), { from: 401, to: 800, zone: 'C4' }, { from: 801, to: null, zone: 'D3' }]
    expect([0, 390, 600, 601, 900].map((metres) => nearestBandLimit(three, metres))).toEqual([401, 401, 401, 801, 801])
    expect(nearestBandLimit([{ from: null, to: null, zone: 'A3' }], 10)).toBeUndefined()
  })

  test.each([
    ['d3', 'D3'],
    [' D 3 ', 'D3'],
    ['a3', 'A3'],
    ['α3', 'α3'],
    ['Alpha3', 'α3'],
    ['alfa 3', 'α3'],
    ['d5', undefined],
    ['f1', undefined],
    ['d', undefined],
    ['d33', undefined],
    ['zona d3', undefined],
  ])('are read as people type them: %j', (text, zone) => expect(readZone(text)).toBe(zone))
})
