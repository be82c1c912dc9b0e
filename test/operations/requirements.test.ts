import { describe, expect, test } from 'vitest'
import { bindsIn, editionOn } from '../../server/engine/book.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { requirementsOf } from '../../server/engine/requirements.ts'
import { verify } from '../../server/engine/verify.ts'
import { buildingOf } from '../../server/operations/list-requirements.ts'
import { requirementsInput } from '../../server/operations/requirements-schema.ts'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const { kb } = service
const ask = async (change: Json = {}): Promise<Json> => bodyOf(await service.post('/api/v1/exigencias', { ...block, ...change }))

/** A block of 24 dwellings with a shop and a car park in Burgos. */
const block = {
  geo_id: 'ES-09059',
  context: { uso: 'residencial_privado', intervencion: 'obra_nueva', altura_evacuacion_m: 15, viviendas: 24 },
  parts: [
    { name: 'Local comercial', context: { uso: 'comercial', superficie_construida_m2: 300 } },
    { name: 'Garaje', context: { uso: 'aparcamiento', plazas: 30 } },
  ],
  absent: ['piscina'],
}

interface Item extends Json {
  readonly document: string
  readonly rule: string
  readonly standing: string
  readonly outcomes: readonly {
    parts: string[]
    standing: string
    text: string
    why: string | null
    cases: { text: string }[] | null
    needs: { field: string }[]
  }[]
}

async function all(change: Json = {}): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: unknown; ; ) {
    const body = await ask({ ...change, limit: 1000, ...(cursor === undefined ? {} : { cursor }) })
    items.push(...(body['items'] as Item[]))
    cursor = body['next_cursor'] ?? undefined
    if (cursor === undefined) return items
  }
}

describe('the requirements of a building', () => {
  test('are the rules in force there that day, each once, in exactly one standing', async () => {
    const items = await all()
    const day = kb.meta.referenceDate
    const inForce = kb.book.rules.filter(({ document, rule }) => {
      const source = kb.book.documents.get(document)
      return source !== undefined && bindsIn(source, '07') && rule.editions.includes(editionOn(source, day)?.version ?? '')
    })
    expect(items.map(({ document, rule }) => `${document}/${rule}`)).toEqual(inForce.map(({ document, rule }) => `${document}/${rule.id}`))
    const body = await ask()
    const { total, ...counts } = body['summary'] as Record<string, number>
    expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(total)
    for (const [standing, count] of Object.entries(counts)) expect(items.filter((one) => one.standing === standing)).toHaveLength(count)
  })

  test('say the figure, the cases with the datum that decides, or why not', async () => {
    const items = await all()
    const of = (rule: string): Item['outcomes'] => items.find((one) => one.rule === rule)?.outcomes ?? []
    expect(of('he1-ulim-uc-2022')[0]).toMatchObject({ standing: 'applies', text: 'como máximo 0,33 W/m²K' })
    expect(of('sua1-4.2.1-relacion')[0] ?? of('sua1-4.2.1-2c-h')[0]).toBeDefined()
    for (const { outcomes, rule } of items)
      for (const one of outcomes) {
        if (one.standing === 'applies') expect(one.text !== '' || one.why !== null, rule).toBe(true)
        if (one.standing === 'depends') expect(one.needs.length, rule).toBeGreaterThan(0)
        if (one.standing === 'does_not_apply') expect(one.why, rule).toMatch(/\S/)
      }
  })

  test('a threshold is held against the datum of the building', async () => {
    const of = async (metres: number): Promise<Item | undefined> =>
      (
        await all({ context: { ...block.context, altura_evacuacion_m: metres, sentido_evacuacion: 'descendente' }, codes: [{ slug: 'cte-db-si' }] })
      ).find(({ rule }) => rule === 'si4-t1.1-hidrantes-altura')
    expect(await of(15)).toMatchObject({
      standing: 'does_not_apply',
      outcomes: [{ why: 'No se alcanza, con «Altura de evacuación descendente»: 15 m' }],
    })
    expect(await of(30)).toMatchObject({ standing: 'applies' })
  })

  test('an exemption that rests on a default says so, until the datum is stated', async () => {
    const deadEnd = async (context: Json): Promise<Item | undefined> =>
      (await all({ context: { ...block.context, ...context }, parts: [], codes: [{ slug: 'cte-db-si' }] })).find(
        ({ rule }) => rule === 'si5-1.2-forestal-fondo-saco',
      )
    const assumed = await deadEnd({})
    expect(assumed).toMatchObject({ standing: 'does_not_apply' })
    expect(assumed?.outcomes[0]?.why).toMatch(/ \(se supone «Zona edificada limítrofe o interior a un área forestal»: no\)$/)
    const stated = await deadEnd({ zona_edificada_forestal: false })
    expect(stated).toMatchObject({ standing: 'does_not_apply' })
    expect(stated?.outcomes[0]?.why).not.toMatch(/supone/)
    expect(await deadEnd({ zona_edificada_forestal: true })).not.toMatchObject({ standing: 'does_not_apply' })
  })

  test('what the building does not have does not apply, with what is narrower', async () => {
    const pool = (await all({ codes: [{ slug: 'cte-db-sua' }] })).filter(
      ({ outcomes }) => outcomes[0]?.why?.startsWith('El edificio no tiene') === true,
    )
    expect(pool.length).toBeGreaterThan(3)
    expect((await ask({ absent: ['cosa rara'] }))['errors']).toMatchObject([{ pointer: '/absent/0' }])
  })

  test('wrong data are an error at their place', async () => {
    expect(await ask({ context: { uso: 'xx' } })).toMatchObject({ code: 'validation', errors: [{ pointer: '/context/uso' }] })
    expect(await ask({ parts: [{ name: 'Garaje', context: { usso: 'aparcamiento' } }] })).toMatchObject({
      errors: [{ pointer: '/parts/0/context/usso' }],
    })
    expect(await ask({ codes: [{ slug: 'no-existe' }] })).toMatchObject({ code: 'unknown-code', errors: [{ pointer: '/codes/0/slug' }] })
    expect(await ask({ geo_id: 'ES-99999' })).toMatchObject({ code: 'unknown-municipality' })
    expect(await ask({ context: { intervencion: 'obra_nueva', edificio_existente: true } })).toMatchObject({ code: 'contradiction' })
  })

  test('a building states up to 300 data, and so does each part', async () => {
    const names = [...kb.book.dimensions.byId.values()].filter((one) => one.type === 'boolean' && one.source === 'context' && one.default === 'false')
    const data = (count: number): Json => Object.fromEntries(names.slice(0, count).map(({ id }) => [id, false]))
    expect(names.length).toBeGreaterThan(300)
    const most = data(300)
    expect(await ask({ context: most, parts: [{ name: 'Garaje', context: most }], limit: 1 })).toMatchObject({
      summary: { total: expect.any(Number) },
    })
    const detail = 'Son 301 campos: caben 300'
    expect(await ask({ context: data(301) })).toMatchObject({ code: 'validation', errors: [{ pointer: '/context', detail }] })
    expect(await ask({ parts: [{ name: 'Garaje', context: data(301) }] })).toMatchObject({ errors: [{ pointer: '/parts/0/context', detail }] })
  })

  test('only some standings, by pages', async () => {
    const first = await ask({ standings: ['depends'], limit: 5 })
    expect((first['items'] as Item[]).map(({ standing }) => standing)).toEqual(['depends', 'depends', 'depends', 'depends', 'depends'])
    expect(first['total']).toBe((first['summary'] as Json)['depends'])
    expect(await ask({ standings: ['applies'], limit: 5, cursor: first['next_cursor'] })).toMatchObject({ code: 'cursor-stale' })
  })

  test('says which data would settle most, and what the base does not hold', async () => {
    const body = await ask({ limit: 1 })
    const open = body['open_data'] as { field: string; rules: number }[]
    expect(open[0]?.rules).toBeGreaterThan(open.at(-1)?.rules ?? 0)
    expect(body['not_held']).toContainEqual(expect.objectContaining({ document: expect.any(String), place_in_text: expect.stringMatching(/\S/) }))
    expect(body['norms_not_held']).toContainEqual({ title: expect.stringContaining('accesibilidad'), matters: ['accesibilidad'] })
  })
})

describe('requirements and verdicts', () => {
  const input = requirementsInput.parse({ ...block, parts: [], absent: [] })
  const found = requirementsOf(kb.book, buildingOf(kb, input))
  if ('errors' in found) throw new Error('the building is consistent')
  const limits = found.requirements.filter(
    ({ loaded: { rule } }) => rule.kind === 'limit' && rule.bound !== 'class' && rule.verification !== 'unverified',
  )

  test('what applies is a finding of verify, and what does not is none', () => {
    const compared = { applies: 0, does_not_apply: 0 }
    for (const { loaded, outcomes } of limits.filter((_, index) => index % 3 === 0)) {
      const { rule } = loaded
      const { standing, bounds } = outcomes[0]?.outcome ?? { standing: 'depends', bounds: [] }
      if (standing !== 'applies' && standing !== 'does_not_apply') continue
      const [bound] = bounds
      const value = bound === undefined || typeof bound.limit === 'string' ? parseDecimal('1') : bound.limit
      const asked = { element: rule.element[0] ?? '', parameter: rule.parameter, value, unit: rule.unit, place: found.place, codes: [] }
      const outcome = verify(kb.book, { ...asked, context: input.context, asOf: kb.meta.referenceDate })
      if (outcome.kind !== 'verdict') continue
      const judged = [...outcome.findings.map((one) => one.loaded), ...outcome.undecided]
      expect(
        judged.some((one) => one.rule === rule),
        rule.id,
      ).toBe(standing === 'applies')
      compared[standing]++
    }
    expect(compared.applies).toBeGreaterThan(150)
    expect(compared.does_not_apply).toBeGreaterThan(20)
  })
})
