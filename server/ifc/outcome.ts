import type { Bound } from '../kb/ifc-mapping.ts'

type Figure = number | string
interface Range {
  readonly min: Figure
  readonly max: Figure
}

/** A rule of a verdict, as far as a bound of the value is compared with it. */
interface OutcomeRule {
  readonly title: string
  readonly code_slug: string
  readonly result_status: 'COMPLIANT' | 'NON_COMPLIANT'
  readonly comparison: string
  readonly limit_value: Figure
  readonly limit_range?: Range | undefined
  readonly unit: string
}

/** A condition that a problem asks for. */
export interface MissingCondition {
  readonly field: string
  readonly label: string
  readonly type: 'number' | 'enum' | 'boolean'
  readonly unit?: string | undefined
  readonly help: string
  readonly allowed?: readonly { readonly value: string; readonly label: string }[] | undefined
}

/** The answer of `verify` for one case, reduced to the fields that are used here. */
export type Outcome =
  | {
      readonly outcome: 'verdict'
      readonly verdict: {
        readonly is_compliant: boolean
        readonly comparison: string
        readonly limit_value: Figure
        readonly limit_range?: Range | undefined
        readonly normalized_value: Figure
        readonly unit: string
        readonly sources: readonly { readonly code_slug: string; readonly section: string; readonly version: string }[]
        readonly rules: readonly OutcomeRule[]
        readonly assumptions: readonly string[]
        readonly warnings: readonly string[]
      }
    }
  | {
      readonly outcome: 'problem'
      readonly problem: {
        readonly code: string
        readonly detail: string
        readonly missing?: readonly MissingCondition[] | undefined
      }
    }

/** The body of one case, as `verify` takes it. */
export interface VerifyItem {
  readonly element: string
  readonly parameter: string
  readonly value: number | string
  readonly unit: string
  readonly geo_id: string
  readonly context: Readonly<Record<string, string | number | boolean>>
  readonly as_of?: string
}

/** Verifies cases with the service, in order. */
export type VerifyAll = (items: readonly VerifyItem[]) => Promise<readonly Outcome[]>

/** What a case says of the building when its value is only a bound. */
export type CaseResult = 'pass' | 'fail' | 'open'

/**
 * What one outcome proves. An exact value proves what the verdict says. If the true value is the given one or less (`upper`), a minimum that is not
 * met fails for certain, a maximum that is met passes for certain, and nothing else is proven; `lower` is the reverse.
 */
export function proven(outcome: Outcome, bound: Bound): CaseResult {
  if (outcome.outcome === 'problem') return 'open'
  const { verdict } = outcome
  if (bound === 'exact') return verdict.is_compliant ? 'pass' : 'fail'
  const value = Number(verdict.normalized_value)
  if (verdict.rules.some((rule) => rule.result_status === 'NON_COMPLIANT' && failsFor(rule, value, bound))) return 'fail'
  const side = bound === 'upper' ? ['lte', 'lt'] : ['gte', 'gt']
  const isOneSided = verdict.rules.length > 0 && verdict.rules.every((rule) => side.includes(rule.comparison) && rule.limit_range === undefined)
  return verdict.is_compliant && isOneSided ? 'pass' : 'open'
}

function failsFor({ comparison, limit_value, limit_range }: OutcomeRule, value: number, bound: 'upper' | 'lower'): boolean {
  if (bound === 'upper') {
    if (limit_range !== undefined) return value < Number(limit_range.min)
    return comparison === 'gte' || comparison === 'gt' || (comparison === 'eq' && value < Number(limit_value))
  }
  if (limit_range !== undefined) return value > Number(limit_range.max)
  return comparison === 'lte' || comparison === 'lt' || (comparison === 'eq' && value > Number(limit_value))
}
