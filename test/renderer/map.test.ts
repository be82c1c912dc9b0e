import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addressOfMap, mapFrom, mapNames, wholeMap, zoneOf } from '../../renderer/mapa/address.ts'
import { atlasFrom, inset, plane, type SpainTopology } from '../../renderer/mapa/atlas.ts'
import { fitView, nearestTo, neighbour, shapeAt } from '../../renderer/mapa/hit-testing.ts'
import { layerOf, tones, type Zones } from '../../renderer/mapa/zone-layer.ts'
import { rowsInArea, visibleRows, zoneRows } from '../../renderer/mapa/zone-rows.ts'
import { bodyOf, startService } from '../service.ts'

const { get } = startService()
const places = ((await bodyOf(await get('/api/v1/municipios'))) as unknown as { items: Parameters<typeof zoneRows>[0] }).items
const zones = async (zone: string) => (await bodyOf(await get(`/api/v1/zonas?zone=${zone}`))) as unknown as Zones
const atlas = atlasFrom(JSON.parse(readFileSync('node_modules/es-atlas/es/municipalities.json', 'utf8')) as SpainTopology)
const shape = (id: string) => {
  const found = atlas.byId.get(id)
  if (found === undefined) throw new Error(`no outline ${id}`)
  return found
}

describe('the outlines', () => {
  test('exist for every municipality but Usansolo; 82 more are not municipalities', () => {
    const codes = new Set(places.map(({ ine }) => ine))
    expect(places.filter(({ ine }) => !atlas.byId.has(ine)).map(({ name }) => name)).toEqual(['Usansolo'])
    const others = atlas.shapes.filter(({ id }) => !codes.has(id))
    expect(others).toHaveLength(82)
    expect(others.every(({ id }) => /^5[34]/.test(id))).toBe(true)
    expect(atlas.shapes).toHaveLength(8131 + 82)
  })

  test('lie within the plane, and only the Canary Islands in their inset', () => {
    for (const { id, box, land } of atlas.shapes) {
      const [left, top, right, bottom] = land === 'canarias' ? inset : plane
      expect(box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom, id).toBe(true)
      if (land === 'peninsula') expect(box[2] >= inset[0] && box[3] >= inset[1], id).toBe(false)
    }
  })

  test('lines separate different classes only', () => {
    expect(atlas.linesBetween(() => 'same')).toEqual([])
    expect(atlas.linesBetween((id) => (id === '28079' ? 'Madrid' : '')).length).toBeGreaterThan(0)
  })
})

describe('hit testing', () => {
  test('finds the municipality at a point, nothing at sea, and a tiny city by its disc', () => {
    for (const id of ['28079', '35016', '07040']) expect(shapeAt(atlas.shapes, shape(id).centre, 0)?.id).toBe(id)
    expect(shapeAt(atlas.shapes, [2, 700], 0)).toBeUndefined()
    const [x = 0, y = 0] = shape('51001').centre
    expect([9.9, 10, 10.1].map((aside) => shapeAt(atlas.shapes, [x - aside, y], 10)?.id === '51001')).toEqual([true, true, false])
  })

  test('the arrow keys go to the neighbour on that side, and stop at the edge', () => {
    const madrid = shape('28079')
    for (const [direction, axis, sign] of [
      ['left', 0, -1],
      ['right', 0, 1],
      ['up', 1, -1],
      ['down', 1, 1],
    ] as const) {
      const next = neighbour(atlas.shapes, madrid.centre, direction)
      expect(sign * ((next?.centre[axis] ?? 0) - (madrid.centre[axis] ?? 0)), direction).toBeGreaterThan(0)
    }
    const west = atlas.shapes.toSorted((one, other) => (one.centre[0] ?? 0) - (other.centre[0] ?? 0))[0]
    expect(neighbour(atlas.shapes, west?.centre ?? [], 'left')).toBeUndefined()
    expect(nearestTo(atlas.shapes, madrid.centre)?.id).toBe('28079')
  })

  test('a view shows a whole box, centred', () => {
    expect(fitView([100, 100, 200, 150], 332, 332)).toEqual({ scale: 3, left: 166 - 450, top: 166 - 375 })
  })
})

describe('the address of a map', () => {
  test('has the whole state without default values', () => {
    const state = {
      ...wholeMap('radon'),
      community: 'Castilla y León',
      province: 'Ávila',
      name: 'nava',
      zoneClass: 'II',
      order: 'zona',
      direction: 'descending',
      page: 3,
    } as const
    expect(mapFrom(new URL(addressOfMap(state), 'http://localhost').searchParams)).toEqual(state)
    expect(addressOfMap(wholeMap('clima'))).toBe('/municipios?mapa=clima')
  })

  test.each(['', 'mapa=', 'mapa=fuego', 'mapa=toString'])('%s is not a map', (query) => {
    expect(mapFrom(new URLSearchParams(query))).toBeUndefined()
  })

  test.each(['0', '-1', '1.5', 'x'])('page %s means the first; an unknown order means by name', (page) => {
    expect(mapFrom(new URLSearchParams({ mapa: 'clima', pagina: page, orden: '-nada' }))).toEqual(wholeMap('clima'))
  })
})

describe('the classes of a zone', () => {
  test.each(mapNames)('%s: contain every municipality once; only zones have a tone', async (map) => {
    const layer = layerOf(await zones(zoneOf(map)))
    expect(layer.classes.reduce((sum, { count }) => sum + count, 0)).toBe(8132)
    expect(layer.of.size).toBe(8132)
    for (const { kind, tone } of layer.classes) {
      expect(tone === undefined).toBe(kind !== 'zone')
      if (tone !== undefined) expect(tone >= 1 && tone <= tones).toBe(true)
    }
    for (const { quality, zoneClass } of layer.of.values()) if (quality === 'estimated') expect(zoneClass.kind).toBe('estimated')
  })

  test('climate zones with one winter letter share a tone; accelerations are grouped in disjoint steps', async () => {
    const climate = layerOf(await zones('climate_zone'))
    const tone = (key: string) => climate.classes.find((one) => one.key === key)?.tone
    expect([tone('α3'), tone('A2'), tone('B4'), tone('C1'), tone('D3'), tone('E1')]).toEqual([1, 2, 3, 4, 5, 6])
    expect(tone('D1')).toBe(tone('D3'))
    const seismic = layerOf(await zones('seismic_ab')).classes.filter(({ kind }) => kind === 'zone')
    expect(seismic.slice(0, 2).map(({ from, to }) => [from, to])).toEqual([
      [0.04, 0.07],
      [0.08, 0.11],
    ])
    for (const [index, { from }] of seismic.entries()) expect(Number(from)).toBeGreaterThan(Number(seismic[index - 1]?.to ?? 0))
  })
})

test('the table has the filtered rows in order', async () => {
  const layer = layerOf(await zones('radon_zone'))
  const rows = zoneRows(places, layer, {})
  const state = { ...wholeMap('radon'), province: 'Ávila', zoneClass: 'II', name: 'NAVA' }
  const shown = visibleRows(rowsInArea(rows, state), state, layer)
  expect(shown.map(({ name }) => name)).toContain('Navaluenga')
  expect(shown.every(({ provincia, value, name }) => provincia === 'Ávila' && value === 'II' && /nava/i.test(name))).toBe(true)
  const byZone = visibleRows(rows, { ...wholeMap('radon'), order: 'zona', direction: 'descending' }, layer)
  expect([byZone[0]?.value, byZone.at(-1)?.value]).toEqual(['II', 'none'])
  expect(visibleRows(rows, { ...wholeMap('radon'), name: '05168' }, layer)).toHaveLength(1)
})

describe('the colours', () => {
  const css = readFileSync('renderer/style/map.css', 'utf8')
  const [day = '', night = ''] = ['$1', '$2'].map((side) => css.replace(/light-dark\((#\w+), (#\w+)\)/g, side))
  const colour = (css: string, name: string) => new RegExp(`--map-${name}: #(\\w+);`).exec(css)?.[1] ?? ''
  const luminance = (hex: string): number => {
    const channels = (hex.length === 3 ? [...hex].map((one) => one + one) : (hex.match(/../g) ?? [])).map((pair) => Number.parseInt(pair, 16) / 255)
    const [red = 0, green = 0, blue = 0] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const lightness = (hex: string) => 116 * Math.cbrt(luminance(hex)) - 16
  const contrast = (one: string, other: string) => {
    const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right)
    return (high + 0.05) / (low + 0.05)
  }

  test.each([
    ['day', day],
    ['night', night],
  ])('%s: tones differ in lightness, and lines from every tone', (_name, css) => {
    const ramp = Array.from({ length: tones }, (_, index) => colour(css, String(index + 1)))
    const steps = ramp.slice(1).map((hex, index) => Math.abs(lightness(hex) - lightness(ramp[index] ?? '')))
    for (const step of steps) expect(step).toBeGreaterThan(8)
    for (const hex of ramp) expect(contrast(hex, colour(css, 'line'))).toBeGreaterThan(3)
    for (const hex of ramp) expect(Math.abs(lightness(colour(css, 'unlisted')) - lightness(hex))).toBeGreaterThan(8)
    // Mild is warm and severe is cold, by day and by night.
    const warmth = (hex = '') => Number.parseInt(hex.slice(0, 2), 16) - Number.parseInt(hex.slice(4), 16)
    expect(warmth(ramp[0])).toBeGreaterThan(0)
    expect(warmth(ramp.at(-1))).toBeLessThan(0)
    expect(contrast(colour(css, 'hatch'), colour(css, 'hatch-ground'))).toBeGreaterThan(3)
  })
})
