import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { comparisonOf, marginOf, meets } from '../../server/engine/compare.ts'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { exactText } from '../../server/engine/decimal.ts'
import { type Bound, boundsRegardless, type LoadedRule, limitsOf, loadRule, sureBounds } from '../../server/engine/limit.ts'
import { dimension, rule, table } from '../../server/engine/schema.ts'
import { loadTable } from '../../server/engine/table.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'zona', label: 'Zona', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
  dimension.parse({ id: 'ancho', label: 'Ancho', type: 'number', help: 'x', min: 1, max: 4 }),
])
const printed = loadTable(
  table.parse({
    ...{ document: 'd', table: 't', number: 'T', title: 'T', section: 's', editions: ['1'], verification: 'official_text', sources: ['x'] },
    ...{
      keys: ['uso'],
      header: ['uso', 'limite', 'clase'],
      rows: [
        ['a', '4', 'EI 30'],
        ['b', '—', '120'],
      ],
    },
  }),
)
const ruleOf = (parts: Record<string, unknown>): LoadedRule =>
  loadRule(
    'd',
    rule.parse({
      ...{ id: 'r', title: 'Regla', element: 'e', parameter: 'p', unit: 'm', bound: 'max', value: { const: '3' } },
      ...{ cite: { section: 's' }, editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    }),
    new Map([['t', printed]]),
    new Map([['fuego', { id: 'fuego', label: 'Fuego', kind: 'fire_resistance', classes: ['30', '60', '120'] }]]),
  )
const known = (facts: Record<string, string | number>) =>
  new Map(Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? new Fraction(value) : value]))
const text = ({ side, limit, strict }: Bound): string => `${side} ${strict ? 'strictly ' : ''}${typeof limit === 'string' ? limit : exactText(limit)}`
/** The bounds as text, or why there are none. */
const limits = (loaded: LoadedRule, facts: Record<string, string | number> = {}): unknown => {
  const found = limitsOf(loaded, known(facts), dimensions)
  return found.kind === 'bounds' ? found.bounds.map(text) : found.kind === 'missing' ? found.dimensions : `${found.reason}: ${found.text ?? ''}`
}

describe('the bounds of a rule', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a greatest value', {}, ['max 3']],
    ['a least one', { bound: 'min' }, ['min 3']],
    ['one that may not be met', { strict: true }, ['max strictly 3']],
    ['the one value', { bound: 'equals' }, ['equals 3']],
    ['two ends', { bound: 'range', value: { min: { const: '1' }, max: { const: '2' } } }, ['min 1', 'max 2']],
    ['a class', { bound: 'class', scale: 'fuego', value: { const: 'EI 60' } }, ['class EI 60']],
    ['a class that is a number', { bound: 'class', scale: 'fuego', value: { const: '60' } }, ['class 60']],
  ])('%s', (_name, parts, expected) => expect(limits(ruleOf(parts))).toEqual(expected))

  test('a class holds against a scale alone, and a number against a number', () => {
    const [demanded, most] = [
      limitsOf(ruleOf({ bound: 'class', scale: 'fuego', value: { const: 'EI 60' } }), known({}), dimensions),
      limitsOf(ruleOf({}), known({}), dimensions),
    ]
    const [one, other] = [demanded, most].map((found) => (found.kind === 'bounds' ? found.bounds[0] : undefined))
    if (one === undefined || other === undefined) throw new RangeError('two bounds')
    const number = limitsOf(ruleOf({ bound: 'class', scale: 'fuego', value: { const: '60' } }), known({}), dimensions)
    expect(number.kind === 'bounds' && number.bounds[0]?.limit).toBe('60')
    expect([meets('EI 60', one, undefined), meets('EI 60', other, undefined)]).toEqual([undefined, undefined])
    expect([meets(new Fraction(3), other, undefined), meets(new Fraction(4), other, undefined)]).toEqual([true, false])
  })

  test('a blank cell sets no limit, and a scale that is not there is an error', () => {
    const cell = ruleOf({ value: { table: 't', match: { uso: 'uso' }, column: 'limite' } })
    expect(limits(cell, { uso: 'a' })).toEqual(['max 4'])
    expect(limits(cell, { uso: 'b' })).toBe('no-limit: ')
    expect(limits(cell, { uso: 'c' })).toBe('no-limit: ')
    expect(limits(cell)).toEqual(['uso'])
    expect(() => ruleOf({ scale: 'nada' })).toThrow(RangeError)
  })

  test('adjustments that hold change it in their order: factor, then what is added; a fixed one replaces all before it', () => {
    const adjusted = ruleOf({
      adjust: [
        { when: { uso: 'a' }, factor: '2', add: '1', text: 'doble' },
        { when: { zona: 'a' }, add: '5' },
        { when: { zona: 'b' }, set: '10', text: 'fijo' },
      ],
    })
    expect(limits(adjusted, { uso: 'a', zona: 'c' })).toEqual(['max 7'])
    expect(limits(adjusted, { uso: 'a', zona: 'a' })).toEqual(['max 12'])
    expect(limits(adjusted, { uso: 'a', zona: 'b' })).toEqual(['max 10'])
    expect(limits(adjusted, { uso: 'b', zona: 'c' })).toEqual(['max 3'])
    expect(limitsOf(adjusted, known({ uso: 'a', zona: 'b' }), dimensions)).toMatchObject({ adjusted: ['doble', 'fijo'] })
    expect(limits(adjusted)).toEqual(['uso', 'zona'])
  })

  test('what is missing is named once, after the conditions that are not met, the exempt case and what the document leaves to another', () => {
    const plain = ruleOf({
      when: { uso: 'a' },
      value: { formula: 'x + y', let: { x: { dimension: 'altura' }, y: { dimension: 'altura' } } },
      exempt: [{ when: { zona: 'c' }, text: 'exento', cite: { section: 'otra' } }],
    })
    expect(limits(plain)).toEqual(['uso', 'altura'])
    expect(limits(plain, { uso: 'b' })).toBe('conditions: ')
    expect(limits(plain, { uso: 'a', zona: 'c' })).toBe('exempt: exento')
    expect(limitsOf(plain, known({ zona: 'c' }), dimensions)).toMatchObject({ section: 'otra', forbids: false })
    expect(limits(plain, { uso: 'a', altura: 2 })).toEqual(['max 4'])
    const left = { ...plain, outside: [{ when: plain.rule.when, text: 'en otra norma', section: 'ámbito' }] }
    expect(limits(left, { uso: 'a', zona: 'c' })).toBe('exempt: en otra norma')
    expect(limits(left, { uso: 'b' })).toBe('conditions: ')
    expect(limits(left, { altura: 2 })).toEqual(['uso'])
  })

  test('what the rule takes for granted is said, and gives way to what is told', () => {
    const assuming = ruleOf({ when: { uso: 'a' }, assume: { uso: 'a', zona: 'b' } })
    expect(limitsOf(assuming, known({ zona: 'c' }), dimensions)).toMatchObject({ kind: 'bounds', assumed: new Map([['uso', 'a']]) })
    expect(limits(assuming, { uso: 'b' })).toBe('conditions: ')
  })
})

describe('the bounds that are sure without a datum', () => {
  const sure = (parts: Record<string, unknown>, facts: Record<string, string | number> = {}) => {
    const found = sureBounds(ruleOf(parts), known(facts), dimensions)
    return found && { mildest: found.mildest.map(text), strictest: found.strictest?.map(text) }
  }
  const wide = { formula: '2 * x', let: { x: { dimension: 'ancho' } } }
  const tall = { formula: '2 + x', let: { x: { dimension: 'altura' } } }
  test.each<[string, Record<string, unknown>, unknown]>([
    ['of a greatest value', { value: wide }, { mildest: ['max 8'], strictest: ['max 2'] }],
    ['of a least one', { bound: 'min', value: wide }, { mildest: ['min 2'], strictest: ['min 8'] }],
    ['of one without an end', { bound: 'min', value: tall }, { mildest: ['min 2'], strictest: undefined }],
    ['of a greatest one without an end', { value: tall }, { mildest: [], strictest: ['max 2'] }],
    ['of two ends', { bound: 'range', value: { min: wide, max: tall } }, { mildest: ['min 2'], strictest: ['min 8', 'max 2'] }],
    ['of one that may not be met', { strict: true, value: wide }, { mildest: ['max strictly 8'], strictest: ['max strictly 2'] }],
    ['not of the one value', { bound: 'equals', value: wide }, undefined],
    ['not where the conditions hang on a datum', { when: { uso: 'a' }, value: wide }, undefined],
    ['not where an adjustment does', { value: wide, adjust: [{ when: { uso: 'a' }, factor: '2' }] }, undefined],
  ])('%s', (_name, parts, expected) => expect(sure(parts)).toEqual(expected))
  test('are adjusted by what holds, but not by a factor below zero, which would turn them round', () => {
    const by = (factor: string) => ({ value: wide, adjust: [{ when: { uso: 'a' }, factor }] })
    expect(sure(by('3'), { uso: 'a' })).toEqual({ mildest: ['max 24'], strictest: ['max 6'] })
    expect(sure(by('3'), { uso: 'b' })).toEqual({ mildest: ['max 8'], strictest: ['max 2'] })
    expect(sure(by('0'), { uso: 'a' })).toEqual({ mildest: ['max 0'], strictest: ['max 0'] })
    expect(sure(by('-1'), { uso: 'a' })).toBeUndefined()
  })
})

test('the bounds whatever the conditions tell which of them are open', () => {
  const loaded = ruleOf({ when: { uso: 'a', zona: 'b' }, adjust: [{ when: { altura: { gt: '5' } }, add: '1' }] })
  const told = (facts: Record<string, string | number>) => {
    const found = boundsRegardless(loaded, known(facts), dimensions)
    return found && [...found.bounds.map(text), ...found.unsettled]
  }
  expect(told({})).toEqual(['max 3', 'uso', 'zona'])
  expect(told({ uso: 'a', altura: 6 })).toEqual(['max 4', 'zona'])
  expect(told({ uso: 'b' })).toBeUndefined()
  expect(boundsRegardless(ruleOf({ value: { dimension: 'altura' } }), known({}), dimensions)).toBeUndefined()
})

describe('a value against a bound', () => {
  const bound = (side: Bound['side'], strict = false): Bound => ({ side, limit: new Fraction(3), strict })
  test.each<[string, Bound, boolean, boolean, boolean]>([
    ['lte', bound('max'), true, true, false],
    ['lt', bound('max', true), true, false, false],
    ['gte', bound('min'), false, true, true],
    ['gt', bound('min', true), false, false, true],
    ['eq', bound('equals'), false, true, false],
  ])('%s: below, at and above it', (sign, one, below, at, above) => {
    expect([2, 3, 4].map((value) => meets(new Fraction(value), one, undefined))).toEqual([below, at, above])
    expect(comparisonOf(one)).toBe(sign)
  })
  test('the margin is positive inside the bound, and what is no number has none', () => {
    const margins = (side: Bound['side']) => [2, 3, 4].map((value) => marginOf(new Fraction(value), bound(side))?.valueOf())
    expect([margins('max'), margins('min'), margins('equals')]).toEqual([
      [1, 0, -1],
      [-1, 0, 1],
      [-1, 0, -1],
    ])
    const fire: Bound = { side: 'class', limit: 'EI 60', strict: false }
    expect([marginOf('EI 60', fire), marginOf('x', bound('max')), marginOf(new Fraction(1), fire)]).toEqual([undefined, undefined, undefined])
    expect([meets('EI 60', fire, undefined), meets('x', bound('max'), undefined), comparisonOf(fire)]).toEqual([undefined, undefined, 'gte'])
  })
  test('the nearest number to a limit without a decimal is taken for it, and no other', () => {
    const third: Bound = { side: 'max', limit: new Fraction(1, 3), strict: false }
    const least: Bound = { ...third, side: 'min' }
    const near = new Fraction(String(1 / 3))
    expect([meets(near, third, undefined), meets(near, least, undefined)]).toEqual([true, true])
    expect([meets(new Fraction('0.33334'), third, undefined), meets(new Fraction('0.33333'), least, undefined)]).toEqual([false, false])
  })
})
