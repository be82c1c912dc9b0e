import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDecimal, toNumber } from '../../server/engine/decimal.ts'
import { bodyOf, flatRoof, startService } from '../service.ts'

const { post } = startService()
const send = (value: string) => post('/api/v1/verify', JSON.stringify(flatRoof).replace('"value":0.5', `"value":${value}`))

describe('a very small or long value', () => {
  test.each(['1e-310', '5e-324', '1e-400', '"1e-310"', '"1e-999"', '0.0000000000000000000000000000001'])(
    '%s has a margin that is a number',
    async (value) => {
      const response = await send(value)
      const body = await bodyOf(response)
      expect([response.status, body['margin'], typeof body['normalized_value']]).toEqual([200, 0.35, 'number'])
    },
  )
  test('too small for a double is not treated as zero: it is returned as sent', async () => {
    expect(await (await send('1e-400')).text()).toContain('"provided_value":1e-400')
  })
  test.each(['1e13', '1e400', '"1e400"', '1000000000000000000000', '"-1e13"'])('%s is out of range', async (value) => {
    expect((await send(value)).status).toBe(422)
  })
})

describe('toNumber()', () => {
  test('keeps every double of up to 15 digits, down to the smallest', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        const short = Number(double.toPrecision(15))
        fc.pre(Number.isFinite(short))
        expect(toNumber(parseDecimal(String(short)))).toBe(short === 0 ? 0 : short)
      }),
    )
    expect(toNumber(parseDecimal('5e-324'))).toBe(5e-324)
  })
  test('is exact if numerator and denominator are larger than any double', () => {
    const third = parseDecimal('1e300').div(parseDecimal('3e300'))
    expect(toNumber(third)).toBe(0.333333333333333)
    expect(toNumber(parseDecimal('2e-320').div(3))).toBe(Number('6.66666666666667e-321'))
  })
})
