import { climateZone } from '../../../server/engine/climate.ts'
import { type ReadGeo, readGeo } from '../read-geo.ts'
import { openSources } from '../source-file.ts'
import { type MunicipalityCells, missingFrom, municipalityFile, readMunicipalityList, writeMunicipalityList } from './municipality-list.ts'
import { type GazetteerEntry, readGazetteer } from './ngmep-file.ts'
import type { ImportPlan } from './plan.ts'

export interface NgmepRequest {
  /** The folder of the base. */
  readonly root: string
  readonly file: string
  readonly bytes: Uint8Array
}

interface Change {
  readonly before: MunicipalityCells
  readonly after: MunicipalityCells
}

/** What the CNIG gazetteer changes in altitudes, their origin and coordinates, and which climate zones that moves. A value that the gazetteer lacks stays. */
export function planNgmep({ root, file, bytes }: NgmepRequest): ImportPlan {
  const { bands } = readGeo(openSources(root))
  const entries = readGazetteer(file, bytes)
  const byCode = new Map(entries.map((entry) => [entry.ine, entry]))
  const list = readMunicipalityList(root)
  const missing = missingFrom(file, new Set(byCode.keys()), list)
  const changes = list.map((before): Change => ({ before, after: updated(before, byCode.get(before.ine)) }))
  const known = new Set(list.map(({ ine }) => ine))
  const altitudes = changes.filter(({ before, after }) => !isSameNumber(before.altitud_m, after.altitud_m))
  const origins = changes.filter(({ before, after }) => before.origen_altitud !== after.origen_altitud)
  const moves = changes.filter(({ before, after }) => before.latitud !== after.latitud || before.longitud !== after.longitud)
  return {
    title: `${file}: ${entries.length} municipalities, against ${list.length} in ${municipalityFile}`,
    findings: [
      { heading: 'Climate zone changes', lines: changes.flatMap((change) => zoneChange(change, bands)) },
      { heading: 'Altitude changes', lines: altitudes.map(({ before, after }) => line(before, before.altitud_m, `${after.altitud_m} m`)) },
      {
        heading: 'Origin of the altitude changes',
        lines: origins.map(({ before, after }) => line(before, before.origen_altitud, after.origen_altitud)),
      },
      { heading: 'Coordinates change', lines: moves.map(({ before, after }) => line(before, place(before), place(after))) },
      {
        heading: 'Without altitude in the gazetteer (ours stays)',
        lines: entries.filter(({ altitude, ine }) => altitude === '' && known.has(ine)).map(label),
      },
      { heading: 'Not in the gazetteer (stays as it is)', lines: missing.map(({ ine, nombre }) => `${ine} ${nombre}`) },
      { heading: 'Not in the base (import the INE dictionary first)', lines: entries.filter(({ ine }) => !known.has(ine)).map(label) },
    ],
    files: new Map([[municipalityFile, writeMunicipalityList(changes.map(({ after }) => after))]]),
    removals: [],
  }
}

function updated(row: MunicipalityCells, entry: GazetteerEntry | undefined): MunicipalityCells {
  if (entry === undefined) return row
  const hasAltitude = entry.altitude !== ''
  const hasPlace = entry.latitude !== '' && entry.longitude !== ''
  return {
    ...row,
    altitud_m: hasAltitude && !isSameNumber(row.altitud_m, entry.altitude) ? entry.altitude : row.altitud_m,
    origen_altitud: hasAltitude ? entry.altitudeOrigin : row.origen_altitud,
    latitud: hasPlace ? entry.latitude : row.latitud,
    longitud: hasPlace ? entry.longitude : row.longitud,
  }
}

function zoneChange({ before, after }: Change, bands: ReadGeo['bands']): string[] {
  const zone = ({ altitud_m, provincia }: MunicipalityCells): string =>
    (altitud_m === '' ? undefined : climateZone(bands.get(provincia) ?? [], Number(altitud_m))) ?? ''
  if (zone(before) === zone(after)) return []
  return [`${line(before, zone(before), zone(after))} (${before.altitud_m || 'no altitude'} → ${after.altitud_m} m)`]
}

function line({ ine, nombre }: MunicipalityCells, before: string, after: string): string {
  return `${ine} ${nombre}: ${before || 'none'} → ${after}`
}

function place({ latitud, longitud }: MunicipalityCells): string {
  return latitud === '' ? '' : `${latitud} ${longitud}`
}

function label({ ine, name }: GazetteerEntry): string {
  return `${ine} ${name}`
}

function isSameNumber(left: string, right: string): boolean {
  return left === right || (left !== '' && right !== '' && Number(left) === Number(right))
}
