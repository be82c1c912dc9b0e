import type { Outputs } from '../api.ts'
import { searchKey } from '../text.ts'
import type { MapState } from './address.ts'
import type { Layer, Reading, ReadingQuality, ZoneClass } from './layer.ts'

/** A municipality with its zone. */
export interface Row {
  readonly ine: string
  readonly name: string
  readonly provincia: string
  readonly ccaa: string
  readonly value: Reading
  readonly quality: ReadingQuality
  readonly zoneClass: ZoneClass
  readonly note: string | undefined
  readonly search: string
}

export const rowsOnPage = 25

/** Every municipality with what a layer says of it. */
export function rowsOf(places: Outputs['listMunicipios']['items'], layer: Layer, notes: Readonly<Record<string, string>>): Row[] {
  return places.flatMap(({ ine, name, provincia, ccaa }) => {
    const known = layer.of.get(ine)
    return known === undefined ? [] : [{ ine, name, provincia, ccaa, ...known, note: notes[ine], search: searchKey(`${name} ${ine}`) }]
  })
}

/** The rows of the area that is enlarged; all where none is. */
export function rowsOfArea(rows: readonly Row[], { community, province }: MapState): readonly Row[] {
  return rows.filter((row) => (community === '' || row.ccaa === community) && (province === '' || row.provincia === province))
}

/** The rows that the other filters leave, in order; equal ones by name. */
export function rowsShown(area: readonly Row[], state: MapState, layer: Layer): Row[] {
  const wanted = searchKey(state.name)
  const { compare } = new Intl.Collator('es')
  const byName = (one: Row, other: Row): number => compare(one.name, other.name)
  const orders = {
    municipio: byName,
    provincia: (one: Row, other: Row) => compare(one.provincia, other.provincia),
    zona: (one: Row, other: Row) => layer.rank(one.value) - layer.rank(other.value),
  }
  const sign = state.direction === 'ascending' ? 1 : -1
  return area
    .filter((row) => (state.zoneClass === '' || row.zoneClass.key === state.zoneClass) && (wanted === '' || row.search.includes(wanted)))
    .sort((one, other) => sign * orders[state.order](one, other) || byName(one, other))
}
