import type { Outputs } from '../api.ts'
import { searchKey } from '../text.ts'
import type { MapState } from './address.ts'
import type { Layer, ZoneClass, ZoneValue, ZoneValueQuality } from './zone-layer.ts'

/** A row of the table: a municipality with its zone. */
export interface ZoneRow {
  readonly ine: string
  readonly name: string
  readonly provincia: string
  readonly ccaa: string
  readonly value: ZoneValue
  readonly quality: ZoneValueQuality
  readonly zoneClass: ZoneClass
  readonly note: string | undefined
  readonly search: string
}

export const rowsPerPage = 25

/** Joins the municipalities with their values in a layer. */
export function zoneRows(places: Outputs['listMunicipios']['items'], layer: Layer, notes: Readonly<Record<string, string>>): ZoneRow[] {
  return places.flatMap(({ ine, name, provincia, ccaa }) => {
    const known = layer.of.get(ine)
    return known === undefined ? [] : [{ ine, name, provincia, ccaa, ...known, note: notes[ine], search: searchKey(`${name} ${ine}`) }]
  })
}

/** The rows of the selected community and province; all if none is selected. */
export function rowsInArea(rows: readonly ZoneRow[], { community, province }: MapState): readonly ZoneRow[] {
  return rows.filter((row) => (community === '' || row.ccaa === community) && (province === '' || row.provincia === province))
}

/** The rows that match the name and class filters, sorted; ties are sorted by name. */
export function visibleRows(area: readonly ZoneRow[], state: MapState, layer: Layer): ZoneRow[] {
  const wanted = searchKey(state.name)
  const { compare } = new Intl.Collator('es')
  const byName = (one: ZoneRow, other: ZoneRow): number => compare(one.name, other.name)
  const orders = {
    municipio: byName,
    provincia: (one: ZoneRow, other: ZoneRow) => compare(one.provincia, other.provincia),
    zona: (one: ZoneRow, other: ZoneRow) => layer.rank(one.value) - layer.rank(other.value),
  }
  const sign = state.direction === 'ascending' ? 1 : -1
  return area
    .filter((row) => (state.zoneClass === '' || row.zoneClass.key === state.zoneClass) && (wanted === '' || row.search.includes(wanted)))
    .sort((one, other) => sign * orders[state.order](one, other) || byName(one, other))
}
