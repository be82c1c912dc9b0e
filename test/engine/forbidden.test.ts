import Fraction from 'fraction.js'
import { expect, test } from 'vitest'
import { dimensionsFrom } from '../../server/engine/condition.ts'
import { loadRule } from '../../server/engine/limit.ts'
import { dimension, rule } from '../../server/engine/schema.ts'
import { unitsFrom } from '../../server/engine/unit.ts'
import { verifyRules } from '../../server/engine/verify-rules.ts'

const dimensions = dimensionsFrom([dimension.parse({ id: 'abierto', label: 'Abierto', type: 'boolean', help: 'x' })])
const units = unitsFrom([{ symbol: 'm', spellings: [], factor: '1', base: { m: 1 } }])
const ruleOf = (id: string, parts: Record<string, unknown>) =>
  loadRule(
    'd',
    rule.parse({
      ...{ id, title: 'Regla', element: 'e', parameter: 'p', unit: 'm', bound: 'max', value: { const: '3' } },
      ...{ cite: { section: 's' }, editions: ['1'], verification: 'official_text', sources: ['x'], ...parts },
    }),
    new Map(),
    new Map(),
  )
const forbidding = ruleOf('forbidding', { exempt: [{ when: { abierto: true }, forbids: true, text: 'No se admite.' }] })
const plain = ruleOf('plain', { value: { const: '5' } })

test.each([
  ['alone', [forbidding]],
  ['beside a rule that is met', [forbidding, plain]],
])('a condition that may forbid the case is asked for even if the limit is met: %s', (_name, rules) => {
  const unit = units.parse('m')
  if (unit === undefined) throw new TypeError('No unit')
  const decide = (known: [string, string][]) =>
    verifyRules(rules, { value: new Fraction(2), unit, known: new Map(known), stated: new Set(), rules: new Map() }, { dimensions, units })
  expect(decide([])).toMatchObject({ kind: 'missing', missing: [{ dimension: 'abierto' }] })
  expect(decide([['abierto', 'false']])).toMatchObject({ kind: 'decided', findings: [{ complies: true }, ...rules.slice(1).map(() => ({}))] })
  expect(decide([['abierto', 'true']])).toMatchObject({ kind: 'not-bound', reasons: [{ text: 'No se admite.' }] })
})
