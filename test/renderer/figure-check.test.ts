import { expect, test } from 'vitest'
import { checkOfFigure } from '../../renderer/preguntar/figure-check.ts'

const rule = {
  id: 'uc',
  title: 'Cubiertas',
  kind: 'limit',
  element: ['cubierta-exterior'],
  parameter: 'transmitancia-termica',
  unit: 'W/m²K',
  verification: 'official_text',
  reviewed: null,
}
const figure = { rule: 'uc', title: '', bounds: [], unit: 'W/m²K', code_slug: 'cte-db-he', section_slug: '', verdict: null, missing: [] }
const valueFor = (question: string) => checkOfFigure(figure, [rule], { place: 'Madrid (28079)', question })?.value

test('checkOfFigure() takes element, parameter and unit from the rule, and place and value from the question', () => {
  expect(checkOfFigure(figure, [rule], { place: 'Madrid (28079)', question: '¿Cumple 0,50 W/m2K en Madrid?' })).toMatchObject({
    place: 'Madrid (28079)',
    element: 'cubierta-exterior',
    parameter: 'transmitancia-termica',
    unit: 'W/m²K',
    value: '0,50',
  })
  expect(checkOfFigure({ ...figure, rule: 'otra' }, [rule], { place: '', question: '' })).toBeUndefined()
})

test.each([
  ['¿Qué máximo admite en Madrid?', ''],
  ['¿Cumple 0,50 W/m²K o 0,40 W/m²K?', ''],
  ['¿Cumple a 1000 m con 0,4 W/m²K?', '0,4'],
  ['¿Cumple 0,4 W/m²Kh?', ''],
  ['¿Cumple 1.000 W/m²K?', ''],
])('checkOfFigure() fills in a value only if the question has exactly one: %s', (question, value) => {
  expect(valueFor(question)).toBe(value)
})
