import { describe, expect, test } from 'vitest'
import { everydayFrom } from '../../server/engine/everyday.ts'
import { nameWords, squashed, wordsKey } from '../../server/engine/name-words.ts'
import { element } from '../../server/engine/schema.ts'
import { vocabularyFrom } from '../../server/engine/vocabulary.ts'

const same = (one: string, other: string): boolean => wordsKey(nameWords(one)) === wordsKey(nameWords(other))

describe('the words of a name', () => {
  test.each([
    ['anchura de la puerta', 'puerta anchura'],
    ['Paredes', 'pared'],
    ['las luces', 'luz'],
    ['bloques', 'bloque'],
    ['BIEs', 'BIE'],
    ['WCs', 'wc'],
    ['peldaños', 'PELDAÑO'],
    ['alféizares', 'alfeizar'],
    ['interruptores diferenciales', 'interruptor diferencial'],
    ['λ', 'lambda'],
  ])('"%s" and "%s" are the same', (one, other) => {
    expect(same(one, other)).toBe(true)
  })

  test.each([
    ['altura sobre la caldera', 'altura bajo la caldera'],
    ['con barandilla', 'sin barandilla'],
    ['temperatura mínima', 'temperatura máxima'],
    ['puerta', 'portal'],
  ])('"%s" and "%s" are not', (one, other) => {
    expect(same(one, other)).toBe(false)
  })

  test.each([
    ['D2m,nT,Atr', 'd2mnTAtr'],
    ["L'nT,w", 'LnTw'],
    ['bajo-cubierta', 'bajocubierta'],
    ['DnT,A', 'DnT A'],
  ])('"%s" is spelt like "%s"', (one, other) => {
    expect(squashed(one)).toBe(squashed(other))
  })
})

describe('everyday speech', () => {
  const everyday = everydayFrom({
    words: [
      { say: ['ancho'], mean: ['anchura'] },
      { say: ['cuarto de baño'], mean: ['baño'] },
      { say: ['pared'], mean: ['muro', 'tabique'] },
    ],
    scene: [{ say: ['oficina'], sets: { uso: 'administrativo' } }],
    weak: ['mínima'],
    stand_ins: [{ element: 'alumbrado', say: ['escalera'] }],
    several: [],
  })

  test('a word with one meaning is that word wherever it stands', () => {
    expect(everyday.canonical('ancho del cuarto de baño')).toEqual(everyday.canonical('anchura del baño'))
  })
  test('a word with several meanings is read as it stands first, then by each', () => {
    expect(everyday.readings('la pared')).toEqual([['pared'], ['muro'], ['tabique']])
  })
  test('a word of place says what it says of the case', () => {
    expect(everyday.sceneSets(nameWords('puerta de oficina'))).toEqual(new Map([['uso', 'administrativo']]))
  })
  test('what stands in for something is known apart', () => {
    expect(everyday.standIns('element', nameWords('las escaleras'))).toEqual([{ id: 'alumbrado', of: [] }])
    expect(everyday.standIns('parameter', nameWords('escalera'))).toEqual([])
  })
  test('a name is found by its words in everyday speech', () => {
    const rooms = vocabularyFrom([element.parse({ id: 'ancho-puerta', label: 'Ancho de puerta', aliases: ['paso (libre)'] })], everyday)
    expect(rooms.meant(everyday.canonical('anchura de la puerta')).map(({ term }) => term.id)).toEqual(['ancho-puerta'])
    expect(rooms.spelt('Pasolibre').map(({ term }) => term.id)).toEqual(['ancho-puerta'])
  })
})
