import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post, kb } = startService()
const verify = async (body: Record<string, unknown>, language = 'es') =>
  bodyOf(await post('/api/v1/verify', { geo_id: 'ES-28079', ...body }, { 'accept-language': language }))

describe('why no rule gives a verdict', () => {
  const area = { element: 'sector-incendio-industrial', parameter: 'superficie-construida-max', value: 3000, unit: 'm²', codes: [{ slug: 'rsciei' }] }
  const ampacity = { element: 'instalacion-interior', parameter: 'intensidad-admisible', value: 20, unit: 'A', codes: [{ slug: 'rebt' }] }

  test('a table that the base does not hold is named with the section to open', async () => {
    const body = await verify(ampacity)
    expect(body).toMatchObject({
      code: 'no-applicable-rule',
      reason: 'not-held',
      see: [{ code_slug: 'rebt', section_slug: 'itc-bt-19-2-2', url: '/api/v1/normativa/estatal/rebt/itc-bt-19-2-2' }],
    })
    expect(body['detail']).toContain('La base no tiene')
    expect((await verify(ampacity, 'en'))['detail']).toContain('The base does not hold')
  })
  test('a condition that keeps the rules from binding is named', async () => {
    const crack = {
      element: 'hormigon',
      parameter: 'abertura-fisura',
      value: 0.2,
      unit: 'mm',
      context: { tipo_hormigon: 'masa' },
      codes: [{ slug: 'codigo-estructural' }],
    }
    expect(await verify(crack)).toMatchObject({ reason: 'not-bound', detail: expect.stringContaining('Tabla 27.2 no obliga por «Tipo de hormigón»') })
    expect((await verify(crack, 'en'))['detail']).toContain('does not bind because of "')
  })
  test('each section to open is there', async () => {
    const slugs = [...kb.book.documents.values()].flatMap(({ slug, notHeld }) => notHeld.map(({ section }) => `${slug}/${section}`))
    expect(slugs.filter((slug) => !kb.book.sections.has(slug))).toEqual([])
    expect(slugs.length).toBeGreaterThan(10)
  })
  test('if the governing table is not in the base, the answer does not say that nothing limits the value', async () => {
    const body = await verify({ ...area, context: { configuracion_industrial: 'a' } })
    expect(body['reason'] === 'not-bound').toBe(false)
  })
  test('what is only a threshold is answered with its figure', async () => {
    const rule = kb.book.rules.find(({ rule: one }) => one.id === 'ncse-3.5.1-simplificado-altura')?.rule
    const body = await verify({ element: rule?.element[0], parameter: rule?.parameter, value: 70, unit: rule?.unit, codes: [{ slug: 'ncse-02' }] })
    expect(body).toMatchObject({ reason: 'threshold', thresholds: [{ rule: rule?.id, limit_value: 60, unit: 'm' }] })
    expect(body['detail']).toContain('60 m')
  })
  test.each([
    ['es', 'más de 9 m'],
    ['en', 'more than 9 m'],
  ])('the side of a threshold is said as the text has it (%s)', async (lang, words) => {
    const space = { element: 'espacio-maniobra-industrial', parameter: 'umbral-altura-maniobra', value: 12, unit: 'm' }
    expect((await verify(space, lang))['detail']).toContain(words)
  })
  test('for a case outside the conditions of every rule, the answer names the condition', async () => {
    const body = await verify({
      element: 'edificio',
      parameter: 'consumo-energia-primaria-no-renovable',
      value: 71,
      unit: 'kWh/m²·año',
      codes: [{ slug: 'cte-db-he' }],
      context: { uso: 'residencial_privado', intervencion: 'cambio_uso', superficie_util_m2: 50 },
    })
    expect(body).toMatchObject({ code: 'no-applicable-rule', reason: 'not-bound' })
  })
  test.each([
    ['es', 'El texto no admite este caso: '],
    ['en', 'The text does not admit this case'],
  ])('a case that the text does not admit is not told as an exemption (%s)', async (lang, words) => {
    const cellar = { ubicacion_envases_glp: 'bajo_nivel_suelo', ubicacion_envases_autorizada: false }
    const body = await verify({ element: 'envases-glp-hasta-15', parameter: 'masa-glp-total', value: 25, unit: 'kg', context: cellar }, lang)
    expect(body).toMatchObject({ code: 'no-applicable-rule', reason: 'not-admitted' })
    expect(body['detail']).toContain(words)
  })
  test.each<[string, Record<string, unknown>, RegExp, RegExp]>([
    [
      'no rule',
      { element: 'edificio', parameter: 'huella', value: 1, unit: 'm' },
      /«Huella» de «Edificio o parte del edificio» .* y \d+ más$/,
      /"tread" of "building"/,
    ],
    [
      'a unit that does not measure it',
      { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 1, unit: 'm' },
      /no mide «Transmitancia térmica»/,
      /does not measure "thermal transmittance"/,
    ],
    [
      'an edition that is not held',
      { element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.5, unit: 'W/m²K', as_of: '2010-02-03' },
      /«Transmitancia térmica» de «Cubierta plana», .*el 03-02-2010/,
      /"thermal transmittance" of "flat roof"/,
    ],
  ])('the message has words and Spanish dates, never identifiers: %s', async (_, body, spanish, english) => {
    const detail = String((await verify(body))['detail'])
    expect(detail).toMatch(spanish)
    expect(detail).not.toMatch(/[a-z0-9]+(-[a-z0-9]+)+»|\([a-z0-9]+(-[a-z0-9]+)+\)|\d{4}-\d{2}-\d{2}/)
    expect((await verify(body, 'en'))['detail']).toMatch(english)
  })
  test('the things near to the one asked for are offered before other things, and its own quantities only in part', async () => {
    const body = await verify({ element: 'puerta', parameter: 'resistencia-fuego-ei', value: 30, unit: 'min' })
    const offered = (body['pairs'] as { label: string }[]).map(({ label }) => label)
    expect(offered[0]).toMatch(/^Puerta/)
    expect(offered.length).toBeGreaterThan(1)
    const { detail } = await verify({ element: 'edificio', parameter: 'huella', value: 1, unit: 'm' })
    expect(String(detail).length).toBeLessThan(600)
  })
  test('the editions that have the rule are named by the short title of their document, with Spanish dates', async () => {
    const step = { element: 'escalera', parameter: 'huella', value: 27, unit: 'cm', codes: [{ slug: 'cte-db-sua' }] }
    const body = await verify({ ...step, as_of: '1990-01-01', context: { tipo_uso: 'general' } })
    expect(body['code']).toBe('not-in-force')
    expect(body['detail']).toMatch(/^El 01-01-1990 .*Ediciones con esta regla: .*DB-SUA \d{4} \(\d{2}-\d{2}-\d{4} – (hoy|\d{2}-\d{2}-\d{4})\)/)
    expect(body['detail']).not.toMatch(/\d{4}-\d{2}-\d{2}|cte-db/)
  })
  test('if the base has no rule, the answer does not say that none exists', async () => {
    const body = await verify({ element: 'edificio', parameter: 'huella', value: 1, unit: 'm' })
    expect(body).toMatchObject({ code: 'no-applicable-rule', reason: 'no-rule' })
    expect(body['detail']).toContain('no prueba')
  })
})

describe('a day for which the base has no rule', () => {
  const width = { element: 'escalera', parameter: 'huella', value: 30, unit: 'cm', codes: [{ slug: 'cte-db-sua' }], context: { tipo_uso: 'general' } }
  test('an edition that the base lacks is not reported as setting no limit', async () => {
    const body = await verify({
      element: 'forjado',
      parameter: 'flecha-relativa-apariencia',
      value: '1/400',
      unit: '1',
      codes: [{ slug: 'cte-db-se' }],
      as_of: '2012-06-01',
    })
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'edition-not-held' })
    expect(body['detail']).toContain('no tiene la edición')
  })
  test('before its first edition, a document did not exist', async () => {
    const body = await verify({
      element: 'forjado',
      parameter: 'flecha-relativa-apariencia',
      value: '1/400',
      unit: '1',
      codes: [{ slug: 'cte-db-se' }],
      as_of: '1999-01-01',
    })
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'not-yet' })
    expect(body['detail']).toContain('no existía')
  })
  test('if the base does not know since when a document exists, the answer says so', async () => {
    const area = {
      element: 'vivienda',
      parameter: 'superficie-util-minima',
      value: 40,
      unit: 'm²',
      geo_id: 'ES-08019',
      codes: [{ slug: 'decret-141-2012' }],
    }
    expect(await verify({ ...area, as_of: '2012-06-01' })).toMatchObject({ code: 'not-in-force', reason: 'history-unknown' })
    expect(await verify({ ...width, as_of: '2012-06-01' })).toMatchObject({ code: 'not-in-force', reason: 'edition-not-held' })
  })
  test('an edition in the base without the rule is not reported as lacking it', async () => {
    const rule = kb.book.rules.find(({ rule: one }) => one.id === 'rebt-40-diferencial')?.rule
    const body = await verify({
      element: rule?.element[0],
      parameter: rule?.parameter,
      value: 1,
      unit: rule?.unit,
      codes: [{ slug: 'rebt' }],
      as_of: '2016-01-01',
    })
    expect(body).toMatchObject({ code: 'not-in-force', reason: 'rule-not-held' })
    expect(body['detail']).toContain('edición 2014')
  })
})
