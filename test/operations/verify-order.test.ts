import { expect, test } from 'vitest'
import { flatRoof, type Json, startService } from '../service.ts'

const stairs = { element: 'escalera-uso-general', parameter: 'contrahuella', value: 17.5, unit: 'cm', geo_id: 'ES-09059', codes: [] }

/** Requests that share much of what is worked out: pairs, places, conditions, days, editions, units. */
const requests: readonly Json[] = [flatRoof, { ...flatRoof, unit: 'kW/m²K' }, stairs, { ...stairs, unit: 'm' }].flatMap((request) =>
  [0.2, 0.35, 0.5, 18, 1e9, 'EI 60'].flatMap((value) =>
    [
      { geo_id: 'ES-28079' },
      { geo_id: 'ES-38038' },
      { geo_id: 'ES-28' },
      { context: { altitud_m: 1500 } },
      { context: { altitud_m: 900, uso: 'residencial_privado' } },
      { context: { uso: 'residencial_privado', altitud_m: 900 } },
      { context: { uso: 'sanitario', intervencion: 'reforma' } },
      { context: { nada: 1 } },
      { as_of: '2010-01-01' },
      { as_of: '1990-01-01' },
      { codes: [{ slug: 'cte-db-he', version: '2013' }] },
      { codes: [{ slug: 'cte-db-he', version: '2022' }], include: ['trace'] },
    ].map((changes) => ({ ...request, value, ...changes })),
  ),
)

const answers = async (all: readonly Json[], language: string): Promise<Map<string, string>> => {
  const service = startService()
  const answered = new Map<string, string>()
  for (const request of all) {
    const response = await service.post('/api/v1/verify', request, { 'accept-language': language })
    answered.set(JSON.stringify(request), `${response.status} ${(await response.text()).replace(/"request_id":"[^"]*"/, '')}`)
  }
  return answered
}

test.each(['es', 'en'])('an answer in %s does not depend on the requests before it', async (language) => {
  const forwards = await answers(requests, language)
  const backwards = await answers(requests.toReversed(), language)
  expect([...forwards.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(60)
  for (const [request, answer] of forwards) expect(backwards.get(request), request).toBe(answer)
})
