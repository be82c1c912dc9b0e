import { expect, test } from 'vitest'
import { numberBefore } from '../../renderer/text.ts'

test.each([
  ['HE 1, 3.1.1', 'Transmitancia de la envolvente térmica', 'HE 1, 3.1.1'],
  ['Introducción', 'Introducción', ''],
  ['Disposiciones adicionales', 'Disposiciones adicionales y finales', ''],
  ['SE 1', 'SE 10 y siguientes', 'SE 1'],
  ['', 'Sin número', ''],
])('the number %s before the title %s is shown once', (number, title, shown) => {
  expect(numberBefore({ number, title })).toBe(shown)
})
