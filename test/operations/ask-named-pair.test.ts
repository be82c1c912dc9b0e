import { describe, expect, test } from 'vitest'
import { service } from '../ask/ask-service.ts'
import { bodyOf, type Json } from '../service.ts'

const ask = async (query: string): Promise<Json> => bodyOf(await service.post('/api/v1/ask', { query }))

describe('a question that names a thing and a quantity, and nothing else, is answered with the rules of the two', () => {
  test.each([
    ['altura de barandilla en un colegio', 'cte-db-sua', 'sua1-3-2-1'],
    ['iluminación mínima de una escalera', 'cte-db-sua', 'sua4-1'],
    ['ancho de una puerta de salida', 'cte-db-si', 'si3-4-2'],
    ['¿Qué ancho tiene que tener una puerta de evacuación?', 'cte-db-si', 'si3-4-2'],
    ['transmitancia del suelo en contacto con el terreno en León', 'cte-db-he', 'he1-3-1-1'],
    ['recubrimiento mínimo del hormigón', 'codigo-estructural', 'ce-44'],
    ['altura de un pasamanos', 'cte-db-sua', 'sua1-4-2-4'],
  ])('%s', async (query, document, section) => {
    const { figures } = await ask(query)
    const [first] = figures as Json[]
    expect([first?.['code_slug'], String(first?.['section_slug'])]).toEqual([document, expect.stringContaining(section)])
  })
  test('the ground floor has the limit of what touches the ground', async () => {
    expect(await ask('transmitancia del suelo en contacto con el terreno en León')).toMatchObject({ figures: [{ bounds: [{ value: 0.59 }] }] })
  })
  test('a rule of a community or of the Order of 1944 is none of the whole country', async () => {
    const { figures } = await ask('ancho de escalera en un edificio de viviendas')
    const documents = new Set((figures as Json[]).map((one) => one['code_slug']))
    expect([...documents].every((slug) => ['cte-db-sua', 'cte-db-si'].includes(slug as string))).toBe(true)
    expect(documents).toContain('cte-db-sua')
    expect(await ask('superficie mínima de un dormitorio en Galicia')).toMatchObject({ sources: [{ code_slug: 'decreto-29-2010' }] })
  })
})
