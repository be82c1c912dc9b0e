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
  test.each(['Nos meten un «SPL». ¿Qué es y para qué sirve?', '¿Qué es eso del sector de incendio?', '¿Para qué sirve la arqueta?'])(
    'takes a question for one of what a word means: %s',
    (question) => {
      expect(askingOf(question).asksMeaning).toBe(true)
    },
  )
  test('reads what no figure says, and that `que forma parte` asks for no form', () => {
    expect(askingOf('¿De qué color hay que pintar el cuarto?').quality).toBe('color')
    expect(askingOf('La rampa que forma parte del itinerario mide 7 m. ¿Vale?').quality).toBeUndefined()
  })
  test('reads the bound asked for, unless both are', () => {
    expect(askingOf('¿Cuánto como mucho?').side).toBe('max')
    expect(askingOf('¿Cuánto al menos?').side).toBe('min')
    expect(askingOf('¿Mínimo y máximo?').side).toBeUndefined()
  })
})
