import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { meets } from '../../server/engine/compare.ts'
import { exactText, isExact, parseExact, toNumber } from '../../server/engine/decimal.ts'
import { rule } from '../../server/engine/schema.ts'
import { loadStoredRule, storeRule } from '../../server/engine/stored-rule.ts'

/** Pseudo-random fractions with a fixed seed, so that failures are reproducible. */
function* fractions(count: number): Generator<Fraction> {
  let state = 20261122
  const next = (below: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state % below
  }
  for (let index = 0; index < count; index++) yield new Fraction(next(20001) - 10000, next(5000) + 1)
}

describe('exact numbers', () => {
  test('parseExact() reads back every fraction that exactText() writes', () => {
    for (const value of fractions(2000)) expect(parseExact(exactText(value)).equals(value)).toBe(true)
  })
  test('a decimal is written as a decimal, any other fraction as a fraction', () => {
    expect(['0.35', '1/300', '2/4', '-7/3', '1e-3'].map((text) => exactText(parseExact(text)))).toEqual(['0.35', '1/300', '0.5', '-7/3', '0.001'])
  })
  test.each(['1/0', '1/', '/3', '1/2/3', 'EI 60', '230 V', ''])('"%s" is not an exact number', (text) => {
    expect(isExact(text)).toBe(false)
    expect(() => parseExact(text)).toThrow(SyntaxError)
  })
  test('a value equal to the limit complies if and only if the bound is not strict', () => {
    for (const limit of fractions(500)) {
      for (const side of ['max', 'min'] as const)
        for (const strict of [false, true]) expect(meets(limit, { side, limit, strict }, undefined)).toBe(!strict)
      const [below, above] = [limit.sub(parseExact('1e-9')), limit.add(parseExact('1e-9'))]
      expect(meets(below, { side: 'max', limit, strict: true }, undefined)).toBe(true)
      expect(meets(above, { side: 'max', limit, strict: false }, undefined)).toBe(false)
      expect(meets(above, { side: 'min', limit, strict: true }, undefined)).toBe(true)
      expect(meets(below, { side: 'min', limit, strict: false }, undefined)).toBe(false)
    }
  })
  test('toNumber() rounds to the nearest double, so a fraction sent as a JSON number is another value', () => {
    expect(parseExact(String(toNumber(parseExact('1/300')))).compare(parseExact('1/300'))).toBe(-1)
  })
})

test('a stored rule keeps its fractions in conditions, constants and adjustments', () => {
  const written = rule.parse({
    id: 'r',
    title: 'Regla',
    element: 'e',
    parameter: 'p',
    unit: '1',
    bound: 'max',
    strict: true,
    when: { pendiente: { gt: '1/3', lte: '2/3' } },
    value: { const: '1/300' },
    adjust: [{ when: { ancho: { lt: '1/7' } }, factor: '4/3' }],
    cite: { section: 's' },
    editions: ['1'],
    verification: 'official_text',
    sources: ['x'],
  })
  expect(loadStoredRule(storeRule(written))).toEqual(written)
})
