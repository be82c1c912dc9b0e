import { describe, expect, test } from 'vitest'
import { type ContextInput, readContext } from '../../server/engine/context.ts'
import { exactText } from '../../server/engine/decimal.ts'
import { placeGiven, zonesGiven } from '../../server/engine/given-place.ts'
import { ofElement, withImplied } from '../../server/engine/implied.ts'
import { placeIn, smallBook } from './small-book.ts'

const list = (...ids: string[]) => ids.map((id) => ({ id, label: id.toUpperCase() }))
const book = smallBook({
  elements: [
    {
      id: 'escalera',
      label: 'Escalera',
      sets: { interior: 'true' },
      aliases: ['escalera de uso general'],
      alias_sets: { 'Escalera de uso general': { uso: 'general' } },
    },
    { id: 'escalera-curva', label: 'Escalera curva', broader: 'escalera', sets: { forma: 'curva' }, excludes: { uso: ['restringido'] } },
    { id: 'escalera-caracol', label: 'Escalera de caracol', broader: 'escalera-curva', sets: { forma: 'caracol' } },
    { id: 'puerta', label: 'Puerta' },
  ],
  parameters: [{ id: 'anchura', label: 'Anchura', unit: 'm' }],
  dimensions: [
    { id: 'interior', label: 'Interior', type: 'boolean' },
    { id: 'exterior', label: 'Exterior', type: 'boolean' },
    { id: 'forma', label: 'Forma', type: 'enum', values: list('recta', 'curva', 'caracol') },
    {
      ...{ id: 'uso', label: 'Uso', type: 'enum' },
      values: [
        { id: 'general', label: 'General' },
        { id: 'restringido', label: 'Restringido', implies: { zona: 'privada' }, excludes: { exterior: ['true'], forma: ['caracol'] } },
        { id: 'vivienda', label: 'Vivienda', broader: 'restringido' },
      ],
    },
    {
      id: 'zona',
      label: 'Zona',
      type: 'enum',
      values: [
        { id: 'privada', label: 'Privada', implies: { acceso: 'llave' } },
        { id: 'publica', label: 'Pública' },
      ],
    },
    { id: 'acceso', label: 'Acceso', type: 'enum', values: list('llave', 'libre') },
    { id: 'altura', label: 'Altura', type: 'number' },
  ],
  rules: [],
})
const implied = (id: string, input: ContextInput = {}, name = id, said: Record<string, string> = {}) => {
  const element = book.elements.byId.get(id)
  if (element === undefined) throw new RangeError(id)
  const { known, derived, errors } = withImplied(readContext(input, book.dimensions), { element, name, sets: new Map(Object.entries(said)) }, book)
  const plain = Object.fromEntries([...known].map(([dimension, value]) => [dimension, typeof value === 'string' ? value : exactText(value)]))
  return { known: plain, derived, errors }
}

describe('what follows from the name of a thing', () => {
  test('is what it and the broader ones are by definition, the nearest first', () => {
    expect(implied('escalera-caracol')).toEqual({ known: { forma: 'caracol', interior: 'true' }, derived: ['forma', 'interior'], errors: [] })
    expect(implied('escalera')).toMatchObject({ known: { interior: 'true' } })
    expect(implied('puerta')).toEqual({ known: {}, derived: [], errors: [] })
  })

  test('is also what the alias says by which it was named, however it is spelt', () => {
    for (const name of ['Escalera de uso general', 'escalera-de-uso-general'])
      expect(implied('escalera', {}, name).known).toEqual({ uso: 'general', interior: 'true' })
    expect(implied('escalera', {}, 'escalera general').known).toEqual({ interior: 'true' })
    const element = book.elements.byId.get('escalera-curva')
    expect(element && [...ofElement(element, 'escalera curva', book).excludes]).toEqual([['uso', ['restringido']]])
  })

  test('is said beside the name unless the name itself says otherwise', () => {
    expect(implied('escalera', {}, 'escalera', { uso: 'general', interior: 'false' }).known).toEqual({ interior: 'true', uso: 'general' })
  })

  test('gives way to nothing that is stated: both sides are told', () => {
    expect(implied('escalera', { interior: false }).errors).toEqual([
      {
        ...{ field: 'interior', error: 'contradicts', candidates: [] },
        sides: [
          { field: 'interior', value: false },
          { field: 'element', value: 'escalera' },
        ],
      },
    ])
    expect(implied('escalera-curva', { uso: 'restringido' }).errors).toMatchObject([
      { field: 'uso', sides: [{ field: 'uso' }, { field: 'element', value: 'escalera-curva' }] },
    ])
    expect(implied('escalera-curva', { uso: 'vivienda' }).errors).toHaveLength(1)
    expect(implied('escalera-curva', { uso: 'general' }).errors).toEqual([])
  })
})

describe('what follows from what is stated', () => {
  test('is what the value and the broader ones imply, and what that implies further', () => {
    const { known, derived } = implied('puerta', { uso: 'restringido' })
    expect(known).toEqual({ uso: 'restringido', zona: 'privada', acceso: 'llave', exterior: 'false' })
    expect(derived).toEqual(['zona', 'exterior', 'acceso'])
    expect(implied('puerta', { uso: 'vivienda' }).known).toMatchObject({ zona: 'privada', acceso: 'llave', exterior: 'false' })
    expect(implied('puerta', { uso: 'general', altura: 3 })).toEqual({ known: { uso: 'general', altura: '3' }, derived: [], errors: [] })
  })

  test('is the other of yes and no where one cannot be, and nothing where there are more', () => {
    expect(implied('puerta', { uso: 'restringido' }).known).not.toHaveProperty('forma')
  })

  test('is an error with both statements where another is stated', () => {
    expect(implied('puerta', { uso: 'restringido', zona: 'publica' }).errors).toEqual([
      {
        ...{ field: 'zona', error: 'contradicts', candidates: [] },
        sides: [
          { field: 'zona', value: 'publica' },
          { field: 'uso', value: 'restringido' },
        ],
      },
    ])
    expect(implied('puerta', { uso: 'restringido', exterior: true }).errors).toMatchObject([
      { field: 'exterior', sides: [{ value: true }, { value: 'restringido' }] },
    ])
    expect(implied('puerta', { uso: 'restringido', forma: 'caracol' }).errors).toMatchObject([{ field: 'forma' }])
    expect(implied('puerta', { uso: 'restringido', forma: 'recta', exterior: false, zona: 'privada' }).errors).toEqual([])
    // What implied it is told, not what lies between.
    expect(implied('puerta', { uso: 'restringido', acceso: 'libre' }).errors).toMatchObject([
      { sides: [{ field: 'acceso' }, { field: 'uso', value: 'restringido' }] },
    ])
  })

  test('of a field that contradicts the name is told of the field', () => {
    expect(implied('escalera-caracol', { uso: 'restringido' }).errors.map(({ field, sides }) => [field, sides?.map((one) => one.field)])).toEqual([
      ['uso', ['element', 'uso']],
      ['uso', ['uso', 'element']],
    ])
  })
})

test('the altitude or the zone that is stated is that of the place', () => {
  const bands = [
    { from: null, to: 400, zone: 'B4' },
    { from: 401, to: null, zone: 'C4' },
  ]
  const place = { ...placeIn('01'), bands }
  const given = (input: ContextInput) =>
    readContext(
      input,
      smallBook({
        ...{ elements: [], parameters: [], rules: [] },
        dimensions: [
          { id: 'altitud_m', label: 'Altitud', type: 'number', source: 'place' },
          { id: 'climate_zone', label: 'Zona climática', type: 'enum', source: 'place' },
        ],
      }).dimensions,
    ).known
  const zoneOf = (input: ContextInput) => placeGiven(place, given(input)).record
  expect([zoneOf({}).climateZone, zoneOf({ altitud_m: 500 }).climateZone, zoneOf({ climate_zone: 'd3' }).climateZone]).toEqual([null, 'C4', 'D3'])
  expect(zoneOf({ altitud_m: 500, climate_zone: 'd3' })).toMatchObject({ altitudeM: 500, climateZone: 'D3' })
  expect([placeGiven(place, given({})), zonesGiven(given({ altitud_m: 5 }))]).toEqual([place, []])
  expect(zonesGiven(given({ climate_zone: 'd3' }))).toEqual([
    ['climate_zone.winter', 'D'],
    ['climate_zone.summer', '3'],
  ])
})
