import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const { post, get } = startService()
const verify = async (changes: Json) => {
  const response = await post('/api/v1/verify', { ...flatRoof, ...changes })
  return { status: response.status, body: await bodyOf(response) }
}

describe('a text that stands for a number', () => {
  test('is read as people write numbers; a JSON number is exact whatever its digits', async () => {
    for (const [value, read] of [
      ['0,125', 0.125],
      ['1.234,5', 1234.5],
      [3.125, 3.125],
      ['0.35000000000000000000000000000001', 0.35],
    ] as const)
      expect((await verify({ value })).body, String(value)).toMatchObject({ normalized_value: read, provided_value: value })
  })

  test('is an error of its field if it may be thousands or decimals', async () => {
    expect(await verify({ value: '3.000' })).toMatchObject({
      status: 422,
      body: {
        code: 'validation',
        detail: '«3.000» puede ser 3000 o 3,0000: escríbalo de una de esas formas',
        errors: [{ pointer: '/value', code: 'ambiguous-number' }],
        candidates: ['3000', '3,0000'],
      },
    })
    expect(await verify({ context: { altitud_m: '1.000' } })).toMatchObject({
      status: 422,
      body: { code: 'validation', errors: [{ pointer: '/context/altitud_m', code: 'ambiguous-number' }] },
    })
    const sheet = await get('/api/v1/geo/ES-09059?altitude_m=1.000')
    expect([sheet.status, await bodyOf(sheet)]).toMatchObject([422, { errors: [{ pointer: 'altitude_m', code: 'ambiguous-number' }] }])
    expect(await bodyOf(await get('/api/v1/geo/ES-09059?altitude_m=850,5'))).toMatchObject({ altitude_m: 850.5 })
  })

  test('that is not a number is reported as such, not as a wrong unit', async () => {
    expect(await verify({ value: 'abc' })).toMatchObject({
      status: 422,
      body: { code: 'validation', detail: '«abc» no es un número', errors: [{ pointer: '/value', code: 'not-a-number' }] },
    })
    expect(await verify({ value: 'abc', unit: 'kg' })).toMatchObject({ body: { code: 'unit-mismatch' } })
  })

  test('stays undecided in a project and its ficha; one that is read is printed with one decimal comma', async () => {
    const { geo_id, ...roof } = flatRoof
    const check = (id: string, value: string) => ({ id, ...roof, value })
    const project = { name: 'Casa', geo_id, checks: [check('1', '3.000'), check('2', '1.234,5')] }
    expect(await bodyOf(await post('/api/v1/ficha', { project, format: 'json' }))).toMatchObject({
      summary: { undecided: 1, non_compliant: 1 },
      checks: [{ value: '3.000', result: 'UNDECIDED', undecided: expect.stringContaining('puede ser 3000 o 3,0000') }, { value: '1234,5' }],
    })
  })

  test('is queried in an answer to a question', async () => {
    const ask = async (query: string) => bodyOf(await post('/api/v1/ask', { query }))
    const asked = await ask('¿Cumple un pasillo de un itinerario accesible con una anchura libre de 1.234 mm?')
    expect(asked).toMatchObject({ grounded: false, figures: [], answer: expect.stringContaining('«1.234» puede ser 1234 o 1,2340') })
    expect(await ask('¿Cumple una cubierta plana con transmitancia 1.234 W/m²K en Madrid?')).toMatchObject({
      verdict: 'NON_COMPLIANT',
      answer: expect.stringMatching(/^«1\.234» puede ser 1234 o 1,2340: con las dos lecturas el resultado es el mismo/),
    })
    expect(await ask('Sector de incendio de 2.200 m2 en oficinas, ¿vale?')).toMatchObject({
      verdict: 'COMPLIANT',
      answer: expect.stringMatching(/^«2\.200» se lee 2200: 2,2 estaría lejos de cualquier límite\./),
    })
    expect(await ask('Tubería de gas a 3.000 cm de la del agua, ¿vale?')).toMatchObject({ verdict: null })
    expect(await ask('¿Cumple una cubierta plana con transmitancia 1.234,5 W/m²K en Madrid?')).toMatchObject({
      grounded: true,
      answer: expect.stringContaining('1234,5 W/m²K no cumple'),
    })
  })
})

describe('a range', () => {
  const handrail = { element: 'pasamanos', parameter: 'altura', unit: 'cm', context: { tipo_uso: 'general' }, codes: [{ slug: 'cte-db-sua' }] }

  test('is given with both ends, for the verdict and for each rule', async () => {
    const range = { min: 90, max: 110 }
    expect((await verify({ ...handrail, value: 95 })).body).toMatchObject({ is_compliant: true, limit_range: range, rules: [{ limit_range: range }] })
  })

  test('is printed as one in the ficha, as a model and as CSV', async () => {
    const project = { name: 'Casa', geo_id: 'ES-28079', checks: [{ id: '1', ...handrail, value: 120 }] }
    expect(await bodyOf(await post('/api/v1/ficha', { project, format: 'json' }))).toMatchObject({
      checks: [{ rules: [{ sign: 'entre', limit: '90 y 110' }] }],
    })
    expect(await (await post('/api/v1/ficha', { project, format: 'csv' })).text()).toContain(';entre;90 y 110;cm;')
  })
})
