import type { Inputs } from '../api.ts'
import { wireContext } from '../verificar/check.ts'

/** A building as in the form and in the address: all data are text. */
export interface Building {
  readonly place: string
  readonly date: string
  readonly context: Readonly<Record<string, string>>
  readonly parts: readonly Part[]
  /** Ids of elements that it does not have. */
  readonly absent: readonly string[]
}

export interface Part {
  readonly name: string
  /** Its name in the stored project. */
  readonly was?: string
  readonly context: Readonly<Record<string, string>>
}

const emptyBuilding: Building = { place: '', date: '', context: {}, parts: [], absent: [] }

/** Data that every sheet begins with. Others are added by name. */
export const firstData = ['uso', 'intervencion', 'altura_evacuacion_m', 'viviendas', 'plazas', 'superficie_construida_m2']

const parameter = 'edificio'

/** Reads a building from an address; what is missing or unreadable is empty. */
export function buildingFrom(query: URLSearchParams): Building {
  try {
    const read: unknown = JSON.parse(query.get(parameter) ?? '{}')
    return { ...emptyBuilding, ...(typeof read === 'object' ? (read as Partial<Building>) : {}) }
  } catch {
    return emptyBuilding
  }
}

/** The address of the sheet of a building. */
export function buildingAddress(building: Building): string {
  return `/exigencias?${new URLSearchParams({ [parameter]: JSON.stringify(building) })}`
}

/** The request for the requirements of a building at a place. Empty data and nameless parts are left out. */
export function requestOf({ date, context, parts, absent }: Building, geoId: string): Inputs['listRequirements'] {
  return {
    geo_id: geoId,
    context: wireContext(context),
    parts: parts.flatMap((part) => (part.name.trim() === '' ? [] : [{ name: part.name, context: wireContext(part.context) }])),
    absent: [...absent],
    ...(date === '' ? {} : { as_of: date }),
  }
}
