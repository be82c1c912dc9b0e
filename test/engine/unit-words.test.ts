import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { quantity } from '../../renderer/text.ts'
import { boundsText } from '../../server/engine/bounds-text.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { unitSymbol } from '../../server/engine/schema.ts'
import { isUnitWord, unitAfter, unitInLabel, withUnit } from '../../server/engine/unit-words.ts'
import { limitText, valueText } from '../../server/ficha/model.ts'

const symbols = z.array(unitSymbol).parse(parse(readFileSync('kb/vocabulary/units.yaml', 'utf8')))

describe('units that are words', () => {
  test.each([
    ['30', 'día', 'es', '30 días'],
    ['1', 'día', 'es', '1 día'],
    ['−1', 'año', 'es', '−1 año'],
    ['2', 'mes', 'es', '2 meses'],
    ['0,5', 'año', 'es', '0,5 años'],
    ['1', 'año', 'en', '1 year'],
    ['12', 'mes', 'en', '12 months'],
    ['1 y 3', 'planta', 'es', '1 y 3 plantas'],
    ['3', 'persona', 'en', '3 people'],
    ['3', 'm', 'es', '3 m'],
    ['2', 'min', 'en', '2 min'],
    ['30', 'kWh/m²·año', 'es', '30 kWh/m²·año'],
    ['30', 'kWh/m²·año', 'en', '30 kWh/m²·year'],
    ['3', 'W/m² por 100 lux', 'en', '3 W/m² per 100 lux'],
    ['3', '1', 'es', '3'],
  ] as const)('%s of %s in %s is %s', (figure, unit, language, said) => expect(withUnit(figure, unit, language)).toBe(said))

  test('every unit of the vocabulary that people write with a plural has one, in both languages; symbols keep theirs', () => {
    const symbolsOfMeasure = new Set(['bar', 'lux', 'min'])
    const withPlural = symbols.filter(
      ({ symbol, spellings }) =>
        /^\p{Ll}{3,}$/u.test(symbol) && !symbolsOfMeasure.has(symbol) && spellings.some((one) => one === `${symbol}s` || one === `${symbol}es`),
    )
    expect(withPlural.length).toBeGreaterThan(7)
    for (const { symbol, spellings } of withPlural) {
      expect(isUnitWord(symbol), symbol).toBe(true)
      // What is printed can be typed again.
      expect(spellings, symbol).toContain(unitAfter('2', symbol))
      expect(unitAfter('2', symbol, 'en'), symbol).not.toBe(symbol)
    }
  })

  test('the limit, the figure on a page and the line of a ficha say it alike', () => {
    const bounds = [{ side: 'max', limit: parseDecimal('3'), strict: false }] as const
    expect(boundsText(bounds, 'mes')).toBe('como máximo 3 meses')
    expect(boundsText(bounds, 'mes', 'en')).toBe('at most 3 months')
    expect(quantity(30, 'día', 'es')).toBe('30\u00a0días')
    expect(quantity(1, 'año', 'en')).toBe('1\u00a0year')
    expect(valueText({ value: '2', unit: 'año' })).toBe('2 años')
    expect(limitText({ sign: '≤', limit: '1', unit: 'mes' } as Parameters<typeof limitText>[0])).toBe('≤ 1 mes')
  })

  test('a field names its unit, unless its label has that word', () => {
    expect(unitInLabel('Plazas de aparcamiento', 'plaza')).toBe('')
    expect(unitInLabel('Antigüedad', 'año')).toBe(' (años)')
    expect(unitInLabel('Antigüedad', 'año', 'en')).toBe(' (years)')
    expect(unitInLabel('Superficie', 'm²')).toBe(' (m²)')
    expect(unitInLabel('Número', '1')).toBe('')
    expect(unitInLabel('Número', undefined)).toBe('')
  })
})
