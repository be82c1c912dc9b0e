import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf, type Json } from '../service.ts'

const ask = async (query: string, more: Json = {}) => bodyOf(await service.post('/api/v1/ask', { query, ...more }))
const valuesOf = (body: Json) => (body['figures'] as { bounds: { value: number }[] }[]).flatMap(({ bounds }) => bounds.map(({ value }) => value))

describe('a question that goes on with the one before', () => {
  const first = '¿Qué transmitancia máxima admite una cubierta plana en Madrid?'
  test('takes over what it does not say, and says so', async () => {
    const [alone, going] = [await ask(first.replace('Madrid', 'Burgos')), await ask('¿Y en Burgos?', { history: [first] })]
    expect(going).toMatchObject({ took_over: [first], geo_context: { name: 'Burgos' }, kind: 'figure' })
    expect(going['figures']).toEqual(alone['figures'])
  })
  test('stands alone if it is whole', async () => {
    const whole = '¿Qué huella mínima tiene una escalera de uso general?'
    expect(await ask(whole, { history: [first] })).toEqual(await ask(whole))
  })
  test('takes at most six earlier questions', async () => {
    expect(await ask('¿Y en Burgos?', { history: Array(7).fill(first) })).toMatchObject({ code: 'validation' })
  })
})

describe('an answer by cases', () => {
  test('lists the cases of the general rule, and no barrier of another place', async () => {
    const body = await ask('altura mínima de una barandilla en un colegio')
    expect(valuesOf(body)).toEqual(expect.arrayContaining([0.9, 1.1]))
    expect(valuesOf(body)).not.toContain(1.2)
    expect(body['answer']).toMatch(/Lo decide: diferencia de cota/)
  })
  test('quotes the paragraph behind the figures', async () => {
    expect((await ask('altura mínima de una barandilla'))['answer']).toMatch(/\n«[\s\S]+»$/)
  })
  test.each(['¿Cumple una cubierta plana de 0,5 W/m2K en Madrid?', '¿Me vale una cubierta plana de U 0,5 W/m²K en Madrid?'])(
    'judges the value on the thing that the question names: %s',
    async (query) => {
      expect(await ask(query)).toMatchObject({ verdict: 'NON_COMPLIANT', figures: [{ rule: 'he1-ulim-uc-2022' }] })
    },
  )
})

describe('what the base does not answer', () => {
  test.each([
    ['¿Cuánto cuesta el metro de barandilla según el CTE?', /precios/],
    ['¿Qué demanda de calefacción pide el Passivhaus?', /sello privado/],
    ['¿Quién ganó la liga?', /No lo (sé|encuentro)/],
  ])('is refused with the reason: %s', async (query, reason) => {
    const body = await ask(query)
    expect(body).toMatchObject({ kind: 'refusal', figures: [], verdict: null })
    expect(body['answer']).toMatch(reason)
  })
  test('a repealed regulation is named as such before the answer of the one in force', async () => {
    const body = await ask('Con el RD 2267/2004, ¿qué anchura mínima tiene un pasillo de una nave industrial?')
    expect(body['answer']).toMatch(/^El RD 2267\/2004 está derogado/)
    expect((body['sources'] as Json[]).every((one) => one['code_slug'] === 'rsciei')).toBe(true)
  })
  test.each([
    'Según la NBE, ¿cumple una temperatura del ACS de 50 °C en el punto de consumo?',
    'Con la antigua NBE, ¿cumple una relación agua/cemento de 0,5 en el hormigón de un pilote?',
  ])('a value is judged over all documents, not only over the one in place of a repealed regulation: %s', async (query) => {
    expect(await ask(query)).toMatchObject({ kind: 'figure', verdict: null, answer: expect.stringContaining('no está decidido') })
  })
  test('a refusal names the nearest articles, each with its text', async () => {
    const { suggestions } = await ask('¿Quién ganó la liga?')
    for (const one of suggestions as Json[]) expect(one).toMatchObject({ title: expect.any(String), snippet: expect.stringMatching(/\S/) })
  })
})

test.each(['Quina alçada mínima ha de tenir una barana?', 'What is the minimum height of a railing?'])(
  'a question in another language is read as the Spanish one: %s',
  async (query) => {
    // 0,9 m of the building, or 90 cm of the workplace.
    expect(valuesOf(await ask(query)).some((value) => value === 0.9 || value === 90)).toBe(true)
  },
)
