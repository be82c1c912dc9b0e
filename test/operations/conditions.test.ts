import { expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const service = startService()

interface Condition {
  readonly field: string
  readonly type: string
  readonly allowed?: readonly { readonly value: string }[]
}

test('GET /api/v1/condiciones lists every condition that a check may state, once, with its values, and none that follows from the place', async () => {
  const { items, total } = (await bodyOf(await service.get('/api/v1/condiciones'))) as unknown as { items: readonly Condition[]; total: number }
  const fields = items.map(({ field }) => field)
  expect(new Set(fields).size).toBe(total)
  expect(items.find(({ field }) => field === 'intervencion')?.allowed?.map(({ value }) => value)).toContain('obra_nueva')
  expect(fields).not.toContain('radon_zone')
  for (const { field, type, allowed } of items) expect((allowed ?? []).length > 0, field).toBe(type === 'enum')
})
