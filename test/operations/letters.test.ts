import { expect, test } from 'vitest'
import { readValue } from '../../server/engine/context.ts'
import { realBase } from '../service.ts'

const { dimensions } = realBase().book
const read = (dimension: string, value: string) =>
  readValue(dimensions.byId.get(dimension) as NonNullable<ReturnType<typeof dimensions.byId.get>>, value)

test.each([
  ['radon_zone', 'Zona I', 'I'],
  ['nivel_proteccion_rayo', 'I', '1'],
  ['configuracion_industrial', 'tipo C', 'c'],
])('%s: the letter of «%s» tells the value', (dimension, value, id) => {
  expect(read(dimension, value)).toBe(id)
})

test.each([
  ['radon_zone', 'Zona A'],
  ['radon_zone', 'C'],
  ['nivel_proteccion_rayo', 'A'],
  ['nivel_proteccion_rayo', 'E'],
])('%s: «%s» is no value, though its letter is a small word', (dimension, value) => {
  expect(read(dimension, value)).toMatchObject({ error: 'unknown-value' })
})

test('the letter of a condition tells it', () => {
  expect(dimensions.named('Hidrante de columna de tipo C')?.id).toBe('tipo_c_hidrante')
  expect(dimensions.named('Hidrante de columna de tipo A')).toBeUndefined()
})
