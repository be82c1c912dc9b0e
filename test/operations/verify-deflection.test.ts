import { describe, expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post } = startService()
const deflection = async (parameter: string, value: number | string, context: Record<string, string> = {}, element = 'forjado') =>
  bodyOf(await post('/api/v1/verify', { element, parameter, value, unit: '1', geo_id: 'ES-28079', context }))

describe('DB-SE 4.3.3: the text says "menor que", so the figure itself does not comply', () => {
  test.each([
    ['flecha-relativa-integridad', 0.0025, { tabiques: 'ordinarios' }],
    ['flecha-relativa-integridad', '1/500', { tabiques: 'fragiles' }],
    ['flecha-relativa-integridad', '1/300', { tabiques: 'resto' }],
    ['flecha-relativa-confort', '1/350', {}],
    ['flecha-relativa-apariencia', '1/300', {}],
  ] as const)('%s of exactly %s fails', async (parameter, value, context) => {
    expect(await deflection(parameter, value, context)).toMatchObject({ result_status: 'NON_COMPLIANT', comparison: 'lt', margin: 0 })
  })
  test.each([
    ['flecha-relativa-integridad', '1/401', { tabiques: 'ordinarios' }],
    ['flecha-relativa-confort', '1/351', {}],
    ['flecha-relativa-apariencia', '299/90000', {}],
  ] as const)('%s of %s, just below, complies', async (parameter, value, context) => {
    expect(await deflection(parameter, value, context)).toMatchObject({ result_status: 'COMPLIANT', comparison: 'lt' })
  })
  test('a roof is checked for comfort and appearance as a floor is', async () => {
    expect(await deflection('flecha-relativa-confort', '1/350', {}, 'cubierta')).toMatchObject({ result_status: 'NON_COMPLIANT' })
    expect(await deflection('flecha-relativa-apariencia', '1/301', {}, 'cubierta')).toMatchObject({ result_status: 'COMPLIANT' })
  })
})

test('a limit that is a fraction is answered as the fraction that the text prints', async () => {
  const body = await deflection('flecha-relativa-apariencia', '1/250')
  expect(body).toMatchObject({ provided_value: '1/250', limit_value: 0.00333333333333333, limit_exact: '1/300', result_status: 'NON_COMPLIANT' })
  expect(body).toMatchObject({ cells: [{ table: 'flechas-4-3-3-1', text: '1/300' }] })
})

test('a limit sent back as it was answered is exactly at the limit', async () => {
  const first = await deflection('flecha-relativa-confort', 0.001)
  const again = await deflection('flecha-relativa-confort', String(first['limit_exact']))
  expect(again).toMatchObject({ margin: 0, result_status: 'NON_COMPLIANT' })
})
