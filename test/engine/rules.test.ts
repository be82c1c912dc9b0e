import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { areDisjoint, dimensionsFrom, holds } from '../../server/engine/condition.ts'
import { parseFormula } from '../../server/engine/formula.ts'
import { satisfies } from '../../server/engine/scale.ts'
import { dimension, scale, table, when } from '../../server/engine/schema.ts'
import { loadTable, lookUp, readKey } from '../../server/engine/table.ts'

const dimensions = dimensionsFrom([
  dimension.parse({
    id: 'uso',
    label: 'Uso',
    type: 'enum',
    help: 'x',
    values: [
      { id: 'vivienda', label: 'v' },
      { id: 'unifamiliar', label: 'u', broader: 'vivienda' },
      { id: 'oficina', label: 'o' },
    ],
  }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
  dimension.parse({
    id: 'zona',
    label: 'Zona',
    type: 'enum',
    help: 'x',
    values: [
      { id: 'A', label: 'A' },
      { id: 'B', label: 'B' },
    ],
  }),
])
const known = (entries: Record<string, string | number>) =>
  new Map(Object.entries(entries).map(([name, value]) => [name, typeof value === 'number' ? new Fraction(value) : value]))

describe('conditions', () => {
  test.each([
    [{ uso: 'vivienda' }, { uso: 'unifamiliar' }, true],
    [{ uso: 'unifamiliar' }, { uso: 'vivienda' }, false],
    [{ uso: { not: 'vivienda' } }, { uso: 'unifamiliar' }, false],
    [{ uso: ['oficina', 'unifamiliar'] }, { uso: 'oficina' }, true],
    [{ altura: { lt: '28' } }, { altura: 28 }, false],
    [{ altura: { lte: '28' } }, { altura: 28 }, true],
    [{ altura: { gt: '14', lte: '28' } }, { altura: 14 }, false],
    [{ altura: '3' }, { altura: 3 }, true],
    [{ altura: { lt: '5' }, uso: 'vivienda' }, { altura: 9 }, false],
    [{ altura: { lt: '5' }, uso: 'vivienda' }, { altura: 3 }, 'unknown'],
  ])('%j of %j is %s', (conditions, facts, result) => {
    expect(holds(when.parse(conditions), known(facts as Record<string, string | number>), dimensions).result).toBe(result)
  })

  test.each([
    [{ uso: 'vivienda' }, { uso: 'oficina' }, true],
    [{ uso: 'vivienda' }, { uso: 'unifamiliar' }, false],
    [{ uso: { not: 'vivienda' } }, { uso: 'unifamiliar' }, true],
    [{ altura: { lte: '28' } }, { altura: { gt: '28' } }, true],
    [{ altura: { lte: '28' } }, { altura: { gte: '28' } }, false],
    [{ altura: { lt: '28' } }, { altura: '28' }, true],
    [{ altura: { not: '28' } }, { altura: '28' }, true],
    [{ altura: { not: '28' } }, { altura: { not: '30' } }, false],
    [{ uso: 'vivienda' }, { altura: '28' }, false],
    [{}, {}, false],
  ])('%j and %j are disjoint: %s', (one, other, result) => {
    expect(areDisjoint(when.parse(one), when.parse(other), dimensions)).toBe(result)
    expect(areDisjoint(when.parse(other), when.parse(one), dimensions)).toBe(result)
  })
})

describe('tables', () => {
  const loaded = loadTable(
    table.parse({
      document: 'd',
      table: 't',
      number: 'T',
      title: 'T',
      section: 's',
      editions: ['1'],
      verification: 'official_text',
      sources: ['x'],
      keys: ['uso', 'va'],
      header: ['uso', 'va', 'A', 'B'],
      rows: [
        ['vivienda', '<=1', '0.60', '0.50'],
        ['vivienda', '>=4', '0.80', '—'],
        ['oficina', '*', '1', '2'],
      ],
    }),
  )
  const find = (va: number, zona = 'A') =>
    lookUp(
      loaded,
      { table: 't', match: { uso: 'uso', va: 'altura' }, by: 'zona', interpolate: 'va' },
      known({ uso: 'vivienda', altura: va, zona }),
      dimensions,
    )

  test.each([
    [0.5, '0.60'],
    [1, '0.60'],
    [4, '0.80'],
    [9, '0.80'],
  ])('at %s the end value applies', (va, text) => {
    expect(find(va)).toMatchObject({ kind: 'text', text })
  })
  test('between anchors it interpolates linearly and exactly', () => {
    expect(find(2.5)).toMatchObject({ kind: 'number', cells: [{ text: '0.60' }, { text: '0.80' }] })
    const found = find(1.75)
    expect(found.kind === 'number' && found.number.equals(new Fraction('0.65'))).toBe(true)
  })
  test('a missing key is named, and an unknown row has no value', () => {
    expect(lookUp(loaded, { table: 't', match: { uso: 'uso' }, column: 'A' }, known({}), dimensions)).toEqual({
      kind: 'missing',
      dimensions: ['uso'],
    })
    expect(lookUp(loaded, { table: 't', row: 'hospital', column: 'A' }, known({}), dimensions)).toEqual({ kind: 'none' })
  })
  test.each([
    ['>100 & <=300', 'interval'],
    ['a|b', 'in'],
    ['<=1', 'interval'],
  ])('the key cell "%s" is read as %s', (text, kind) => {
    expect(readKey(text)?.kind).toBe(kind)
  })
  test('a star matches any value', () => expect(readKey('*')).toBeNull())
})

describe('formulas', () => {
  test.each([
    ['a + 8 * b', { a: 35, b: 2 }, '51'],
    ['min(0.01 * s, 0.1 * (0.5 * sc - 10))', { s: 2000, sc: 400 }, '19'],
    ['max(ceil(p / 40), 1)', { p: 41 }, '2'],
    ['-a + 3', { a: 1 }, '2'],
    ['floor(7 / 2) - (1 - 3)', {}, '5'],
  ])('%s of %j is %s', (text, variables, result) => {
    expect(
      parseFormula(text)
        .evaluate(new Map(Object.entries(variables).map(([name, value]) => [name, new Fraction(value)])))
        .equals(result),
    ).toBe(true)
  })
  test.each(['', 'a +', '(a', 'a b', 'sqrt(2)', '2 ** 3', 'min(1,'])('"%s" is rejected', (text) => {
    expect(() => parseFormula(text)).toThrow(SyntaxError)
  })
})

describe('classes', () => {
  const fire = scale.parse({ id: 'f', label: 'f', kind: 'fire_resistance', classes: ['30', '60', '90', '120'] })
  const reaction = scale.parse({ id: 'r', label: 'r', kind: 'reaction_to_fire', classes: ['F', 'E', 'D', 'C', 'B', 'A2', 'A1'] })
  const slip = scale.parse({ id: 's', label: 's', classes: ['0', '1', '2', '3'] })
  test.each([
    [fire, 'EI 60', 'EI 60', true],
    [fire, 'EI 30', 'EI 60', false],
    [fire, 'REI 60', 'EI 60', true],
    [fire, 'EI 120', 'REI 60', false],
    [fire, 'EI 30', 'REI 60', false],
    [fire, 'R 90', 'EI 60', false],
    [fire, 'R 90', 'REI 120', false],
    [fire, 'E 60', 'EI 60', false],
    [fire, 'E 60', 'EI2 60-C5', false],
    [fire, 'R 90', 'R 60', true],
    [fire, 'EI1 60', 'EI2 60', true],
    [fire, 'EI2 60', 'EI1 60', false],
    [fire, 'EI2 60-C5', 'EI2 60-C5', true],
    [fire, 'EI2 60', 'EI2 60-C5', false],
    [fire, 'EI2 30', 'EI2 60-C5', false],
    [fire, 'EI2 60-C', 'EI2 60-C5', false],
    [fire, 'EI120', 'EI 90', true],
    [fire, 'REI120', 'EI 90', true],
    [fire, 'R120', 'R 90', true],
    [fire, 'E120', 'E 30', true],
    [fire, 'EI260-C5', 'EI2 60-C5', true],
    [fire, 'EI160', 'EI2 60', true],
    [fire, 'EI230', 'EI2 60', false],
    [fire, 'EI₂ 60-C5', 'EI2 60-C5', true],
    [fire, 'EI2 60 C5', 'EI2 60-C5', true],
    [fire, 'EI2 60 C4', 'EI2 60-C5', false],
    [fire, 'EI 60 min', 'EI 60', true],
    [fire, 'R160', 'R 60', undefined],
    [fire, 'R1 60', 'R 60', undefined],
    [fire, 'E 2 60', 'E 60', undefined],
    [fire, 'EI 1200', 'EI 60', undefined],
    [fire, '120', 'EI 60', undefined],
    [fire, 'EI 61', 'EI 60', undefined],
    [fire, 'sesenta', 'EI 60', undefined],
    [reaction, 'B-s1,d0', 'C-s2,d0', true],
    [reaction, 'B-s3,d0', 'C-s2,d0', false],
    [reaction, 'C-s2,d0', 'B-s3,d0', false],
    [reaction, 'A1', 'B-s1,d0', true],
    [reaction, 'B', 'B-s1,d0', 'incomplete'],
    [reaction, 'C', 'C-s2,d0', 'incomplete'],
    [reaction, 'D', 'C-s2,d0', false],
    [reaction, 'B-s3', 'C-s2,d0', false],
    [reaction, 'B-s2', 'C-s2,d0', 'incomplete'],
    [reaction, 'B-d1', 'C-s2,d0', false],
    [reaction, 'A2', 'B-s1,d0', 'incomplete'],
    [reaction, 'C', 'C', true],
    [slip, '2', '2', true],
    [slip, '1', '2', false],
    [slip, '3', '2', true],
    [slip, 'R10', '2', undefined],
  ])('%#: %o %s against %s is %s', (one, offered, demanded, result) => {
    expect(satisfies(one, offered, demanded)).toBe(result)
  })
})
