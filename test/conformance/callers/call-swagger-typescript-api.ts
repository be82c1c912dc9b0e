import { Api, type Problem } from './sta.js'

// A client program that uses the class that swagger-typescript-api generates from the OpenAPI document.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
const { api } = new Api({
  baseUrl: environment['URL_OF_SERVER'] ?? '',
  baseApiParams: { secure: true },
  securityWorker: () => ({ headers: { authorization: `Bearer ${environment['KEY']}` } }),
})

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

const body = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
const { data: verdict } = await api.verify(body)
expect(
  'the roof does not comply',
  verdict.result_status === 'NON_COMPLIANT' && verdict.limit_value === 0.35 && verdict.sources[0]?.code_slug === 'cte-db-he',
)
const problem = await api.verify({ ...body, element: 'nada' }).then(
  () => undefined,
  (response: { readonly error: Problem }) => response.error,
)
expect('a problem has a code', problem?.code === 'unknown-element')
const { data: found } = await api.search({ q: 'cubierta', limit: 3 })
expect('articles are found', found.items.length === 3)
const { data: place } = await api.getGeo('ES-28079')
expect('a place has its zone', place.climate_zone === 'D3')
