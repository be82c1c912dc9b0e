import { describe, expect, test } from 'vitest'
import { operations } from '../../server/operations/index.ts'
import type { Context } from '../../server/operations/operation.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
/** What describing a pair uses of a request. */
const context = { kb: service.kb, language: 'es' } as unknown as Context
const ask = async (element: string, parameter: string, query = '', language = 'es'): Promise<Json> =>
  bodyOf(
    await service.get(`/api/v1/elementos/${encodeURIComponent(element)}/${encodeURIComponent(parameter)}${query}`, { 'accept-language': language }),
  )

interface Condition {
  readonly field: string
  readonly aliases: readonly string[]
  readonly source: string
  readonly needed: boolean
  readonly fixed?: string
  readonly default?: string
  readonly allowed?: readonly { readonly value: string; readonly label: string; readonly aliases: readonly string[] }[]
}
interface Described extends Json {
  readonly element: Json
  readonly parameter: Json
  readonly units: readonly { readonly unit: string; readonly spellings: readonly string[] }[]
  readonly classes: readonly string[]
  readonly documents: readonly {
    readonly code_slug: string
    readonly sections: readonly { readonly section_slug: string; readonly versions: string[] }[]
  }[]
  readonly conditions: readonly Condition[]
  readonly example: { readonly request: Json } | null
}
const described = async (...args: Parameters<typeof ask>): Promise<Described> => (await ask(...args)) as Described

describe('GET /api/v1/elementos/{element}/{parameter}', () => {
  test('names the pair, its units, its documents and its conditions', async () => {
    const body = await described('escalera', 'contrahuella')
    expect(body.element).toMatchObject({ id: 'escalera' })
    expect(body.parameter).toMatchObject({ id: 'contrahuella' })
    expect(body.units.map(({ unit }) => unit)).toEqual(expect.arrayContaining(['cm', 'm', 'mm']))
    expect(body.units.find(({ unit }) => unit === 'm')?.spellings).toContain('metros')
    expect(body.documents.map(({ code_slug }) => code_slug)).toContain('cte-db-sua')
    expect(body.conditions.find(({ field }) => field === 'tipo_uso')).toMatchObject({ source: 'context' })
    expect(body.conditions.find(({ field }) => field === 'tipo_uso')?.allowed?.map(({ value }) => value)).toContain('general')
  })

  test('accepts the names that verify accepts, in any case', async () => {
    expect(await ask('ESCALERA', 'Contrahuella')).toEqual(await ask('escalera', 'contrahuella'))
    expect((await described('cubierta plana', 'U')).parameter['id']).toBe('transmitancia-termica')
  })

  test('says what the name of the element fixes', async () => {
    const named = await described('escalera de uso restringido', 'contrahuella')
    expect(named.conditions.find(({ source }) => source === 'element')).toMatchObject({ field: 'tipo_uso', needed: false })
  })

  test.each([
    ['escalerra', 'contrahuella', 'unknown-element', 'element'],
    ['escalera', 'contrahuela', 'unknown-parameter', 'parameter'],
  ])('%s, %s: the same problem as verify, with candidates', async (element, parameter, code, pointer) => {
    const asked = await ask(element, parameter)
    const verified = await bodyOf(await service.post('/api/v1/verify', { element, parameter, value: 1, unit: 'm', geo_id: 'ES-28079' }))
    expect(asked).toMatchObject({ code, candidates: verified['candidates'], errors: [{ pointer }] })
    expect((asked['candidates'] as string[]).length).toBeGreaterThan(0)
  })

  test('lists the classes where a class is compared', async () => {
    const pair = service.kb.book.rules.find(({ rule, scale }) => rule.bound === 'class' && rule.kind === 'limit' && scale?.kind === 'fire_resistance')
    const body = await described(String(pair?.rule.element[0]), String(pair?.rule.parameter))
    expect(body.classes.some((one) => /\d/.test(one))).toBe(true)
    expect(body.units.map(({ unit }) => unit)).toEqual(expect.arrayContaining(['1', 'min', 'h']))
  })

  test('of a day, only the editions of that day; of a place, only what binds there', async () => {
    const regional = service.kb.book.rules.find(({ document, rule }) => document === 'decret-141-2012' && rule.kind === 'limit')
    const [own, measured] = [String(regional?.rule.element[0]), String(regional?.rule.parameter)]
    const all = await described(own, measured)
    const madrid = await described(own, measured, '?geo_id=ES-28079')
    expect(all.documents.map(({ code_slug }) => code_slug)).toContain('decret-141-2012')
    expect(madrid.documents.map(({ code_slug }) => code_slug)).not.toContain('decret-141-2012')
    const today = await described('cubierta-plana', 'transmitancia-termica', '?as_of=2026-11-21')
    for (const { sections } of today.documents) for (const { versions } of sections) expect(versions.length).toBe(1)
  })

  test('refuses a place and a day that are none', async () => {
    expect(await ask('escalera', 'contrahuella', '?geo_id=ES-99999')).toMatchObject({ code: 'unknown-municipality', errors: [{ pointer: 'geo_id' }] })
    expect(await ask('escalera', 'contrahuella', '?as_of=2026-02-31')).toMatchObject({ code: 'validation' })
  })

  test('needed is what verify asks for', async () => {
    const body = await described('envolvente-termica', 'coeficiente-global-transmision-calor', '?geo_id=ES-28079')
    const verified = await bodyOf(
      await service.post('/api/v1/verify', {
        element: 'envolvente-termica',
        parameter: 'coeficiente-global-transmision-calor',
        value: 0.4,
        unit: 'W/m²K',
        geo_id: 'ES-28079',
      }),
    )
    const needed = body.conditions.filter((one) => one.needed).map(({ field }) => field)
    for (const { field } of verified['missing'] as { field: string }[]) expect(needed).toContain(field)
  })

  test('is small and always the same', async () => {
    const [one, other] = [await ask('escalera', 'contrahuella'), await ask('escalera', 'contrahuella')]
    expect(other).toEqual(one)
    expect(JSON.stringify(one).length).toBeLessThan(16_000)
  })
})

test('the example of every pair of the base is decided by verify as it says, or the answer says why none can be', { timeout: 300_000 }, async () => {
  const { book } = service.kb
  const { elements } = (await bodyOf(await service.get('/api/v1/elementos'))) as { elements: { id: string; parameters: string[] }[] }
  const own = book.rules.flatMap(({ rule }) => rule.element.map((element) => `${element}|${rule.parameter}`))
  const deciding = new Set(elements.flatMap(({ id, parameters }) => parameters.map((parameter) => `${id}|${parameter}`)))
  const examples: { pair: string; request: Json; result_status: string }[] = []
  const without: string[] = []
  for (const pair of new Set([...own, ...deciding])) {
    const [element = '', parameter = ''] = pair.split('|')
    // Without the request, its authorization and audit: there are five thousand pairs.
    const { example, no_example } = operations.describeParameter.run(context, { element, parameter }) as {
      example: { request: Json; result_status: string } | null
      no_example?: Json
    }
    if (example !== null) examples.push({ pair, ...example })
    else {
      expect(no_example, pair).toMatchObject({ code: expect.any(String), detail: expect.any(String) })
      if (deciding.has(pair) && no_example?.['code'] !== 'no-applicable-rule') without.push(`${pair}: ${String(no_example?.['detail'])}`)
    }
  }
  const undecided: string[] = []
  for (let at = 0; at < examples.length; at += 1000) {
    const part = examples.slice(at, at + 1000)
    const body = await bodyOf(await service.post('/api/v1/verify/batch', { items: part.map(({ request }) => request) }))
    for (const [index, item] of (body['items'] as { verdict?: Json; problem?: Json }[]).entries())
      if (item.verdict?.['result_status'] !== part[index]?.result_status) undecided.push(`${part[index]?.pair}: ${String(item.problem?.['detail'])}`)
  }
  expect(undecided).toEqual([])
  expect(without).toEqual([])
  expect(examples.length).toBeGreaterThan(own.length / 4)
})
