import { expect, test } from 'vitest'
import { type Json, startService } from '../service.ts'
import { checkerAt } from './answers.ts'

const service = startService()
const valencia = checkerAt(service, 'ES-46250')
const notHeld = /La base no tiene (el límite de .*)?DC-09|DC-09.*también puede limitarlo/

// DC-09, article 10.c: a curved ramp of a garage, 15 % at most. Whether it is in force is not settled, so it decides nothing.
const ramp = { trazado_rampa: 'curvo', uso: 'residencial_privado', itinerario_accesible: false, tipo_uso: 'general' }

test('a limit that waits for a reading is said beside the verdict of another document', async () => {
  const body = await valencia('rampa-garaje', 'pendiente', 15.5, '%', { ...ramp, tipo_rampa: 'vehiculos_y_personas' })
  expect(body['result_status']).toBe('COMPLIANT')
  expect(JSON.stringify(body['warnings'])).toMatch(notHeld)
})

test('and where another document exempts the case', async () => {
  const body = await valencia('rampa-garaje', 'pendiente', 30, '%', { ...ramp, tipo_rampa: 'solo_vehiculos' })
  expect([body['code'], body['reason']]).toEqual(['no-applicable-rule', 'not-held'])
  expect(String(body['detail'])).toMatch(notHeld)
})

test.each<[string, string, Json]>([
  ['in another community', 'ES-28079', {}],
  ['in a work that it does not reach', 'ES-46250', { intervencion: 'reforma', elemento_modificado_reforma: true }],
  ['for another shape', 'ES-46250', { trazado_rampa: 'recto', garaje_colectivo_viviendas: false }],
])('it is not said %s', async (_where, geoId, more) => {
  const body = await checkerAt(service, geoId)('rampa-garaje', 'pendiente', 15.5, '%', { ...ramp, tipo_rampa: 'vehiculos_y_personas', ...more })
  expect(body['result_status']).toBe('COMPLIANT')
  expect(JSON.stringify(body['warnings'])).not.toMatch(notHeld)
})
