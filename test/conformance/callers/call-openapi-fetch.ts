import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

// A client program that uses the types generated from the OpenAPI document.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
const client = createClient<paths>({ baseUrl: environment['URL_OF_SERVER'] ?? '', headers: { authorization: `Bearer ${environment['KEY']}` } })

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

const body = {
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
}
const { data: verdict } = await client.POST('/api/v1/verify', { body })
const status: components['schemas']['Verdict']['result_status'] | undefined = verdict?.result_status
expect('the roof does not comply', status === 'NON_COMPLIANT' && verdict?.limit_value === 0.35 && verdict.sources[0]?.code_slug === 'cte-db-he')

const { error, response } = await client.POST('/api/v1/verify', { body: { ...body, element: 'nada' } })
const problem: components['schemas']['Problem'] | undefined = error
expect('a problem has a code', response.status === 422 && problem?.code === 'unknown-element')

const { data: found } = await client.GET('/api/v1/search', { params: { query: { q: 'cubierta', limit: 3 } } })
expect('articles are found', (found?.items.length ?? 0) === 3)
const { data: place } = await client.GET('/api/v1/geo/{municipio}', { params: { path: { municipio: 'ES-28079' } } })
expect('a place has its zone', place?.climate_zone === 'D3')
