import { expect, test } from 'vitest'
import { element } from '../../server/engine/schema.ts'
import { vocabularyFrom } from '../../server/engine/vocabulary.ts'

const stairs = vocabularyFrom([
  element.parse({ id: 'escalera', label: 'Escalera', also: ['escalera-evacuacion'] }),
  element.parse({ id: 'escalera-evacuacion', label: 'Escalera de evacuación', also: ['escalera'] }),
  element.parse({ id: 'escalera-protegida', label: 'Escalera protegida', broader: 'escalera-evacuacion' }),
])

test('boundBy() follows "also" and broader terms, even in a circle', () => {
  expect(stairs.boundBy('escalera-protegida')).toEqual(['escalera-protegida', 'escalera-evacuacion', 'escalera'])
  expect(stairs.boundBy('escalera')).toEqual(['escalera', 'escalera-evacuacion'])
})

test('broaden() does not follow "also": two names of one thing are not one broader than the other', () => {
  expect(stairs.broaden('escalera-protegida')).toEqual(['escalera-protegida', 'escalera-evacuacion'])
})

test('the terms most like a text are found by any of their names, the English one too', () => {
  const doors = vocabularyFrom([
    element.parse({ id: 'puerta', label: 'Puerta', en: 'Doorway' }),
    element.parse({ id: 'hueco', label: 'Vano de fachada', aliases: ['ventanal'] }),
  ])
  expect(['dorway', 'ventanales', 'vano de fachadas', 'huecos'].map((text) => doors.nearest(text)[0])).toEqual(['puerta', 'hueco', 'hueco', 'hueco'])
  expect(doors.nearest('dorway', new Set(['hueco']))).toEqual([])
})
