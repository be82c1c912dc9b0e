import type { LoadedRule } from './limit.ts'
import type { Finding, Missing } from './verify-rules.ts'

/** Each rule once: one that several others refer to may have been reached more than once. */
export function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return findings.filter(({ loaded: { document, rule } }) => {
    const key = `${document}/${rule.id}`
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

/** Each missing dimension with the rules that ask for it, the most asked first. */
export function gather(open: readonly { readonly loaded: LoadedRule; readonly dimensions: readonly string[] }[]): Missing[] {
  const rules = new Map<string, string[]>()
  for (const { loaded, dimensions } of open) for (const name of dimensions) rules.set(name, [...(rules.get(name) ?? []), loaded.rule.id])
  return [...rules].map(([dimension, ids]) => ({ dimension, rules: ids })).sort((left, right) => right.rules.length - left.rules.length)
}
