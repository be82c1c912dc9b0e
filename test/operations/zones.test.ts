import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { get } = startService()
const names = ['climate_zone', 'radon_zone', 'seismic_ab', 'wind_zone', 'snow_zone'] as const
const zonas = async (zone: string) => bodyOf(await get(`/api/v1/zonas?zone=${zone}`))
type Item = [ine: string, value: unknown, quality: unknown]
const csv = (name: string): Record<string, string>[] => parse(readFileSync(`kb/geo/${name}.csv`), { columns: true })

describe('one zone of every municipality', () => {
  test.each(names)('%s: 8,132 municipalities, each once, and the counts are of them', async (zone) => {
    const body = await zonas(zone)
    const items = body['items'] as Item[]
    const values = body['values'] as { value: unknown; quality: unknown; count: number }[]
    expect(body['total']).toBe(8132)
    expect(new Set(items.map(([ine]) => ine)).size).toBe(8132)
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(8132)
    for (const { value, quality, count } of values) expect(items.filter((item) => item[1] === value && item[2] === quality)).toHaveLength(count)
  })

  test.each(names)('%s agrees with /geo of each municipality', async (zone) => {
    const body = await zonas(zone)
    const items = new Map((body['items'] as Item[]).map(([ine, ...reading]) => [ine, reading]))
    for (const ine of ['28079', '18087', '35016', '48916', '20906', '10904', '15030']) {
      const sheet = await bodyOf(await get(`/api/v1/geo/${ine}`))
      const { value, quality, source } = (sheet['zones'] as Record<string, Json>)[zone] ?? {}
      expect(body['source']).toMatchObject(source as Json)
      // /geo has no figure for a municipality that is not in the seismic list; /zonas distinguishes it from one in doubt.
      const [shown, how] = items.get(ine) ?? []
      expect([shown === 'none' && zone === 'seismic_ab' ? [null, null] : [shown, how], ine]).toEqual([[value, quality], ine])
    }
  })

  test('radon and seismic values are those of the sources; an unlisted municipality is none, a doubtful one null', async () => {
    const radon = await zonas('radon_zone')
    const listed = new Map(csv('radon-hs6').map((row) => [row['ine'], row['zona']]))
    for (const [ine, value] of radon['items'] as Item[]) expect(value, ine).toBe(listed.get(ine) || 'none')
    const seismic = await zonas('seismic_ab')
    const items = seismic['items'] as Item[]
    const figures = new Map(csv('sismo-ncse02').map((row) => [row['ine'], row['ab_g']]))
    for (const [ine, value] of items) if (typeof value === 'number') expect(value, ine).toBe(Number(figures.get(ine)))
    expect(items.filter(([, value]) => value === null).map(([ine]) => ine)).toContain('20906')
    expect(items.find(([ine]) => ine === '28079')).toEqual(['28079', 'none', 'official_list'])
    expect(seismic).toMatchObject({ unit: 'g', unlisted: 'ab < 0,04 g', notes: { '20906': expect.stringContaining('IGN') } })
  })

  test('values come in order: none, ascending, null last', async () => {
    const order = async (zone: string) => ((await zonas(zone))['values'] as Json[]).map(({ value }) => value)
    expect(await order('radon_zone')).toEqual(['none', 'I', 'II'])
    expect(await order('climate_zone')).toEqual('α3 A2 A3 A4 B2 B3 B4 C1 C2 C3 C4 D1 D2 D3 E1'.split(' ').concat([null as never]))
    const seismic = await order('seismic_ab')
    expect(seismic.slice(1, -1)).toEqual(seismic.slice(1, -1).toSorted((left, right) => Number(left) - Number(right)))
    expect([seismic[0], seismic.at(-1)]).toEqual(['none', null])
  })

  test('wind and snow are estimated except for the fifty-two capitals', async () => {
    for (const zone of ['wind_zone', 'snow_zone'])
      expect(((await zonas(zone))['items'] as Item[]).filter(([, , quality]) => quality !== 'estimated')).toHaveLength(52)
  })

  test('answers 304 to a client that has it, and 422 for an unknown zone', async () => {
    const first = await get('/api/v1/zonas?zone=radon_zone')
    const again = await get('/api/v1/zonas?zone=radon_zone', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([first.status, again.status]).toEqual([200, 304])
    expect(await zonas('fire_zone')).toMatchObject({ status: 422, code: 'validation', errors: [{ pointer: 'zone' }] })
  })
})
