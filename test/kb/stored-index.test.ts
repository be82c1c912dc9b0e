import { expect, test } from 'vitest'
import { openRuleIndex, openVocabulary } from '../../server/kb/stored-index.ts'

const rules = {
  keys: ['doc/una', 'doc/"],"pairs":{', 'doc/otra'],
  pairs: { 'muro|grosor': [0, 2], 'el "muro|grosor': [1], 'puerta|anchura': [] },
}
const terms = (names: Record<string, number[]>) => ({ ids: Object.keys(names), names })
const vocabulary = {
  elements: terms({ muro: [0], 'parameters":{"ids":[': [1], 'un "muro': [2] }),
  parameters: terms({ muro: [7], grosor: [0, 3] }),
  dimensions: ['uso', 'altura'],
}

test('an index of rules gives of each pair what it holds, and nothing of what it does not', () => {
  const { keys, pairs } = openRuleIndex(JSON.stringify(rules))
  for (const [pair, numbers] of Object.entries(rules.pairs)) expect(pairs.get(pair)).toEqual(numbers)
  for (const absent of ['muro', 'grosor', 'muro|', 'doc/una', 'pairs', 'keys', '__proto__']) expect(pairs.get(absent)).toBeUndefined()
  expect(keys).toEqual(rules.keys)
  expect([...pairs]).toEqual(Object.entries(rules.pairs))
})

test('the terms of one kind are not found among those of another', () => {
  const { elements, parameters, dimensions } = openVocabulary(JSON.stringify(vocabulary))
  for (const [open, stored] of [
    [elements, vocabulary.elements],
    [parameters, vocabulary.parameters],
  ] as const) {
    for (const [name, places] of Object.entries(stored.names)) expect(open.names.get(name)).toEqual(places)
    expect(open.ids).toEqual(stored.ids)
  }
  expect([elements.names.get('grosor'), parameters.names.get('un "muro'), elements.names.get('ids')]).toEqual([undefined, undefined, undefined])
  expect(dimensions).toEqual(vocabulary.dimensions)
})

test('after many names the answers are the same', () => {
  const { pairs } = openRuleIndex(JSON.stringify(rules))
  for (let round = 0; round < 200; round++) expect(pairs.get(`nada ${round}`)).toBeUndefined()
  expect([pairs.get('muro|grosor'), pairs.get('el "muro|grosor'), pairs.get('__proto__')]).toEqual([[0, 2], [1], undefined])
})

test('an index whose parts stand in another order is read whole', () => {
  const { dimensions, elements, parameters } = vocabulary
  const open = openVocabulary(JSON.stringify({ dimensions, parameters, elements }))
  expect([open.elements.names.get('muro'), open.parameters.names.get('muro'), open.dimensions]).toEqual([[0], [7], dimensions])
})
