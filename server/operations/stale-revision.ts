import { ServiceError } from '../errors/service-error.ts'

/** The error for a change of a revision that is not the current one. `pointer` is the field that names it. */
export function staleRevision(sent: number, current: number, pointer = '/revision'): ServiceError {
  return new ServiceError(
    'revision-stale',
    {
      es: `El proyecto va por la revisión ${current}; se ha enviado la ${sent}: vuelva a leerlo y repita su cambio`,
      en: `The project is at revision ${current}; ${sent} was sent: read it again and repeat your change`,
    },
    { errors: [{ pointer, code: 'stale', detail: { es: `se espera ${current}`, en: `expected ${current}` } }] },
  )
}
