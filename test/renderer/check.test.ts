import { describe, expect, test } from 'vitest'
import { addressOf, type Check, checkFrom, isComplete, variedCheck, wireContext, wireValue } from '../../renderer/verificar/check.ts'

const check: Check = {
  place: 'Madrid (28079)',
  element: 'Cubierta plana',
  parameter: 'Transmitancia térmica',
  value: '0,50',
  unit: 'W/m²K',
  date: '2026-01-31',
  context: { altitud_m: '650', edificio_aislado: 'false' },
}

describe('a check in the address', () => {
  test('is read back unchanged', () => {
    expect(checkFrom(new URL(addressOf(check), 'http://localhost').searchParams)).toEqual(check)
  })

  test('includes the variation to compare with', () => {
    const other: Check = { ...check, variation: { kind: 'altitud', value: '1200' } }
    expect(checkFrom(new URL(addressOf(other), 'http://localhost').searchParams)).toEqual(other)
    expect(variedCheck(other)).toEqual({ ...check, context: { ...check.context, altitud_m: '1200' } })
    expect(variedCheck({ ...check, variation: { kind: 'fecha', value: '2020-01-01' } })).toEqual({ ...check, date: '2020-01-01' })
    expect(variedCheck(check)).toBeUndefined()
  })

  test('is incomplete while a field other than the date is blank', () => {
    expect(isComplete({ ...check, date: '' })).toBe(true)
    for (const name of ['place', 'element', 'parameter', 'value', 'unit'] as const) expect(isComplete({ ...check, [name]: ' ' }), name).toBe(false)
  })
})

describe('typed values', () => {
  test.each([
    ['0,50', 0.5],
    ['0.35', 0.35],
    ['27', 27],
    ['-3,0', -3],
    [' 90 ', 90],
    ['EI 60', 'EI 60'],
    ['XC2', 'XC2'],
    ['', ''],
    ['1.234,5', 1234.5],
    ['12.500', '12.500'],
    ['0.350', 0.35],
    ['0,1234567890123456789', '0.1234567890123456789'],
  ])('%s is sent as %s', (typed, sent) => {
    expect(wireValue(typed)).toBe(sent)
  })

  test('conditions are sent as booleans, numbers or text; blank ones are left out', () => {
    expect(wireContext({ a: 'true', b: 'false', c: '2,5', d: 'general', e: '' })).toEqual({ a: true, b: false, c: 2.5, d: 'general' })
  })
})
