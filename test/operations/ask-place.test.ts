import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf, type Json } from '../service.ts'

const ask = async (query: string, more: Json = {}) => bodyOf(await service.post('/api/v1/ask', { query, ...more }))
const nameOf = (body: Json) => (body['geo_context'] as Json)['name']
const roof = 'transmitancia máxima de una cubierta plana'

describe('the place of a question', () => {
  test.each([
    ['Jerez de la Frontera', 'Jerez de la Frontera'],
    ['Zarza de Tajo', 'Zarza de Tajo'],
    ['Alcalá de Henares', 'Alcalá de Henares'],
    ['el Molar (Madrid)', 'El Molar'],
    ['Vitoria', 'Vitoria-Gasteiz'],
    ['alcoy', 'Alcoi/Alcoy'],
    ['Valle de Ancares', 'Valle de Ancares'],
    ['Candín', 'Valle de Ancares'],
    ['la Coruña', 'A Coruña'],
    ['Lorca (Murcia)', 'Lorca'],
    ['Lorca, Murcia', 'Lorca'],
    ['Lorca, provincia de Murcia', 'Lorca'],
    ['Cieza (Cantabria)', 'Cieza'],
    ['Muros', 'Muros'],
    ['Uña', 'Uña'],
    ['Orés, en Zaragoza', 'Orés'],
  ])('"en %s" is judged in %s', async (written, name) => {
    const body = await ask(`¿Qué ${roof} se admite en ${written}?`)
    expect([nameOf(body), body['kind']]).toEqual([name, 'figure'])
  })
  test.each([
    ['en la provincia de Burgos', 'Burgos', 'en la provincia de Burgos'],
    ['en Asturias', 'Asturias', 'en Asturias'],
    ['en un pueblo de Soria', 'Soria', 'en la provincia de Soria'],
    ['en una casa (Murcia)', 'Murcia', 'en la provincia de Murcia'],
  ])('"%s" is an area, not the municipality of that name', async (where, name, said) => {
    const body = await ask(`pendiente mínima de la red horizontal de saneamiento enterrada ${where}`)
    expect(nameOf(body)).toBe(name)
    if (body['kind'] === 'figure') expect(body['answer']).toContain(said)
    const roofs = await ask(`${roof} ${where}`)
    expect(roofs['kind']).toBe('missing')
  })
  test.each([
    'Córdoba (Argentina)',
    'Toledo (Ohio)',
    'Toledo, Ohio',
    'Guadalajara (México)',
    'Andorra la Vella',
    'Cartagena de Indias',
    'Santiago de Chile',
    'Oporto',
    'París',
    'Portugal',
  ])('"en %s" is refused as a place that the base does not hold', async (written) => {
    const body = await ask(`¿Qué ${roof} se admite en ${written}?`)
    expect(body).toMatchObject({ kind: 'refusal', grounded: false, figures: [], geo_context: { name: null } })
    expect(body['answer']).toContain('no es un lugar de la base')
  })
  test.each(['según la RE2020 francesa', 'según la normativa portuguesa', 'con el código alemán', 'según el reglamento térmico de Francia'])(
    '"%s" asks for a foreign regulation: no Spanish figure',
    async (by) => {
      const body = await ask(`${roof} en Madrid ${by}`)
      expect(body).toMatchObject({ kind: 'refusal', figures: [] })
      expect(body['answer']).toMatch(/extranjer|no es un lugar/)
    },
  )
  test('a name of several municipalities is not guessed: the answer lists them', async () => {
    const body = await ask(`${roof} en Mieres`)
    expect(body).toMatchObject({
      kind: 'refusal',
      figures: [],
      candidates: [
        { geo_id: 'ES-17105', name: 'Mieres', provincia: 'Girona' },
        { geo_id: 'ES-33037', name: 'Mieres', provincia: 'Asturias' },
      ],
    })
    expect(body['answer']).toMatch(/Mieres \(Girona\).*Mieres \(Asturias\)/)
    expect(nameOf(await ask(`${roof} en Mieres (Asturias)`))).toBe('Mieres')
    expect(nameOf(await ask(`${roof} en Mieres`, { geo_id: 'ES-33037' }))).toBe('Mieres')
    expect(nameOf(await ask(`${roof} en Mieres`, { geo_id: 'ES-33' }))).toBe('Mieres')
  })
  test('Andorra is a municipality of Teruel and a country: it is not guessed', async () => {
    expect((await ask(`${roof} en Andorra`))['kind']).toBe('refusal')
    expect(nameOf(await ask(`${roof} en Andorra (Teruel)`))).toBe('Andorra')
  })
  test.each([
    `¿Cumple una cubierta plana con transmitancia 0,30 W/m²K en Soria y Sevilla?`,
    `${roof} en Lorca (Valencia)`,
    `diferencia de la ${roof} entre Madrid y Alcobendas`,
  ])('two places are said and not guessed: %s', async (query) => {
    expect(await ask(query)).toMatchObject({ kind: 'refusal', figures: [], geo_context: { name: null } })
  })
  test('a geo_id that contradicts the text is reported with both names', async () => {
    const body = await ask('¿Cumple una cubierta plana con U 0,30 en Soria?', { geo_id: 'ES-41091' })
    expect(body).toMatchObject({ kind: 'refusal', figures: [] })
    expect(body['answer']).toMatch(/Soria.*Sevilla|Sevilla.*Soria/)
    expect(await ask(`${roof} en Lisboa`, { geo_id: 'ES-41091' })).toMatchObject({ kind: 'refusal', figures: [] })
  })
  test('if geo_id and text agree, the answer is for the finer of the two', async () => {
    for (const geo_id of ['ES-42173', 'ES-42', 'ES-ES41', 'ES']) expect(nameOf(await ask(`${roof} en Soria`, { geo_id }))).toBe('Soria')
    expect(nameOf(await ask(`${roof} en Andalucía`, { geo_id: 'ES-41091' }))).toBe('Sevilla')
  })
  test.each(['anchura mínima de muros', 'pendiente de las paredes', 'en una cubierta plana', 'rampas de salas y puertas'])(
    'ordinary words name no municipality: %s',
    async (query) => {
      expect(nameOf(await ask(query))).toBe(null)
    },
  )
})
