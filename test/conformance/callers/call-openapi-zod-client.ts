import { schemas } from './zod.js'

// A client program that parses answers with the schemas that openapi-zod-client generates. The types of its client are too deep for TypeScript with this many operations.
const environment = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env

function expect(what: string, isSo: boolean): void {
  if (!isSo) throw new Error(`not so: ${what}`)
}

async function ask(path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${environment['KEY']}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return (await fetch(`${environment['URL_OF_SERVER']}${path}`, { headers, ...sent })).json()
}

const body = { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', geo_id: 'ES-28079' }
expect('the request is one', schemas.VerifyRequest.safeParse(body).success && !schemas.VerifyRequest.safeParse({ ...body, element: 3 }).success)
const verdict = schemas.Verdict.parse(await ask('/api/v1/verify', body))
expect('the roof does not comply', verdict.result_status === 'NON_COMPLIANT' && verdict.limit_value === 0.35)
const problem = schemas.Problem.parse(await ask('/api/v1/verify', { ...body, element: 'nada' }))
expect('a problem has a code', problem.code === 'unknown-element')
expect('articles are found', schemas.SearchResponse.parse(await ask('/api/v1/search?q=cubierta&limit=3')).items.length === 3)
expect('a place has its zone', schemas.GetGeoResponse.parse(await ask('/api/v1/geo/ES-28079')).climate_zone === 'D3')
