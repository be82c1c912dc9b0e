import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const service = startService()
const { get, keys, store } = service

interface Reading {
  readonly kind: string
  readonly title: string
  readonly detail: string
  readonly status?: string
  readonly geo_id?: string
  readonly url?: string
  readonly check?: {
    readonly element: string
    readonly parameter: string
    readonly value?: string
    readonly unit: string
    readonly geo_id: string
    readonly context: object
  }
}
interface Line {
  readonly place: { readonly geo_id: string; readonly is_assumed: boolean } | null
  readonly notice: string | null
  readonly readings: readonly Reading[]
}

async function read(q: string, more = ''): Promise<Line> {
  const answer = await get(`/api/v1/linea?q=${encodeURIComponent(q)}${more}`)
  expect(answer.status, q).toBe(200)
  return (await bodyOf(answer)) as unknown as Line
}

const first = async (q: string, more?: string): Promise<Reading | undefined> => (await read(q, more)).readings[0]

describe('a line in English', () => {
  const inEnglish = async (q: string): Promise<readonly Reading[]> =>
    ((await bodyOf(await get(`/api/v1/linea?q=${encodeURIComponent(q)}`, { 'accept-language': 'en' }))) as unknown as Line).readings

  test('names elements and quantities, and says limits and what is missing, in English; the answer is the same', async () => {
    const [english, spanish] = [
      await inEnglish('cubierta plana 0,5 en Burgos a 1000 m'),
      (await read('cubierta plana 0,5 en Burgos a 1000 m')).readings,
    ]
    expect(english[0]).toMatchObject({
      title: 'Flat roof · Thermal transmittance · 0.5 W/m²K · Burgos, 1000 m',
      detail: expect.stringMatching(/^at most 0\.33 W/),
    })
    expect(english.map(({ kind, status, check }) => [kind, status, check])).toEqual(spanish.map(({ kind, status, check }) => [kind, status, check]))
    const words = english.filter(({ kind }) => kind === 'check').flatMap(({ title, detail }) => [title, detail])
    expect(words.join('\n')).not.toMatch(/Falta|como m|más de|Cubierta|Transmitancia/)
    expect(words.join('\n')).toContain('Missing: ')
  })

  test('of a place or a limit too', async () => {
    expect((await inEnglish('anchura de escalera'))[0]).toMatchObject({ kind: 'limit', detail: expect.stringMatching(/^Depends on /) })
    expect((await inEnglish('Ávila'))[0]?.detail).toMatch(/climate zone/)
    expect((await inEnglish('radón Ávila'))[0]?.title).toMatch(/^Ávila · .*adon/)
  })
})

describe('a line', () => {
  test('is a check with its verdict, as verify decides it, with the altitude of the site', async () => {
    const line = await first('cubierta plana 0,5 en Burgos a 1000 m')
    expect(line).toMatchObject({
      kind: 'check',
      status: 'NON_COMPLIANT',
      check: {
        element: 'cubierta-plana',
        parameter: 'transmitancia-termica',
        value: '0,5',
        unit: 'W/m²K',
        geo_id: 'ES-09059',
        context: { altitud_m: 1000 },
      },
    })
    const { element, parameter, unit, geo_id, context } = line?.check ?? ({} as never)
    const verdict = await bodyOf(await service.post('/api/v1/verify', { element, parameter, value: '0,5', unit, geo_id, context }))
    expect(verdict.result_status).toBe('NON_COMPLIANT')
    expect(line?.detail).toContain(String(verdict.limit_value).replace('.', ','))
    for (const same of ['cubierta plana U 0,5 burgos 1000 m de altitud', 'U 0,5 W/m²K cubierta plana, Burgos, a 1000 m'])
      expect(await first(same), same).toMatchObject({
        status: 'NON_COMPLIANT',
        check: { parameter: 'transmitancia-termica', geo_id: 'ES-09059', context: { altitud_m: 1000 } },
      })
  })

  test('is a value of a thing that is named in part, with the thing in words; never the town of that name', async () => {
    const line = await read('muro 0,35')
    expect(line.place).toBeNull()
    expect(line.readings[0]).toMatchObject({ kind: 'check', check: { parameter: 'transmitancia-termica' } })
    expect(line.readings[0]?.title).toMatch(/^Muro .* · Transmitancia térmica · 0,35 W\/m²K$/)
    expect((await read('muro')).readings.map(({ kind }) => kind)).toContain('limit')
  })

  test('without a value asks for the limit', async () => {
    expect(await first('u fachada burgos')).toMatchObject({
      kind: 'limit',
      detail: expect.stringMatching(/^como máximo 0,37 W\/m²K · DB-HE/),
      check: { element: 'fachada', parameter: 'transmitancia-termica', geo_id: 'ES-09059' },
    })
    expect(await first('anchura de escalera')).toMatchObject({ kind: 'limit', detail: expect.stringMatching(/^Según /) })
  })

  test('a number where an altitude stands is the value, if the limit has figures like it and there is no other', async () => {
    expect(await first('barandilla en Burgos a 1,1 m')).toMatchObject({ kind: 'check', check: { parameter: 'altura', value: '1,1', context: {} } })
    expect(await first('cubierta plana en Burgos a 1000 m')).toMatchObject({ kind: 'limit', check: { context: { altitud_m: 1000 } } })
  })

  test('takes the given place only where it names none, and says so', async () => {
    const assumed = await read('cubierta plana U 0,5', '&geo_id=ES-09059')
    expect(assumed.place).toEqual({ geo_id: 'ES-09059', name: 'Burgos', is_assumed: true })
    expect(assumed.readings[0]?.title).toContain('Burgos')
    const named = await read('cubierta plana U 0,5 en Ávila', '&geo_id=ES-09059')
    expect(named.place).toMatchObject({ geo_id: 'ES-05019', is_assumed: false })
    expect((await get('/api/v1/linea?q=muro&geo_id=ES-99999')).status).toBe(404)
  })

  test('is a document by what its short name begins with, before the things that are spelt alike', async () => {
    for (const [line, title] of [
      ['RITE', /Instalaciones Térmicas/],
      ['CTE', /Código Técnico de la Edificación/],
      ['NCSE', /Sismorresistente/],
      ['LOE', /Ordenación de la Edificación/],
    ] as const)
      expect(await first(line), line).toMatchObject({ kind: 'document', title: expect.stringMatching(title) })
    // The name of a thing stays the thing.
    expect(await first('escalera')).toMatchObject({ kind: 'limit' })
  })
  test('names the acceleration of a place by the everyday word', async () => {
    expect(await first('sismo Lorca')).toMatchObject({ kind: 'place', title: expect.stringMatching(/^Lorca · Aceleración sísmica básica/) })
  })
  test('shows the number of a section once where the title has it', async () => {
    const { readings } = await read('DB-HE introducción')
    const titles = readings.map(({ title }) => String(title))
    expect(titles.filter((title) => /Introducción/.test(title)).length).toBeGreaterThan(0)
    expect(titles.filter((title) => /Introducción Introducción/.test(title))).toEqual([])
  })
  test('is a section by its identifier, a document by any of its names', async () => {
    expect(await first('SI 3')).toMatchObject({ kind: 'article', title: 'SI 3 Evacuación de ocupantes' })
    expect(await first('he1 3.1.1')).toMatchObject({ kind: 'article', url: expect.stringContaining('/cte-db-he/he1-3-1-1') })
    for (const name of ['DB-SUA', 'cte-db-sua', 'ahorro de energía']) expect(await first(name), name).toMatchObject({ kind: 'document' })
  })

  test('is a datum of a place', async () => {
    expect(await first('radón Ávila')).toMatchObject({ kind: 'place', geo_id: 'ES-05019', title: 'Ávila · Zona de radón', detail: 'Zona II' })
  })

  test('is a place by whole words of its name; by the beginning of a word only where nothing is named whole', async () => {
    const placesOf = async (q: string) => (await read(q)).readings.filter(({ kind }) => kind === 'place').map(({ title }) => title)
    expect((await placesOf('frontera'))[0]).toMatch(/^Frontera/)
    expect((await placesOf('frontera')).join()).toContain('Arcos de la Frontera')
    expect(await placesOf('mieres')).toEqual(['Mieres (17105)', 'Mieres (33037)'])
    expect((await placesOf('mieres asturias'))[0]).toBe('Mieres (33037)')
    expect((await placesOf('avila 05019'))[0]).toBe('Ávila (05019)')
    expect((await placesOf('05019'))[0]).toMatch(/^Ávila/)
    expect((await placesOf('herrad'))[0]).toMatch(/^Herradón/)
    expect(await placesOf('radon')).toEqual([])
    expect((await placesOf('puerta')).join()).not.toContain('Puertas')
    expect((await first('puerta'))?.title).toMatch(/^Puerta ·/)
    expect((await first('puer'))?.title).toMatch(/^Puerta/)
  })

  test('that names nothing offers the checks nearest to its words, after what it does name, and judges none', async () => {
    const { readings } = await read('chimenea de caldera de gas a 60 cm de una ventana')
    const checks = readings.filter(({ kind }) => kind === 'check')
    expect(checks.slice(0, 2)).toContainEqual(
      expect.objectContaining({ check: expect.objectContaining({ element: 'salida-directa-humos', parameter: 'distancia-huecos', value: '60' }) }),
    )
    expect(checks.flatMap(({ status }) => status ?? [])).toEqual([])
    expect(new Set(checks.map(({ title }) => title)).size).toBe(checks.length)
    expect((await read('reglamento baja tension')).readings[0]).toMatchObject({ kind: 'document' })
  })

  test('is a question, with the answer of the base', async () => {
    const { body } = {
      body: await bodyOf(await service.post('/api/v1/ask', { query: '¿Qué transmitancia máxima admite una cubierta plana en Burgos?' })),
    }
    const line = await first('¿Qué transmitancia máxima admite una cubierta plana en Burgos?')
    expect(line?.kind).toBe('question')
    expect(String(body.answer)).toContain(line?.detail.split('\n')[0])
    expect((await read('humedad de los muros')).readings.at(-1)).toMatchObject({ kind: 'question', title: 'humedad de los muros' })
  })

  test('is a project by words of its name', async () => {
    store.projects.create(JSON.stringify({ name: 'Reforma calle Mayor', reference: 'R-12', geo_id: 'ES-28079', checks: [] }))
    expect((await read('mayor')).readings.filter(({ kind }) => kind === 'project').map(({ title }) => title)).toEqual(['Reforma calle Mayor'])
  })

  test('gives no verdict on a thing that it does not name, on two numbers, on one that is not exact, or without the scope', async () => {
    const statusesOf = async (q: string) => (await read(q)).readings.flatMap(({ status }) => status ?? [])
    const doors = (await read('puerta 80 cm')).readings.filter(({ kind, title }) => kind === 'check' && !/^Puerta ·/.test(title))
    expect(doors.length).toBeGreaterThan(0)
    expect(doors.flatMap(({ status }) => status ?? [])).toEqual([])
    for (const q of ['rampa 8 % 5 m', 'cubierta plana U menos de 0,5 en Burgos', 'EI 60 puerta']) expect(await statusesOf(q), q).toEqual([])
    const reader = keys.issue({ name: 'lee', scopes: ['read'], expiresAt: null }).text
    const answer = await get(`/api/v1/linea?q=${encodeURIComponent('cubierta plana 0,5 en Burgos')}`, { authorization: `Bearer ${reader}` })
    const { readings } = (await bodyOf(answer)) as unknown as Line
    expect(readings[0]?.kind).toBe('check')
    expect(readings.flatMap(({ status }) => status ?? [])).toEqual([])
  })
})
