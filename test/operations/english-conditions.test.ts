import { describe, expect, test } from 'vitest'
import { bodyOf, type Json, startService } from '../service.ts'

const { post, get, kb } = startService()
const width = { geo_id: 'ES-28079', element: 'escalera', parameter: 'anchura', value: 1, unit: 'm' }
const verify = async (language: string, context: Json = {}): Promise<Json> =>
  bodyOf(await post('/api/v1/verify', { ...width, context, include: ['trace'] }, { 'accept-language': language }))
const conditions = async (language: string): Promise<Json[]> => {
  const body = bodyOf(await get('/api/v1/elementos/escalera/anchura?geo_id=ES-28079', { 'accept-language': language }))
  return (await body)['conditions'] as Json[]
}
const nameOf = (field: unknown): string | undefined => kb.book.dimensions.byId.get(String(field))?.en

describe('an answer in English', () => {
  test('asks for what it misses by its English name, and for its values', async () => {
    const missing = (await verify('en'))['missing'] as Json[]
    expect(missing.length).toBeGreaterThan(0)
    for (const { field, label } of missing) expect(label).toBe(nameOf(field))
    const use = missing.find(({ field }) => field === 'uso')?.['allowed'] as Json[]
    const named = kb.book.dimensions.byId.get('uso')?.values ?? []
    for (const { value, label } of use) expect(label).toBe(named.find(({ id }) => id === value)?.en)
    expect((await verify('en', { uso: 'residencial_vivienda' }))['detail']).not.toMatch(/[áéíóúñ]/)
  })

  test('says in English what was assumed, decided and compared', async () => {
    const window = { geo_id: 'ES-28079', element: 'ventana', parameter: 'transmitancia-termica', value: 1.5, unit: 'W/m²K', include: ['trace'] }
    const answer = async (language: string): Promise<Json> => bodyOf(await post('/api/v1/verify', window, { 'accept-language': language }))
    const [english, spanish] = [await answer('en'), await answer('es')]
    expect((english['assumptions'] as string[]).join(' ')).toContain('Assumed "Kind of works": New building')
    expect((english['trace'] as Json[]).map(({ text }) => text)).toContain('1.5 ≤ 1.8 W/m²K: it is met')
    expect((spanish['trace'] as Json[]).map(({ text }) => text)).toContain('1,5 ≤ 1,8 W/m²K: se cumple')
    expect(english['is_compliant']).toBe(spanish['is_compliant'])
  })

  test('describes each condition by its English name, and in Spanish by its Spanish one', async () => {
    const [english, spanish] = [await conditions('en'), await conditions('es')]
    expect(english.map(({ field }) => field)).toEqual(spanish.map(({ field }) => field))
    expect(english.map(({ label }) => label)).toEqual(english.map(({ field }) => nameOf(field)))
    expect(spanish.map(({ label }) => label)).toEqual(spanish.map(({ field }) => kb.book.dimensions.byId.get(String(field))?.label))
  })
})
