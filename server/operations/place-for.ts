import { parseGeoId } from '../engine/geo-id.ts'
import type { Place } from '../engine/place.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** Finds the place of a `geo_id`. Throws `validation` if it is not a code, and `unknown-municipality` if no place has it. */
export function placeFor(kb: KnowledgeBase, geoId: string, pointer = '/geo_id'): Place {
  const parsed = parseGeoId(geoId)
  if (parsed === undefined) {
    throw new ServiceError(
      'validation',
      {
        es: `No se entiende geo_id «${geoId}»: se espera ES-28079 (municipio), ES-28 (provincia) o ES-ES300 (NUTS)`,
        en: `Cannot read geo_id "${geoId}": expected ES-28079 (municipality), ES-28 (province) or ES-ES300 (NUTS)`,
      },
      { errors: [{ pointer, code: 'format', detail: { es: 'se espera ES-28079, ES-28 o ES-ES300', en: 'expected ES-28079, ES-28 or ES-ES300' } }] },
    )
  }
  const place = kb.geography.place(parsed)
  if (place === undefined) {
    throw new ServiceError(
      'unknown-municipality',
      { es: `Ningún lugar tiene el código «${geoId}»`, en: `No place has the code "${geoId}"` },
      { errors: [{ pointer, code: 'unknown', detail: { es: 'ningún lugar tiene ese código INE o NUTS', en: 'no such INE or NUTS code' } }] },
    )
  }
  return place
}
