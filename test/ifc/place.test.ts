import { expect, test } from 'vitest'
import { municipalityAt } from '../../server/ifc/place.ts'
import { realBase } from '../service.ts'

const kb = realBase()
const at = (latitude: number, longitude: number) => municipalityAt({ latitude, longitude }, kb)?.geo_id

test.each([
  ['Madrid', 40.4168, -3.7038, 'ES-28079'],
  ['Barcelona', 41.3874, 2.1686, 'ES-08019'],
  ['Las Palmas de Gran Canaria', 28.1, -15.43, 'ES-35016'],
  ['Ceuta', 35.889, -5.319, 'ES-51001'],
  // The outlines of 20015 and 53065 are drawn the other way round: on a sphere they would hold every other point.
  ['Ataun, drawn the other way round', 42.98, -2.18, 'ES-20015'],
])('%s is found by its coordinates', (_, latitude, longitude, geoId) => {
  expect(at(latitude, longitude)).toBe(geoId)
})

test.each([
  ['Boston, the city of a template', 42.3587, -71.0567],
  ['the sea', 40, -12],
  ['Lisbon', 38.7223, -9.1393],
  ['the origin', 0, 0],
])('%s is no municipality', (_, latitude, longitude) => {
  expect(at(latitude, longitude)).toBeUndefined()
})
