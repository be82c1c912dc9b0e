import { describe, expect, test } from 'vitest'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { classesLike, classText, classUnits, isBareTime, readFire, satisfies, unsaidParts } from '../../server/engine/scale.ts'
import { scale } from '../../server/engine/schema.ts'
import { unitsFrom } from '../../server/engine/unit.ts'

const minutes = ['15', '30', '60', '90', '120']
const fire = scale.parse({ id: 'f', label: 'f', kind: 'fire_resistance', classes: minutes })
const reaction = scale.parse({ id: 'r', label: 'r', kind: 'reaction_to_fire', classes: ['F', 'E', 'D', 'C', 'B', 'A2', 'A1'] })
const slip = scale.parse({ id: 's', label: 's', classes: ['0', '1', '2', '3'] })
const named = scale.parse({ id: 'n', label: 'n', kind: 'named', classes: ['Tipo 1', 'Tipo-2'] })
const units = unitsFrom([
  { symbol: 's', spellings: [], factor: '1', base: { s: 1 } },
  { symbol: 'min', spellings: [], factor: '60', base: { s: 1 } },
  { symbol: 'h', spellings: [], factor: '3600', base: { s: 1 } },
  { symbol: '1', spellings: [], factor: '1', base: {} },
  { symbol: '%', spellings: [], factor: '0.01', base: {} },
  { symbol: 'm', spellings: [], factor: '1', base: { m: 1 } },
])
const unit = (text: string) => {
  const found = units.parse(text)
  if (found === undefined) throw new RangeError(text)
  return found
}

describe('a class of resistance to fire', () => {
  test.each([
    ['EI 60', 'EI', '', '60', undefined],
    ['ei60', 'EI', '', '60', undefined],
    [' REI-120 ', 'REI', '', '120', undefined],
    ['EI2 60-C5', 'EI', '2', '60', '5'],
    ['EI₂ 60 C', 'EI', '2', '60', '0'],
    ['EI260', 'EI', '2', '60', undefined],
    ['EI120', 'EI', '', '120', undefined],
    ['EI1 t30', 'EI', '1', '30', undefined],
    ['R 90 min', 'R', '', '90', undefined],
    ['60', '', '', '60', undefined],
  ])('%j is read in its parts', (text, letters, criterion, time, closing) => {
    expect(readFire(text, minutes)).toEqual({ letters, criterion, minutes: time, closing })
  })

  test.each(['', 'EI', 'EI 45', 'EI 60 y pico', 'x EI 60', 'IE 60', 'E2 60', 'EI3 60', 'EI 60-C55', 'EI 6', 'EI 1200'])('%j is none', (text) => {
    expect(readFire(text, minutes)).toBeUndefined()
  })

  test.each([
    ['60 min', 'EI 60', true],
    ['60min', 'REI 60', true],
    ['30 min', 'EI 60', false],
    ['90 MIN', 'R 60', true],
    ['60 min', 'EI2 60', true],
    ['60 min', 'EI2 60-C5', undefined],
    ['45 min', 'EI 60', undefined],
    ['60 min', 'sin clase', undefined],
    ['EI 60', 'sin clase', undefined],
  ])('a time of %s against %s: %s', (offered, demanded, result) => expect(satisfies(fire, offered, demanded)).toBe(result))
})

describe('other classes', () => {
  test('that are only named are one or another, however they are spelt', () => {
    expect([satisfies(named, 'tipo 1', 'Tipo_1'), satisfies(named, 'TIPO2', 'Tipo-2'), satisfies(named, 'Tipo 1', 'Tipo-2')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('in an order hold for those before them; what is none of them is told', () => {
    expect([satisfies(slip, '3', '2'), satisfies(slip, '2', '2'), satisfies(slip, '0', '1')]).toEqual([true, true, false])
    expect([satisfies(slip, '9', '1'), satisfies(slip, '1', '9')]).toEqual([undefined, undefined])
  })

  test('of reaction to fire have smoke and droplets, which may be left unsaid', () => {
    expect(unsaidParts(reaction, 'B', 'C-s2,d0')).toEqual(['smoke', 'droplets'])
    expect(unsaidParts(reaction, 'B-s1', 'C-s2,d0')).toEqual(['droplets'])
    expect(unsaidParts(reaction, 'B-s1,d0', 'C-s2,d0')).toEqual([])
    expect([unsaidParts(reaction, 'A1', 'C-s2,d0'), unsaidParts(reaction, 'B', 'C'), unsaidParts(reaction, 'x', 'C-s2,d0')]).toEqual([[], [], []])
    expect([unsaidParts(fire, 'EI 60', 'REI 60'), unsaidParts(slip, '1', '2')]).toEqual([[], []])
  })
})

describe('a value that is held against a class', () => {
  test('has no unit, or is a time where the class is one of resistance', () => {
    expect([classText('EI 60', unit('1'), fire), classText(parseDecimal('2'), unit('1'), slip)]).toEqual(['EI 60', '2'])
    expect(classText(parseDecimal('2'), unit('%'), slip)).toBeUndefined()
    expect([classText(parseDecimal('60'), unit('min'), fire), classText(parseDecimal('1'), unit('h'), fire)]).toEqual(['60 min', '60 min'])
    expect([classText(parseDecimal('90'), unit('s'), fire), classText('EI 60', unit('min'), fire)]).toEqual(['1.5 min', 'EI 60'])
    expect([classText('EI 60', unit('m'), fire), classText('1', unit('min'), slip), classText('1', unit('min'), undefined)]).toEqual(
      Array(3).fill(undefined),
    )
  })

  test('may come in those units, and be one of those classes, written as the demanded one is', () => {
    expect([classUnits(fire), classUnits(slip), classUnits(undefined)]).toEqual([['1', 'min', 'h'], ['1'], ['1']])
    expect(classesLike(fire, 'EI2 60-C5')).toEqual(['EI2 15-C5', 'EI2 30-C5', 'EI2 60-C5', 'EI2 90-C5', 'EI2 120-C5'])
    expect([classesLike(fire, 'sin clase'), classesLike(slip, '2')]).toEqual([minutes, ['0', '1', '2', '3']])
  })

  test('that is a bare time says nothing else', () => {
    expect(['60 min', '120MIN', '60', 'EI 60 min', '6 min', '1200 min'].map(isBareTime)).toEqual([true, true, false, false, false, false])
  })
})
