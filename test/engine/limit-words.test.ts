import { describe, expect, test } from 'vitest'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { keyWords, limitWords } from '../../server/engine/limit-words.ts'
import { dimension, rule } from '../../server/engine/schema.ts'
import { loadValue } from '../../server/engine/value.ts'

const dimensions = dimensionsFrom(
  [
    { id: 'uso', label: 'Uso', type: 'enum' as const, help: '', values: [{ id: 'docente', label: 'Docente' }] },
    { id: 'superficie', label: 'Superficie', type: 'number' as const, help: '', unit: 'm²' },
    { id: 'nivel', label: 'Nivel', type: 'enum' as const, help: '', values: [] },
  ].map((one) => dimension.parse(one)),
)

test.each([
  ['docente', 'uso', 'Docente'],
  ['docente | otro_uso', 'uso', 'Docente o otro uso'],
  ['sin_dato_alguno', undefined, 'sin dato alguno'],
  ['*', 'uso', 'Uso: cualquiera'],
  ['*', undefined, 'cualquiera'],
  ['*', 'no_hay', 'cualquiera'],
  ['<=60', 'superficie', 'Superficie: hasta 60 m²'],
  ['<60', 'superficie', 'Superficie: menos de 60 m²'],
  ['>60 & <=65.5', 'superficie', 'Superficie: más de 60 y hasta 65,5 m²'],
  ['>=60', 'superficie', 'Superficie: 60 o más m²'],
  ['>=60', undefined, '60 o más'],
  ['12.5', 'superficie', 'Superficie: 12,5 m²'],
  ['1|2', 'superficie', 'Superficie: 1 o 2 m²'],
  ['1|2', undefined, '1 o 2'],
  ['alto_medio', 'nivel', 'Nivel: alto medio'],
])('the heading %s of a table is %s in words: %s', (text, id, words) => {
  expect(keyWords(text, id, dimensions)).toBe(words)
})

describe('a limit in words', () => {
  type Spec = Parameters<typeof loadValue>[0]
  const words = (text: string, value: Spec, parts: Record<string, unknown> = {}, side: 'min' | 'max' = 'max') => {
    const one = rule.parse({
      ...{ id: 'r', title: 'Regla', element: 'e', parameter: 'p', unit: 'W/m²K', bound: 'max', value: { const: '3' }, cite: { section: 's' } },
      ...{ editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    })
    return limitWords(text, loadValue(value, new Map()), { rule: one, side }, dimensions)
  }
  const figure: Spec = { const: '0.35' }

  test('says its side, and whether it may be met', () => {
    expect([words('0.35', figure), words('0.35', figure, {}, 'min')]).toEqual(['como máximo 0,35 W/m²K', 'como mínimo 0,35 W/m²K'])
    expect([words('0.35', figure, { strict: true }), words('0.35', figure, { bound: 'equals' })]).toEqual([
      'menos de 0,35 W/m²K',
      'exactamente 0,35 W/m²K',
    ])
  })

  test('says the class, also one that looks like a number', () => {
    const parts = { bound: 'class', scale: 's' }
    expect([words('EI_60', figure, parts), words('60', figure, parts)]).toEqual(['clase EI 60 o mejor', 'clase 60 o mejor'])
  })

  test('is none where the text sets none', () => expect(['', '—', '-'].map((text) => words(text, figure))).toEqual([undefined, undefined, undefined]))

  test('that is computed says from what, each once, by its label or its name', () => {
    const formula = (variables: Record<string, Spec>): Spec => ({ formula: Object.keys(variables).join(' + ') || '1', let: variables })
    const sum = formula({ a: { dimension: 'superficie' }, b: { dimension: 'superficie' }, c: { dimension: 'dato_suelto' } })
    expect(words('a + b + c', sum)).toBe('un máximo según «Superficie», «dato suelto»')
    expect(words('a', sum, {}, 'min')).toBe('un mínimo según «Superficie», «dato suelto»')
    expect(words('a', { dimension: 'superficie' }, { bound: 'equals' })).toBe('un valor según «Superficie»')
    expect(words('a', { dimension: 'superficie' }, { bound: 'class', scale: 's' })).toBe('una clase según «Superficie»')
    expect(words('1 + 1', formula({ a: { const: '1' } }))).toBe('un máximo que se calcula')
  })
})
