import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { parseDecimal, toNumber } from '../../server/engine/decimal.ts'
import { unitSymbol } from '../../server/engine/schema.ts'
import { convert, unitsFrom } from '../../server/engine/unit.ts'

const symbols = z.array(unitSymbol).parse(parse(readFileSync('kb/vocabulary/units.yaml', 'utf8')))
const units = unitsFrom(symbols)
const unit = (text: string) => {
  const found = units.parse(text)
  if (found === undefined) throw new Error(`cannot read ${text}`)
  return found
}

describe('units', () => {
  test.each([
    ['W/m²K', 'W/(m²·K)'],
    ['W/m²K', 'W·m⁻²·K⁻¹'],
    ['W/m²K', 'W/m2·ºC'],
    ['l/s', 'dm³/s'],
    ['kWh/m²·año', 'kWh/(m2·año)'],
    ['m³/h·m²', 'm3/(h·m2)'],
    ['l/s·plaza', 'l/(s·plaza)'],
    ['dBA', 'dB(A)'],
    ['Bq/m³', 'Bq/m3'],
    ['W/m² por 100 lux', 'W/(m²·100 lx)'],
    ['l/persona·día', 'l por persona y día'],
    ['l/s·m²', 'l/s por m2'],
    ['l/s·m²', 'litros por segundo y metro cuadrado'],
    ['l/s·persona', 'l/s por persona'],
    ['l/s·persona', 'l/s p.p.'],
    ['l/s·plaza', 'l/s por plaza'],
    ['m', 'metros'],
    ['cm', 'cm.'],
    ['m²', 'm2'],
    ['m²', 'metros cuadrados'],
    ['mm²', 'mm2'],
    ['m³', 'metros cúbicos'],
    ['°C', 'ºC'],
    ['kW', 'KW'],
    ['lux', 'lx'],
    ['lux', 'LUX'],
    ['%', 'por ciento'],
    ['%', 'tanto por ciento'],
    ['1', 'tanto por uno'],
    ['1/h', 'renovaciones por hora'],
    ['kN/m²', 'KN/m2'],
    ['dBA', 'dB A'],
    ['min', 'minutos'],
  ])('%s and %s are the same unit', (one, other) => {
    expect(unit(other).kind).toBe(unit(one).kind)
    expect(unit(other).factor.equals(unit(one).factor)).toBe(true)
  })

  test.each(['MA', 'Ma', 'mPa', 'mpa', 'mN', 'mJ/m²', 'mWh', 'MV', 'mΩ', 'Mg/l', 'Mbar'])(
    '%s is not read in another case: milli and mega are 10⁹ apart',
    (text) => {
      expect(units.parse(text)).toBeUndefined()
    },
  )
  test.each([
    ['KN', 'kN'],
    ['KW', 'kW'],
    ['Kg', 'kg'],
    ['M2', 'm²'],
    ['MM', 'mm'],
    ['CM', 'cm'],
    ['Km', 'km'],
    ['KM', 'km'],
    ['Mm2', 'mm²'],
    ['Mpa', 'MPa'],
    ['ma', 'mA'],
    ['MCA', 'mca'],
    ['Miliamperios', 'mA'],
    ['MIN', 'min'],
  ])('%s is %s, as sites write it', (text, right) => {
    expect(units.parse(text)?.kind).toBe(unit(right).kind)
    expect(units.parse(text)?.factor.equals(unit(right).factor)).toBe(true)
  })

  test.each([
    ['1', 'kcal/(h·m²·°C)', 'W/m²K', '1.163'],
    ['100', 'cm', 'm', '1'],
    ['1', 'bar', 'kPa', '100'],
    ['5', '%', '1', '0.05'],
    ['60', 'l/min', 'l/s', '1'],
    ['1', 'kp', 'N', '9.80665'],
    ['1', 'kWh', 'MJ', '3.6'],
    ['1', 'ha', 'm²', '10000'],
    ['1', 'W/m²·lux', 'W/m² por 100 lux', '100'],
    ['1', 'mca', 'kPa', '9.80665'],
    ['1', 'atm', 'kPa', '101.325'],
    ['1', 'kp/cm²', 'bar', '0.980665'],
    ['250', 'ms', 's', '0.25'],
    ['2', 'h', 'min', '120'],
  ])('%s %s is %s = %s exactly', (value, from, to, result) => {
    expect(convert(parseDecimal(value), unit(from), unit(to)).equals(parseDecimal(result))).toBe(true)
  })

  test.each([
    ['m', 's'],
    ['dB', 'dBA'],
    ['kWh/m²·mes', 'kWh/m²·año'],
    ['W/m²', 'W/m²K'],
    ['ppm', '%'],
    ['W/m² por 100 lux', 'W/m²'],
    ['°C', 'K'],
  ])('%s and %s do not convert', (one, other) => {
    expect(unit(one).kind).not.toBe(unit(other).kind)
  })

  test.each(['', 'parsec', 'yarda', 'W/m²Q', '²', '5 m', '½', 'Wm'])('"%s" is not a unit', (text) => {
    expect(units.parse(text)).toBeUndefined()
  })

  test.each([
    ['kg/cm2', 'kPa', '98.0665'],
    ['kg/m²', 'kN/m²', '0.00980665'],
    ['kilos', 'kN', '0.00980665'],
    ['grados', '°', '1'],
  ])('where %s stands for a unit like %s it converts exactly', (text, wanted, result) => {
    const found = units.parseLike(text, [wanted])
    expect(found?.kind).toBe(unit(wanted).kind)
    if (found !== undefined) expect(convert(parseDecimal('1'), found, unit(wanted)).equals(parseDecimal(result))).toBe(true)
  })

  test.each([
    ['kg', 'kN', 'kp'],
    ['Kilo', 'kN', 'kp'],
    ['kilogramos/cm²', 'kPa', 'kp/cm²'],
    ['kg por m²', 'kPa', 'kp/m²'],
    ['kgs', 'N', 'kp'],
    ['grado', '°', '°'],
    ['Grados.', '°', '°'],
    ['renovaciones', '1/h', '1/h'],
    ['Ren.', '1/h', '1/h'],
    ['renovación', '1/h', '1/h'],
  ])('%s is %s of people, where one is asked for', (text, wanted, meant) => {
    const [found, right] = [units.parseLike(text, [wanted]), unit(meant)]
    expect([found?.kind, found?.factor.equals(right.factor)]).toEqual([right.kind, true])
  })

  test.each([
    ['kg/m', 'm'],
    ['kgx', 'kN'],
    ['medio grado', '°'],
    ['renovaciones de aire', '1/h'],
  ])('%s stands for nothing like %s', (text, wanted) => expect(units.parseLike(text, [wanted])?.kind).not.toBe(unit(wanted).kind))

  test.each([
    ['por hora', '1/h'],
    ['metro cuadrado', 'm²'],
    ['METROS CUADRADOS', 'm²'],
    ['metro cubico', 'm³'],
    ['l/s p. p.', 'l/s·persona'],
    ['  m  ', 'm'],
    ['W/(m²  K)', 'W/m²K'],
    ['kg·m⁻³', 'kg/m³'],
    ['kg m^-3', 'kg/m³'],
    ['N*m', 'N·m'],
    ['kN×m', 'N·m', '1000'],
  ])('%s is read as %s', (text, right, times = '1') => {
    expect(unit(text).kind).toBe(unit(right).kind)
    expect(unit(text).factor.equals(unit(right).factor.mul(times))).toBe(true)
  })

  test('a unit keeps the text that it was read from, and is read once', () => {
    expect(units.parse(' W/m2K ')).toMatchObject({ text: ' W/m2K ' })
    expect(units.parse('metros')).toBe(units.parse('metros'))
    const metre = unit('m')
    expect(convert(parseDecimal('7'), metre, metre)).toEqual(parseDecimal('7'))
  })

  test('without a unit to be like, a text is what it says', () => {
    expect(units.parseLike('kg/m²', ['kg/m²'])?.kind).toBe(unit('kg/m²').kind)
    expect(units.parseLike('grados', ['m'])?.kind).toBe('celsius')
  })

  test('a spelling in another case that may be two units is none', () => {
    expect(units.parse('mw')).toBeUndefined()
  })

  test('converting back and forth gives the same number', () => {
    const texts = symbols.map(({ symbol }) => symbol)
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.constantFrom(...texts), fc.integer(), (one, other, value) => {
        const [from, to] = [unit(one), unit(other)]
        if (from.kind !== to.kind) return
        const exact = parseDecimal(String(value))
        expect(convert(convert(exact, from, to), to, from).equals(exact)).toBe(true)
      }),
    )
  })

  test('no spelling belongs to two symbols', () => {
    const seen = new Map<string, string>()
    for (const { symbol, spellings } of symbols) {
      for (const spelling of [symbol, ...spellings]) {
        expect(seen.get(spelling), `${spelling}: ${symbol}`).toBeUndefined()
        seen.set(spelling, symbol)
      }
    }
  })
})

describe('decimals', () => {
  test.each([
    ['0.35', 0.35],
    ['1e-11', 1e-11],
    ['-2.50', -2.5],
    ['1.5e3', 1500],
    ['+7', 7],
  ])('%s is read exactly', (text, number) => {
    expect(toNumber(parseDecimal(text))).toBe(number)
  })
  test.each(['', '0,35', '1.', '.5', '0x10', 'Infinity', '1e9999', '1/3'])('"%s" is not a decimal', (text) => {
    expect(() => parseDecimal(text)).toThrow(SyntaxError)
  })
  test('every finite JSON number keeps its value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), (number) => {
        if (number !== 0 && Math.abs(number) < 1e-280) return // smaller than any number in a regulation
        expect(Math.abs(toNumber(parseDecimal(String(number))) - number)).toBeLessThanOrEqual(Math.abs(number) * 1e-14)
      }),
    )
  })
})
