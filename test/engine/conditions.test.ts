import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { areDisjoint, dimensionsFrom, holds, passes, testsDisjoint } from '../../server/engine/condition.ts'
import { dimension, when } from '../../server/engine/schema.ts'

const dimensions = dimensionsFrom([
  dimension.parse({
    ...{ id: 'uso', label: 'Uso del edificio', type: 'enum', help: 'x', aliases: ['destino', 'altura'] },
    values: [
      { id: 'a', label: 'a', broader: 'b' },
      { id: 'b', label: 'b', broader: 'c' },
      { id: 'c', label: 'c' },
      // A mistake in the sources must not hold the program.
      { id: 'x', label: 'x', broader: 'y' },
      { id: 'y', label: 'y', broader: 'x' },
    ],
  }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x', aliases: ['altura libre', 'alto'] }),
  dimension.parse({
    id: 'plantas',
    label: 'Plantas',
    type: 'number',
    help: 'x',
    aliases: ['alto'],
    values: [
      { id: '1', label: '1' },
      { id: '2', label: '2' },
    ],
  }),
])
const testOf = (condition: unknown) => {
  const [one] = Object.values(when.parse({ altura: condition }))
  if (one === undefined) throw new TypeError('No condition')
  return one
}
const known = (facts: Record<string, string | number>) =>
  new Map(Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? new Fraction(value) : value]))

test('a value has every broader one, each once, also where they name each other', () => {
  expect(['a', 'b', 'c', 'x', 'z'].map((value) => dimensions.widened('uso', value))).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c'], ['x', 'y'], ['z']])
  expect(dimensions.widened('nada', 'a')).toEqual(['a'])
})

test('a dimension is named by its id before an alias, by words in any order, and by none that two share', () => {
  const named = (text: string) => dimensions.named(text)?.id
  expect([named('altura'), named('Altura'), named('destino'), named('uso del edificio'), named('edificio uso')]).toEqual([
    'altura',
    'altura',
    'uso',
    'uso',
    'uso',
  ])
  expect([named('libre altura'), named('alturas libres'), named('alto'), named('nada'), named('')]).toEqual([
    'altura',
    'altura',
    'altura',
    undefined,
    undefined,
  ])
  expect(dimensions.alike('alturra')).toContain('altura')
})

describe('a condition', () => {
  test.each<[unknown, (string | number)[], boolean[]]>([
    [{ lt: '2' }, [1, 2, 3], [true, false, false]],
    [{ lte: '2' }, [1, 2, 3], [true, true, false]],
    [{ gt: '2' }, [1, 2, 3], [false, false, true]],
    [{ gte: '2' }, [1, 2, 3], [false, true, true]],
    [{ gt: '1', lt: '3' }, [1, 2, 3], [false, true, false]],
    [
      ['1', '3'],
      [1, 2, 3],
      [true, false, true],
    ],
    [{ not: ['1', '3'] }, [1, 2, 3], [false, true, false]],
    // A text is no number, and the number 2 is that of `2.0`.
    [{ lt: '2' }, ['1', 'a'], [false, false]],
    ['2.0', [2, '2'], [true, false]],
  ])('%j', (condition, values, expected) => {
    const one = testOf(condition)
    expect(values.map((value) => passes(one, typeof value === 'number' ? new Fraction(value) : value, 'altura', dimensions))).toEqual(expected)
  })
  test('that is false settles it, whatever else is unknown; else all that is unknown is named', () => {
    const three = when.parse({ uso: 'a', altura: { gt: '1' }, plantas: '2' })
    expect(holds(three, known({}), dimensions)).toEqual({ result: 'unknown', unknown: ['uso', 'altura', 'plantas'] })
    expect(holds(three, known({ plantas: 2 }), dimensions)).toEqual({ result: 'unknown', unknown: ['uso', 'altura'] })
    expect(holds(three, known({ plantas: 1 }), dimensions)).toEqual({ result: false, unknown: [] })
    expect(holds(three, known({ uso: 'a', altura: 2, plantas: 2 }), dimensions)).toEqual({ result: true, unknown: [] })
    expect(holds({}, known({}), dimensions)).toEqual({ result: true, unknown: [] })
  })
})

describe('two conditions that no value meets both', () => {
  test.each<[unknown, unknown, boolean]>([
    [{ lt: '2' }, { gt: '2' }, true],
    [{ lt: '2' }, { gte: '2' }, true],
    [{ lte: '2' }, { gt: '2' }, true],
    [{ lte: '2' }, { gte: '2' }, false],
    [{ lt: '3' }, { gt: '2' }, false],
    [{ lt: '1' }, { gt: '2' }, true],
    [{ lt: '2' }, { lt: '1' }, false],
    [{ gt: '2' }, { gt: '5' }, false],
    [{ gt: '1', lt: '2' }, { gt: '3', lt: '4' }, true],
    [{ lt: '2' }, ['1', '5'], false],
    [{ lt: '2' }, ['2', '5'], true],
    [{ lt: '2' }, { not: '1' }, false],
    ['1', '2', true],
    [['1', '2'], ['2', '3'], false],
    ['1', { not: '1' }, true],
    ['1', { not: '2' }, false],
    [{ not: '1' }, { not: '2' }, false],
  ])('%j and %j: %s', (one, other, expected) => {
    expect(testsDisjoint(testOf(one), testOf(other), 'altura', dimensions)).toBe(expected)
    expect(testsDisjoint(testOf(other), testOf(one), 'altura', dimensions)).toBe(expected)
  })
  test('of a dimension with values: what the rest leaves counts, and a narrower value is one of the broader', () => {
    const apart = (one: unknown, other: unknown) => areDisjoint(when.parse({ plantas: one }), when.parse({ plantas: other }), dimensions)
    expect([apart({ not: '1' }, { not: '2' }), apart({ not: '1' }, { not: '1' }), apart({ not: '1' }, '2'), apart({ not: ['1', '2'] }, '2')]).toEqual(
      [true, false, false, true],
    )
    const uses = (one: unknown, other: unknown) => areDisjoint(when.parse({ uso: one }), when.parse({ uso: other }), dimensions)
    expect([uses('a', 'b'), uses('a', 'c'), uses('a', { not: 'c' }), uses('a', 'x'), uses('c', { not: 'b' })]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ])
  })
})
