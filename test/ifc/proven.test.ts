import { describe, expect, test } from 'vitest'
import { type Outcome, proven } from '../../server/ifc/outcome.ts'

type Rule = Extract<Outcome, { outcome: 'verdict' }>['verdict']['rules'][number]

function outcome(value: number, comparison: string, limit: number, complies: boolean, range?: Rule['limit_range']): Outcome {
  const status = complies ? 'COMPLIANT' : 'NON_COMPLIANT'
  const rule: Rule = { title: '', code_slug: '', result_status: status, comparison, limit_value: limit, limit_range: range, unit: 'm' }
  return {
    outcome: 'verdict',
    verdict: {
      is_compliant: complies,
      comparison,
      limit_value: limit,
      normalized_value: value,
      unit: 'm',
      sources: [],
      rules: [rule],
      assumptions: [],
      warnings: [],
    },
  }
}

describe('proven()', () => {
  test.each([
    ['an exact value passes', outcome(1, 'gte', 0.8, true), 'exact', 'pass'],
    ['an exact value fails', outcome(0.7, 'gte', 0.8, false), 'exact', 'fail'],
    ['an upper bound below a minimum fails', outcome(0.7, 'gte', 0.8, false), 'upper', 'fail'],
    ['an upper bound equal to a minimum is open', outcome(0.8, 'gte', 0.8, true), 'upper', 'open'],
    ['an upper bound above a minimum is open', outcome(0.9, 'gte', 0.8, true), 'upper', 'open'],
    ['an upper bound below a maximum passes', outcome(0.7, 'lte', 0.8, true), 'upper', 'pass'],
    ['an upper bound above a maximum is open', outcome(0.9, 'lte', 0.8, false), 'upper', 'open'],
    ['an upper bound below a range fails', outcome(0.7, 'gte', 0.8, false, { min: 0.8, max: 1.1 }), 'upper', 'fail'],
    ['an upper bound above a range is open', outcome(1.2, 'lte', 1.1, false, { min: 0.8, max: 1.1 }), 'upper', 'open'],
    ['an upper bound within a range is open', outcome(1, 'gte', 0.8, true, { min: 0.8, max: 1.1 }), 'upper', 'open'],
    ['a lower bound above a maximum fails', outcome(0.9, 'lte', 0.8, false), 'lower', 'fail'],
    ['a lower bound above a minimum passes', outcome(0.9, 'gte', 0.8, true), 'lower', 'pass'],
    ['a lower bound below a minimum is open', outcome(0.7, 'gte', 0.8, false), 'lower', 'open'],
    ['a problem is open', { outcome: 'problem', problem: { code: 'indeterminate', detail: '' } }, 'exact', 'open'],
  ] as const)('%s', (_, one, bound, expected) => {
    expect(proven(one, bound)).toBe(expected)
  })
})
