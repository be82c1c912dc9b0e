import { describe, expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const { post } = startService()
const refused = async (context: Json, language = 'es'): Promise<Json> =>
  bodyOf(await post('/api/v1/verify', { ...flatRoof, context }, { 'accept-language': language }))

describe('what is wrong with a condition is said in words', () => {
  test('an unknown condition: others by their labels, their identifiers apart', async () => {
    const { detail, candidates } = await refused({ intervencionn: 'obra_nueva' })
    expect(detail).toMatch(/^El contexto no es válido: condición desconocida «intervencionn»; se espera: «Tipo de intervención»/)
    expect(candidates).toContain('intervencion')
    expect(String(detail)).not.toMatch(/\b[a-z]+_[a-z_]+\b/)
  })

  test('an unknown value: the condition and its values by their labels, in both languages', async () => {
    const { detail } = await refused({ intervencion: 'zzz' })
    expect(detail).toMatch(/valor desconocido de «Tipo de intervención»; se espera: .*«Obra nueva»/)
    const english = await refused({ intervencion: 'zzz' }, 'en')
    expect(english['detail']).toMatch(/unknown value of "[A-Z][^"]+"; expected one of: .*"New building"/)
  })

  test('a label that an error names is taken in its place', async () => {
    const { detail } = await refused({ 'Tipo de intervención': 'zzz' })
    expect(detail).toContain('«Obra nueva»')
    expect(await refused({ 'Tipo de intervención': 'Obra nueva' })).toHaveProperty('result_status')
  })

  test.each([
    [{ altitud_m: 'alta' }, /«Altitud[^»]*» ha de ser un número/],
    [{ edificio_aislado: 'quizá' }, /«Edificio aislado» ha de ser sí o no/],
  ] as const)('%j', async (context, words) => expect((await refused({ ...context }))['detail']).toMatch(words))
})
