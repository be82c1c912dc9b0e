import { describe, expect, test } from 'vitest'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { isPossible, isPossibleIn, type Possible, rangeText } from '../../server/engine/possible.ts'
import { unitsFrom } from '../../server/engine/unit.ts'

const units = unitsFrom([
  { symbol: 'm', spellings: [], factor: '1', base: { m: 1 } },
  { symbol: 'cm', spellings: [], factor: '0.01', base: { m: 1 } },
  { symbol: 'kg', spellings: [], factor: '1', base: { kg: 1 } },
])
const among = (possible: Possible, ...values: readonly string[]): string[] => values.filter((one) => isPossible(parseDecimal(one), possible))

describe('the values that a number can have', () => {
  test('are none below zero, unless the range says so or its limits are there', () => {
    expect(among({}, '-0.1', '0', '1')).toEqual(['0', '1'])
    expect(among({ min: '-5' }, '-6', '-5', '0')).toEqual(['-5', '0'])
    expect(among({ plausible: { min: '-3' } }, '-100', '0')).toEqual(['-100', '0'])
    expect(among({ plausible: { min: '1' } }, '-1', '0')).toEqual(['0'])
  })

  test('are those between the ends, both included, and above the one that must be passed', () => {
    expect(among({ min: '1', max: '5' }, '0.9', '1', '5', '5.1')).toEqual(['1', '5'])
    expect(among({ above: '0', max: '2' }, '0', '0.001', '2', '2.001')).toEqual(['0.001', '2'])
  })

  test('are whole where it counts', () => {
    expect(among({ integer: true }, '0', '0.5', '1', '7')).toEqual(['0', '1', '7'])
    expect(among({ integer: false }, '0.5')).toEqual(['0.5'])
  })

  test('are judged in the unit of the parameter, and not in that of another quantity', () => {
    const parameter = { unit: 'm', max: '3' }
    const isIn = (value: string, unit: string) => {
      const found = units.parse(unit)
      return found && isPossibleIn(parameter, parseDecimal(value), found, units)
    }
    expect([isIn('300', 'cm'), isIn('301', 'cm'), isIn('3', 'm'), isIn('4', 'm'), isIn('4', 'kg')]).toEqual([true, false, true, false, true])
  })
})

describe('a range in words', () => {
  test.each<[Possible, string, string]>([
    [{}, 'un valor no menor que 0', 'a value not less than 0'],
    [{ unit: 'm' }, 'un valor no menor que 0 m', 'a value not less than 0 m'],
    [{ min: '1', max: '5', integer: true }, 'un número entero entre 1 y 5', 'a whole number between 1 and 5'],
    [{ min: '0.5', max: '2.5', unit: 'm' }, 'un valor entre 0,5 y 2,5 m', 'a value between 0.5 and 2.5 m'],
    [{ min: '1', max: '5', integer: true, unit: 'planta' }, 'un número entero entre 1 y 5 plantas', 'a whole number between 1 and 5 storeys'],
    [{ above: '0', unit: 'mes' }, 'un valor mayor que 0 meses', 'a value greater than 0 months'],
    [{ above: '0', unit: 'W/m²K' }, 'un valor mayor que 0 W/m²K', 'a value greater than 0 W/m²K'],
    [{ above: '0.5', max: '1.5' }, 'un valor mayor que 0,5 y no mayor que 1,5', 'a value greater than 0.5 and not greater than 1.5'],
    [{ max: '1.5', plausible: { min: '-3' } }, 'un valor no mayor que 1,5', 'a value not greater than 1.5'],
    [{ min: '1.5' }, 'un valor no menor que 1,5', 'a value not less than 1.5'],
    [{ plausible: { min: '-3' } }, 'un valor', 'a value'],
  ])('%j', (possible, es, en) => expect(rangeText(possible)).toEqual({ es, en }))
})
