import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf } from '../service.ts'

const ask = async (query: string) => bodyOf(await service.post('/api/v1/ask', { query }))
const answerTo = async (query: string): Promise<string> => String((await ask(query))['answer'])

describe('a question for the zone of a municipality', () => {
  test.each([
    ['¿Qué zona de radón es Ávila?', 'Ávila: zona II de radón (DB-HS (2022), HS 6, Apéndice B).'],
    ['zona climática de Burgos', 'Burgos: zona climática E1, a la altitud de su capital (859 m) (DB-HE (2022), Anejo B, Tabla a-Anejo B).'],
    ['¿Cuál es la aceleración sísmica básica de Granada?', 'Granada: aceleración sísmica básica ab/g = 0,23 (NCSE-02 (2002), Anejo 1).'],
    ['¿A qué zona sísmica pertenece Burgos?', 'Burgos: no figura en la lista, ab < 0,04 g (NCSE-02 (2002), Anejo 1).'],
    ['zona de clima invernal de Soria', 'Soria: zona 3 de clima invernal (nieve) (DB-SE-AE (2009), Anejo E y tabla 3.8).'],
  ])('%s', async (query, answer) => {
    const body = await ask(query)
    expect(body).toMatchObject({ kind: 'extract', grounded: true, verdict: null, figures: [] })
    expect(String(body['answer']).split('\n')[0]).toBe(answer)
    expect(body['sources']).toMatchObject([{ url: expect.stringMatching(/^\/\w+/) }])
  })
  test('an estimated zone says so, and a town may have the name of something the base does not hold', async () => {
    expect(await answerTo('¿Cuál es la zona eólica en Tarifa?')).toMatch(/^Tarifa: zona eólica [ABC], estimada: .* compruébela en él/)
    expect(await answerTo('¿Qué tarifa cobra un arquitecto en Tarifa?')).toContain('no tiene precios')
  })
  test('what must be done there follows, by its zone', async () => {
    const answer = await answerTo('Casa nueva en Vilar de Santos (Ourense). ¿Qué zona de radón es y qué hay que poner debajo?')
    expect(answer).toContain('zona II de radón')
    expect(answer).toContain('despresurización del terreno')
    expect(answer).toContain('300 Bq/m³')
    expect(answer).not.toContain('Municipios de zona I de radón')
  })
  test('a municipality that the list does not name is told so, with what the article says of it', async () => {
    const body = await ask('¿Tengo que poner lámina antirradón en una vivienda nueva de Moriles?')
    expect(body['kind']).toBe('extract')
    expect(body['answer']).toContain('Moriles: no figura en la lista')
    expect(body['answer']).toContain('HS 6 no se aplica')
    expect(body['sources']).toMatchObject([{ section: 'HS 6, Apéndice B' }, { section: 'HS 6, 1' }])
  })
  test('a figure that depends on the zone is still answered with the figure', async () => {
    expect(await ask('¿Qué transmitancia máxima admite una cubierta plana según la zona climática de Burgos?')).not.toMatchObject({
      answer: expect.stringMatching(/^Burgos: zona climática/),
    })
  })
  test('without a municipality, or before the regulation, there is no zone to tell', async () => {
    expect(await answerTo('¿Qué zona de radón es Castilla y León?')).not.toContain('zona II de radón (')
    const before = bodyOf(await service.post('/api/v1/ask', { query: '¿Qué zona de radón es Ávila?', as_of: '2015-01-01' }))
    expect((await before)['answer']).not.toContain('Ávila: zona')
  })
})

describe('a question about a thing that the base names', () => {
  test.each([
    ['¿Qué transmitancia máxima admite una fachada en Burgos?', 'muros y suelos en contacto con el aire exterior', 0.37],
    ['U fachada Burgos', 'muros y suelos en contacto con el aire exterior', 0.37],
    ['U de una medianería en Burgos', 'medianerías', 0.59],
  ])('%s is not answered with the limit of another thing', async (query, title, limit) => {
    const body = await ask(query)
    expect(body['answer']).toContain(title)
    expect(body['figures']).toMatchObject([{ bounds: [{ value: limit }] }])
  })
})

describe('a number of two readings that is judged', () => {
  test('gets its verdict where both readings have the same one', async () => {
    const body = await ask('Garaje de 30 plazas con una extracción de 3.000 l/s en total. ¿Es suficiente?')
    expect(body).toMatchObject({ verdict: 'NON_COMPLIANT' })
    expect(body['answer']).toContain('«3.000» puede ser 3000 o 3,0000: con las dos lecturas el resultado es el mismo.')
  })
  test.each(['4.000', '4,000'])('is asked back where they have not: %s', async (number) => {
    const body = await ask(`Garaje de 30 plazas con una extracción de ${number} l/s en total. ¿Es suficiente?`)
    expect(body).toMatchObject({ kind: 'refusal', verdict: null })
  })
})
