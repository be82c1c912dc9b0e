import { operationList } from '../../server/operations/index.ts'

/** A request that is valid by the OpenAPI document. */
export interface Asked {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** Every example of the documentation as a request, and some requests that are answered with a problem. Operations on a project use `projectId`. */
export function requestsToAsk(projectId: string): readonly Asked[] {
  const shown = operationList.flatMap(({ name, method, path, examples }) =>
    Object.values(examples).map((example) =>
      asked(name, method, path, { ...(example as Fields), ...(path.includes('/proyectos/{id}') ? { id: projectId } : {}) }),
    ),
  )
  return [...shown, ...refused]
}

const refused: readonly Asked[] = [
  asked('unknown element', 'POST', '/api/v1/verify', { element: 'nada', parameter: 'nada', value: 1, unit: 'm', geo_id: 'ES-28079' }),
  asked('too coarse a place', 'POST', '/api/v1/verify', {
    element: 'cubierta-plana',
    parameter: 'transmitancia-termica',
    value: 0.3,
    unit: 'W/m²K',
    geo_id: 'ES-28',
  }),
  asked('unknown municipality', 'GET', '/api/v1/geo/{municipio}', { municipio: 'atlantida' }),
  asked('unknown section', 'GET', '/api/v1/normativa/{collection}/{document}/{section}', {
    collection: 'cte',
    document: 'cte-db-he',
    section: 'nada',
  }),
  asked('cursor of another list', 'GET', '/api/v1/municipios', { limit: 5, cursor: 'bm8' }),
  asked('unknown project', 'GET', '/api/v1/proyectos/{id}', { id: 'no-hay' }),
  asked('unknown key', 'POST', '/api/v1/admin/keys/{number}/revoke', { number: 999 }),
]

function asked(name: string, method: string, path: string, fields: Fields): Asked {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field))
  const address = path.replace(/\{(\w+)\}/g, (_part, field: string) => encodeURIComponent(String(fields[field])))
  const rest = Object.entries(fields).filter(([field]) => !inPath.has(field))
  if (method === 'POST' || method === 'PUT') return { name, method, path: address, body: JSON.stringify(Object.fromEntries(rest)) }
  const query = new URLSearchParams(rest.map(([field, value]) => [field, String(value)])).toString()
  return { name, method, path: query === '' ? address : `${address}?${query}`, body: undefined }
}
