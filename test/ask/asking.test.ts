import { describe, expect, test } from 'vitest'
import { askingOf } from '../../server/ask/asking.ts'

describe('askingOf()', () => {
  test.each([
    '1,05 s de eco en el comedor. ¿Pasa o hay que poner más techo absorbente?',
    'Un pasillo de 1,10 m. ¿Vale o tendría que ensancharlo?',
    'La barandilla mide 95 cm, ¿cumple?',
  ])('takes a question for a verdict: %s', (question) => {
    expect(askingOf(question).judges).toBe(true)
  })
  test.each(['¿Hay que poner barandilla en un desnivel de 50 cm?', '¿Cuánto mide una barandilla?'])('and not: %s', (question) => {
    expect(askingOf(question).judges).toBe(false)
  })
  test('reads the bound asked for, unless both are', () => {
    expect(askingOf('¿Cuánto como mucho?').side).toBe('max')
    expect(askingOf('¿Cuánto al menos?').side).toBe('min')
    expect(askingOf('¿Mínimo y máximo?').side).toBeUndefined()
  })
})
