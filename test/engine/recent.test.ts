import { expect, test } from 'vitest'
import { recentValues } from '../../server/engine/recent.ts'

test('the values used last are remembered, and no more than twice the number asked for', () => {
  const recent = recentValues<number>(10)
  for (let number = 0; number < 1000; number++) {
    recent.add(`value ${number}`, number)
    // Used all the time, so that it is never forgotten.
    if (number % 5 === 0) expect(recent.get('value 0')).toBe(0)
  }
  const left = Array.from({ length: 1000 }, (_, number) => recent.get(`value ${number}`)).filter((value) => value !== undefined)
  expect(left.length).toBeGreaterThanOrEqual(10)
  expect(left.length).toBeLessThanOrEqual(20)
  expect(recent.get('value 999')).toBe(999)
})
