import { expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt } from './answers.ts'

const service = startService()

// A default that keeps a stricter rule from binding is said, even where the rules that do bind never read it.
test.each<[string, string, string, number | string, Json, string]>([
  [
    'ES-28079',
    'pared-sector-incendio',
    'resistencia-fuego-ei',
    'EI 60',
    { uso: 'residencial_privado', planta: 'sobre_rasante', altura_evacuacion_m: 12 },
    'Uso del sector que está al otro lado de la pared',
  ],
  ['ES-28079', 'alumbrado-emergencia', 'autonomia', 1, {}, 'Zona de hospitalización'],
])('%s %s %s %s %j says that it takes «%s»', async (geoId, element, parameter, value, context, said) => {
  const body = await checkerAt(service, geoId)(element, parameter, value, parameter === 'autonomia' ? 'h' : '1', context)
  expect(body['result_status']).toBe('COMPLIANT')
  expect(JSON.stringify(body['assumptions'])).toContain(said)
})

test('a default on which only rules hang that the value meets is not said', async () => {
  const context = { uso: 'residencial_privado', planta: 'sobre_rasante', altura_evacuacion_m: 12 }
  const body = await checkerAt(service, 'ES-28079')('pared-sector-incendio', 'resistencia-fuego-ei', 'EI 240', '1', context)
  expect(body['result_status']).toBe('COMPLIANT')
  expect(JSON.stringify(body['assumptions'])).not.toContain('al otro lado de la pared')
})
