import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { exactText, parseDecimal } from '../../server/engine/decimal.ts'
import { unitSymbol } from '../../server/engine/schema.ts'
import { slopeIn } from '../../server/engine/slope.ts'
import { unitsFrom } from '../../server/engine/unit.ts'

const units = unitsFrom(z.array(unitSymbol).parse(parse(readFileSync('kb/vocabulary/units.yaml', 'utf8'))))

/** A value in a unit as the rules have it, which accept units: its value and unit, and what the verdict says of it. */
function taken(value: string, unit: string, accepted: readonly string[], label = 'Pendiente de la rampa'): unknown {
  const given = units.parse(unit)
  if (given === undefined) throw new RangeError(`no unit: ${unit}`)
  const slope = slopeIn(parseDecimal(value), given, accepted, { parameter: { id: 'pendiente', label }, units })
  return slope && [exactText(slope.value), slope.unit.text, /indicada, (.*), se toma como (.*) \(/.exec(slope.note)?.slice(1).join(' → ')]
}

describe('a slope', () => {
  test.each([
    ['45', '1', '45° → 100 %'],
    ['20', '0.36397', '20° → 36,4 %'],
    ['0', '0', '0° → 0 %'],
    ['-45', '-1', '-45° → -100 %'],
    ['2.5', '0.043661', '2,5° → 4,37 %'],
    ['89.9', '572.957213', '89,9° → 57295,72 %'],
  ])('of %s° is a ratio of %s where the rules have one', (degrees, ratio, note) => {
    expect(taken(degrees, '°', ['%'])).toEqual([ratio, '1', note])
    expect(taken(degrees, 'grado', ['m', '1'])).toEqual([ratio, '1', note])
  })

  test.each([
    ['100', '%', '45', '100 % → 45°'],
    ['10', '%', '5.7106', '10 % → 5,71°'],
    ['1', '1', '45', '100 % → 45°'],
    ['0', '%', '0', '0 % → 0°'],
    ['-100', '%', '-45', '-100 % → -45°'],
  ])('of %s %s is an angle of %s° where the rules have one', (value, unit, degrees, note) => {
    expect(taken(value, unit, ['°'])).toEqual([degrees, '°', note])
  })

  test('of a right angle or more has no ratio', () => {
    for (const degrees of ['90', '-90', '120']) expect(taken(degrees, '°', ['%'])).toBeUndefined()
  })

  test('stays as it is where the rules have its unit, or neither ratio nor angle, or it is another thing', () => {
    expect([taken('10', '%', ['%']), taken('10', '%', ['°', '%']), taken('10', '°', ['%', '°'])]).toEqual([undefined, undefined, undefined])
    expect([taken('10', '%', ['m']), taken('10', '°', ['m']), taken('10', 'm', ['%']), taken('10', 'm', ['°'])]).toEqual(Array(4).fill(undefined))
    for (const label of ['Anchura', 'Gran pendiente', 'Ángulo'])
      expect([taken('45', '°', ['%'], label), taken('1', '1', ['°'], label)]).toEqual([undefined, undefined])
    for (const label of ['pendiente', 'Inclinación', 'INCLINACION']) expect(taken('45', '°', ['%'], label)).toEqual(['1', '1', '45° → 100 %'])
  })

  test('that was converted says so, and that it is not exact', () => {
    const note = slopeIn(parseDecimal('45'), units.parse('°') ?? { text: '', factor: parseDecimal('1'), kind: '' }, ['%'], {
      parameter: { id: 'pendiente', label: 'Pendiente' },
      units,
    })?.note
    expect(note).toBe(
      'La pendiente indicada, 45°, se toma como 100 % (por su tangente, con redondeo): junto al límite, mídala en la unidad de la norma',
    )
  })

  test('has no other measure where the vocabulary has no angle', () => {
    const bare = unitsFrom([{ symbol: 'm', spellings: [], factor: '1', base: { m: 1 } }])
    const one = { text: '1', factor: parseDecimal('1'), kind: '1' }
    expect(slopeIn(parseDecimal('1'), one, ['°'], { parameter: { id: 'p', label: 'Pendiente' }, units: bare })).toBeUndefined()
  })
})
