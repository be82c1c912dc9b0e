import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const service = startService()
const verify = async (change: Json, language = 'es'): Promise<Json> =>
  bodyOf(await service.post('/api/v1/verify', { ...flatRoof, ...change }, { 'accept-language': language }))
const link = '/api/v1/elementos/cubierta-plana/transmitancia-termica'

describe('a problem of verify links to what describes the pair', () => {
  test.each<[string, Json]>([
    ['the unit', { unit: 'm' }],
    ['no unit', { unit: '' }],
    ['an impossible value', { value: -3 }],
    ['a value that is no number', { value: 'mucho' }],
    ['an ambiguous value', { value: '3.000' }],
    ['an unknown condition', { context: { usso: 'administrativo' } }],
    ['an unknown value of a condition', { context: { intervencion: 'obra-extraña' } }],
    ['a condition that is no number', { context: { altitud_m: 'alta' } }],
    ['a condition of a wrong type', { context: { intervencion: ['obra_nueva'] } }],
    ['a value of a wrong type', { value: null }],
  ])('%s', async (_what, change) => {
    expect(await verify(change)).toMatchObject({ describe: link })
    expect(await verify({ element: 'Cubierta plana', parameter: 'U', ...change })).toMatchObject({ describe: link })
  })

  test('where data is missing', async () => {
    expect(await verify({ element: 'envolvente-termica', parameter: 'K', value: 0.4 })).toMatchObject({
      code: 'indeterminate',
      describe: '/api/v1/elementos/envolvente-termica/coeficiente-global-transmision-calor',
    })
  })

  test.each([{ element: 'cubierrta' }, { parameter: 'transmitansia' }])('without a pair, to the list of elements: %j', async (change) => {
    expect(await verify(change)).toMatchObject({ describe: '/api/v1/elementos' })
  })

  test('an item of a batch has the link too', async () => {
    const body = await bodyOf(await service.post('/api/v1/verify/batch', { items: [{ ...flatRoof, unit: 'm' }] }))
    expect(body).toMatchObject({ items: [{ problem: { describe: link } }] })
  })

  test('a problem of anything else has none', async () => {
    expect(await verify({ geo_id: 'ES-99999' })).not.toHaveProperty('describe')
    expect(await bodyOf(await service.get('/api/v1/municipios?limit=x'))).not.toHaveProperty('describe')
  })

  test('the link answers', async () => {
    expect((await service.get(String((await verify({ unit: 'm' }))['describe']))).status).toBe(200)
  })
})

describe('the conditions of the pair come first', () => {
  const stair = { element: 'escalera', parameter: 'contrahuella', value: 18, unit: 'cm', codes: [] }
  test('among the candidates of an unknown condition', async () => {
    const body = await verify({ ...stair, context: { tipo_de_usso: 'general' } })
    const described = await bodyOf(await service.get('/api/v1/elementos/escalera/contrahuella'))
    const own = (described['conditions'] as { field: string; may_state: boolean }[]).filter((one) => one.may_state).map(({ field }) => field)
    const candidates = body['candidates'] as string[]
    expect(candidates[0]).toBe('tipo_uso')
    expect(new Set(candidates.slice(0, own.length))).toEqual(new Set(own))
  })

  test('and in `conditions`, for an unknown condition and an unknown value', async () => {
    for (const context of [{ tipo_de_usso: 'general' }, { tipo_uso: 'restringidísimo' }]) {
      const { conditions } = await verify({ ...stair, context })
      expect(conditions).toContainEqual(expect.objectContaining({ field: 'tipo_uso', label: expect.any(String), aliases: expect.any(Array) }))
    }
    expect(await verify({ ...stair, unit: 'kg' })).not.toHaveProperty('conditions')
  })
})

describe('a problem is in one language', () => {
  const english = /\b(expected|must|unknown|is not|one of|either|the)\b/i
  const spanish = /[¿áéíóúñ«»]|\b(se espera|ha de|desconocid|uno de|entre|valor|no mide)\b/i
  const wrong: readonly Json[] = [
    { element: 'cubierrta' },
    { parameter: 'transmitansia' },
    { unit: 'm' },
    { unit: '' },
    { value: -3 },
    { value: 'mucho' },
    { value: '3.000' },
    { value: null },
    { value: 1e15 },
    { geo_id: 'nada' },
    { geo_id: 'ES-99999' },
    { codes: [{ slug: 'cte-zz' }] },
    { context: { usso: 'x' } },
    { context: { intervencion: 'zzz' } },
    { context: { altitud_m: 'alta' } },
    { context: { altitud_m: '1.234' } },
    { context: { edificio_protegido: 'quizás' } },
    { context: { radon_zone: 'II' } },
    { context: { uso: 'comercial', Uso: 'administrativo' } },
    { context: { altitud_m: -99999 } },
    { context: Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`c${at}`, 1])) },
    { as_of: '2026-02-31' },
    { other: 1 },
  ]
  /** What the service says, without the texts of the base that it repeats: names of things are Spanish in both. */
  const said = (body: Json): string[] => {
    const plain = (text: unknown): string =>
      String(text)
        .replaceAll(/"[^"]*"|«[^»]*»/g, '""')
        .replaceAll(/(expected one of|se espera|one of|se esperan?)[:;] .*$/gim, '$1')
    return [plain(body['title']), plain(body['detail']), ...((body['errors'] ?? []) as Json[]).map(({ detail }) => plain(detail))]
  }
  test.each(wrong.map((change) => [JSON.stringify(change).slice(0, 60), change] as const))('%s', async (_name, change) => {
    for (const text of said(await verify(change, 'es'))) expect(text.replace(/se espera.*$/, '')).not.toMatch(english)
    for (const text of said(await verify(change, 'en'))) expect(text).not.toMatch(spanish)
  })
})

test('what lists conditions has their aliases', async () => {
  const conditions = (await bodyOf(await service.get('/api/v1/condiciones')))['items'] as { aliases: string[]; allowed?: { aliases: string[] }[] }[]
  expect(conditions.some(({ aliases }) => aliases.length > 0)).toBe(true)
  expect(conditions.flatMap(({ allowed = [] }) => allowed).some(({ aliases }) => aliases.length > 0)).toBe(true)
})
