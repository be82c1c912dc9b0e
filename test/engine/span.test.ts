import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { dimensionsFrom, type Known } from '../../server/engine/condition.ts'
import { exactText } from '../../server/engine/decimal.ts'
import { dimension } from '../../server/engine/schema.ts'
import { spanOf } from '../../server/engine/span.ts'
import { loadValue } from '../../server/engine/value.ts'

const number = (id: string, possible: Record<string, unknown> = {}) => dimension.parse({ id, label: id, type: 'number', help: 'x', ...possible })
const dimensions = dimensionsFrom([
  number('d'),
  number('between', { min: 2, max: 5 }),
  number('above', { above: 1, max: 4 }),
  number('signed', { min: -3, max: 2 }),
  number('zero', { min: 0, max: 0 }),
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values: [{ id: 'a', label: 'a' }] }),
])

/** The span of a formula in which each name is the dimension of that name, as text: `2..5`, with nothing where it has no end. */
function span(formula: string, known: Record<string, number> = {}): string | undefined {
  const names = [...new Set(formula.match(/[a-z_]+/g) ?? [])].filter((name) => !['min', 'max', 'ceil', 'floor'].includes(name))
  const value = loadValue({ formula, let: Object.fromEntries(names.map((name) => [name, { dimension: name }])) }, new Map())
  const facts: Known = new Map(Object.entries(known).map(([name, one]) => [name, new Fraction(one)]))
  const found = spanOf(value, facts, dimensions)
  return found && `${found.low === undefined ? '' : exactText(found.low)}..${found.high === undefined ? '' : exactText(found.high)}`
}

describe('the span of a value that lacks a datum', () => {
  test.each([
    // A number of things is not negative, and may be as large as you like.
    ['d', '0..'],
    ['between', '2..5'],
    ['above', '1..4'],
    ['signed', '-3..2'],
  ])('of the datum itself: %s is %s', (formula, expected) => expect(span(formula)).toBe(expected))

  test.each([
    ['between + 1', '3..6'],
    ['between + above', '3..9'],
    ['between + d', '2..'],
    ['between - above', '-2..4'],
    ['d - between', '-5..'],
    ['between - d', '..5'],
    ['-between', '-5..-2'],
  ])('in a sum: %s is %s', (formula, expected) => expect(span(formula)).toBe(expected))

  test.each([
    ['2 * between', '4..10'],
    ['between * 2', '4..10'],
    ['between * above', '2..20'],
    ['between * d', '0..'],
    ['(0 - 2) * between', '-10..-4'],
    ['between * (0 - 2)', '-10..-4'],
    ['(0 - 2) * d', '..0'],
    ['0 * d', '0..0'],
    ['d * 0', '0..0'],
    ['zero * d', '0..0'],
    ['d * zero', '0..0'],
    ['signed * 2', '-6..4'],
    // Of two that may be below zero, nothing is said.
    ['signed * between', '..'],
    ['between * signed', '..'],
    ['signed * signed', '..'],
  ])('in a product: %s is %s', (formula, expected) => expect(span(formula)).toBe(expected))

  test.each([
    ['between / 2', '1..2.5'],
    ['10 / between', '2..5'],
    ['between / above', '0.5..5'],
    ['d / between', '0..'],
    ['between / (1 + d)', '0..5'],
    ['(0 - between) / 2', '-2.5..-1'],
    ['signed / 4', '-0.75..0.5'],
  ])('in a quotient: %s is %s', (formula, expected) => expect(span(formula)).toBe(expected))

  test.each(['1 / d', '1 / signed', '1 / zero', '1 / (between - above)', 'd / (0 - 2)'])(
    'a divisor that may be zero, or is below it: %s has none',
    (formula) => expect(span(formula)).toBeUndefined(),
  )

  test.each([
    ['max(20, 2 * d)', '20..'],
    ['max(between, above)', '2..5'],
    ['max(1, between)', '2..5'],
    ['max(9, between)', '9..9'],
    ['max(between, 0 - d)', '2..5'],
    ['max(0 - between, 0 - above)', '-4..-1'],
    ['min(0 - between, 0 - above)', '-5..-2'],
    ['min(20, 2 * d)', '0..20'],
    ['min(between, above)', '1..4'],
    ['min(3, between)', '2..3'],
    ['min(between, 0 - d)', '..0'],
    ['min(between, d, above)', '0..4'],
    ['ceil(between / 2)', '1..3'],
    ['floor(between / 2)', '1..2'],
    ['ceil(d / 3)', '0..'],
  ])('of a function: %s is %s', (formula, expected) => expect(span(formula)).toBe(expected))

  test('is a point where nothing is missing, and narrower for each datum that is known', () => {
    expect(span('between * above', { between: 3, above: 2 })).toBe('6..6')
    expect(span('between * above', { between: 3 })).toBe('3..12')
    expect(span('between * above', { above: 3 })).toBe('6..15')
  })

  test('is not told of a class, nor of what hangs on a class', () => {
    expect(spanOf({ kind: 'dimension', dimension: 'uso' }, new Map(), dimensions)).toBeUndefined()
    expect(spanOf({ kind: 'dimension', dimension: 'nothing' }, new Map(), dimensions)).toBeUndefined()
    expect(spanOf({ kind: 'const', value: 'EI 60' }, new Map(), dimensions)).toBeUndefined()
    expect(span('uso + 1')).toBeUndefined()
  })
})
