import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Book } from '../../server/engine/book.ts'
import type { Asked } from '../../server/engine/pair.ts'
import { meantElements, parametersOf, resolveTerms, siblingsIn, termsKey, termsOf } from '../../server/engine/terms.ts'
import { placeIn, smallBook } from './small-book.ts'

const quantities = [
  'altura',
  'anchura',
  'canto',
  'fondo',
  'holgura',
  'longitud',
  'vuelo',
  'resalto',
  'profundidad',
  'separacion',
  'diametro',
  'espesor',
]
const book: Book = smallBook({
  elements: [
    { id: 'puerta', label: 'Puerta' },
    { id: 'puerta-garaje', label: 'Puerta de garaje', broader: 'puerta', aliases: ['hueco'] },
    { id: 'puerta-corredera', label: 'Puerta corredera de vidrio' },
    { id: 'ventana', label: 'Ventana', aliases: ['hueco'] },
    { id: 'claraboya', label: 'Claraboya', also: ['ventana'], aliases: ['lucernario'] },
    { id: 'lucernario', label: 'Lucernario', also: [{ element: 'ventana', when: { uso: ['a'] } }] },
    { id: 'tragaluz', label: 'Tragaluz', also: ['ventana', { element: 'ventana', when: { uso: ['a'] } }] },
    { id: 'marco', label: 'Marco de puerta' },
    { id: 'porton', label: 'Portón', broader: 'puerta' },
    { id: 'rampa', label: 'Rampa' },
    { id: 'compuerta', label: 'Compuerta' },
    { id: 'muro', label: 'Muro', aliases: ['compuerta'] },
    { id: 'aseo', label: 'Aseo' },
    { id: 'aseo-accesible', label: 'Aseo accesible' },
  ],
  parameters: [
    ...quantities.map((id) => ({ id, label: `${id[0]?.toUpperCase()}${id.slice(1)}`, unit: 'm' })),
    { id: 'peso', label: 'Peso', unit: 'kg' },
    { id: 'anchura-hoja', label: 'Anchura de hoja', unit: 'm' },
    { id: 'anchura-libre', label: 'Anchura libre', unit: 'm' },
    { id: 'anchura-paso', label: 'Anchura de paso', unit: 'm', aliases: ['ancho de hoja'] },
    { id: 'radio-giro', label: 'Radio de giro', unit: 'm' },
    { id: 'numero', label: 'Número' },
  ],
  everyday: {
    words: [],
    scene: [{ say: ['aseo'] }],
    weak: [],
    stand_ins: [],
    several: [{ parameters: ['anchura-libre', 'anchura-paso'], say: ['anchura de paso'], of: ['puerta'] }],
  },
  nearSynonyms: [
    {
      quantities: [
        { say: ['anchura de hoja', 'ancho de hoja'], is: ['anchura-hoja'] },
        { say: ['anchura libre'], is: ['anchura-libre', 'anchura-paso'] },
      ],
      reason: 'La hoja no es el paso.',
    },
  ],
  rules: [
    { element: 'puerta', parameter: 'anchura-libre' },
    { element: 'puerta', parameter: 'anchura-paso' },
    { element: 'puerta', parameter: 'fondo' },
    { element: 'ventana', parameter: 'anchura-libre' },
    { element: 'ventana', parameter: 'canto' },
    { element: 'ventana', parameter: 'numero', unit: '1' },
    { element: 'ventana', parameter: 'espesor', unit: 'kg' },
    { element: 'puerta-garaje', parameter: 'espesor' },
    { element: 'claraboya', parameter: 'resalto' },
    { element: 'lucernario', parameter: 'holgura' },
    { element: 'marco', parameter: 'vuelo' },
    { element: 'porton', parameter: 'longitud' },
    { element: 'compuerta', parameter: 'altura', kind: 'datum' },
    { element: 'muro', parameter: 'radio-giro' },
    { element: 'puerta-corredera', parameter: 'vuelo' },
    ...quantities.map((parameter) => ({ element: 'rampa', parameter })),
    { element: 'rampa', parameter: 'peso', unit: 'kg' },
    ...['altura', 'fondo', 'longitud', 'vuelo', 'canto', 'peso'].map((parameter) => ({
      element: 'muro',
      parameter,
      unit: parameter === 'peso' ? 'kg' : 'm',
    })),
    { element: 'aseo', parameter: 'altura' },
    { element: 'aseo-accesible', parameter: 'fondo' },
  ],
})
const resolve = (element: string, parameter: string, more: Partial<Asked> = {}) => resolveTerms(book, { element, parameter, ...more })
/** The pair that two texts come to, or why they come to none. */
const pair = (element: string, parameter: string, more: Partial<Asked> = {}): string => {
  const found = resolve(element, parameter, more)
  return 'kind' in found ? found.kind : `${found.element.id} ${found.parameter.id}`
}
const candidates = (element: string, parameter: string): readonly unknown[] => {
  const found = resolve(element, parameter)
  return 'candidates' in found ? found.candidates : []
}

describe('a thing that no name fits', () => {
  test('is refused with the things that have its words, then those spelt like it', () => {
    expect(pair('corredera', 'vuelo')).toBe('unknown-element')
    expect(candidates('corredera', 'vuelo')[0]).toBe('puerta-corredera')
    expect(candidates('vidrio puerta', 'vuelo')[0]).toBe('puerta-corredera')
    expect(candidates('garaje', 'fondo')[0]).toBe('puerta-garaje')
    expect(candidates('vantana', 'canto')).toContain('ventana')
    expect(candidates('zzz', 'canto')).toEqual([])
  })
})

describe('a quantity that no name fits', () => {
  test('is refused with those of the thing, the most alike first, then the others in order, ten at most', () => {
    expect(resolve('muro', 'vuello')).toEqual({
      kind: 'unknown-parameter',
      candidates: ['vuelo', 'altura', 'canto', 'fondo', 'longitud', 'peso', 'radio-giro'],
    })
    expect(candidates('rampa', 'xx')).toEqual([
      'altura',
      'anchura',
      'canto',
      'diametro',
      'espesor',
      'fondo',
      'holgura',
      'longitud',
      'peso',
      'profundidad',
    ])
  })
  test('never with one that only other things have', () => {
    expect(candidates('aseo', 'altur')).toEqual(['altura'])
    expect(candidates('aseo', 'canta')).toEqual(['altura'])
  })
})

describe('a quantity that is not limited of the thing is refused', () => {
  test('with the labels of those that are, six at most and how many more', () => {
    expect(resolve('rampa', 'anchura libre')).toMatchObject({ kind: 'no-applicable-rule', why: 'none', rules: [] })
    const found = resolve('rampa', 'anchura-paso')
    expect('text' in found && found.text).toBe('Anchura, Altura, Canto, Diametro, Espesor, Fondo y 7 más')
    const all = resolve('muro', 'diametro')
    expect('text' in all && all.text).toBe('Altura, Canto, Fondo, Longitud, Peso, Radio de giro y 1 más')
    const few = resolve('puerta', 'diametro')
    expect('text' in few && few.text).toBe('Anchura de paso, Anchura libre, Fondo')
    const one = resolve('aseo', 'peso')
    expect('text' in one && one.text).toBe('Altura')
  })
  test.each<[string, string, string[]]>([
    ['puerta-garaje', 'vuelo', ['puerta-corredera']],
    ['puerta', 'vuelo', ['puerta-corredera']],
    ['puerta corredera de vidrio', 'fondo', ['puerta', 'puerta-garaje']],
    ['ventana', 'fondo', []],
    ['ventana', 'resalto', ['claraboya']],
    ['ventana', 'holgura', ['lucernario']],
    ['puerta', 'longitud', ['porton']],
    ['aseo', 'fondo', []],
    ['muro', 'anchura libre', []],
  ])('%s · %s with the things near to it that have it', (element, parameter, near) => {
    const found = resolve(element, parameter)
    expect('neighbours' in found && found.neighbours?.map(({ id }) => id)).toEqual(near)
  })
})

describe('a quantity that only sounds like those limited of the thing', () => {
  test('is never taken for them: they are named, with what tells them apart', () => {
    const found = resolve('puerta', 'anchura de hoja')
    expect(found).toMatchObject({ kind: 'unclear-terms', isOther: true, reason: 'La hoja no es el paso.' })
    expect('pairs' in found && found.pairs.map(({ element, parameter }) => `${element.id} ${parameter.id}`)).toEqual([
      'puerta anchura-libre',
      'puerta anchura-paso',
    ])
    expect(found).toMatchObject({ elements: [{ id: 'puerta' }], parameters: [{ id: 'anchura-libre' }, { id: 'anchura-paso' }] })
  })
  test('of a text that names two things, both pairs and the first thing', () => {
    const found = resolve('hueco', 'anchura de hoja')
    expect(found).toMatchObject({ kind: 'unclear-terms', elements: [{ id: 'puerta-garaje' }] })
    expect('pairs' in found && found.pairs.map(({ element, parameter }) => `${element.id} ${parameter.id}`)).toEqual([
      'puerta-garaje anchura-libre',
      'puerta-garaje anchura-paso',
      'ventana anchura-libre',
    ])
    expect('parameters' in found && found.parameters.map(({ id }) => id)).toEqual(['anchura-libre', 'anchura-paso'])
  })
  test('is never taken for one that has it among its names', () => {
    expect(resolve('puerta', 'ancho de hoja')).toMatchObject({ kind: 'unclear-terms', isOther: true })
  })
  test('is refused as any other where the thing has none of them', () => {
    expect(pair('muro', 'anchura de hoja')).toBe('no-applicable-rule')
    expect(pair('nada', 'anchura de hoja')).toBe('unknown-element')
  })
})

describe('two texts that name a pair', () => {
  test.each([
    ['puerta', 'fondo', 'puerta fondo'],
    ['Puertas', 'el fondo', 'puerta fondo'],
    ['puerta-garaje', 'fondo', 'puerta-garaje fondo'],
    ['claraboya', 'canto', 'claraboya canto'],
    ['lucernario', 'canto', 'lucernario canto'],
    ['hueco', 'canto', 'ventana canto'],
    ['hueco', 'fondo', 'puerta-garaje fondo'],
    ['hueco', 'anchura libre', 'unclear-terms'],
    ['puerta', 'anchura-libre', 'puerta anchura-libre'],
    ['puerta', 'anchura de paso', 'unclear-terms'],
    ['puerta', 'anchura-paso', 'puerta anchura-paso'],
    ['compuerta', 'altura', 'muro altura'],
    ['puerta-ventana', 'fondo', 'unknown-element'],
    ['puerta ventana', 'fondo', 'unclear-terms'],
    ['muro', 'radio', 'unclear-terms'],
  ])('%s · %s: %s', (element, parameter, expected) => expect(pair(element, parameter)).toBe(expected))

  test('of two things with the name, that of the unit', () => {
    expect(pair('hueco', 'espesor', { unit: 'kg', value: new Fraction(1) })).toBe('ventana espesor')
    expect(pair('hueco', 'espesor', { unit: 'cm', value: new Fraction(1) })).toBe('puerta-garaje espesor')
  })
  test('are told apart from those that only mean it', () => {
    expect(resolve('puerta', 'fondo')).toMatchObject({ isUnderstood: false, name: 'puerta' })
    expect(resolve('Puertas', 'fondo')).toMatchObject({ isUnderstood: true })
    expect(resolve('puerta', 'anchura-libre')).toMatchObject({ isUnderstood: false, name: 'puerta' })
  })
  test('have the rules of what binds the thing, those of a link with its condition', () => {
    const found = resolve('lucernario', 'canto')
    expect('rules' in found && found.rules.map(({ linked }) => Object.keys(linked ?? {}))).toEqual([['uso']])
    const plain = resolve('claraboya', 'canto')
    expect('rules' in plain && plain.rules.map(({ linked }) => linked)).toEqual([undefined])
    const both = resolve('tragaluz', 'canto')
    expect('rules' in both && both.rules.map(({ linked }) => linked)).toEqual([undefined])
  })
})

test('a name whose unit does not fit gives way to another quantity of the words, if some of its rules are in the unit', () => {
  const loads = smallBook({
    elements: [{ id: 'puerta', label: 'Puerta' }],
    parameters: [
      { id: 'fondo', label: 'Fondo', unit: 'm' },
      { id: 'fondo-carga', label: 'Fondo de carga', unit: 'kg' },
    ],
    rules: [{ parameter: 'fondo' }, { parameter: 'fondo-carga', unit: 'kg' }, { parameter: 'fondo-carga', unit: 'm' }],
  })
  const of = (unit: string) => resolveTerms(loads, { element: 'puerta', parameter: 'fondo', unit, value: new Fraction(1) })
  expect(of('cm')).toMatchObject({ parameter: { id: 'fondo' }, isUnderstood: false })
  expect(of('kg')).toMatchObject({ parameter: { id: 'fondo-carga' }, isUnderstood: true })
})

test('an identifier of several words is one only as it is written: in words it may be the name of another thing', () => {
  const wires = smallBook({
    elements: [
      { id: 'derivacion-individual', label: 'Línea repartidora' },
      { id: 'linea', label: 'Derivación individual' },
    ],
    parameters: [{ id: 'canto', label: 'Canto', unit: 'm' }],
    rules: [
      { element: 'derivacion-individual', parameter: 'canto' },
      { element: 'linea', parameter: 'canto' },
    ],
  })
  const of = (element: string) => termsOf(wires, { element, parameter: 'canto' })?.element.id
  expect([of('derivación individual'), of('Derivación  Individual'), of('línea repartidora')]).toEqual(['linea', 'linea', 'derivacion-individual'])
})

test('a refusal is told once and again the same, or not at all where only terms are wanted', () => {
  expect(termsOf(book, { element: 'rampa', parameter: 'anchura libre' })).toBeUndefined()
  expect(resolve('rampa', 'anchura libre')).toBe(resolve('rampa', 'anchura libre'))
  expect(termsOf(book, { element: 'puerta', parameter: 'fondo' })).toBe(resolve('puerta', 'fondo'))
})

describe('requests that name the same terms', () => {
  const asked: Asked = { element: 'puerta', parameter: 'fondo', unit: 'm', value: new Fraction(2) }
  const isSame = (one: Partial<Asked>, other: Partial<Asked>): boolean => termsKey({ ...asked, ...one }) === termsKey({ ...asked, ...other })
  test.each<[string, Partial<Asked>, Partial<Asked>, boolean]>([
    ['the value does not tell', {}, { value: new Fraction(3) }, true],
    ['the element does', {}, { element: 'muro' }, false],
    ['the quantity does', {}, { parameter: 'canto' }, false],
    ['the unit does', {}, { unit: 'cm' }, false],
    ['a class does', {}, { value: 'EI 60' }, false],
    ['not which class', { value: 'EI 60' }, { value: 'EI 90' }, true],
    ['a bare number may be a class: it does', { unit: '' }, { unit: '', value: new Fraction(3) }, false],
    ['so it does without unit as "1"', { unit: '1' }, { unit: '1', value: new Fraction(3) }, false],
    ['and as "-"', { unit: ' - ' }, { unit: ' - ', value: new Fraction(3) }, false],
    ['not with a unit that has a 1', { unit: 'm1' }, { unit: 'm1', value: new Fraction(3) }, true],
    ['the community does', { place: placeIn('09') }, { place: placeIn('13') }, false],
    ['a place without one is as none', { place: placeIn(null) }, {}, true],
    ['the documents do', { codes: [{ slug: 'd' }] }, {}, false],
    ['no documents are as none said', { codes: [] }, {}, true],
    ['not their editions', { codes: [{ slug: 'd' }] }, { codes: [{ slug: 'd', version: '1' }] }, true],
  ])('%s', (_name, one, other, expected) => expect(isSame(one, other)).toBe(expected))
  test('a number without any unit may be a class too', () => {
    const key = (value: number): string => termsKey({ element: 'puerta', parameter: 'fondo', value: new Fraction(value) })
    expect(key(2)).not.toBe(key(3))
  })
})

describe('other quantities of the thing in the unit of a request', () => {
  const siblings = (element: string, unit: string | undefined): string[] => {
    const terms = termsOf(book, { element, parameter: 'fondo' })
    return terms === undefined
      ? []
      : siblingsIn(book, terms, { element, parameter: 'fondo', ...(unit === undefined ? {} : { unit }) }).map(({ id }) => id)
  }
  test('are those that are measured in it, five at most, without the one asked', () => {
    expect(siblings('muro', 'cm')).toEqual(['radio-giro', 'altura', 'longitud', 'vuelo', 'canto'])
    expect(siblings('muro', 'kg')).toEqual(['peso'])
    expect(siblings('rampa', 'm')).toEqual(['altura', 'anchura', 'canto', 'holgura', 'longitud'])
  })
  test('are none without a unit', () => {
    expect([siblings('muro', undefined), siblings('muro', ''), siblings('muro', ' ')]).toEqual([[], [], []])
    const counted = termsOf(book, { element: 'ventana', parameter: 'canto' })
    expect(counted && siblingsIn(book, counted, { element: 'ventana', parameter: 'canto', unit: ' ' })).toEqual([])
  })
})

test('the quantities limited of a thing are those of what binds it too', () => {
  expect([...parametersOf(book, ['claraboya'])]).toEqual(['anchura-libre', 'canto', 'numero', 'espesor', 'resalto'])
  expect([...parametersOf(book, ['puerta-garaje', 'aseo'])]).toEqual(['anchura-libre', 'anchura-paso', 'fondo', 'espesor', 'altura'])
  expect(meantElements(book, 'huecos').map(({ id }) => id)).toEqual(['puerta-garaje', 'ventana'])
})

test('of many things near to one, six are told', () => {
  const many = Array.from({ length: 8 }, (_, index) => `losa-${index}`)
  const slabs = smallBook({
    elements: [{ id: 'forjado', label: 'Forjado' }, ...many.map((id) => ({ id, label: id, broader: 'forjado' }))],
    parameters: [{ id: 'canto', label: 'Canto', unit: 'm' }],
    rules: many.map((element) => ({ element, parameter: 'canto' })),
  })
  const found = resolveTerms(slabs, { element: 'forjado', parameter: 'canto' })
  expect('neighbours' in found && found.neighbours?.map(({ id }) => id)).toEqual(many.slice(0, 6))
})
