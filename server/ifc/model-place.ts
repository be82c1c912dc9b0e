import type { KnowledgeBase } from '../kb/open.ts'
import type { IfcModel } from './model.ts'
import { municipalityAt } from './place.ts'

/** Where a model is judged. */
export interface ModelPlace {
  /** Undefined: nobody has confirmed a place, and nothing is judged. */
  readonly geoId: string | undefined
  readonly placeName: string
  /** The municipality of the coordinates in the model. */
  readonly proposed: { readonly geo_id: string; readonly name: string } | undefined
  /** Altitude of the site in metres, if the place was confirmed from the model and the model states one. */
  readonly altitude: number | undefined
}

const [lowest, highest] = [-20, 3715]

/** The place of a model: the one that is given, or else the one of its coordinates, if `isConfirmed`. */
export function placeOfModel({ site }: IfcModel, geoId: string | undefined, isConfirmed: boolean, kb: KnowledgeBase): ModelPlace {
  const { latitude, longitude, elevation } = site ?? {}
  const proposed = latitude === undefined || longitude === undefined ? undefined : municipalityAt({ latitude, longitude }, kb)
  if (geoId !== undefined) {
    const placeName = kb.geography.municipality(geoId.slice('ES-'.length))?.name ?? geoId
    return { geoId, placeName, proposed, altitude: undefined }
  }
  if (!isConfirmed || proposed === undefined) return { geoId: undefined, placeName: '', proposed, altitude: undefined }
  // Nought is what programs write when nobody has set the height; above the highest summit of Spain, and far below the sea, it is a wrong unit.
  return {
    geoId: proposed.geo_id,
    placeName: proposed.name,
    proposed,
    altitude: elevation !== undefined && elevation > lowest && elevation < highest && elevation !== 0 ? elevation : undefined,
  }
}
