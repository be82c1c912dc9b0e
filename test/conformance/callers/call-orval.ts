import { getGeo, search, verify } from './orval.js'

// A client program that uses the functions that orval generates from the OpenAPI document.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env
const options = { headers: { authorization: `Bearer ${environment['KEY']}` } }

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

const body = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
const decided = await verify(body, options)
expect('the roof does not comply', decided.status === 200 && decided.data.result_status === 'NON_COMPLIANT' && decided.data.limit_value === 0.35)
const refused = await verify({ ...body, element: 'nada' }, options)
expect('a problem has a code', refused.status === 422 && refused.data.code === 'unknown-element')
const found = await search({ q: 'cubierta', limit: 3 }, options)
expect('articles are found', found.status === 200 && found.data.items.length === 3)
const place = await getGeo('ES-28079', {}, options)
expect('a place has its zone', place.status === 200 && place.data.climate_zone === 'D3')
