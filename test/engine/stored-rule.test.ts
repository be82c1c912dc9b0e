import { describe, expect, test } from 'vitest'
import { dimensionsFrom, holds } from '../../server/engine/condition.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { parseGeoId } from '../../server/engine/geo-id.ts'
import { followLinks } from '../../server/engine/links.ts'
import { dimension, rule, when } from '../../server/engine/schema.ts'
import { sectionName } from '../../server/engine/section-name.ts'
import { loadConditions, loadStoredRule, storeConditions, storeRule } from '../../server/engine/stored-rule.ts'
import { smallBook } from './small-book.ts'

const whole = rule.parse({
  ...{ id: 'r', title: 'Regla', element: ['e', 'f'], parameter: 'p', unit: 'm', bound: 'range', strict: true, besides: ['otra', 'd/otra'] },
  value: { min: { const: '1' }, max: { formula: 'h / 3', let: { h: { dimension: 'altura' } } } },
  when: { uso: ['a', '3'], zona: { not: 'b' }, altura: { gt: '1', lte: '2.5' }, fondo: { gte: '1/3', lt: '9' } },
  adjust: [{ when: { uso: 'a' }, factor: '1.5', text: 'más' }],
  exempt: [{ when: { altura: { lt: '3' } }, text: 'salvo', forbids: true }],
  notices: [{ when: { zona: 'b' }, text: 'aviso' }],
  ...{ cite: { section: 's', locator: 'T 1' }, editions: ['1'], verification: 'official_text', sources: ['x'], assume: { uso: 'a' } },
})

describe('a rule as the pack keeps it', () => {
  test('is the same when it is read, with every number of its conditions exact', () => {
    const read = loadStoredRule(storeRule(whole))
    expect(read).toEqual(whole)
    const { fondo } = read.when
    expect(fondo?.kind === 'interval' && fondo.gte?.toFraction()).toBe('1/3')
    expect(read.when['uso']).toMatchObject({ kind: 'in', numbers: [parseDecimal('3')] })
  })

  test('of a pack from before rules referred to others refers to none', () => {
    const { besides: _besides, ...older } = JSON.parse(storeRule(whole))
    expect(loadStoredRule(JSON.stringify(older)).besides).toEqual([])
  })

  test('has conditions that say the same when they are read', () => {
    const conditions = when.parse({ altura: { gt: '1' }, uso: { not: ['a', 'b'] } })
    expect(loadConditions(JSON.parse(JSON.stringify(storeConditions(conditions))))).toEqual(conditions)
    expect(loadConditions(storeConditions({}))).toEqual({})
  })
})

test.each([
  ['ES', { level: 'country' }],
  [' es ', { level: 'country' }],
  ['ES-28079', { level: 'municipality', ine: '28079' }],
  ['es-28', { level: 'province', province: '28' }],
  ['ES-ES30', { level: 'nuts', nuts: 'ES30' }],
  ['ES-ES300', { level: 'nuts', nuts: 'ES300' }],
  ['ES-ES3', { level: 'nuts', nuts: 'ES3' }],
  ['ES-280', undefined],
  ['ES-280790', undefined],
  ['ES-ES', undefined],
  ['ES-ES3000', undefined],
  ['ES-FR1', undefined],
  ['28079', undefined],
  ['x ES-28079', undefined],
  ['ES-28079 x', undefined],
  ['', undefined],
])('the place %j is read as %j', (text, expected) => expect(parseGeoId(text)).toEqual(expected))

test.each([
  ['3.1', 'Limitación', '3.1 Limitación'],
  ['3.1', '3.1 Limitación', '3.1 Limitación'],
  ['3.1', '3.10 Otra', '3.1 3.10 Otra'],
  ['Introducción', 'Introducción', 'Introducción'],
  ['Artículo 3', 'ARTÍCULO 3. Objeto', 'ARTÍCULO 3. Objeto'],
  ['3', '', '3'],
])('section %j with the title %j is named %j', (number, title, name) => expect(sectionName({ number, title })).toBe(name))

describe('a rule of a thing that another also is', () => {
  const values = ['a', 'b'].map((id) => ({ id, label: id }))
  const dimensions = dimensionsFrom(['uso', 'zona'].map((id) => dimension.parse({ id, label: id, type: 'enum', help: 'x', values })))
  const [own, other] = smallBook({
    elements: [{ id: 'puerta', label: 'Puerta' }],
    parameters: [{ id: 'anchura', label: 'Anchura' }],
    rules: [{}, { when: { zona: 'b' } }],
  }).rules
  if (own === undefined || other === undefined) throw new RangeError('two rules')
  const linked = { ...other, linked: when.parse({ uso: 'a' }) }
  const follow = (rules: Parameters<typeof followLinks>[0], known: Record<string, string>) =>
    followLinks(rules, new Map(Object.entries(known)), dimensions)

  test('binds where the link holds, and is kept aside where that is not known', () => {
    expect(follow([own, linked], { uso: 'a' })).toEqual({ binding: [own, linked], aside: [] })
    expect(follow([own, linked], { uso: 'b' })).toEqual({ binding: [own], aside: [] })
    expect(follow([own, linked], {})).toEqual({ binding: [own], aside: [linked] })
  })

  test('asks for what the link hangs on, where there is no other', () => {
    const { binding, aside } = follow([linked], {})
    expect([aside, binding.length]).toEqual([[], 1])
    const conditions = binding[0]?.rule.when ?? {}
    expect(Object.keys(conditions)).toEqual(['uso', 'zona'])
    expect(holds(conditions, new Map([['uso', 'b']]), dimensions).result).toBe(false)
    expect(follow([linked], { uso: 'b' })).toEqual({ binding: [], aside: [] })
  })
})
