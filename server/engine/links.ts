import { type Dimensions, holds, type Known } from './condition.ts'
import type { LoadedRule } from './limit.ts'

/**
 * Which linked rules bind: those whose link is known to hold. Where that is not known the case is taken as the element's own name says,
 * and the rule is kept aside to be told. A case that only links can decide asks for their conditions.
 */
export function followLinks(rules: readonly LoadedRule[], known: Known, dimensions: Dimensions): { binding: LoadedRule[]; aside: LoadedRule[] } {
  const state = (loaded: LoadedRule) => (loaded.linked === undefined ? true : holds(loaded.linked, known, dimensions).result)
  const binding = rules.filter((loaded) => state(loaded) === true)
  const aside = rules.filter((loaded) => state(loaded) === 'unknown')
  return binding.length > 0 ? { binding, aside } : { binding: aside.map(asCondition), aside: [] }
}

function asCondition(loaded: LoadedRule): LoadedRule {
  return { ...loaded, rule: { ...loaded.rule, when: { ...loaded.linked, ...loaded.rule.when } } }
}
