import type { ZoneName } from './zone-layer.ts'

const zones = { clima: 'climate_zone', radon: 'radon_zone', sismo: 'seismic_ab', viento: 'wind_zone', nieve: 'snow_zone' } as const satisfies Record<
  string,
  ZoneName
>
const orders = ['municipio', 'provincia', 'zona'] as const

export type MapName = keyof typeof zones
export type Order = (typeof orders)[number]
export const mapNames = Object.keys(zones).filter(isMapName)

/** The state of the map and its table. An empty string means that the filter is not set. */
export interface MapState {
  readonly map: MapName
  readonly community: string
  readonly province: string
  readonly name: string
  /** Key of the selected legend class. */
  readonly zoneClass: string
  readonly order: Order
  readonly direction: 'ascending' | 'descending'
  /** From 1. */
  readonly page: number
}

/** Reads the map state from an address; undefined if it names no map. */
export function mapFrom(query: URLSearchParams): MapState | undefined {
  const map = query.get('mapa') ?? ''
  if (!isMapName(map)) return undefined
  const order = query.get('orden') ?? ''
  const named = orders.find((one) => one === order.replace(/^-/, ''))
  const page = Number(query.get('pagina') ?? 1)
  return {
    map,
    community: query.get('ccaa') ?? '',
    province: query.get('provincia') ?? '',
    name: query.get('nombre') ?? '',
    zoneClass: query.get('zona') ?? '',
    order: named ?? 'municipio',
    direction: named !== undefined && order.startsWith('-') ? 'descending' : 'ascending',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a map state, without fields that have their default value. */
export function addressOfMap(state: MapState): string {
  const order = `${state.direction === 'descending' ? '-' : ''}${state.order}`
  const fields = {
    mapa: state.map,
    ccaa: state.community,
    provincia: state.province,
    nombre: state.name,
    zona: state.zoneClass,
    orden: order === 'municipio' ? '' : order,
    pagina: state.page === 1 ? '' : String(state.page),
  }
  return `/municipios?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`
}

/** A map without filters. */
export function wholeMap(map: MapName): MapState {
  return { map, community: '', province: '', name: '', zoneClass: '', order: 'municipio', direction: 'ascending', page: 1 }
}

/** The service's name of the zone that a map shows. */
export function zoneOf(map: MapName): ZoneName {
  return zones[map]
}

function isMapName(name: string): name is MapName {
  return Object.hasOwn(zones, name)
}
