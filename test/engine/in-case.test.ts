import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { casesOf, type Group } from '../../server/engine/cases.ts'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { type Exact, exactText, parseDecimal } from '../../server/engine/decimal.ts'
import { branchLimits, inCase, withNotices } from '../../server/engine/in-case.ts'
import { type Limits, type LoadedRule, limitsOf, loadRule } from '../../server/engine/limit.ts'
import { dimension, rule, table } from '../../server/engine/schema.ts'
import { fixedRows, loadTable } from '../../server/engine/table.ts'
import { evaluate, loadValue } from '../../server/engine/value.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom(
  [
    { id: 'uso', label: 'Uso', type: 'enum' as const, values },
    { id: 'zona', label: 'Zona', type: 'enum' as const, values },
    { id: 'nuevo', label: 'Nuevo', type: 'boolean' as const },
    { id: 'altura', label: 'Altura', type: 'number' as const },
    { id: 'fondo', label: 'Fondo', type: 'number' as const },
  ].map((one) => dimension.parse({ help: 'x', ...one })),
)
const printed = loadTable(
  table.parse({
    ...{ document: 'd', table: 't', number: 'T', title: 'T', section: 's', editions: ['1'], verification: 'official_text', sources: ['x'] },
    ...{
      keys: ['uso', 'zona'],
      header: ['uso', 'zona', 'limite'],
      rows: [
        [' a ', 'a', '4'],
        ['b', ' b', '—'],
        ['b', 'c', '6'],
      ],
    },
  }),
)
const ruleOf = (parts: Record<string, unknown> = {}): LoadedRule =>
  loadRule(
    'd',
    rule.parse({
      ...{ id: 'r', title: 'Regla', element: 'e', parameter: 'p', unit: 'm', bound: 'max', value: { const: '3' } },
      ...{ cite: { section: 's' }, editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    }),
    new Map([['t', printed]]),
    new Map(),
  )
const known = (facts: Record<string, string | number>) =>
  new Map<string, Exact | string>(Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? new Fraction(value) : value]))
const boundsOf = (limits: Limits): unknown =>
  limits.kind === 'bounds' ? limits.bounds.map(({ limit }) => (typeof limit === 'string' ? limit : exactText(limit))) : limits.kind
const caseOf = (facts: Record<string, string | number>, stated: readonly string[] = []) => ({
  ...{ known: known(facts), stated: new Set(stated), rules: new Map(), value: parseDecimal('1') },
  unit: { text: 'm', factor: parseDecimal('1'), kind: 'm1' },
})

describe('what a rule says besides its limit', () => {
  const noted = ruleOf({
    notices: [
      { when: { uso: 'a' }, text: 'aviso de a' },
      { when: {}, text: 'aviso de todos' },
    ],
    exempt: [{ when: { nuevo: 'true' }, text: 'salvo si es nuevo' }, { when: { zona: 'b' } }],
  })
  const notices = (facts: Record<string, string | number>) => inCase(noted, caseOf(facts), { dimensions }).notices

  test('are the exceptions that are not settled, then its notices for that case or what may be that case', () => {
    expect(notices({})).toEqual(['salvo si es nuevo', 'aviso de a', 'aviso de todos'])
    expect(notices({ uso: 'a', nuevo: 'false' })).toEqual(['aviso de a', 'aviso de todos'])
    expect(notices({ uso: 'b', nuevo: 'false' })).toEqual(['aviso de todos'])
  })

  test('come after what was done to the limit', () => {
    const adjusted = ruleOf({ adjust: [{ when: { uso: 'a' }, add: '1', text: 'uno más' }], notices: [{ when: {}, text: 'aviso' }] })
    const warnings = (uso: string) => inCase(adjusted, caseOf({ uso }), { dimensions }).warnings
    expect([warnings('a'), warnings('b')]).toEqual([['uno más', 'aviso'], ['aviso']])
    expect(withNotices(limitsOf(adjusted, known({}), dimensions), ['aviso'])).toEqual(['aviso'])
  })

  test('are worked out once for a case, whatever the value', () => {
    const one = caseOf({ uso: 'a' })
    expect(inCase(noted, one, { dimensions })).toBe(inCase(noted, one, { dimensions }))
    expect(inCase(noted, caseOf({ uso: 'a' }), { dimensions })).not.toBe(inCase(noted, one, { dimensions }))
  })
})

describe('what is asked for', () => {
  const exceptional = ruleOf({
    exempt: [
      { when: { nuevo: 'true' }, text: 'x', forbids: true },
      { when: { uso: 'b', zona: 'c' }, text: 'x' },
    ],
  })
  const asked = (facts: Record<string, string | number>, stated: readonly string[] = [], loaded = exceptional) =>
    inCase(loaded, caseOf(facts, stated), { dimensions }).asked

  test('is what may free from a limit that is not met, of what the case states in part, and what may forbid it anyhow', () => {
    expect(asked({})).toEqual({ failing: ['nuevo'], holding: ['nuevo'] })
    expect(asked({ uso: 'b', nuevo: 'false' }, ['uso'])).toEqual({ failing: ['zona'], holding: [] })
  })

  test('is also what exceptions hang on, of the data that are missing', () => {
    const lacking = ruleOf({ value: { dimension: 'altura' }, exempt: [{ when: { altura: { gt: '5' }, uso: 'a' }, text: 'x' }] })
    expect(asked({}, [], lacking)).toEqual({ failing: ['altura', 'uso'], holding: [] })
  })
})

describe('the limits in every combination of what is not known', () => {
  const limits = (loaded: LoadedRule, unknown: readonly string[], facts: Record<string, string | number> = {}) =>
    branchLimits({ loaded, dimensions: unknown }, caseOf(facts), { dimensions })?.map(({ branch, limits: own }) => [
      [...branch.values()].map((value) => (typeof value === 'string' ? value : exactText(value))).join(' '),
      'sure' in own ? 'sure' : boundsOf(own),
    ])

  test('are one for each', () => {
    expect(limits(ruleOf({ when: { uso: 'b' }, adjust: [{ when: { nuevo: 'true' }, add: '1' }] }), ['uso', 'nuevo'])).toEqual([
      ['a true', 'not-bound'],
      ['a false', 'not-bound'],
      ['b true', ['4']],
      ['b false', ['3']],
    ])
  })

  test('are what the limit is sure to be, where it is made of one of them', () => {
    const made = ruleOf({
      value: { formula: '10 + h', let: { h: { dimension: 'altura' } } },
      bound: 'min',
      adjust: [{ when: { nuevo: 'true' }, add: '1' }],
    })
    expect(limits(made, ['nuevo', 'altura'])).toEqual([
      ['true', 'sure'],
      ['false', 'sure'],
    ])
    expect(limits(ruleOf({ value: { formula: '10 / h', let: { h: { dimension: 'altura' } } } }), ['altura'])).toBeUndefined()
  })

  test('are remembered for a case', () => {
    const [loaded, one] = [ruleOf({ when: { uso: 'b' } }), caseOf({})]
    const of = (dimensionsOf: readonly string[]) => branchLimits({ loaded, dimensions: dimensionsOf }, one, { dimensions })
    expect(of(['uso'])).toBe(of(['uso']))
    expect(of(['nuevo'])).not.toBe(of(['uso']))
  })
})

describe('the cases of a rule that lacks data', () => {
  const shownEnd = (end: { value: Exact; isIncluded: boolean } | undefined): string =>
    end === undefined ? '' : `${exactText(end.value)}${end.isIncluded ? '=' : ''}`
  const shown = (group: Group): string =>
    group.kind === 'values'
      ? group.values.map((one) => (typeof one === 'string' ? one : exactText(one))).join('|')
      : `${shownEnd(group.from)}..${shownEnd(group.to)}`
  const cases = (loaded: LoadedRule, missing: readonly string[], facts: Record<string, string | number> = {}) => {
    const { needs, only, list } = casesOf(loaded, known(facts), missing, dimensions)
    const listed = list()?.map(({ when, bounds }) => [
      [...when.values()].map(shown).join(' '),
      bounds?.map(({ limit }) => (typeof limit === 'string' ? limit : exactText(limit))).join() ?? 'none',
    ])
    return { needs, only: only && (only.bounds?.length ?? 'none'), listed }
  }

  test('are one for each outcome, with the values or the interval that it is of', () => {
    expect(cases(ruleOf({ when: { uso: 'b' } }), ['uso'])).toEqual({
      ...{ needs: ['uso'], only: undefined },
      listed: [
        ['a|c', 'none'],
        ['b', '3'],
      ],
    })
    expect(cases(ruleOf({ adjust: [{ when: { altura: { gt: '5', lte: '9' } }, add: '1' }] }), ['altura'])).toMatchObject({
      needs: ['altura'],
      // Below and above is one outcome, and two intervals.
      listed: [
        ['..5=', '3'],
        ['9..', '3'],
        ['5..9=', '4'],
      ],
    })
    expect(cases(ruleOf({ adjust: [{ when: { altura: { gte: '5' } }, add: '1' }] }), ['altura']).listed).toEqual([
      ['..5', '3'],
      ['5=..', '4'],
    ])
    expect(cases(ruleOf({ adjust: [{ when: { altura: '5' }, add: '1' }] }), ['altura']).listed?.find(([, limit]) => limit === '4')?.[0]).toBe(
      '5=..5=',
    )
  })

  test('are of all the data that a case turns out to lack', () => {
    const found = cases(ruleOf({ value: { table: 't', match: { uso: 'uso', zona: 'zona' }, column: 'limite' }, when: { nuevo: 'true' } }), ['nuevo'])
    expect(found.needs).toEqual(['nuevo', 'uso', 'zona'])
    expect(found.listed).toContainEqual(['true b c', '6'])
    expect(found.listed?.every(([when = '', limit]) => !when.startsWith('false') || limit === 'none')).toBe(true)
  })

  test('are none where all have one outcome, and not listed where the limit is made of what is missing', () => {
    expect(cases(ruleOf({ adjust: [{ when: { uso: 'a' }, factor: '1' }] }), ['uso'])).toEqual({ needs: [], only: 1, listed: [['', '3']] })
    expect(cases(ruleOf({ exempt: [{ when: { uso: ['a', 'b', 'c'] }, text: 'x' }] }), ['uso'])).toMatchObject({ needs: [], only: 'none' })
    expect(cases(ruleOf({ value: { dimension: 'altura' } }), ['altura'])).toEqual({ needs: ['altura'], only: undefined, listed: undefined })
  })

  test('are not listed where they are more than forty', () => {
    const steps = (count: number) =>
      ruleOf({ adjust: Array.from({ length: count }, (_, index) => ({ when: { altura: { gt: String(index) } }, add: '1' })) })
    expect(cases(steps(39), ['altura']).listed).toHaveLength(40)
    expect(cases(steps(40), ['altura']).listed).toBeUndefined()
  })
})

describe('a value', () => {
  const variables = {
    falta: { dimension: 'altura' },
    otra: { dimension: 'fondo' },
    hueco: { table: 't', where: { uso: 'b', zona: 'b' }, column: 'limite' },
  }
  const of = (formula: string, facts: Record<string, string | number> = {}) => {
    const names = Object.entries(variables).filter(([name]) => formula.includes(name))
    const found = evaluate(loadValue({ formula, let: Object.fromEntries(names) }, new Map([['t', printed]])), known(facts), dimensions)
    return found.kind === 'value' && typeof found.value !== 'string'
      ? exactText(found.value)
      : found.kind === 'missing'
        ? found.dimensions
        : found.kind
  }

  test('that is computed names all that is missing, and is none where a cell is blank, a part is no number, or it divides by nothing', () => {
    expect([of('falta + otra'), of('falta + otra', { altura: 1 }), of('falta + otra', { altura: 1, fondo: 2 })]).toEqual([
      ['altura', 'fondo'],
      ['fondo'],
      '3',
    ])
    expect([of('hueco + falta'), of('falta + hueco'), of('falta', { altura: 'EI 60' }), of('1 / falta', { altura: 0 })]).toEqual([
      'none',
      'none',
      'none',
      'none',
    ])
  })

  test('of a row of a table is found whatever spaces its cells have', () => {
    expect([
      fixedRows(printed, { table: 't', row: 'a', column: 'limite' }),
      fixedRows(printed, { table: 't', row: 'b', where: { zona: 'b' }, column: 'limite' }),
    ]).toEqual([[0], [1]])
    const found = evaluate(loadValue({ table: 't', row: 'a', column: 'limite' }, new Map([['t', printed]])), known({}), dimensions)
    expect(found).toMatchObject({ kind: 'value', cells: [{ text: '4' }] })
    expect(fixedRows(printed, { table: 't', row: 'z', column: 'limite' })).toEqual([])
  })
})
