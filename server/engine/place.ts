import Fraction from 'fraction.js'
import { type ClimateBand, climateZone, zoneParts } from './climate.ts'
import type { Exact } from './decimal.ts'

/** How a zone is known. `estimated` never decides a verdict. */
export type Quality = 'official_list' | 'rule' | 'capital_table' | 'estimated'

/** A place as the rules see it: what each place dimension is worth, and which of those are only estimated (then absent from `known`). */
export interface PlaceFacts {
  readonly known: ReadonlyMap<string, Exact | string>
  readonly estimated: ReadonlyMap<string, string>
}

export interface PlaceRecord {
  readonly ccaa: string | null
  readonly province: string | null
  readonly territory: string | null
  readonly altitudeM: number | null
  readonly climateZone: string | null
  readonly radonZone: string | null
  /** True if the municipality is in the list of seismic values; null where that is in doubt, or the place is no municipality. */
  readonly seismicListed: boolean | null
  readonly seismicAbG: number | null
  readonly seismicK: number | null
  /** True if it is the capital of its province. */
  readonly isCapital: boolean | null
  readonly windZone: string | null
  readonly windQuality: Quality | null
  readonly snowZone: string | null
  readonly snowQuality: Quality | null
}

/** The place dimensions of a record. What is not known, or only estimated, is left out: a rule that needs it cannot be decided. */
function placeFacts(place: PlaceRecord): PlaceFacts {
  const known = new Map<string, Exact | string>()
  const estimated = new Map<string, string>()
  const put = (name: string, value: string | number | null) => {
    if (value !== null) known.set(name, typeof value === 'number' ? new Fraction(value) : value)
  }
  put('ccaa', place.ccaa)
  put('provincia', place.province)
  put('territorio', place.territory)
  put('altitud_m', place.altitudeM)
  put('radon_zone', place.radonZone)
  put('seismic_listed', place.seismicListed === null ? null : String(place.seismicListed))
  put('seismic_ab_g', place.seismicAbG)
  put('seismic_k', place.seismicK)
  put('capital_provincia', place.isCapital === null ? null : String(place.isCapital))
  if (place.climateZone !== null) {
    const { winter, summer } = zoneParts(place.climateZone)
    put('climate_zone', place.climateZone)
    put('climate_zone.winter', winter)
    put('climate_zone.summer', summer)
  }
  for (const [name, zone, quality] of [
    ['wind_zone', place.windZone, place.windQuality],
    ['snow_zone', place.snowZone, place.snowQuality],
  ] as const) {
    if (zone !== null && quality === 'estimated') estimated.set(name, zone)
    else put(name, zone)
  }
  return { known, estimated }
}

/** A place that a case is judged at. */
export interface Place {
  readonly geoId: string
  readonly name: string
  readonly level: 'municipality' | 'province' | 'region' | 'country'
  readonly record: PlaceRecord
  /** The record as rules see it. */
  readonly facts: PlaceFacts
  readonly bands: readonly ClimateBand[]
  /** Of a place seen from the altitude or in the zone that a request states: what the lists say of it. */
  readonly listed?: Pick<PlaceRecord, 'altitudeM' | 'climateZone'>
  /** Said with a verdict that rests on the place, for example about a list that is in doubt. */
  readonly doubts: ReadonlyMap<string, string>
  /** Municipalities to choose from where the place is too coarse: some of them, as examples. */
  readonly within: readonly { readonly geo_id: string; readonly name: string }[]
}

/** The place seen from a site at another altitude: the climate zone follows the bands of its province. */
export function atAltitude(place: Place, altitudeM: number): Place {
  return withRecord(withListed(place), { ...place.record, altitudeM, climateZone: climateZone(place.bands, altitudeM) ?? null })
}

/** A place of which only the country is known, as if it were in a community: its regional documents bind there. */
export function inCommunity(place: Place, ccaa: string): Place {
  return withRecord(place, { ...place.record, ccaa })
}

/** The place in a climate zone that the request states. */
export function inZone(place: Place, zone: string): Place {
  return withRecord(withListed(place), { ...place.record, climateZone: zone })
}

function withListed(place: Place): Place {
  return { ...place, listed: place.listed ?? place.record }
}

/** The place with another record, and so other facts. */
export function withRecord(place: Omit<Place, 'record' | 'facts'>, record: PlaceRecord): Place {
  return { ...place, record, facts: placeFacts(record) }
}

/** The facts of one municipality, in the same shape in the sources and in the pack. */
export interface MunicipalityFacts {
  readonly ine: string
  readonly name: string
  readonly province: string
  readonly community: string
  readonly altitude_m: number | null
  readonly climate_zone: string | null
  readonly radon_zone: string
  readonly radon_note: string | null
  readonly seismic_ab_g: number | null
  readonly seismic_k: number | null
  readonly seismic_note: string | null
  readonly wind_zone: string
  readonly wind_quality: Quality
  readonly snow_zone: string
  readonly snow_quality: Quality
}

/** A municipality as a place to judge at. `territory` is that of its province. */
export function placeOfMunicipality(facts: MunicipalityFacts, territory: string, bands: readonly ClimateBand[]): Place {
  const doubts = new Map<string, string>()
  if (facts.radon_note !== null) doubts.set('radon_zone', facts.radon_note)
  if (facts.seismic_note !== null) doubts.set('seismic_ab_g', facts.seismic_note)
  const place = {
    geoId: `ES-${facts.ine}`,
    name: facts.name,
    level: 'municipality' as const,
    bands,
    doubts,
    within: [],
  }
  return withRecord(place, {
    ccaa: facts.community,
    province: facts.province,
    territory,
    altitudeM: facts.altitude_m,
    climateZone: facts.climate_zone,
    radonZone: facts.radon_zone,
    seismicListed: facts.seismic_ab_g !== null ? true : facts.seismic_note === null ? false : null,
    seismicAbG: facts.seismic_ab_g,
    seismicK: facts.seismic_k,
    isCapital: facts.snow_quality === 'capital_table',
    windZone: facts.wind_zone,
    windQuality: facts.wind_quality,
    snowZone: facts.snow_zone,
    snowQuality: facts.snow_quality,
  })
}
