import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { quantitiesIn } from '../../server/engine/quantities.ts'
import { unitSymbol } from '../../server/engine/schema.ts'
import { unitsFrom } from '../../server/engine/unit.ts'

const units = unitsFrom(z.array(unitSymbol).parse(parse(readFileSync('kb/vocabulary/units.yaml', 'utf8'))))
const found = (question: string) => quantitiesIn(question, units)
/** Each quantity of a question: its number and unit. */
const short = (question: string): string[] => found(question).map(({ text, unit }) => `${text} ${unit?.text ?? '-'}`)

describe('the numbers of a question', () => {
  test.each<[string, readonly string[]]>([
    ['sin número alguno', []],
    ['mide 3 m', ['3 m']],
    ['mide 3,5 m.', ['3.5 m']],
    ['mide -2 °C', ['-2 °C']],
    ['según el 3.1.1 de la norma', []],
    ['la tabla A1 y el DB-HE1', []],
    ['entre 2019-2021', []],
    ['una presión de 1.500 Pa y 2,5 m', ['1500 Pa', '2.5 m']],
    ['aforo de 4.000 personas', ['4000 personas']],
    ['hasta (3 m)', ['3 m']],
    ['un 5 % de pendiente', ['5 %']],
    ['0,35 W/m² K', ['0.35 W/m² K']],
    ['0,35 W/m2 k, en Madrid', ['0.35 W/m2 k']],
    ['0,036 W/m K.', ['0.036 W/m K']],
    ['0,35 W / m² ºC en Madrid', ['0.35 W / m² ºC']],
    ['80 kWh/m² año', ['80 kWh/m² año']],
    ['80 kWh/m² al año', ['80 kWh/m² al año']],
    ['5 W/m² Kilos', ['5 W/m²']],
    ['20 m K', ['20 m']],
    ['25 l/s por persona', ['25 l/s por persona']],
    ['3 km/h', ['3 km/h']],
    ['dos meses', ['2 meses']],
    ['Veinte días', ['20 días']],
    ['tres puertas', ['3 -']],
    ['dos de ellas', []],
    ['una única salida', ['1 -']],
    ['sola', []],
    ['un sola planta', ['1 -']],
  ])('%j: %j', (question, expected) => expect(short(question)).toEqual(expected))

  test('that may be thousands or decimals are told with both readings, unless the question or what is counted tells', () => {
    const [unclear] = found('mide 3.000 mm')
    expect(unclear?.unclear).toEqual({ typed: '3.000', readings: { kind: 'ambiguous', grouped: '3000', decimal: '3,0000' } })
    expect(unclear?.text).toBe('3000')
    expect(found('rejilla de 1.200 cm²')[0]).toMatchObject({ text: '1200' })
    expect(found('rejilla de 1.200 cm²')[0]).not.toHaveProperty('unclear')
    expect(found('depósito de 1.000 litros')[0]).not.toHaveProperty('unclear')
    expect(found('depósito de 1,000 litros')[0]).toHaveProperty('unclear')
    expect(found('parcela de 1.200 m²')[0]).toHaveProperty('unclear')
    expect(found('aforo de 4.000 aficionados')[0]).toMatchObject({ text: '4000', unit: undefined })
    expect(found('aforo de 4.000 aficionados')[0]).not.toHaveProperty('unclear')
    expect(found('mide 3.000 y 2,5')[0]).not.toHaveProperty('unclear')
    expect(found('mide 3.000 y 2,54')[0]).not.toHaveProperty('unclear')
    expect(found('mide 3.000 y 2,5432')[0]).not.toHaveProperty('unclear')
    expect(found('mide 3.000 y 2,54321')[0]).not.toHaveProperty('unclear')
    expect(found('mide 3.000 y 2.5')[0]).toHaveProperty('unclear')
    expect(found('mide 3.000 y 1,250')[0]).toHaveProperty('unclear')
    // Decimals in two ways tell nothing.
    expect(found('mide 3.000, 2.5 y 2,5')[0]).toHaveProperty('unclear')
  })

  test.each([
    ['menos de 3 m', 'below'],
    ['inferior a 3 m', 'below'],
    ['no llega a los 3 m', 'below'],
    ['< 3 m', 'below'],
    ['más de 3 m', 'above'],
    ['mas de unas 3 m', 'above'],
    ['supera los 3 m', 'above'],
    ['mayor que 3 m', 'above'],
    ['> 3 m', 'above'],
    ['≥ 3 m', 'exactly'],
    ['<= 3 m', 'exactly'],
    ['de 3 m', 'exactly'],
    ['menos de la mitad: 3 m', 'exactly'],
  ])('%s is %s that', (question, sense) => expect(found(question)[0]?.sense).toBe(sense))

  test('stand where they stand, with their unit, in their order', () => {
    const question = 'de una sola hoja, dos metros y 0,80 m.'
    expect(found(question).map(({ start, end, isWord }) => [question.slice(start, end), isWord])).toEqual([
      ['una sola', true],
      ['dos metros', false],
      ['0,80 m', false],
    ])
    const counted = 'tiene tres puertas'
    expect(found(counted).map(({ start, end, isWord }) => [counted.slice(start, end), isWord])).toEqual([['tres', true]])
  })
})

describe('a number without a unit', () => {
  test.each<[string, readonly string[]]>([
    ['1,00 × 1,25 m', ['1.00 m', '1.25 m']],
    ['1 por 2 m', ['1 m', '2 m']],
    ['1 x 2 y 3 m', ['1 -', '2 -', '3 m']],
    ['18 cm de alto por 28 de fondo', ['18 cm', '28 cm']],
    ['18 cm y 28', ['18 cm', '28 cm']],
    ['18 cm, 28.', ['18 cm', '28 cm']],
    ['18 cm y 28 puertas', ['18 cm', '28 -']],
    ['18 cm con 28', ['18 cm', '28 -']],
    ['5 % y 28', ['5 %', '28 -']],
    ['18 cm y dos hojas', ['18 cm', '2 -']],
    ['una sola × 2 m', ['2 m']],
  ])('may have that of the measure beside it: %j', (question, expected) => expect(short(question)).toEqual(expected))
})
