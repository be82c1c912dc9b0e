import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { exactText } from '../../server/engine/decimal.ts'
import { type Arithmetic, parseFormula, workOut } from '../../server/engine/formula.ts'

const worth = (text: string, variables: Record<string, number> = {}): string =>
  exactText(parseFormula(text).evaluate(new Map(Object.entries(variables).map(([name, value]) => [name, new Fraction(value)]))))

describe('a formula is worth', () => {
  test.each<[string, string]>([
    ['7', '7'],
    ['0.35', '0.35'],
    ['10.5 + 0.25', '10.75'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['2 * (3 + 4) * 5', '70'],
    ['10 - 3 - 2', '5'],
    ['10 - (3 - 2)', '9'],
    ['12 / 3 / 2', '2'],
    ['12 / (3 / 2)', '8'],
    ['12 / 3 * 2', '8'],
    ['((5))', '5'],
    ['-3', '-3'],
    ['--3', '3'],
    ['2 - -3', '5'],
    ['-2 * -3', '6'],
    ['-(1 + 2)', '-3'],
    ['min(3, 1, 2)', '1'],
    ['max(3, 1, 2)', '3'],
    ['max(1, 3, 2)', '3'],
    ['min(4)', '4'],
    ['ceil(2.1)', '3'],
    ['ceil(2)', '2'],
    ['floor(2.9)', '2'],
    ['floor(-0.5)', '-1'],
    ['min(max(1, 2), 3 - 2.5) * 2', '1'],
    ['max((1 + 2) * 2, 5) + 1', '7'],
    ['2*3+1', '7'],
  ])('%s: %s', (text, expected) => expect(worth(text)).toBe(expected))

  test('exactly what it says, without rounding', () => {
    expect(parseFormula('1 / 3 * 3').evaluate(new Map()).equals(1)).toBe(true)
    expect(worth('0.1 + 0.2')).toBe('0.3')
  })

  test('a constant in brackets as often as it is worked out', () => {
    const doubled = parseFormula('(2 + x) * 2')
    const at = (x: number): string => exactText(doubled.evaluate(new Map([['x', new Fraction(x)]])))
    expect([at(1), at(5), at(1)]).toEqual(['6', '14', '6'])
  })
})

describe('the names in a formula', () => {
  test.each<[string, string[]]>([
    ['1 + 2', []],
    ['a + b * a', ['a', 'b']],
    ['min(s_1, max(S_1, _x9))', ['s_1', 'S_1', '_x9']],
    ['min + 1', ['min']],
  ])('of %s', (text, names) => expect(parseFormula(text).names).toEqual(names))

  test('are worth what is set, and nothing where they are not', () => {
    expect(worth('a + 2 * b', { a: 1, b: 3 })).toBe('7')
    expect(worth('a + 2 * b', { a: 1 })).toBe('1')
    expect(worth('min * 2', { min: 4 })).toBe('8')
  })
})

describe('a formula that cannot be read is refused with the place', () => {
  test.each([
    ['', 'its end'],
    ['1 +', 'its end'],
    ['(1 + 2', 'its end'],
    ['1 + 2)', ')'],
    ['()', 'its end'],
    ['min()', 'its end'],
    ['min(1 2)', '2'],
    ['min(1,)', 'its end'],
    ['2 3', '3'],
    ['a b', 'b'],
    ['2 a', 'a'],
    ['(1) 2', '2'],
    ['* 2', '2'],
    ['+ 2', '2'],
    ['2 % 3', '%'],
    ['#', 'its end'],
    ['1,2', ','],
    ['sqrt(2)', '('],
    ['constructor(2)', '('],
    ['1.', '.'],
  ])('"%s" at "%s"', (text, place) => {
    expect(() => parseFormula(text)).toThrow(SyntaxError)
    expect(() => parseFormula(text)).toThrow(`Cannot read formula "${text}" at "${place}": expected numbers, names, + - * / ( ) min max ceil floor`)
  })
})

test('the same formula is worked out in another arithmetic, a name without a value as its nothing', () => {
  const written: Arithmetic<string> = {
    number: (value) => exactText(value),
    add: (left, right) => `[${left}+${right}]`,
    subtract: (left, right) => `[${left}-${right}]`,
    multiply: (left, right) => `[${left}*${right}]`,
    divide: (left, right) => `[${left}/${right}]`,
    apply: (name, all) => `${name}[${all.join()}]`,
  }
  const text = (formula: string): string => workOut(formula, written, new Map([['a', 'A']]))
  expect(text('2 * (a - 1) / b + min(a, -3)')).toBe('[[[2*[A-1]]/0]+min[A,[0-3]]]')
  expect(text('(a)')).toBe('A')
  expect(text('floor(a + 0.50)')).toBe('floor[[A+0.5]]')
})
