import { type Exact, toNumber } from '../engine/decimal.ts'
import type { Place } from '../engine/place.ts'

/** The `geo_context` of an answer: name, code, level, climate zone and altitude of the place. */
export function placeBody(place: Place): {
  climate_zone: string | null
  name: string
  geo_id: string
  level: Place['level']
  altitude_m: number | null
} {
  return { climate_zone: place.record.climateZone, name: place.name, geo_id: place.geoId, level: place.level, altitude_m: place.record.altitudeM }
}

/** A limit or value for JSON: a number, or the text of a class. */
export function jsonNumber(value: Exact | string): number | string {
  return typeof value === 'string' ? value : toNumber(value)
}
