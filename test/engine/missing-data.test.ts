import Fraction from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { branchesOf, decisive, mostBranches } from '../../server/engine/branches.ts'
import type { Dimensions } from '../../server/engine/condition.ts'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import type { Exact } from '../../server/engine/decimal.ts'
import { type LoadedRule, loadRule } from '../../server/engine/limit.ts'
import { dimension, rule, table } from '../../server/engine/schema.ts'
import { loadTable } from '../../server/engine/table.ts'
import { unitsFrom } from '../../server/engine/unit.ts'
import { type RulesOutcome, verifyRules } from '../../server/engine/verify-rules.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions: Dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'zona', label: 'Zona', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'abierto', label: 'Abierto', type: 'boolean', help: 'x' }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
  dimension.parse({ id: 'personas', label: 'Personas', type: 'number', help: 'x' }),
])
const units = unitsFrom([{ symbol: 'm', spellings: [], factor: '1', base: { m: 1 } }])
const unit = units.parse('m')
const printed = loadTable(
  table.parse({
    document: 'd',
    table: 't',
    number: 'T',
    title: 'T',
    section: 's',
    editions: ['1'],
    verification: 'official_text',
    sources: ['x'],
    keys: ['altura'],
    header: ['altura', 'a', 'b', 'c'],
    rows: [
      ['1', '2', '3', '4'],
      ['5', '6', '5', '4'],
      ['9', '7', '1', '4'],
    ],
  }),
)
const ruleOf = (parts: Record<string, unknown>): LoadedRule =>
  loadRule(
    'd',
    rule.parse({
      id: `r${JSON.stringify(parts).length}`,
      title: 'Regla',
      element: 'e',
      parameter: 'p',
      unit: 'm',
      bound: 'max',
      value: { const: '3' },
      cite: { section: 's' },
      editions: ['1'],
      verification: 'official_text',
      sources: ['x'],
      ...parts,
    }),
    new Map([['t', printed]]),
    new Map(),
  )

/** A limit made from the height. */
const ofHeight = (formula: string) => ({ formula, let: { h: { dimension: 'altura' } } })

type Known = ReadonlyMap<string, Exact | string>
const decide = (rules: readonly LoadedRule[], value: number, known: Known, stated: readonly string[] = []): RulesOutcome => {
  if (unit === undefined) throw new TypeError('No unit')
  return verifyRules(rules, { value: new Fraction(value), unit, known, stated: new Set(stated), rules: new Map() }, { dimensions, units })
}
const outcome = (found: RulesOutcome): string => (found.kind === 'decided' ? String(found.findings[0]?.complies) : found.kind)

/** Every kind of rule in use, each with conditions on some dimensions. */
const shapes: LoadedRule[][] = [
  [ruleOf({ when: { uso: ['a', 'b'] } }), ruleOf({ when: { uso: 'c' }, value: { const: '5' } })],
  [
    ruleOf({
      adjust: [
        { when: { abierto: true }, set: '6' },
        { when: { altura: { gt: '4' } }, factor: '1/2' },
      ],
    }),
  ],
  [ruleOf({ value: { table: 't', match: { altura: 'altura' }, interpolate: 'altura', by: 'zona' } })],
  [ruleOf({ when: { altura: { gte: '2', lt: '6' } } }), ruleOf({ when: { altura: { gte: '6' } }, bound: 'min' })],
  [ruleOf({ exempt: [{ when: { uso: 'a', abierto: true }, ask: true }] }), ruleOf({ when: { zona: { not: 'b' } }, value: { const: '2' } })],
  [ruleOf({ bound: 'min', when: { abierto: true }, value: ofHeight('max(3, 0.5 * h)') })],
  [ruleOf({ value: ofHeight('min(5, 2 * h - 1)'), adjust: [{ when: { uso: 'a' }, factor: '1/2' }] })],
  [ruleOf({ bound: 'range', value: { min: ofHeight('min(4, h / 2)'), max: ofHeight('max(6, ceil(h))') } })],
  [ruleOf({ value: ofHeight('max(2, 6 / h)') }), ruleOf({ bound: 'min', when: { altura: { gt: '2' } }, value: ofHeight('max(3, h - 2)') })],
  [ruleOf({ value: ofHeight('min(5, h)'), exempt: [{ when: { uso: 'a' }, ask: true }] })],
]
const numbers = [0, 0.5, 1, 2, 3, 4, 4.5, 5, 6, 7, 9, 20].map((number) => new Fraction(number))
const completions: Known[] = values.flatMap(({ id: uso }) =>
  values.flatMap(({ id: zona }) =>
    ['true', 'false'].flatMap((abierto) => numbers.map((altura) => new Map<string, Exact | string>(Object.entries({ uso, zona, abierto, altura })))),
  ),
)

describe('a decision with missing conditions is the same for all their values', () => {
  test.each(shapes.map((rules, index) => ({ rules, index })))('rules $index', ({ rules }) => {
    for (const value of [0, 1, 2, 2.5, 3, 3.5, 4, 5, 5.5, 6, 7, 8]) {
      for (const told of [[], ['uso'], ['zona'], ['altura'], ['abierto', 'altura']]) {
        const groups = new Map<string, Known[]>()
        for (const whole of completions) {
          const key = told.map((name) => String(whole.get(name))).join()
          groups.set(key, [...(groups.get(key) ?? []), whole])
        }
        for (const group of groups.values()) {
          const [first] = group
          const known = new Map(told.map((name) => [name, first?.get(name) ?? ''] as const))
          const judged = decide(rules, value, known, told)
          if (judged.kind !== 'decided') continue
          const wrong = group.filter((whole) => {
            const own = outcome(decide(rules, value, whole, [...whole.keys()]))
            // An exemption removes a rule; complying with that rule is still correct.
            return own !== outcome(judged) && !(own === 'not-bound' && outcome(judged) === 'true')
          })
          expect(wrong.map((whole) => [...whole].join(' '))).toEqual([])
        }
      }
    }
  })
})

test('only conditions that can change the outcome are asked for', () => {
  const rules = [ruleOf({ when: { uso: ['a', 'b'] }, adjust: [{ when: { abierto: true }, set: '4' }] })]
  const judged = decide(rules, 3, new Map())
  expect(judged.kind === 'missing' && judged.missing.map(({ dimension: name }) => name)).toEqual(['uso'])
  const higher = decide(rules, 3.5, new Map())
  expect(higher.kind === 'missing' && higher.missing.map(({ dimension: name }) => name).sort()).toEqual(['abierto', 'uso'])
})

test('if no rule binds in some branch, complying in the others decides nothing', () => {
  expect(outcome(decide([ruleOf({ when: { uso: 'a' } })], 1, new Map()))).toBe('missing')
})

test('an uncertain rule does not delay a case that another rule decides', () => {
  const judged = decide([ruleOf({ value: { const: '2' } }), ruleOf({ when: { uso: 'a' } })], 1, new Map())
  expect(judged).toMatchObject({ kind: 'decided', harmless: [{ regardless: ['uso'] }] })
})

test('rules that together cover all cases decide together', () => {
  const rules = [
    ruleOf({ when: { uso: 'a' } }),
    ruleOf({ when: { uso: 'b' }, value: { const: '4' } }),
    ruleOf({ when: { uso: 'c' }, value: { const: '5' } }),
  ]
  expect(outcome(decide(rules, 2, new Map()))).toBe('true')
  expect(outcome(decide(rules, 6, new Map()))).toBe('false')
  expect(outcome(decide(rules, 4, new Map()))).toBe('missing')
})

test('a rule that fails in every case settles it, also where the cases of all rules together are too many to list', () => {
  const numbers = Array.from({ length: 20 }, (_, index) => String(index))
  const failing = ruleOf({ adjust: numbers.map((altura, index) => ({ when: { altura }, add: String(index % 3) })) })
  const open = ruleOf({ adjust: numbers.map((personas, index) => ({ when: { personas }, set: index % 2 === 0 ? '8' : '10' })) })
  expect(branchesOf([failing], ['altura'], dimensions)).toBeDefined()
  expect(branchesOf([failing, open], ['altura', 'personas'], dimensions)).toBeUndefined()
  for (const rules of [
    [failing, open],
    [open, failing],
  ])
    expect(decide(rules, 9, new Map())).toMatchObject({ kind: 'decided', findings: [{ complies: false, regardless: ['altura'] }], undecided: [open] })
  expect(outcome(decide([failing, open], 5, new Map()))).toBe('missing')
})

test('a condition that the limit is computed from is asked for', () => {
  const rules = [ruleOf({ value: { formula: 'p / 160', let: { p: { dimension: 'personas' } } } })]
  expect(branchesOf(rules, ['personas'], dimensions)).toBeUndefined()
  expect(outcome(decide(rules, 1, new Map()))).toBe('missing')
})

describe('a limit computed from a datum that is missing', () => {
  const known = new Map([['abierto', 'true']])
  const anchorage = ruleOf({ bound: 'min', value: ofHeight('max(3, 2 * h)') })

  test('a value below the least that it can be fails whatever the datum is', () => {
    expect(decide([anchorage], 2, known)).toMatchObject({ kind: 'decided', findings: [{ complies: false, regardless: ['altura'] }] })
  })

  test('above the least the datum is asked for', () => {
    expect(decide([anchorage], 4, known)).toMatchObject({ kind: 'missing', missing: [{ dimension: 'altura' }] })
  })

  test('a value that meets the strictest that it can be complies', () => {
    expect(outcome(decide([ruleOf({ bound: 'min', value: ofHeight('min(3, 2 * h)') })], 3, known))).toBe('true')
    expect(outcome(decide([ruleOf({ bound: 'min', value: ofHeight('min(3, 2 * h)') })], 2, known))).toBe('missing')
  })

  test('nothing is decided where the datum may free the case, or divide by zero', () => {
    expect(outcome(decide([ruleOf({ bound: 'min', value: ofHeight('max(3, 2 * h)'), when: { altura: { gt: '1' } } })], 2, known))).toBe('missing')
    expect(outcome(decide([ruleOf({ bound: 'min', value: ofHeight('max(3, 1 / h)') })], 2, known))).toBe('missing')
    const exempted = ruleOf({ bound: 'min', value: ofHeight('max(3, 2 * h)'), exempt: [{ when: { uso: 'a' }, ask: true }] })
    expect(outcome(decide([exempted], 2, known))).toBe('missing')
  })
})

test('a partly stated exemption is asked for; one that is not mentioned is not', () => {
  const rules = [ruleOf({ exempt: [{ when: { uso: 'a', abierto: true } }] })]
  expect(outcome(decide(rules, 9, new Map()))).toBe('false')
  expect(decide(rules, 9, new Map([['uso', 'a']]), ['uso'])).toMatchObject({ kind: 'missing', missing: [{ dimension: 'abierto' }] })
  expect(outcome(decide(rules, 9, new Map([['uso', 'b']]), ['uso']))).toBe('false')
  expect(outcome(decide(rules, 1, new Map([['uso', 'a']]), ['uso']))).toBe('true')
})

test('the number of branches is bounded, and branches differ only in what rules depend on', () => {
  const rules = [ruleOf({ when: { uso: 'a', altura: { gt: '3' } } })]
  expect(branchesOf(rules, ['uso', 'altura'], dimensions)).toHaveLength(4)
  const many = [
    ruleOf({ when: Object.fromEntries(['altura', 'personas'].map((name) => [name, Array.from({ length: 20 }, (_, index) => String(index))])) }),
  ]
  const branches = branchesOf(many, ['altura', 'personas'], dimensions)
  expect(branches === undefined || branches.length <= mostBranches).toBe(true)
})

test('decisive() names a dimension if and only if changing it alone changes the outcome', () => {
  const branches = branchesOf([ruleOf({ when: { uso: 'a', abierto: true } })], ['uso', 'abierto'], dimensions) ?? []
  expect(
    decisive(
      branches,
      branches.map((branch) => branch.get('uso')),
    ),
  ).toEqual(['uso'])
  expect(
    decisive(
      branches,
      branches.map(() => 'same'),
    ),
  ).toEqual([])
})
