import type { Rule } from './schema.ts'

/** True if a rule can give a verdict: it is a limit, and its figure is verified. */
export function isDeciding({ kind, verification }: Pick<Rule, 'kind' | 'verification'>): boolean {
  return kind === 'limit' && verification !== 'unverified'
}

/** True if a rule is a limit whose figure waits for a reading: known to exist, and deciding nothing. */
export function isUnread({ rule: { kind, verification } }: { readonly rule: Pick<Rule, 'kind' | 'verification'> }): boolean {
  return kind === 'limit' && verification === 'unverified'
}
