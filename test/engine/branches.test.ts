import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import {
  askedExemptions,
  askedProhibitions,
  branchesOf,
  decisive,
  numbersAround,
  readingBy,
  universe,
  valuesToldApart,
} from '../../server/engine/branches.ts'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { type Exact, exactText } from '../../server/engine/decimal.ts'
import { type LoadedRule, loadRule } from '../../server/engine/limit.ts'
import { dimension, rule, table, when } from '../../server/engine/schema.ts'
import { loadTable } from '../../server/engine/table.ts'
import type { Test } from '../../server/engine/when.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'zona', label: 'Zona', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'nuevo', label: 'Nuevo', type: 'boolean', help: 'x' }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
  dimension.parse({ id: 'superficie', label: 'Superficie', type: 'number', help: 'x' }),
  dimension.parse({ id: 'vacio', label: 'Vacío', type: 'enum', help: 'x', values: [] }),
])
const printed = loadTable(
  table.parse({
    ...{ document: 'd', table: 't', number: 'T', title: 'T', section: 's', editions: ['1'], verification: 'official_text', sources: ['x'] },
    ...{
      keys: ['uso', 'altura'],
      header: ['uso', 'altura', 'a', 'b'],
      rows: [
        ['a', '<=1', '4', '5'],
        ['b', '>=-2.5', '6', '7'],
        ['*', '*', '8', '9'],
      ],
    },
  }),
)
const ruleOf = (parts: Record<string, unknown> = {}, more: Partial<LoadedRule> = {}): LoadedRule => ({
  ...loadRule(
    'd',
    rule.parse({
      ...{ id: 'r', title: 'Regla', element: 'e', parameter: 'p', unit: 'm', bound: 'max', value: { const: '3' } },
      ...{ cite: { section: 's' }, editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    }),
    new Map([['t', printed]]),
    new Map(),
  ),
  ...more,
})
const shown = (all: readonly (Exact | string)[] | undefined) => all?.map((one) => (typeof one === 'string' ? one : exactText(one)))
const tests = (...all: readonly unknown[]): Test[] => all.flatMap((one) => Object.values(when.parse({ altura: one })))

describe('the numbers that conditions can tell apart', () => {
  test.each<[string, Parameters<typeof numbersAround>[0], unknown[], string[]]>([
    ['none: zero and one above', { id: 'altura' }, [], ['0', '1']],
    ['at an end: it, below and above', { id: 'altura' }, [{ lt: '5' }], ['0', '2.5', '5', '6']],
    ['at each end once', { id: 'altura' }, [{ lte: '5' }, { gt: '5' }, { gte: '5' }], ['0', '2.5', '5', '6']],
    ['at two ends: one between them too', { id: 'altura' }, [{ gte: '2', lt: '4' }], ['0', '1', '2', '3', '4', '5']],
    ['at a number and none other', { id: 'altura' }, ['3'], ['0', '1.5', '3', '4']],
    ['from the least on', { id: 'altura', min: '2' }, [{ lt: '1' }, { lt: '4' }], ['2', '3', '4', '5']],
    ['below zero, where the least is below', { id: 'altura', min: '-2' }, [{ lt: '0' }], ['-2', '-1', '0', '1']],
    ['above what must be passed', { id: 'altura', above: '0' }, [{ lt: '4' }], ['2', '4', '5']],
    ['up to the greatest', { id: 'altura', max: '6' }, [{ lt: '4' }, { gt: '9' }], ['0', '2', '4', '5', '6']],
    ['that is a fraction', { id: 'altura', max: '1/2' }, [], ['0', '0.25', '0.5']],
    ['whole ones only', { id: 'altura', integer: true }, [{ gte: '2' }, { lt: '5' }], ['0', '1', '2', '3', '5', '6']],
    ['whole ones, without one between neighbours', { id: 'altura', integer: true, max: '3' }, [{ gte: '1' }, { gt: '2' }], ['0', '1', '2', '3']],
    ['whole ones around an end that is none', { id: 'altura', integer: true, max: '4' }, [{ lt: '2.5' }], ['0', '1', '2.5', '3', '4']],
  ])('%s', (_what, range, all, expected) => expect(shown(numbersAround(range, tests(...all)))).toEqual(expected))

  test('are yes and no, the values of a list, or none where the list is not held', () => {
    const of = (id: string) => shown(universe(dimensions.byId.get(id) ?? dimension.parse({ id: 'x', label: 'x', type: 'enum', help: 'x' }), []))
    expect([of('nuevo'), of('uso'), of('vacio'), of('altura')]).toEqual([['true', 'false'], ['a', 'b', 'c'], undefined, ['0', '1']])
  })
})

describe('the values of a dimension that rules tell apart', () => {
  const of = (rules: readonly LoadedRule[], name: string) => shown(valuesToldApart(rules, name, dimensions))

  test('are one of each kind, of all rules together', () => {
    expect(of([ruleOf()], 'uso')).toEqual(['a'])
    expect(of([ruleOf({ when: { uso: 'b' } })], 'uso')).toEqual(['a', 'b'])
    expect(of([ruleOf({ when: { uso: 'b' } }), ruleOf({ when: { uso: 'c' } })], 'uso')).toEqual(['a', 'b', 'c'])
    expect(of([ruleOf({ when: { altura: { gt: '5' } } })], 'altura')).toEqual(['0', '6'])
    expect(of([ruleOf({ exempt: [{ when: { uso: 'c' }, text: 'x' }] })], 'uso')).toEqual(['a', 'c'])
    expect(of([ruleOf({ adjust: [{ when: { nuevo: 'true' }, add: '1' }] })], 'nuevo')).toEqual(['true', 'false'])
    expect(of([ruleOf()], 'no_hay')).toBeUndefined()
  })

  test('are first those that no document leaves to another', () => {
    const left = { outside: [{ when: when.parse({ uso: 'a' }), text: 'x', section: 's' }] } as Partial<LoadedRule>
    expect(of([ruleOf({ when: { uso: 'c' } }, left)], 'uso')).toEqual(['b', 'c'])
    // What two conditions together leave is a condition as any other.
    const both = { outside: [{ when: when.parse({ uso: 'a', zona: 'b' }), text: 'x', section: 's' }] } as Partial<LoadedRule>
    expect(of([ruleOf({}, both)], 'uso')).toEqual(['a', 'b'])
  })

  test('are not all there is where the limit itself is made of it', () => {
    expect(of([ruleOf({ value: { dimension: 'altura' } })], 'altura')).toBeUndefined()
    expect(of([ruleOf({ value: { formula: 'h / 2', let: { h: { dimension: 'altura' } } } })], 'altura')).toBeUndefined()
    expect(of([ruleOf({ value: { formula: 'h / 2', let: { h: { dimension: 'altura' } } } })], 'superficie')).toEqual(['0'])
    expect(of([ruleOf({ value: { min: { const: '1' }, max: { dimension: 'altura' } }, bound: 'range' })], 'altura')).toBeUndefined()
  })

  test('are the rows or columns of a table that it chooses', () => {
    const byRow = ruleOf({ value: { table: 't', match: { uso: 'uso' }, column: 'a' } })
    expect([of([byRow], 'uso'), of([byRow], 'altura')]).toEqual([['a', 'b', 'c'], ['0']])
    const byColumn = ruleOf({ value: { table: 't', row: 'a', by: 'zona' } })
    expect([of([byColumn], 'zona'), of([byColumn], 'uso')]).toEqual([['a', 'b', 'c'], ['a']])
  })

  test('are the figures between which a table is interpolated, where no condition breaks the line', () => {
    const value = { table: 't', match: { altura: 'altura' }, interpolate: 'altura', column: 'a' }
    expect(of([ruleOf({ value })], 'altura')).toEqual(['1', '-2.5'])
    expect(of([ruleOf({ value, bound: 'min' })], 'altura')).toEqual(['1', '-2.5'])
    expect(of([ruleOf({ value, bound: 'equals' })], 'altura')).toBeUndefined()
    expect(of([ruleOf({ value, when: { altura: { lt: '3' } } })], 'altura')).toBeUndefined()
    expect(of([ruleOf({ value: { formula: '2 * v', let: { v: value } } })], 'altura')).toBeUndefined()
    expect(readingBy(ruleOf({ value }), 'uso')).toEqual({ tests: [], anchors: [], isLimit: false })
  })
})

describe('the combinations of what is not known', () => {
  const one = ruleOf({ when: { uso: 'b', nuevo: 'true' } })

  test('have each value with each', () => {
    const found = branchesOf([one], ['uso', 'nuevo'], dimensions)?.map((branch) => [...branch].flat().join(' '))
    expect(found).toEqual(['uso a nuevo true', 'uso a nuevo false', 'uso b nuevo true', 'uso b nuevo false'])
    expect(branchesOf([one], [], dimensions)).toEqual([new Map()])
    expect(branchesOf([], ['uso'], dimensions)?.map((branch) => [...branch])).toEqual([[['uso', 'a']]])
  })

  test('are not tried where one cannot be listed, or they are more than 256', () => {
    expect(branchesOf([one], ['uso', 'vacio'], dimensions)).toBeUndefined()
    const ends = (count: number) =>
      ruleOf({
        when: { altura: Array.from({ length: count }, (_, index) => String(index + 1)) },
        exempt: Array.from({ length: count }, (_, index) => ({ when: { altura: String(index + 1) }, text: 'x' })),
      })
    expect(branchesOf([ends(255)], ['altura'], dimensions)).toHaveLength(256)
    expect(branchesOf([ends(256)], ['altura'], dimensions)).toBeUndefined()
    expect(branchesOf([ends(127), one], ['altura', 'nuevo'], dimensions)).toHaveLength(256)
    expect(branchesOf([ends(128), one], ['altura', 'nuevo'], dimensions)).toBeUndefined()
  })

  test('hang on the data of which two differ in nothing else and in their outcome', () => {
    const branches = branchesOf([one], ['uso', 'nuevo'], dimensions) ?? []
    expect(decisive(branches, ['x', 'x', 'y', 'y'])).toEqual(['uso'])
    expect(decisive(branches, ['x', 'y', 'x', 'y'])).toEqual(['nuevo'])
    expect(decisive(branches, ['x', 'x', 'y', 'x'])).toEqual(['uso', 'nuevo'])
    expect(decisive(branches, ['x', 'x', 'x', 'x'])).toEqual([])
    // Of a combination without an outcome nothing is said.
    expect(decisive(branches, ['x', undefined, undefined, 'y'])).toEqual([])
    expect(decisive([], [])).toEqual([])
  })
})

describe('the data that settle exceptions', () => {
  const exceptional = ruleOf(
    {
      assume: { zona: 'a' },
      exempt: [
        { when: { uso: 'a' }, text: 'x' },
        { when: { nuevo: 'true', zona: 'b' }, text: 'x', ask: true },
        { when: { altura: { gt: '5' } }, text: 'x', forbids: true },
      ],
    },
    { outside: [{ when: when.parse({ superficie: { gt: '9' } }), text: 'x', section: 's' }] } as Partial<LoadedRule>,
  )
  const asked = (stated: readonly string[], told: Record<string, Exact | string> = {}) =>
    askedExemptions(exceptional, new Map(Object.entries(told)), new Set(stated), dimensions)

  test('are asked for where the rule says so, where the law may not admit the case, or where a part of them is stated', () => {
    expect(asked([])).toEqual(['altura'])
    expect(asked([], { zona: 'b' })).toEqual(['nuevo', 'altura'])
    expect(asked(['uso'])).toEqual(['uso', 'altura'])
    expect(asked(['superficie'])).toEqual(['altura', 'superficie'])
    expect(asked([], { altura: new Fraction(7), zona: 'b', nuevo: 'true' })).toEqual([])
  })

  test('are only those of prohibitions where the limit is met', () => {
    expect(askedProhibitions(exceptional, new Map(), dimensions)).toEqual(['altura'])
    expect(askedProhibitions(exceptional, new Map([['altura', new Fraction(1)]]), dimensions)).toEqual([])
    expect(askedProhibitions(ruleOf(), new Map(), dimensions)).toEqual([])
  })
})
