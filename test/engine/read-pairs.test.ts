import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Asked } from '../../server/engine/pair.ts'
import { ruleKey } from '../../server/engine/rule-list.ts'
import { termsOf } from '../../server/engine/terms.ts'
import { understand } from '../../server/engine/understand.ts'
import { smallBook } from './small-book.ts'

const metres = (...ids: string[]) => ids.map((id) => ({ id, label: `${id[0]?.toUpperCase()}${id.slice(1).replaceAll('-', ' ')}`, unit: 'm' }))
const book = smallBook({
  elements: [
    { id: 'barandilla', label: 'Barandilla' },
    { id: 'escalera', label: 'Escalera' },
    { id: 'puerta', label: 'Puerta' },
    { id: 'piscina', label: 'Piscina' },
    { id: 'cubierta-vecinal', label: 'Cubierta vecinal', aliases: ['cubierta de pasillo'] },
    { id: 'junta', label: 'Junta de cubierta' },
    { id: 'tubo', label: 'Tubo de desagüe', aliases: ['tubería'] },
    { id: 'cgp', label: 'CGP', aliases: ['caja general', 'caja de protección'] },
    { id: 'iluminacion', label: 'Instalación de iluminación' },
    { id: 'diferencial', label: 'Interruptor diferencial' },
    { id: 'pared', label: 'Pared' },
    { id: 'pared-portal', label: 'Pared del portal' },
    { id: 'hueco', label: 'Hueco' },
    { id: 'ventana', label: 'Ventana', also: ['hueco'] },
  ],
  parameters: [
    ...metres('altura', 'anchura-libre-de-paso', 'altura-pasamanos', 'altura-barrera', 'separacion', 'fondo', 'vuelo', 'anchura-hoja'),
    { id: 'altura-hueco', label: 'Altura del hueco', unit: 'm' },
    { id: 'intensidad', label: 'Intensidad asignada', unit: 'kg' },
    { id: 'iluminancia', label: 'Iluminancia', unit: '1' },
    { id: 'veei', label: 'VEEI', unit: '1' },
    { id: 'separacion-tubos', label: 'Separación entre tubos', unit: 'm' },
    { id: 'carga', label: 'Carga', unit: 'kg' },
  ],
  everyday: {
    words: [],
    weak: ['mínima', 'medidas'],
    scene: [
      { say: ['escalera'], sets: { lugar: 'escalera' } },
      { say: ['pasillo'], sets: { lugar: 'pasillo' } },
      { say: ['portal'] },
      { say: ['vecinal'] },
    ],
    stand_ins: [
      { element: 'iluminacion', say: ['lámpara'], of: ['iluminancia'] },
      { element: 'puerta', say: ['portón'] },
      { parameter: 'iluminancia', say: ['luz'], of: ['iluminacion'] },
      { parameter: 'fondo', say: ['hondo'] },
    ],
    several: [],
  },
  nearSynonyms: [
    {
      quantities: [
        { say: ['anchura'], is: ['anchura-hoja'] },
        { say: ['anchura libre'], is: ['vuelo'] },
      ],
      reason: 'x',
    },
  ],
  rules: [
    { element: 'barandilla', parameter: 'altura' },
    { element: 'barandilla', parameter: 'altura-pasamanos' },
    { element: 'puerta', parameter: 'anchura-libre-de-paso' },
    { element: 'puerta', parameter: 'fondo' },
    { element: 'puerta', parameter: 'vuelo' },
    { element: 'piscina', parameter: 'altura-barrera' },
    { element: 'piscina', parameter: 'carga', unit: 'kg' },
    { element: 'tubo', parameter: 'separacion-tubos' },
    { element: 'cgp', parameter: 'altura' },
    { element: 'iluminacion', parameter: 'iluminancia', unit: '1' },
    { element: 'iluminacion', parameter: 'veei', unit: '1' },
    { element: 'diferencial', parameter: 'intensidad', unit: 'kg' },
    { element: 'pared', parameter: 'fondo' },
    { element: 'pared-portal', parameter: 'fondo' },
    { element: 'hueco', parameter: 'altura-hueco' },
    { element: 'junta', parameter: 'separacion' },
  ],
})
const rulesOn = (element: string, parameter: string) =>
  book.elements.boundBy(element).flatMap((one) => book.ruleIndex.get(ruleKey(one, parameter)) ?? [])
const read = (element: string, parameter: string, more: Partial<Asked> = {}) => {
  const { pairs, isSure } = understand(book, { element, parameter, ...more }, rulesOn)
  return [
    isSure ? 'sure' : 'asked',
    ...pairs.map((pair) => `${pair.element.id} ${pair.parameter.id}${[...pair.sets].map(([name, value]) => ` ${name}=${value}`).join('')}`),
  ]
}
const inUnit = (unit: string): Partial<Asked> => ({ unit, value: new Fraction(1) })

describe('two texts are read', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['as names, in any order and number', 'barandillas', 'alturas', ['sure', 'barandilla altura']],
    ['without weak words', 'barandilla', 'altura mínima', ['sure', 'barandilla altura']],
    ['with a word of the quantity said twice', 'pasamanos de barandilla', 'altura del pasamanos', ['sure', 'barandilla altura-pasamanos']],
    ['with a quantity that says the thing too', 'hueco', 'altura', ['sure', 'hueco altura-hueco']],
    ['of what binds the thing', 'ventana', 'altura del hueco', ['sure', 'ventana altura-hueco']],
    ['but for words of place, which say something of the case', 'barandilla de la escalera', 'altura', ['sure', 'barandilla altura lugar=escalera']],
    ['but for words of place, with a quantity that says the thing', 'hueco de escalera', 'altura', ['sure', 'hueco altura-hueco lugar=escalera']],
    ['with the first word, though it is one of place', 'escalera', 'altura', ['asked']],
    ['by what stands for the thing by definition', 'lámparas', 'iluminancia', ['sure', 'iluminacion iluminancia']],
    ['by what stands for the thing likely', 'lámparas', 'VEEI', ['asked', 'iluminacion veei']],
    ['by what stands for the thing, at a place', 'lámpara del pasillo', 'iluminancia', ['sure', 'iluminacion iluminancia lugar=pasillo']],
    ['by what stands for the quantity by definition', 'instalación de iluminación', 'luz', ['sure', 'iluminacion iluminancia']],
    ['by what stands for the quantity likely', 'puerta', 'hondo', ['asked', 'puerta fondo']],
    ['by what stands for both', 'lámpara', 'luz', ['sure', 'iluminacion iluminancia']],
    ['by what stands for the thing, with a beginning', 'portón', 'anchura libre', ['asked', 'puerta anchura-libre-de-paso']],
    ['by the beginning of a name', 'barrera de piscina', 'altura', ['sure', 'piscina altura-barrera']],
    ['by all the words of both together', 'piscina', 'altura de la barrera', ['sure', 'piscina altura-barrera']],
    ['never by all the words of both but one that tells the kind', 'cubierta vecinal', 'separación entre juntas', ['asked']],
    [
      'by all the words of both but one that sets the case',
      'cubierta de pasillo',
      'separación entre juntas',
      ['sure', 'junta separacion lugar=pasillo'],
    ],
    ['never by weak words alone', 'piscina con altura de barrera', 'medidas', ['asked']],
    ['by words of several names of one thing', 'caja general de protección', 'altura', ['asked', 'cgp altura']],
    ['by the longest part of the name of a thing', 'pared del portal de la puerta', 'fondo', ['asked', 'pared-portal fondo']],
    ['never by a part, if a word is unknown', 'pared del portal azul', 'fondo', ['asked']],
    ['by the only thing that has the quantity, where a place is said', 'pasillo', 'VEEI', ['asked', 'iluminacion veei lugar=pasillo']],
    ['never by a place, if several things have it', 'pasillo', 'fondo', ['asked']],
    ['never by a quantity that only sounds like it', 'puerta', 'anchura', ['asked', 'puerta anchura-libre-de-paso']],
    ['never by what sounds like what the thing has', 'puerta', 'anchura libre', ['asked', 'puerta anchura-libre-de-paso']],
  ])('%s: %s · %s', (_how, element, parameter, expected) => expect(read(element, parameter)).toEqual(expected))

  test('by the unit that the second text is', () => {
    expect(read('diferencial', 'kg')).toEqual(['asked', 'diferencial intensidad'])
    expect(read('interruptor diferencial', 'kg')).toEqual(['asked', 'diferencial intensidad'])
    expect(read('interruptor diferencial', 'KG')).toEqual(['asked', 'diferencial intensidad'])
    expect(read('interruptor diferencial', 'm')).toEqual(['asked'])
    expect(read('interruptor diferencial de escalera', 'kg')).toEqual(['asked', 'diferencial intensidad lugar=escalera'])
    expect(read('tubo de desagüe', 'cm')).toEqual(['asked'])
    expect(read('separación entre tubos de desagüe', 'cm')).toEqual(['sure', 'tubo separacion-tubos'])
    expect(read('separación entre tubos de desagüe', 'kg')).toEqual(['asked'])
    expect(read('separación entre tubos de desagüe', '3')).toEqual(['asked'])
    // A pure number is not measured.
    expect(read('iluminancia de la instalación', '%')).toEqual(['asked'])
  })

  test('by the only quantity in the unit of the request', () => {
    expect(read('vecinal', 'piscina', inUnit('kg'))).toEqual(['asked', 'piscina carga'])
    expect(read('vecinal', 'puerta', inUnit('m'))).toEqual(['asked'])
  })
})

test('a pair that is read out of words keeps what the words of place say, and is marked as understood', () => {
  const found = termsOf(book, { element: 'barandilla de la escalera', parameter: 'altura' })
  expect([found?.isUnderstood, [...(found?.sets ?? [])]]).toEqual([true, [['lugar', 'escalera']]])
  expect(termsOf(book, { element: 'barandilla', parameter: 'altura' })?.isUnderstood).toBe(false)
})
