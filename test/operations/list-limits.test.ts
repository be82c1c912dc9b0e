import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post } = startService()

interface Limits {
  readonly items: readonly {
    readonly rule: string
    readonly standing: string
    readonly outcomes: readonly {
      readonly text: string
      readonly limits: readonly { readonly value: number }[]
      readonly cases: readonly { readonly text: string }[] | null
    }[]
  }[]
  readonly open_data: readonly { readonly field: string; readonly rules: number }[]
}

async function limits(body: object): Promise<Limits> {
  const answer = await post('/api/v1/limites', body)
  expect(answer.status).toBe(200)
  return (await bodyOf(answer)) as unknown as Limits
}

describe('the limit without a value', () => {
  test('is the one that verify holds a value against, also at another altitude', async () => {
    for (const context of [{}, { altitud_m: 1300 }]) {
      const asked = { element: 'cubierta plana', parameter: 'U', geo_id: 'ES-05019', context }
      const found = await limits(asked)
      const verdict = await bodyOf(await post('/api/v1/verify', { ...asked, value: 0.9, unit: 'W/m²K' }))
      expect(found.items.map(({ standing }) => standing)).toEqual(['applies'])
      expect(found.items[0]?.outcomes[0]?.limits[0]?.value).toBe(verdict.limit_value)
    }
  })

  test('is a table of cases where data decide, with the datum first that decides most', async () => {
    const asked = { element: 'barandilla', parameter: 'altura', geo_id: 'ES-28079' }
    const open = await limits(asked)
    expect(open.items[0]).toMatchObject({ standing: 'depends' })
    expect(open.items[0]?.outcomes[0]?.cases?.length).toBeGreaterThan(0)
    const counts = open.open_data.map(({ rules }) => rules)
    expect(counts).toEqual(counts.toSorted((left, right) => right - left))
    const [datum] = open.open_data
    const settled = await limits({ ...asked, context: { [String(datum?.field)]: 7 } })
    expect(settled.open_data.map(({ field }) => field)).not.toContain(datum?.field)
  })

  test('offers the pairs that unknown words may mean', async () => {
    const body = await bodyOf(await post('/api/v1/limites', { element: 'nave tipo C', parameter: 'superficie de sector', geo_id: 'ES-28079' }))
    const pair = { element: 'sector-incendio-industrial', parameter: 'superficie-construida-max' }
    expect(body).toMatchObject({ code: 'unknown-element', pairs: expect.arrayContaining([expect.objectContaining(pair)]) })
  })

  test('refuses what verify refuses', async () => {
    const unknown = await post('/api/v1/limites', { element: 'nada así', parameter: 'U', geo_id: 'ES-28079' })
    expect([unknown.status, (await bodyOf(unknown)).code]).toEqual([422, 'unknown-element'])
    const wrong = await post('/api/v1/limites', { element: 'cubierta plana', parameter: 'U', geo_id: 'ES-28079', context: { altitud_m: 'alta' } })
    expect((await bodyOf(wrong)).code).toBe('validation')
  })
})
