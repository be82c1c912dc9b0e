import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Book } from '../../server/engine/book.ts'
import type { Asked, Pair } from '../../server/engine/pair.ts'
import { ruleKey } from '../../server/engine/rule-list.ts'
import { best, understand } from '../../server/engine/understand.ts'
import { placeIn, smallBook } from './small-book.ts'

const book: Book = smallBook({
  documents: [{}, { slug: 'madrid', ccaa: '13' }],
  elements: [
    { id: 'puerta-garaje', label: 'Puerta de garaje' },
    { id: 'plaza-reservada', label: 'Plaza para silla de ruedas' },
    { id: 'plaza-coche', label: 'Plaza de coche' },
    { id: 'pasillo', label: 'Pasillo' },
    { id: 'pasillo-ancho', label: 'Pasillo ancho', broader: 'pasillo' },
    { id: 'almacen', label: 'Almacén' },
    { id: 'rampa', label: 'Rampa' },
  ],
  parameters: [
    { id: 'altura-libre', label: 'Altura libre', unit: 'm' },
    { id: 'altura', label: 'Altura', unit: 'm' },
    { id: 'altura-rampa', label: 'Altura de rampa', unit: 'm' },
    { id: 'fondo', label: 'Fondo', unit: 'm' },
    { id: 'paso', label: 'Paso', unit: 'm' },
    { id: 'carga', label: 'Carga', unit: 'kg' },
    { id: 'dotacion', label: 'Dotación' },
  ],
  everyday: {
    ...{ words: [{ say: ['rampa', 'corredor'], mean: ['pasillo', 'almacén'] }], weak: ['mínima'], stand_ins: [], several: [] },
    scene: [
      { say: ['teatro'], sets: { uso: 'espectaculos' } },
      { say: ['almacen'], sets: { uso: 'almacen' } },
    ],
  },
  rules: [
    { element: 'puerta-garaje', parameter: 'altura-libre' },
    { element: 'plaza-reservada', parameter: 'fondo' },
    { element: 'plaza-reservada', parameter: 'dotacion', unit: '1' },
    { element: 'plaza-reservada', parameter: 'carga', unit: 'kg', kind: 'datum' },
    { element: 'plaza-coche', parameter: 'fondo' },
    { element: 'plaza-coche', parameter: 'paso' },
    { element: 'almacen', parameter: 'fondo' },
    { element: 'rampa', parameter: 'altura-rampa' },
    { element: 'pasillo', parameter: 'altura' },
    { element: 'pasillo', parameter: 'fondo' },
    { element: 'pasillo', parameter: 'carga', unit: 'kg', kind: 'datum' },
    { element: 'pasillo', parameter: 'paso', verification: 'unverified' },
    { element: 'pasillo-ancho', parameter: 'fondo', of: 'madrid' },
    { element: ['pasillo', 'pasillo-ancho'], parameter: 'dotacion', unit: '1' },
  ],
})
const rulesOn = (element: string, parameter: string) => book.ruleIndex.get(ruleKey(element, parameter)) ?? []
const read = (element: string, parameter: string, more: Partial<Asked> = {}) => {
  const { pairs, isSure } = understand(book, { element, parameter, ...more }, rulesOn)
  return { isSure, pairs: pairs.map((pair) => `${pair.element.id} ${pair.parameter.id}`), sets: pairs.map(({ sets }) => Object.fromEntries(sets)) }
}
const pairs = (element: string, parameter: string, more: Partial<Asked> = {}): readonly string[] => read(element, parameter, more).pairs
const inUnit = (unit: string): Partial<Asked> => ({ unit, value: new Fraction(1) })

describe('a text of more than ten words is not read freely', () => {
  const [ten, eleven] = ['la puerta de la de la de la de garaje', 'la puerta de la de la de la de la garaje']
  test('as the name of a thing', () => {
    expect(pairs(ten, 'la altura libre')).toEqual(['puerta-garaje altura-libre'])
    expect(pairs(ten.replaceAll(' ', '   '), 'la altura libre')).toEqual(['puerta-garaje altura-libre'])
    expect(read(eleven, 'la altura libre')).toEqual({ isSure: false, pairs: [], sets: [] })
  })
  test('nor as that of a quantity', () => {
    const [said, longer] = ['la altura de la de la de la de libre', 'la altura de la de la de la de la libre']
    expect(pairs('puertas de garaje', said)).toEqual(['puerta-garaje altura-libre'])
    expect(pairs('puertas de garaje', longer)).toEqual([])
    expect(pairs('puertas de garaje', longer.replaceAll(' ', '\n'))).toEqual([])
  })
})

describe('words that name a thing and no quantity', () => {
  test('mean the quantity that the unit measures, with what the words of place say, and only by asking', () => {
    const said = read('teatro', 'plazas para silla de ruedas', inUnit('cm'))
    expect(said).toEqual({ isSure: false, pairs: ['plaza-reservada fondo'], sets: [{ uso: 'espectaculos' }] })
    expect(read('teatro', 'plazas mínimas para silla de ruedas', inUnit('')).pairs).toEqual(['plaza-reservada dotacion'])
    expect(read('plazas', 'silla de ruedas', inUnit('m'))).toEqual({ isSure: false, pairs: ['plaza-reservada fondo'], sets: [{}] })
  })
  test('mean none if two are measured in it, or only what is no limit', () => {
    expect(pairs('teatro', 'plazas de coche', inUnit('m'))).toEqual([])
    expect(pairs('teatro', 'plazas para silla de ruedas', inUnit('kg'))).toEqual([])
  })
  test('mean none if a word is left that is not of the thing nor of a place', () => {
    expect(pairs('teatro', 'plazas doradas para silla de ruedas', inUnit('m'))).toEqual([])
    expect(pairs('teatro', 'silla de ruedas', inUnit('m'))).toEqual([])
  })
  test('words of place alone say nothing of that kind', () => {
    expect(pairs('almacén', 'almacén', inUnit('m'))).toEqual([])
    expect(pairs('teatro', 'almacén', inUnit('m'))).toEqual([])
  })
})

describe('what fits the unit of a request comes first', () => {
  test('and what is named in another unit is told where nothing does', () => {
    expect(read('los pasillos', 'el fondo', inUnit('cm'))).toMatchObject({ isSure: true, pairs: ['pasillo fondo'] })
    expect(read('los pasillos', 'el fondo', inUnit('kg'))).toMatchObject({ isSure: false, pairs: ['pasillo fondo'] })
    expect(read('los pasillos', 'el color')).toMatchObject({ isSure: false, pairs: [] })
  })
})

describe('a word with several meanings', () => {
  test('is asked about where the word itself names nothing', () => {
    expect(read('corredor', 'fondo')).toMatchObject({ isSure: false, pairs: ['pasillo fondo', 'almacen fondo'] })
    expect(read('corredor', 'altura')).toMatchObject({ isSure: false, pairs: ['pasillo altura'] })
  })
  test('is read as it stands before any other of them', () => {
    expect(read('rampas', 'altura')).toMatchObject({ isSure: true, pairs: ['rampa altura-rampa'] })
  })
})

test('the beginning of a name is only asked about, in its own unit', () => {
  expect(read('puertas de garaje', 'altura', inUnit('cm'))).toMatchObject({ isSure: false, pairs: ['puerta-garaje altura-libre'] })
  expect(pairs('puertas de garaje', 'altura', inUnit('kg'))).toEqual([])
})

describe('the best of several pairs', () => {
  const pairOf = (element: string, parameter: string): Pair => {
    const [thing, quantity] = [book.elements.byId.get(element), book.parameters.byId.get(parameter)]
    if (thing === undefined || quantity === undefined) throw new Error('no such term')
    return { element: thing, parameter: quantity, name: element, rules: rulesOn(element, parameter), sets: new Map() }
  }
  const chosen = (asked: Partial<Asked>, ...found: readonly [string, string][]): string[] =>
    best(
      found.map(([element, parameter]) => pairOf(element, parameter)),
      { element: 'x', parameter: 'x', ...asked },
      book,
    ).map(({ element, parameter }) => `${element.id} ${parameter.id}`)
  test('are those that bind at the place, and in the documents asked for', () => {
    expect(chosen({ place: placeIn('09') }, ['almacen', 'fondo'], ['pasillo-ancho', 'fondo'])).toEqual(['almacen fondo'])
    expect(chosen({ codes: [{ slug: 'madrid' }] }, ['almacen', 'fondo'], ['pasillo-ancho', 'fondo'])).toEqual(['pasillo-ancho fondo'])
    expect(chosen({ place: placeIn('13') }, ['almacen', 'fondo'], ['pasillo-ancho', 'fondo'])).toEqual(['almacen fondo', 'pasillo-ancho fondo'])
  })
  test('then those that limit, then those whose figure is read', () => {
    expect(chosen({}, ['pasillo', 'carga'], ['pasillo', 'paso'])).toEqual(['pasillo paso'])
    expect(chosen({}, ['pasillo', 'paso'], ['almacen', 'fondo'])).toEqual(['almacen fondo'])
    expect(chosen({}, ['pasillo', 'carga'])).toEqual(['pasillo carga'])
  })
  test('one pair found twice is one', () => {
    expect(chosen({}, ['almacen', 'fondo'], ['almacen', 'fondo'])).toEqual(['almacen fondo'])
    expect(chosen({})).toEqual([])
  })
  test('the wider thing of one quantity is meant; of two quantities both may be', () => {
    expect(chosen({}, ['pasillo-ancho', 'fondo'], ['pasillo', 'fondo'])).toEqual(['pasillo fondo'])
    expect(chosen({}, ['pasillo-ancho', 'fondo'], ['pasillo', 'dotacion'])).toEqual(['pasillo-ancho fondo', 'pasillo dotacion'])
  })
  test('the one whose rules include those of all others is meant', () => {
    const wide = { ...pairOf('plaza-coche', 'paso'), rules: [...rulesOn('plaza-coche', 'paso'), ...rulesOn('plaza-coche', 'fondo')] }
    const found = best([pairOf('plaza-coche', 'fondo'), wide], { element: 'x', parameter: 'x' }, book)
    expect(found.map(({ parameter }) => parameter.id)).toEqual(['paso'])
    expect(chosen({}, ['pasillo', 'dotacion'], ['pasillo-ancho', 'dotacion'])).toEqual(['pasillo dotacion'])
  })
  test('of two with the same rules, the one whose label is said', () => {
    const rules = rulesOn('plaza-coche', 'fondo')
    const [one, other] = [
      { ...pairOf('plaza-coche', 'paso'), rules },
      { ...pairOf('plaza-coche', 'fondo'), rules },
    ]
    const meant = (parameter: string) => best([one, other], { element: 'x', parameter }, book).map((pair) => pair.parameter.id)
    expect([meant('el fondo'), meant('paso')]).toEqual([['fondo'], ['paso']])
  })
})
