import { describe, expect, test } from 'vitest'
import { withReferences } from '../../server/engine/besides.ts'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { parseDecimal } from '../../server/engine/decimal.ts'
import { type LoadedRule, loadRule } from '../../server/engine/limit.ts'
import { dimension, rule } from '../../server/engine/schema.ts'
import { unitsFrom } from '../../server/engine/unit.ts'
import { verifyRules } from '../../server/engine/verify-rules.ts'
import { whenOf } from '../../server/engine/when.ts'

const values = ['a', 'b', 'c'].map((id) => ({ id, label: id }))
const dimensions = dimensionsFrom([
  dimension.parse({ id: 'uso', label: 'Uso', type: 'enum', help: 'x', values }),
  dimension.parse({ id: 'altura', label: 'Altura', type: 'number', help: 'x' }),
])
const units = unitsFrom([{ symbol: 'm', spellings: [], factor: '1', base: { m: 1 } }])

const ruleOf = (document: string, id: string, limit: string, parts: Record<string, unknown> = {}): LoadedRule =>
  loadRule(
    document,
    rule.parse({
      id,
      title: 'Regla',
      element: `e-${id}`,
      parameter: 'p',
      unit: 'm',
      bound: 'min',
      value: { const: limit },
      cite: { section: 's' },
      editions: ['1'],
      verification: 'official_text',
      sources: ['x'],
      ...parts,
    }),
    new Map(),
    new Map(),
  )

/** Verifies 1 m against the first of some rules and all that it brings in. */
function outcome(rules: readonly LoadedRule[], known: Record<string, string>) {
  const byKey = new Map(rules.map((loaded) => [`${loaded.document}/${loaded.rule.id}`, loaded]))
  const unit = units.parse('m')
  if (unit === undefined) throw new RangeError('m is a unit')
  const bound = withReferences(rules.slice(0, 1), byKey, dimensions)
  const one = {
    value: parseDecimal('1'),
    unit,
    known: new Map(Object.entries(known).map(([name, value]) => [name, name === 'altura' ? parseDecimal(value) : value])),
    stated: new Set<string>(),
    rules: new Map(),
  }
  const found = verifyRules(bound, one, { dimensions, units })
  return found.kind === 'decided' ? found.findings.map(({ loaded, complies }) => `${loaded.rule.id} ${complies ? 'holds' : 'fails'}`) : found
}

describe('a rule that refers to others', () => {
  test('binds together with them, and the strictest governs', () => {
    const rules = [ruleOf('d', 'own', '0.8', { besides: ['wide', 'o/other'] }), ruleOf('d', 'wide', '0.9'), ruleOf('o', 'other', '1.2')]
    expect(outcome(rules, {})).toEqual(['other fails', 'wide holds', 'own holds'])
  })

  test('brings each of them once, however often and by whatever name it refers to it', () => {
    const rules = [
      ruleOf('d', 'own', '0.8', { besides: ['wide', 'd/wide', 'other', 'wide', 'no-hay'] }),
      ruleOf('d', 'wide', '0.9'),
      ruleOf('d', 'other', '1.2'),
    ]
    expect(outcome(rules, {})).toEqual(['other fails', 'wide holds', 'own holds'])
    const byKey = new Map(rules.map((loaded) => [`${loaded.document}/${loaded.rule.id}`, loaded]))
    const bound = withReferences(rules.slice(0, 1), byKey, dimensions)
    expect(bound.map(({ rule: { id }, broughtBy }) => [id, broughtBy?.rule.id])).toEqual([
      ['own', undefined],
      ['wide', 'own'],
      ['other', 'own'],
    ])
  })

  test('brings nothing where it does not bind itself', () => {
    const rules = [ruleOf('d', 'own', '0.8', { when: { uso: 'a' }, besides: ['other'] }), ruleOf('d', 'other', '1.2', { when: { uso: ['a', 'b'] } })]
    expect(outcome(rules, { uso: 'a' })).toEqual(['other fails', 'own holds'])
    expect(outcome(rules, { uso: 'b' })).toMatchObject({ kind: 'not-bound' })
  })

  test('brings a rule only where the conditions of that one hold too', () => {
    const rules = [
      ruleOf('d', 'own', '0.8', { when: { altura: { lt: '10' } }, besides: ['other'] }),
      ruleOf('d', 'other', '1.2', { when: { altura: { gte: '5' } } }),
    ]
    expect(outcome(rules, { altura: '7' })).toEqual(['other fails', 'own holds'])
    expect(outcome(rules, { altura: '3' })).toEqual(['own holds'])
    expect(outcome(rules, { altura: '12' })).toMatchObject({ kind: 'not-bound' })
  })

  test('what the law does not admit of it does not free from what it brings', () => {
    const rules = [ruleOf('d', 'own', '0.8', { exempt: [{ when: { uso: 'c' }, forbids: true }], besides: ['other'] }), ruleOf('d', 'other', '1.2')]
    expect(outcome(rules, { uso: 'c' })).toEqual(['other fails'])
    const [, other] = rules
    expect(outcome(other === undefined ? [] : [other], { uso: 'c' })).toEqual(['other fails'])
  })

  test('its exemption frees from what it brings', () => {
    const rules = [ruleOf('d', 'own', '0.8', { exempt: [{ when: { uso: 'c' }, text: 'x' }], besides: ['other'] }), ruleOf('d', 'other', '1.2')]
    expect(outcome(rules, { uso: 'c' })).toMatchObject({ kind: 'not-bound' })
    expect(outcome(rules, { uso: 'a' })).toEqual(['other fails', 'own holds'])
  })

  test('what it brings is not taken for unbound by a use that its document leaves to another and nobody stated', () => {
    const left = [{ when: whenOf({ uso: ['a'] }), text: 'x', section: 's' }]
    const rules = [
      { ...ruleOf('d', 'own', '0.8', { besides: ['o/other'] }), outside: left },
      ruleOf('o', 'other', '1.2', { when: { uso: { not: 'c' } } }),
    ]
    expect(outcome(rules, {})).toMatchObject({ kind: 'missing', missing: [{ dimension: 'uso' }] })
    expect(outcome(rules, { uso: 'b' })).toEqual(['other fails', 'own holds'])
    expect(outcome(rules, { uso: 'a' })).toMatchObject({ kind: 'not-bound' })
  })

  test('follows references of references and circles once', () => {
    const rules = [
      ruleOf('d', 'own', '0.8', { besides: ['second'] }),
      ruleOf('d', 'second', '0.9', { besides: ['third', 'own'] }),
      ruleOf('d', 'third', '1.2', { besides: ['second'] }),
    ]
    expect(outcome(rules, {})).toEqual(['third fails', 'second holds', 'own holds'])
  })
})
