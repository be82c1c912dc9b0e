import { expect, test } from 'vitest'
import { bodyOf, flatRoof, type Json, startService } from '../service.ts'

const { post } = startService()

async function useOf(context: Json): Promise<Record<'decided' | 'by_default' | 'not_used', { field: string; value: string }[]>> {
  const body = await bodyOf(await post('/api/v1/verify', { ...flatRoof, context }))
  expect(body['is_compliant']).toBe(false)
  return body['context_use'] as Awaited<ReturnType<typeof useOf>>
}
const fields = (data: readonly { readonly field: string }[]) => data.map(({ field }) => field).sort()

test('a verdict tells which conditions counted and which no rule reads', async () => {
  const { decided, not_used } = await useOf({ intervencion: 'obra_nueva', altitud_m: 700, personas: 12 })
  expect(fields(decided)).toEqual(['altitud_m', 'intervencion'])
  expect(not_used).toEqual([{ field: 'personas', label: expect.any(String), value: '12' }])
})

test('what was taken without being sent is told, and no longer once it is sent', async () => {
  const { by_default } = await useOf({ intervencion: 'obra_nueva' })
  const taken = by_default.find(({ field }) => field === 'construccion_provisional')
  expect(taken).toMatchObject({ value: 'no' })
  const told = await useOf({ intervencion: 'obra_nueva', construccion_provisional: false })
  expect(fields(told.by_default)).not.toContain('construccion_provisional')
  expect(fields(told.decided)).toContain('construccion_provisional')
})
