import { zoneParts } from './climate.ts'
import type { Known } from './condition.ts'
import { toNumber } from './decimal.ts'
import { atAltitude, inZone, type Place } from './place.ts'

/** The place at the altitude or in the zone that the context states. */
export function placeGiven(place: Place, given: Known): Place {
  const altitude = given.get('altitud_m')
  const moved = altitude === undefined || typeof altitude === 'string' ? place : atAltitude(place, toNumber(altitude))
  const zone = given.get('climate_zone')
  return typeof zone === 'string' ? inZone(moved, zone) : moved
}

/** The parts of the climate zone that the context states, by the names that rules read. */
export function zonesGiven(given: Known): [string, string][] {
  const zone = given.get('climate_zone')
  if (typeof zone !== 'string') return []
  const { winter, summer } = zoneParts(zone)
  return [
    ['climate_zone.winter', winter],
    ['climate_zone.summer', summer],
  ]
}
