import { getGeo, search, verify } from './kubb/client.js'

// A client program that uses the functions that Kubb generates from the OpenAPI document.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
const config = { baseURL: environment['URL_OF_SERVER'] ?? '', headers: { authorization: `Bearer ${environment['KEY']}` } }

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

const body = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
const verdict = await verify(body, { ...config, headers: { ...config.headers, 'content-type': 'application/json' } })
expect('the roof does not comply', verdict.result_status === 'NON_COMPLIANT' && verdict.limit_value === 0.35)
const found = await search({ q: 'cubierta', limit: 3 }, config)
expect('articles are found', found.items.length === 3)
const place = await getGeo('ES-28079', {}, config)
expect('a place has its zone', place.climate_zone === 'D3')
