import { nearestBandLimit } from '../engine/climate.ts'
import type { Verdict } from '../engine/outcome.ts'

/** Metres to the next climate band below which the altitude of the municipal capital does not settle the zone of a plot. */
const nearBandM = 20
/** Metres from the municipal capital beyond which a stated altitude is told to be looked at again. */
const farM = 500

/** What the reader must check of the altitude and the climate zone, in Spanish. `used`: the dimensions that decided. */
export function placeWarnings({ place, assumed, given }: Verdict, used: ReadonlySet<string>): string[] {
  const { altitudeM, climateZone } = place.record
  const byZone = [...used].some((name) => name.startsWith('climate_zone'))
  if (assumed.includes('altitud_m') && altitudeM !== null && byZone) {
    const limit = nearestBandLimit(place.bands, altitudeM)
    return limit === undefined || Math.abs(limit - 0.5 - altitudeM) > nearBandM
      ? []
      : [
          `La zona climática cambia a ${limit} m, a menos de ${nearBandM} m de la altitud tomada (${altitudeM} m): indique la del emplazamiento en context.altitud_m`,
        ]
  }
  if (given.includes('climate_zone'))
    return [`Zona climática ${climateZone} indicada en la petición, no obtenida del Anejo B del DB-HE${unlisted(place.bands, climateZone)}`]
  return given.includes('altitud_m') && (byZone || used.has('altitud_m')) ? farFromCapital(place, byZone) : []
}

/** Says that no altitude of the province has a zone. */
function unlisted(bands: Verdict['place']['bands'], stated: string | null): string {
  const zones = [...new Set(bands.map(({ zone }) => zone))]
  if (zones.length === 0 || zones.some((zone) => zone === stated)) return ''
  return `, que no la da en esta provincia a ninguna altitud (da ${zones.join(', ')}): solo cabe si la fija un documento reconocido de la comunidad autónoma (DB-HE, HE 0, 4.2)`
}

/** Says what an altitude that the request states changes, where it is far from that of the municipal capital or in another zone. */
function farFromCapital({ record, listed }: Verdict['place'], byZone: boolean): string[] {
  const capital = listed?.altitudeM ?? null
  if (record.altitudeM === null || capital === null) return []
  const apart = `La altitud indicada es ${record.altitudeM} m y la del núcleo capital del municipio, ${capital} m`
  if (byZone && record.climateZone !== listed?.climateZone)
    return [`${apart}: la zona climática pasa de ${listed?.climateZone} a ${record.climateZone}. Compruebe la altitud del emplazamiento`]
  return Math.abs(record.altitudeM - capital) > farM ? [`${apart}. Compruebe la altitud del emplazamiento`] : []
}
