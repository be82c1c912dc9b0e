import { describe, expect, test } from 'vitest'
import { bindsIn, editionOn } from '../../server/engine/book.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { requirementsOf } from '../../server/engine/requirements.ts'
import { verify } from '../../server/engine/verify.ts'
import { buildingOf } from '../../server/operations/list-requirements.ts'
import { requirementsInput } from '../../server/operations/requirements-schema.ts'
import { readPdf } from '../read-pdf.ts'
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
  readonly section: string
  readonly rule: string
  readonly title: string
  readonly standing: string
  readonly outcomes: readonly {
    parts: string[]
    standing: string
    text: string
    why: string | null
    cases: { text: string; when: { text: string }[] }[] | null
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

  test('cases with the same figure are one case', async () => {
    const alike = (await all()).flatMap(({ rule, outcomes }) =>
      outcomes.flatMap(({ cases }) => {
        const told = (cases ?? []).map(({ when, text }) => ({ text, when: when.map(({ text: value }) => value) }))
        const isOne = (left: (typeof told)[number], right: (typeof told)[number]): boolean => {
          if (left.text !== right.text) return false
          const [[before, after] = [], ...others] = left.when.flatMap((value, index) =>
            value === right.when[index] ? [] : [[value, right.when[index] ?? '']],
          )
          const end = before?.split('hasta ')[1]
          return others.length === 0 && end !== undefined && after?.startsWith(`más de ${end}`) === true
        }
        return told.some((left) => told.some((right) => isOne(left, right))) ? [rule] : []
      }),
    )
    expect(alike).toEqual([])
    const [store] = (await all()).find(({ title }) => title.startsWith('Riesgo especial de talleres de mantenimiento'))?.outcomes ?? []
    // DB-SI, SI 1, Tabla 2.1: 100 < V <= 200, 200 < V <= 400, V > 400 m³.
    expect(store?.cases?.map(({ when }) => when[0]?.text)).toEqual(['más de 100 m³ y hasta 200 m³', 'más de 200 m³ y hasta 400 m³', 'más de 400 m³'])
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

describe('the table of requirements', () => {
  const table = (change: Json = {}, headers = {}): Promise<Response> => service.post('/api/v1/exigencias/tabla', { ...block, ...change }, headers)

  test('has every requirement once, in the order of the code', async () => {
    const body = await bodyOf(await table({ format: 'json' }))
    const items = body['items'] as Item[]
    expect(items.map(({ document, rule }) => `${document}/${rule}`).toSorted()).toEqual(
      (await all()).map(({ document, rule }) => `${document}/${rule}`).toSorted(),
    )
    const documents = [...new Set(items.map(({ document }) => document))]
    expect(documents.slice(0, 6)).toEqual(['cte-db-si', 'cte-db-sua', 'cte-db-hs', 'cte-db-hr', 'cte-db-he', 'cte-db-se'])
    expect((body['documents'] as { slug: string }[]).map(({ slug }) => slug).filter((slug) => documents.includes(slug))).toEqual(documents)
    const sections = items.filter(({ document }) => document === 'cte-db-si').map(({ section }) => section)
    const printed = [...new Set(sections)]
    expect(printed.indexOf('si1-1')).toBeLessThan(printed.indexOf('si6-3'))
    expect(printed.indexOf('si6-4')).toBeLessThan(printed.indexOf('si-anejo-a'))
    expect(sections.filter((section, index) => section !== sections[index - 1])).toEqual(printed)
  })

  test.each([
    [undefined, undefined, 'text/csv; charset=utf-8'],
    [undefined, 'application/pdf', 'application/pdf'],
    ['pdf', '*/*', 'application/pdf'],
    ['json', undefined, 'application/json'],
  ])('of format %s and Accept %s is %s', async (format, accept, type) => {
    const response = await table({ format, codes: [{ slug: 'cte-db-hr' }] }, accept === undefined ? {} : { accept })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    await response.arrayBuffer()
  })

  test('on paper says what applies, what depends in which cases, what does not apply and why, and what is not held', async () => {
    const codes = [{ slug: 'cte-db-sua' }, { slug: 'cte-db-si' }, { slug: 'orden-1944' }]
    const bytes = async (): Promise<Uint8Array> => new Uint8Array(await (await table({ format: 'pdf', codes })).arrayBuffer())
    const first = await bytes()
    expect(Buffer.from(first).equals(Buffer.from(await bytes()))).toBe(true)
    const { pages, info } = await readPdf(first)
    const text = pages.join(' ').replace(/\s+/g, ' ')
    expect(text).not.toMatch(/undefined|null|\[object|NaN|\uFFFD/)
    expect(info).toMatchObject({ Title: 'Exigencias del edificio: Burgos', Producer: 'Plomada' })
    for (const part of [
      'Burgos (ES-09059)',
      'Uso del edificio o establecimiento: Residencial privado (vivienda)',
      'Local comercial',
      'Vaso de la piscina',
      'más de 200 m³ y hasta 400 m³ clase medio o mejor',
      'Riesgo especial de talleres de mantenimiento, almacenes de combustibles, archivos y depósitos de libros Depende de: Volumen construido del local',
      'El edificio no tiene «Vaso de la piscina»',
      'la base no tiene la cifra verificada',
      kb.meta.sha256,
    ])
      expect(text).toContain(part)
    expect(text.indexOf('SI 1-1. ')).toBeLessThan(text.indexOf('SUA 1, 1. '))
    const items = (await bodyOf(await table({ format: 'json', codes })))['items'] as Item[]
    const words = text.replace(/\s/g, '')
    expect(items.filter(({ title }) => !words.includes(title.replace(/\s/g, ''))).map(({ title }) => title)).toEqual([])
    for (const [index, page] of pages.entries()) expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
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
    for (const { loaded, outcomes } of limits.filter((_, index) => index % 2 === 0)) {
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
