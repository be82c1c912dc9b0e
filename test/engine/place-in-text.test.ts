import { expect, test } from 'vitest'
import { placeInText } from '../../server/engine/book.ts'

test.each([
  ['3.3.2', undefined, '3.3.2'],
  ['HE 1, 3.1.1', 'Tabla 3.1.1.a-HE1', 'HE 1, 3.1.1, Tabla 3.1.1.a-HE1'],
  ['IT 1.3.4', 'IT 1.3.4, 2', 'IT 1.3.4, 2'],
  ['ITC-ICG 07, 2', 'ITC-ICG 07, 2', 'ITC-ICG 07, 2'],
  ['3.1', '3.10, Tabla 2', '3.1, 3.10, Tabla 2'],
])('section %s and locator %s are cited once: %s', (number, locator, text) => {
  expect(placeInText(number, locator)).toBe(text)
})
