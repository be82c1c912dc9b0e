import type { Rule } from './schema.ts'

/** True if a rule can give a verdict: it is a limit, and its figure is verified. */
export function isDeciding({ kind, verification }: Pick<Rule, 'kind' | 'verification'>): boolean {
  return kind === 'limit' && verification !== 'unverified'
}
