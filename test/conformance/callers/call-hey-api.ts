import { client } from './hey/client.gen.js'
import { getGeo, search, verify } from './hey/index.js'

// A client program that uses the functions generated from the OpenAPI document.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
client.setConfig({ baseUrl: environment['URL_OF_SERVER'] ?? '', auth: () => environment['KEY'] })

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
const { data: verdict } = await verify({ body })
expect(
  'the roof does not comply',
  verdict?.result_status === 'NON_COMPLIANT' && verdict.limit_value === 0.35 && verdict.sources[0]?.code_slug === 'cte-db-he',
)

const { error } = await verify({ body: { ...body, element: 'nada' } })
expect('a problem has a code', error?.code === 'unknown-element')

const { data: found } = await search({ query: { q: 'cubierta', limit: 3 } })
expect('articles are found', found?.items.length === 3)
const { data: place } = await getGeo({ path: { municipio: 'ES-28079' } })
expect('a place has its zone', place?.climate_zone === 'D3')
