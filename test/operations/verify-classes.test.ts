import { describe, expect, test } from 'vitest'
import { startService } from '../service.ts'
import { checkerAt, outcomeOf } from '../verdicts/answers.ts'

const check = checkerAt(startService(), 'ES-28079')

describe('a class that is said in part', () => {
  const reaction = { situacion_revestimiento: 'zonas_ocupables', uso: 'administrativo' }
  test.each([
    ['revestimiento-techo-pared', 'reaccion-fuego', 'C', reaction, 'indeterminate'],
    ['revestimiento-techo-pared', 'reaccion-fuego', 'B-s1', reaction, 'indeterminate'],
    ['revestimiento-techo-pared', 'reaccion-fuego', 'B-s3', reaction, 'NON_COMPLIANT'],
    ['revestimiento-techo-pared', 'reaccion-fuego', 'D', reaction, 'NON_COMPLIANT'],
    ['revestimiento-techo-pared', 'reaccion-fuego', 'B-s1,d0', reaction, 'COMPLIANT'],
    ['puerta-sector-incendio', 'resistencia-fuego-ei2', 'EI2 60', { ei_pared_min: 120, vestibulo_independencia: false }, 'NON_COMPLIANT'],
    ['puerta-sector-incendio', 'resistencia-fuego-ei2', 'EI2 45', { ei_pared_min: 120, vestibulo_independencia: false }, 'NON_COMPLIANT'],
    ['medianeria', 'resistencia-fuego-ei', 'R 120', {}, 'NON_COMPLIANT'],
    ['medianeria', 'resistencia-fuego-ei', 'R 90', {}, 'NON_COMPLIANT'],
    ['medianeria', 'resistencia-fuego-ei', 'E 120', {}, 'NON_COMPLIANT'],
  ])('%s · %s %s %j is %s', async (element, parameter, value, context, outcome) => {
    expect(outcomeOf(await check(element, parameter, value, '', context))).toBe(outcome)
  })

  test('the answer says what is missing', async () => {
    const body = await check('revestimiento-techo-pared', 'reaccion-fuego', 'C', '', reaction)
    expect(body).toMatchObject({
      code: 'indeterminate',
      detail: '«C» no dice el humo (s), las gotas (d): escriba la clase entera (se exige C-s2,d0)',
      missing: [],
      errors: [{ pointer: '/value', code: 'incomplete-class' }],
    })
  })
})
