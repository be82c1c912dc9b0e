import { expect, test } from 'vitest'
import { bodyOf, startService } from '../service.ts'

const { post } = startService()

test.each([0.5, 3, 9])('a flat roof with gravel at %s % is answered with both ends, though two rules set them', async (value) => {
  const body = await bodyOf(
    await post('/api/v1/verify', {
      element: 'cubierta-plana',
      parameter: 'pendiente',
      value,
      unit: '%',
      geo_id: 'ES-28079',
      codes: [{ slug: 'cte-db-hs' }],
      context: { proteccion_cubierta: 'grava', grava_suelta: true },
    }),
  )
  expect(body).toMatchObject({ limit_range: { min: 1, max: 5 }, result_status: value === 3 ? 'COMPLIANT' : 'NON_COMPLIANT' })
})
