import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDecimal } from '../../server/engine/decimal.ts'
import { readTypedNumber, writeTypedNumber } from '../../server/engine/typed-number.ts'

describe('a typed number', () => {
  test.each([
    ['3,5', '3.5'],
    ['3.5', '3.5'],
    ['0.350', '0.350'],
    ['0,125', '0.125'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['3 000', '3000'],
    ['3\u00a0000,25', '3000.25'],
    ['1234.567', '1234.567'],
    ['3.0000', '3.0000'],
    ['−2,5', '-2.5'],
    ['+7', '7'],
    [',5', '0.5'],
    ['1e-3', '1e-3'],
    ['1.234e2', '1.234e2'],
    [' 90 ', '90'],
    ['0012', '12'],
  ])('"%s" is %s', (typed, text) => {
    expect(readTypedNumber(typed)).toEqual({ kind: 'number', text })
  })

  test.each([
    ['3.000', '3000', '3,0000'],
    ['1,000', '1000', '1,0000'],
    ['12.500', '12500', '12,5000'],
    ['-1.234', '-1234', '-1,2340'],
    ['999,999', '999999', '999,9990'],
  ])('"%s" may be %s or %s', (typed, grouped, decimal) => {
    expect(readTypedNumber(typed)).toEqual({ kind: 'ambiguous', grouped, decimal })
    for (const one of [grouped, decimal]) expect(readTypedNumber(one).kind).toBe('number')
  })

  test.each(['', ' ', 'abc', 'EI 60', '3.1.1', '1.2345.678', '12,34,56', '3,', '.', '1..2', '3.000 m'])('"%s" is not a number', (typed) => {
    expect(readTypedNumber(typed)).toEqual({ kind: 'text' })
  })

  test('a known decimal mark resolves the ambiguity', () => {
    expect(readTypedNumber('3,000', ',')).toEqual({ kind: 'number', text: '3.000' })
    expect(readTypedNumber('3.000', ',')).toEqual({ kind: 'ambiguous', grouped: '3000', decimal: '3,000' })
    expect(readTypedNumber('3.000', '.')).toEqual({ kind: 'number', text: '3.000' })
  })

  test('an ambiguous text is shown as typed', () => {
    expect(['3.125', '0.125', 'EI 60', '0.3500000000000000001'].map(writeTypedNumber)).toEqual(['3.125', '0,125', 'EI 60', '0,3500000000000000001'])
    expect(writeTypedNumber(3.125)).toBe('3,1250')
  })

  test('every number shown in a field is read back unchanged', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.integer({ min: -2e6, max: 2e6 }).map((one) => one / 1000),
        ),
        (number) => {
          const read = readTypedNumber(writeTypedNumber(number))
          expect(read.kind === 'number' && isDecimal(read.text) ? Number(read.text) + 0 : read).toBe(number + 0)
        },
      ),
      { numRuns: 2000 },
    )
  })
})
