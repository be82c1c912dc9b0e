import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf, type Json } from '../service.ts'

const ask = async (query: string, more: Json = {}) => bodyOf(await service.post('/api/v1/ask', { query, ...more }))

describe('ask', () => {
  test('answers a figure from the rule, with place, table and edition', async () => {
    const body = await ask('¿Qué transmitancia máxima admite una cubierta plana en Madrid?')
    expect(body).toMatchObject({
      kind: 'figure',
      grounded: true,
      geo_context: { climate_zone: 'D3', name: 'Madrid' },
      tokens_used: expect.any(Number),
    })
    expect(body['answer']).toMatch(/0,35 W\/m²K.*DB-HE \(2022\).*Tabla 3\.1\.1\.a-HE1/)
    expect((body['sources'] as Json[])[0]).toMatchObject({
      code_slug: 'cte-db-he',
      version: '2022',
      section_title: expect.stringContaining('Transmitancia'),
      similarity_score: expect.any(Number),
    })
  })
  test('checks a value in the question as verify does', async () => {
    expect((await ask('¿Cumple una cubierta plana con transmitancia 0,40 W/m²K en Madrid?'))['answer']).toContain('no cumple')
    expect((await ask('¿Cumple una cubierta plana con transmitancia 0,30 W/m²K en Madrid?'))['answer']).toMatch(/ cumple\./)
  })
  test('checks a value without a unit in the unit of its parameter, and one without a place by the rule alone', async () => {
    expect((await ask('¿Cumple una cubierta de U 0,40 en Soria?'))['answer']).toContain('0,40 W/m²K no cumple')
    expect((await ask('¿cumple una huella de 27 cm en una escalera de uso general?'))['answer']).toContain('27 cm no cumple')
    expect((await ask('¿cumple una huella de 28 cm en una escalera de uso general?'))['answer']).toContain('28 cm cumple')
  })
  test.each([
    ['¿qué dice HE1 3.1.1?', 'cte-db-he', 'HE 1, 3.1.1'],
    ['qué dice la tabla 2.1 de HS3', 'cte-db-hs', 'HS 3, 2'],
    ['SUA1-4.2', 'cte-db-sua', 'SUA 1, 4.2'],
  ])('quotes what an identifier names: %s', async (question, document, section) => {
    const body = await ask(question)
    expect(body).toMatchObject({ kind: 'extract', sources: [{ code_slug: document, section, similarity_score: 1 }] })
  })
  test.each([
    ['diámetro mínimo de la bajante', 'sua-b-bajantes-numero'],
    ['altura de los enchufes en baño', 'hs2-almacen-condiciones-enchufe'],
    ['longitud máxima del recorrido de evacuación de un aparcamiento', 'rsciei-ii-1-6-longitud'],
    ['superficie mínima de dormitorio en Lugo', 'gal-nhv-iluminacion'],
    ['plazas de aparcamiento accesibles en uso público con 120 plazas', 'he6-conduccion-otros-2022-umbral-plazas'],
  ])('"%s" is not answered from %s, which says another thing', async (query, rule) => {
    expect(((await ask(query))['figures'] as Json[]).map((figure) => figure['rule'])).not.toContain(rule)
  })
  test('answers a fact of a place: the snow load of a provincial capital', async () => {
    expect(await ask('carga de nieve en Soria')).toMatchObject({
      figures: [{ code_slug: 'cte-db-se-ae', unit: 'kN/m²', bounds: [{ value: 0.9 }] }],
    })
  })
  test('uses the geo_id of the request if the text names no place', async () => {
    expect(await ask('transmitancia máxima de una cubierta plana', { geo_id: 'ES-29067' })).toMatchObject({
      answer: expect.stringContaining('0,5 W/m²K'),
    })
  })
  test('without a place it says what the figure depends on', async () => {
    const body = await ask('¿Qué transmitancia máxima admite una cubierta plana?')
    expect(body).toMatchObject({ kind: 'missing' })
    expect(body['answer']).toMatch(/zona climática de invierno[\s\S]*0,35/)
  })
  test('quotes an article where no rule is asked for', async () => {
    const body = await ask('¿Qué se entiende por envolvente térmica?')
    expect(body).toMatchObject({ kind: 'extract', grounded: true })
    expect((body['sources'] as Json[])[0]).toMatchObject({ code_slug: 'cte-db-he', excerpt: expect.stringContaining('nvolvente térmica') })
  })
  test.each([
    '¿Qué transmitancia máxima admite una cubierta en Lisboa?',
    '¿Cuál es la capital de Francia?',
    'xyzzy',
    '¿Cuánto cuesta un kilo de patatas?',
  ])('refuses "%s"', async (query) => {
    const body = await ask(query)
    expect(body).toMatchObject({ kind: 'refusal', grounded: false, sources: [] })
    expect(body['answer']).not.toMatch(/\d,\d/)
  })
  test('rejects an unknown regulation; a known one restricts the answer', async () => {
    expect(await ask('ventilación', { codes: [{ slug: 'nada' }] })).toMatchObject({ code: 'unknown-code' })
    const body = await ask('caudal de ventilación de un aparcamiento', { codes: [{ slug: 'cte-db-hs' }] })
    expect((body['sources'] as Json[]).every((one) => one['code_slug'] === 'cte-db-hs')).toBe(true)
  })
  test.each([
    ['cuanto puede dar de U la azotea en sevilla como mucho', 'he1-ulim-uc-2022', 0.44],
    ['nivel de referensia de radon en loclaes habitables', 'hs6-nivel-referencia', 300],
    ['K lim viv. nueva zona C, compacidad 2,5', 'he1-klim-res-nuevo-2022', 0.625],
    ['caudal de ventilación del dormitorio principal', 'hs3-caudal-dorm-principal', 8],
  ])('"%s" is answered from %s: %d', async (query, rule, figure) => {
    const body = await ask(query)
    const figures = body['figures'] as { rule: string; bounds: { value: number }[] }[]
    expect(figures.map((one) => one.rule)).toContain(rule)
    expect(figures.find((one) => one.rule === rule)?.bounds.map(({ value }) => value)).toEqual([figure])
  })
})
