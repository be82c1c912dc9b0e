import { describe, expect, test } from 'vitest'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { exactText, parseDecimal } from '../../server/engine/decimal.ts'
import { type LoadedRule, loadRule } from '../../server/engine/limit.ts'
import { dimension, rule, scale } from '../../server/engine/schema.ts'
import { unitsFrom } from '../../server/engine/unit.ts'
import { mayFail, verifyRules } from '../../server/engine/verify-rules.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'zona', label: 'Zona', type: 'enum', help: 'x', values }),
])
const units = unitsFrom([
  { symbol: 'm', spellings: [], factor: '1', base: { m: 1 } },
  { symbol: 'cm', spellings: [], factor: '0.01', base: { m: 1 } },
  { symbol: 's', spellings: [], factor: '1', base: { s: 1 } },
  { symbol: 'min', spellings: [], factor: '60', base: { s: 1 } },
  { symbol: '1', spellings: [], factor: '1', base: {} },
])
const fire = scale.parse({ id: 'fuego', label: 'f', kind: 'fire_resistance', classes: ['30', '60', '90'] })
const reaction = scale.parse({ id: 'reaccion', label: 'r', kind: 'reaction_to_fire', classes: ['F', 'E', 'D', 'C', 'B', 'A2', 'A1'] })
const ruleOf = (id: string, limit: string, parts: Record<string, unknown> = {}): LoadedRule =>
  loadRule(
    'd',
    rule.parse({
      ...{ id, title: 'Regla', element: 'e', parameter: 'p', unit: '1', bound: 'class', scale: 'fuego', value: { const: limit } },
      ...{ cite: { section: 's' }, editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    }),
    new Map(),
    new Map([
      ['fuego', fire],
      ['reaccion', reaction],
    ]),
  )
const caseOf = (value: string, known: Record<string, string> = {}, unit = '1', isNumber = false) => ({
  value: isNumber ? parseDecimal(value) : value,
  unit: units.parse(unit) ?? { text: '', factor: parseDecimal('1'), kind: '' },
  known: new Map(Object.entries(known)),
  stated: new Set(Object.keys(known)),
  rules: new Map(),
})
/** What comes of a value, in short. */
function outcome(rules: readonly LoadedRule[], ...given: Parameters<typeof caseOf>): unknown {
  const found = verifyRules(rules, caseOf(...given), { dimensions, units })
  if (found.kind === 'decided')
    return found.findings.map(
      ({ loaded, complies, bound }) =>
        `${loaded.rule.id} ${complies ? 'holds' : 'fails'} ${typeof bound.limit === 'string' ? bound.limit : exactText(bound.limit)}`,
    )
  if (found.kind === 'missing') return found.missing.map(({ dimension: name, rules: ids }) => `${name}: ${ids.join()}`)
  return found
}
/** A rule that demands more in one use. */
const stricterInA = (parts: Record<string, unknown> = {}) => ruleOf('r', 'EI 30', { adjust: [{ when: { uso: 'a' }, set: 'EI 90' }], ...parts })

describe('a class that lacks data', () => {
  test('holds or fails where it does so in every case, against the nearest of what is demanded', () => {
    expect(outcome([stricterInA()], 'EI 90')).toEqual(['r holds EI 90'])
    expect(outcome([stricterInA()], 'E 90')).toEqual(['r fails EI 30'])
    expect(outcome([stricterInA()], 'EI 60')).toEqual(['uso: r'])
    expect([outcome([stricterInA()], 'EI 60', { uso: 'a' }), outcome([stricterInA()], 'EI 60', { uso: 'b' })]).toEqual([
      ['r fails EI 90'],
      ['r holds EI 30'],
    ])
  })

  test('that is none of the scale is told with those that are', () => {
    const classes = ['30', '60', '90']
    expect(outcome([stricterInA()], 'sesenta')).toEqual({ kind: 'wrong-class', accepted: classes })
    expect(outcome([stricterInA()], 'sesenta', { uso: 'a' })).toEqual({ kind: 'wrong-class', accepted: ['EI 30', 'EI 60', 'EI 90'] })
    // Also beside a rule that it meets.
    expect(outcome([ruleOf('o', 'EI 30'), stricterInA()], 'sesenta', { uso: 'b' })).toMatchObject({ kind: 'wrong-class' })
  })

  test('is open where the rule binds in some case and the value fails there', () => {
    expect(outcome([ruleOf('r', 'EI 60', { when: { uso: 'a' } })], 'EI 30')).toEqual(['uso: r'])
    expect(outcome([ruleOf('r', 'EI 60', { when: { uso: 'a' } })], 'EI 60')).toEqual(['uso: r'])
    expect(outcome([ruleOf('o', 'EI 30'), ruleOf('r', 'EI 60', { when: { uso: 'a' } })], 'EI 60')).toEqual(['o holds EI 30'])
    expect(outcome([ruleOf('o', 'EI 30'), ruleOf('r', 'EI 60', { when: { uso: 'a' } })], 'EI 30')).toEqual(['uso: r'])
    expect(outcome([ruleOf('o', 'EI 60'), ruleOf('r', 'EI 90', { when: { uso: 'a' } })], 'EI 30')).toEqual(['o fails EI 60'])
  })
})

describe('a class of which a part is not said', () => {
  const wall = (parts: Record<string, unknown> = {}) => ruleOf('r', 'C-s2,d0', { scale: 'reaccion', ...parts })

  test('is incomplete where what is said is good enough, and fails where it is not', () => {
    expect(outcome([wall()], 'B')).toEqual({ kind: 'incomplete-class', demanded: ['C-s2,d0'], parts: ['smoke', 'droplets'] })
    expect(outcome([wall()], 'B-s1')).toEqual({ kind: 'incomplete-class', demanded: ['C-s2,d0'], parts: ['droplets'] })
    expect([outcome([wall()], 'D'), outcome([wall()], 'B-s1,d0'), outcome([wall()], 'B-s3')]).toEqual([
      ['r fails C-s2,d0'],
      ['r holds C-s2,d0'],
      ['r fails C-s2,d0'],
    ])
  })

  test('is incomplete also where data are missing that change nothing of it', () => {
    const varied = wall({ adjust: [{ when: { uso: 'a' }, set: 'D-s2,d0' }] })
    expect(outcome([varied], 'B')).toEqual({ kind: 'incomplete-class', demanded: ['D-s2,d0', 'C-s2,d0'], parts: ['smoke', 'droplets'] })
    expect(outcome([varied], 'E')).toEqual(['r fails D-s2,d0'])
    expect(outcome([varied], 'D')).toEqual(['uso: r'])
  })

  test('leaves open all but a failure of another rule', () => {
    expect(outcome([wall(), ruleOf('o', 'A2-s1,d0', { scale: 'reaccion' })], 'C')).toEqual(['o fails A2-s1,d0'])
    expect(outcome([wall(), ruleOf('o', 'E', { scale: 'reaccion' })], 'C')).toMatchObject({ kind: 'incomplete-class', demanded: ['C-s2,d0'] })
  })
})

describe('a time for a class', () => {
  test('is taken for it, and that it is said', () => {
    const found = verifyRules([ruleOf('r', 'EI 60')], caseOf('60', {}, 'min', true), { dimensions, units })
    expect(found.kind === 'decided' && found.findings[0]?.warnings).toEqual([
      '«60 min» se toma por la clase que se exige (EI 60): compruebe que el elemento la tiene con esas letras',
    ])
    const whole = verifyRules([ruleOf('r', 'EI 60')], caseOf('EI 60'), { dimensions, units })
    expect(whole.kind === 'decided' && whole.findings[0]?.warnings).toEqual([])
  })

  test('stands before the notices of the rule and after what was done to the limit', () => {
    const noted = stricterInA({ adjust: [{ when: { uso: 'a' }, set: 'EI 60', text: 'más en a' }], notices: [{ when: {}, text: 'aviso' }] })
    const found = verifyRules([noted], caseOf('60 min', { uso: 'a' }), { dimensions, units })
    expect(found.kind === 'decided' && found.findings[0]?.warnings.map((text) => text.slice(0, 8))).toEqual(['más en a', '«60 min»', 'aviso'])
  })

  test('in a unit that is none is told with those that are', () => {
    expect(outcome([ruleOf('r', 'EI 60')], '60', {}, 'm', true)).toEqual({ kind: 'wrong-unit', accepted: ['1', 'min', 'h'] })
    expect(outcome([ruleOf('r', '3', { bound: 'max', unit: 'm', scale: null })], '60', {}, 'min', true)).toEqual({
      kind: 'wrong-unit',
      accepted: ['m'],
    })
    expect(outcome([ruleOf('r', '3', { bound: 'max', unit: 'm', scale: null })], 'EI 60', {}, 'm')).toEqual({ kind: 'wrong-unit', accepted: ['m'] })
  })
})

describe('several rules', () => {
  const most = (id: string, limit: string, parts: Record<string, unknown> = {}) =>
    ruleOf(id, limit, { bound: 'max', unit: 'm', scale: null, ...parts })

  test('stand with the failure first, then the one whose limit is nearest in parts of it, whatever the unit', () => {
    expect(outcome([most('ancha', '10'), most('justa', '120', { unit: 'cm' }), most('media', '2')], '1', {}, 'm', true)).toEqual([
      'justa holds 120',
      'media holds 2',
      'ancha holds 10',
    ])
    expect(outcome([most('ancha', '10'), most('poca', '0.9'), most('menos', '0.5')], '1', {}, 'm', true)).toEqual([
      'menos fails 0.5',
      'poca fails 0.9',
      'ancha holds 10',
    ])
    expect(outcome([most('nada', '0'), most('ancha', '10')], '1', {}, 'm', true)).toEqual(['nada fails 0', 'ancha holds 10'])
  })

  test('stand with the stricter of two classes first', () => {
    expect(outcome([ruleOf('menos', 'EI 30'), ruleOf('mas', 'REI 60')], 'REI 90')).toEqual(['mas holds REI 60', 'menos holds EI 30'])
  })

  test('of which one refuses what the law does not admit never say that it complies', () => {
    const forbids = most('no', '3', { exempt: [{ when: { uso: 'a' }, text: 'no se admite', forbids: true }] })
    expect(outcome([most('ancha', '10'), forbids], '1', { uso: 'a' }, 'm', true)).toMatchObject({
      kind: 'not-bound',
      reasons: [{ reason: 'forbidden', text: 'no se admite' }],
    })
    expect(outcome([most('poca', '0.5'), forbids], '1', { uso: 'a' }, 'm', true)).toEqual(['poca fails 0.5'])
    expect(outcome([most('ancha', '10'), forbids], '1', { uso: 'b' }, 'm', true)).toEqual(['no holds 3', 'ancha holds 10'])
  })

  test('that do not bind whatever the missing data are say why', () => {
    const one = most('una', '3', {
      when: { zona: ['a', 'b', 'c'] },
      exempt: [
        { when: { zona: ['a', 'b'] }, text: 'salvo a y b' },
        { when: { zona: 'c' }, text: 'salvo c' },
      ],
    })
    const found = verifyRules([one], caseOf('9', {}, 'm', true), { dimensions, units })
    expect(found.kind === 'not-bound' && found.reasons.map(({ loaded, reason, text }) => [loaded.rule.id, reason, text])).toEqual([
      ['una', 'exempt', 'salvo a y b'],
    ])
  })

  test('of which none binds say why each does not', () => {
    const found = verifyRules(
      [most('una', '3', { when: { uso: 'a' } }), most('otra', '3', { exempt: [{ when: { uso: 'b' }, text: 'salvo b' }] })],
      caseOf('1', { uso: 'b' }, 'm', true),
      { dimensions, units },
    )
    expect(found.kind === 'not-bound' && found.reasons.map(({ loaded, reason, text }) => [loaded.rule.id, reason, text])).toEqual([
      ['una', 'conditions', undefined],
      ['otra', 'exempt', 'salvo b'],
    ])
  })
})

test('a rule may refuse a value if it does, or would in some case', () => {
  const may = (loaded: LoadedRule, ...given: Parameters<typeof caseOf>) => mayFail(loaded, caseOf(...given), { dimensions, units })
  expect([may(ruleOf('r', 'EI 60'), 'EI 60'), may(ruleOf('r', 'EI 60'), 'EI 30')]).toEqual([false, true])
  expect([may(stricterInA(), 'EI 60'), may(stricterInA(), 'EI 90'), may(stricterInA(), 'E 30')]).toEqual([true, false, true])
  expect(may(ruleOf('r', 'EI 60'), '1', {}, 'm', true)).toBe(false)
  const forbids = (uso: string) =>
    may(ruleOf('r', 'EI 60', { exempt: [{ when: { uso: 'a' }, forbids: true }, { when: { uso: 'b' } }] }), 'EI 60', { uso })
  expect([forbids('a'), forbids('b'), forbids('c')]).toEqual([true, false, false])
  expect(may(ruleOf('r', 'C-s2,d0', { scale: 'reaccion' }), 'B')).toBe(true)
})
