import Fraction from 'fraction.js'
import { expect, test } from 'vitest'
import { limitRange } from '../../server/engine/range.ts'
import { startService } from '../service.ts'

const { units, rules } = startService().kb.book
const [loaded] = rules
const metre = loaded === undefined ? undefined : { ...loaded, rule: { ...loaded.rule, unit: 'm' } }
const bound = (side: 'min' | 'max', limit: number) => ({ side, limit: new Fraction(limit), strict: false })

test('the range does not depend on the order of the rules, nor on whether one or two rules set its ends', () => {
  if (metre === undefined) throw new TypeError('The base has no rules')
  const [low, lower, high] = [bound('min', 2), bound('min', 1), bound('max', 5)]
  const together = limitRange([{ loaded: metre, bounds: [low, lower, high] }], units)
  const orders = [
    [low, lower, high],
    [high, lower, low],
    [lower, high, low],
  ]
  for (const order of orders)
    expect(
      limitRange(
        order.map((one) => ({ loaded: metre, bounds: [one] })),
        units,
      ),
    ).toEqual(together)
  expect(together?.min.equals(2)).toBe(true)
  expect(limitRange([{ loaded: metre, bounds: [low] }], units)).toBeUndefined()
})

test('ends in different units are converted', () => {
  if (metre === undefined) throw new TypeError('The base has no rules')
  const centimetre = { ...metre, rule: { ...metre.rule, unit: 'cm' } }
  const range = limitRange(
    [
      { loaded: metre, bounds: [bound('min', 1)] },
      { loaded: centimetre, bounds: [bound('max', 120)] },
    ],
    units,
  )
  expect(range?.max.equals('1.2')).toBe(true)
})
