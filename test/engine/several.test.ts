import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import type { Asked } from '../../server/engine/pair.ts'
import { ruleKey } from '../../server/engine/rule-list.ts'
import { severalMeant } from '../../server/engine/several.ts'
import { placeIn, smallBook } from './small-book.ts'

const book = smallBook({
  documents: [{}, { slug: 'madrid', ccaa: '13' }],
  elements: [
    { id: 'cubierta', label: 'Cubierta' },
    { id: 'azotea', label: 'Azotea', broader: 'cubierta' },
    { id: 'viga', label: 'Viga' },
    { id: 'pilar', label: 'Pilar' },
    { id: 'dormitorio', label: 'Dormitorio' },
    { id: 'dormitorio-principal', label: 'Dormitorio principal' },
  ],
  parameters: ['carga-nieve', 'carga-viento', 'carga-uso', 'flecha', 'superficie'].map((id) => ({ id, label: id.replace('-', ' de '), unit: 'kg' })),
  everyday: {
    ...{ words: [], stand_ins: [], weak: ['máxima'], scene: [{ say: ['terraza'] }, { say: ['principal'] }] },
    several: [
      { parameters: ['carga-nieve', 'carga-viento'], say: ['carga'], of: ['cubierta'] },
      { parameters: ['carga-uso'], say: ['sobrecarga'], of: ['cubierta'] },
      { elements: ['viga', 'pilar'], say: ['barra'], of: ['flecha'] },
      { elements: ['dormitorio', 'dormitorio-principal'], say: ['dormitorio'], of: ['superficie'] },
    ],
  },
  rules: [
    { element: 'cubierta', parameter: 'carga-nieve', unit: 'kg' },
    { element: 'cubierta', parameter: 'carga-viento', unit: 'kg' },
    { element: 'cubierta', parameter: 'carga-uso', unit: 'kg', of: 'madrid' },
    { element: 'viga', parameter: 'flecha' },
    { element: 'pilar', parameter: 'flecha' },
    { element: 'dormitorio', parameter: 'superficie' },
    { element: 'dormitorio-principal', parameter: 'superficie' },
  ],
})
const rulesOn = (element: string, parameter: string) =>
  book.elements.boundBy(element).flatMap((one) => book.ruleIndex.get(ruleKey(one, parameter)) ?? [])
/** The pairs that a request may mean beside the one that was read. */
function meant(asked: Asked, ...named: readonly [element: string, parameter: string]): string[] {
  const [element, parameter] = [book.elements.byId.get(named[0]), book.parameters.byId.get(named[1])]
  if (element === undefined || parameter === undefined) throw new RangeError(named.join())
  return severalMeant(book, asked, { element, parameter }, rulesOn).map((pair) => `${pair.element.id} ${pair.parameter.id}`)
}
const asked = (element: string, parameter: string, more: Partial<Asked> = {}): Asked => ({ element, parameter, ...more })
const loads = ['cubierta carga-nieve', 'cubierta carga-viento']

describe('words that name one of several quantities', () => {
  test('mean each of them, with or without the thing and weak words', () => {
    for (const said of ['carga', 'carga máxima', 'carga de la cubierta'])
      expect(meant(asked('cubierta', said), 'cubierta', 'carga-nieve'), said).toEqual(loads)
    expect(meant(asked('cubierta de la terraza', 'carga'), 'cubierta', 'carga-nieve')).toEqual(loads)
  })

  test('mean the one that is named, where more is said of the quantity or of the thing', () => {
    expect(meant(asked('cubierta', 'carga de nieve'), 'cubierta', 'carga-nieve')).toEqual([])
    expect(meant(asked('nieve en la cubierta', 'carga'), 'cubierta', 'carga-nieve')).toEqual([])
  })

  test('are those of a broader thing too, and of no other thing or quantity', () => {
    expect(meant(asked('azotea', 'carga'), 'azotea', 'carga-viento')).toEqual(['azotea carga-nieve', 'azotea carga-viento'])
    expect(meant(asked('viga', 'carga'), 'viga', 'flecha')).toEqual([])
    expect(meant(asked('cubierta', 'carga'), 'cubierta', 'carga-uso')).toEqual([])
  })

  test('are those with a limit that binds there and in that unit', () => {
    expect(meant(asked('cubierta', 'carga', { unit: 'm', value: new Fraction(1) }), 'cubierta', 'carga-nieve')).toEqual([])
    expect(meant(asked('cubierta', 'carga', { unit: 'kg', value: new Fraction(1) }), 'cubierta', 'carga-nieve')).toEqual(loads)
  })

  test('that name one quantity alone ask for it, where it is limited', () => {
    expect(meant(asked('cubierta', 'sobrecarga', { place: placeIn('13') }), 'cubierta', 'carga-uso')).toEqual(['cubierta carga-uso'])
    expect(meant(asked('cubierta', 'sobrecarga', { place: placeIn('09') }), 'cubierta', 'carga-uso')).toEqual([])
  })
})

describe('words that name one of several things', () => {
  test('mean each of them, with the quantity or with words of place', () => {
    const both = ['viga flecha', 'pilar flecha']
    for (const said of ['barra', 'barras', 'flecha de la barra', 'barra de la terraza'])
      expect(meant(asked(said, 'flecha'), 'viga', 'flecha'), said).toEqual(both)
    expect(meant(asked('barra de acero', 'flecha'), 'viga', 'flecha')).toEqual([])
    expect(meant(asked('viga', 'flecha'), 'viga', 'flecha')).toEqual([])
  })

  test('are told apart by a whole name', () => {
    expect(meant(asked('dormitorio', 'superficie'), 'dormitorio', 'superficie')).toEqual(['dormitorio superficie', 'dormitorio-principal superficie'])
    expect(meant(asked('dormitorio principal', 'superficie'), 'dormitorio-principal', 'superficie')).toEqual([])
  })

  test('are none where what is named has the limits of all of them', () => {
    const all = (_element: string, _parameter: string) => book.rules.filter(({ rule }) => rule.parameter === 'flecha')
    const [element, parameter] = [book.elements.byId.get('viga'), book.parameters.byId.get('flecha')]
    if (element === undefined || parameter === undefined) throw new RangeError('viga')
    expect(severalMeant(book, asked('barra', 'flecha'), { element, parameter }, all)).toEqual([])
  })
})
