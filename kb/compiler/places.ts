import { type Place, placeOfMunicipality } from '../../server/engine/place.ts'
import type { ReadGeo } from './read-geo.ts'

/** The places that cases may name: municipalities. */
export function placesOf(geo: ReadGeo): (geoId: string) => Place | undefined {
  const rows = new Map<string, ReadGeo['municipalities'][number]>(geo.municipalities.map((row) => [`ES-${row.ine}`, row]))
  const territories = new Map(geo.provinces.map(({ code, territory }) => [code, territory]))
  const places = new Map<string, Place>()
  return (geoId) => {
    const row = rows.get(geoId)
    if (row === undefined) return undefined
    const place = places.get(geoId) ?? placeOfMunicipality(row, territories.get(row.province) ?? '', geo.bands.get(row.province) ?? [])
    places.set(geoId, place)
    return place
  }
}
