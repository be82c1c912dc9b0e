import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const service = startService()
const get = async (path: string) => bodyOf(await service.get(path))

describe('a municipality by the names people write', () => {
  test.each([
    ['Lorca (Murcia)', '30024'],
    ['Mieres (Asturias)', '33037'],
    ['Moya (Gran Canaria)', '35013'],
    ['La Zarza (prov. de Badajoz)', '06162'],
    ['Zarza, La (Valladolid)', '47232'],
    ['Hospitalet de Llobregat, L’', '08101'],
    ['Hospitalet de Llobregat', '08101'],
    ['Vitoria', '01059'],
    ['La Coruña', '15030'],
    ['Orense', '32054'],
    ['Gerona', '17079'],
    ['Ibiza', '07026'],
    ['Játiva', '46145'],
    ['Fuenterrabía', '20036'],
    ['Bilbao (Vizcaya)', '48020'],
    ['Noáin', '31088'],
  ])('"%s" is %s, for the sheet of a place and in a table', async (written, ine) => {
    expect(await get(`/api/v1/geo/${encodeURIComponent(written)}`)).toMatchObject({ ine })
    const text = `lugar;elemento;parametro;valor;unidad\n${written};cubierta plana;U;0,3;W/m²K`
    const { rows } = await bodyOf(await service.post('/api/v1/comprobaciones/tabla', { text }))
    expect((rows as Json[])[0]).toMatchObject({ geo_id: `ES-${ine}` })
  })
  test('the first words of a name bring the names that begin so before those that are spelt like it', async () => {
    const { code, candidates } = await get('/api/v1/geo/Santiago')
    const names = (candidates as Json[]).map(({ name }) => String(name))
    expect(code).toBe('unknown-municipality')
    expect(names).toContain('Santiago de Compostela')
    expect(names.slice(0, 5).every((name) => /^santiago /i.test(name))).toBe(true)
  })
  test('the list has the other names, for forms in which a municipality is chosen', async () => {
    const items = (await get('/api/v1/municipios?provincia=07'))['items'] as Json[]
    expect(items.find(({ ine }) => ine === '07026')).toMatchObject({ name: 'Eivissa', other_names: ['ibiza'] })
    expect(items.find(({ ine }) => ine === '07027')).not.toHaveProperty('other_names')
  })
  test.each(['Córdoba (Argentina)', 'Toledo (Ohio)', 'Lorca (Valencia)', 'Andorra la Vella'])('"%s" is no municipality', async (written) => {
    expect(await get(`/api/v1/geo/${encodeURIComponent(written)}`)).toMatchObject({ code: 'unknown-municipality' })
  })
  test.each([
    ['provincia=Vizcaya', 'Bizkaia'],
    ['provincia=Gerona', 'Girona'],
    ['provincia=La%20Coru%C3%B1a', 'A Coruña'],
  ])('%s lists the municipalities of %s', async (query, name) => {
    expect(((await get(`/api/v1/municipios?${query}&limit=1`))['items'] as Json[])[0]).toMatchObject({ provincia: name })
  })
})
