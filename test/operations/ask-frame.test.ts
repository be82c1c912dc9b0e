import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const service = startService()
const ask = async (query: string, headers: Record<string, string> = {}) => bodyOf(await service.post('/api/v1/ask', { query }, headers))

describe('ask says what is not of the law in the language of the question', () => {
  test.each([
    ['What U-value does a flat roof need in Madrid?', / in Madrid \(zone D3\): at most 0\.35 W\/m²K/],
    ['What is the minimum width of an accessible door?', /at least 0\.8 m \(DB-SUA \(2022\)/],
    ['What is an accessible itinerary?', /According to DB-SUA \(2022\)/],
    [
      'What is the minimum height of a railing in a house?',
      /at least 0\.9 m, with difference in level up to 6 m\n(?:.*\n)?What decides: difference in level/,
    ],
    ['What is the U-value of a flat roof in Alcalá?', /^"Alcalá" is no place/],
  ])('%s', async (query, words) => {
    for (const headers of [{}, { 'accept-language': 'es' }]) expect((await ask(query, headers))['answer']).toMatch(words)
  })

  test('a question without an answer is refused in English', async () => {
    const { answer, kind } = await ask('What is the colour of the walls of the moon?')
    expect([kind, answer]).toEqual([
      'refusal',
      expect.stringMatching(/^(?:I do not know for certain|I cannot find it in the knowledge base)\. See here:/),
    ])
  })

  test('the text of the law stays as it is', async () => {
    expect((await ask('What U-value does a flat roof need in Madrid?'))['answer']).toContain('Transmitancia límite de cubiertas')
  })

  test.each(['¿Qué transmitancia admite una cubierta plana en Madrid?', 'Quina transmitància admet una coberta plana a Madrid?'])(
    '%s: in Spanish',
    async (query) => {
      expect((await ask(query, { 'accept-language': 'en' }))['answer']).toContain('en Madrid (zona D3): como máximo 0,35 W/m²K')
    },
  )
})

describe('ask says what a part of a document is', () => {
  test.each([
    ['SUA 9', 'SUA 9 es «Accesibilidad», de DB-SUA (2022). Sus apartados:\n- SUA 9, 1 Condiciones de accesibilidad', 'cte-db-sua'],
    ['¿Qué es el SUA 9?', 'SUA 9 es «Accesibilidad»', 'cte-db-sua'],
    ['HS 3', 'HS 3 es «Calidad del aire interior», de DB-HS (2022). Sus apartados:\n- HS 3, 1.1 ', 'cte-db-hs'],
    ['qué dice el SI 4', 'SI 4 es «Instalaciones de protección contra incendios»', 'cte-db-si'],
  ])('%s', async (query, answer, document) => {
    const body = await ask(query)
    expect(body).toMatchObject({ kind: 'extract', grounded: true, answer: expect.stringContaining(answer), sources: [{ code_slug: document }] })
  })

  test('a question that only begins like one is another question', async () => {
    expect((await ask('¿SI 1 escalera no llega, puedo poner otra?'))['answer']).not.toContain('SI 1 es')
  })
})
