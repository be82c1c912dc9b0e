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

describe('words that stand for others', () => {
  const speech = everydayFrom({
    words: [
      { say: ['bajo'], mean: ['inferior'] },
      { say: ['bajo comercial'], mean: ['local'] },
      { say: ['bajo comercial del edificio'], mean: ['portal'] },
      { say: ['hueco', 'vano'], mean: ['ventana', 'puerta'] },
      { say: ['vano inferior'], mean: ['sótano', 'foso'] },
      { say: ['nada'], mean: [] },
    ],
    scene: [{ say: ['en oficina', 'despacho'], sets: { uso: 'administrativo' } }, { say: ['patio'] }],
    weak: ['mínima', 'alto de'],
    stand_ins: [
      { element: 'alumbrado', say: ['escalera'], of: ['iluminancia'] },
      { parameter: 'iluminancia', say: ['escalera'] },
      { element: 'peldaño', say: ['escalera'] },
    ],
    several: [
      { parameters: ['carga-nieve', 'carga-viento'], say: ['carga mínima', 'carga'], of: ['cubierta'] },
      { elements: ['viga', 'pilar'], say: ['barra'], of: ['flecha'] },
    ],
  })

  test('are replaced the longest phrase first, wherever it stands, and the rest stays', () => {
    expect(speech.canonical('bajo')).toEqual(['inferior'])
    expect(speech.canonical('el bajo comercial')).toEqual(['local'])
    expect(speech.canonical('puerta del bajo comercial del edificio')).toEqual(['puerta', 'portal'])
    expect(speech.canonical('comercial bajo')).toEqual(['comercial', 'inferior'])
    expect(speech.canonical('bajo bajo comercial')).toEqual(['inferior', 'local'])
    expect([speech.canonical(''), speech.canonical('nada')]).toEqual([[], ['nada']])
  })

  test('and mean several things are read as each, in every combination, also where a part of them was replaced', () => {
    expect(speech.readings('vano')).toEqual([['vano'], ['ventana'], ['puerta']])
    // A word of one meaning is read as that one, once.
    expect(speech.readings('bajo')).toEqual([['inferior']])
    expect(speech.readings('hueco y vano')).toHaveLength(9)
    expect(speech.readings('vano bajo')).toEqual([['vano', 'inferior'], ['sotano'], ['foso']])
    expect(speech.readings('hueco vano hueco')).toHaveLength(24)
    expect(speech.readings('puerta')).toEqual([['puerta']])
  })

  test('of place are known by their words, and say something of the case or nothing', () => {
    expect([speech.isScene('oficina'), speech.isScene('despacho'), speech.isScene('patio'), speech.isScene('puerta')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([...speech.sceneSets(['despacho', 'patio', 'puerta'])]).toEqual([['uso', 'administrativo']])
  })

  test('that may be left out, and that stand in for things or quantities, are known', () => {
    expect([speech.isWeak('minima'), speech.isWeak('alto'), speech.isWeak('carga')]).toEqual([true, true, false])
    expect(speech.standIns('element', ['escalera'])).toEqual([
      { id: 'alumbrado', of: ['iluminancia'] },
      { id: 'peldaño', of: [] },
    ])
    expect([speech.standIns('parameter', ['escalera']), speech.standIns('element', ['puerta'])]).toEqual([[{ id: 'iluminancia', of: [] }], []])
  })

  test('that name one of several are kept without the words that may be left out', () => {
    expect(speech.several.map(({ kind, mean, of, say }) => [kind, mean, of, [...say]])).toEqual([
      ['parameter', ['carga-nieve', 'carga-viento'], ['cubierta'], ['carga']],
      ['element', ['viga', 'pilar'], ['flecha'], ['barra']],
    ])
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
    expect(everyday.canonical('la pared')).toEqual(['pared'])
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
