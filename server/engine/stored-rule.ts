import { type Exact, exactText, parseExact } from './decimal.ts'
import type { Rule, When } from './schema.ts'
import { membership, type Test } from './when.ts'

/** A test with its numbers as text. */
type StoredTest =
  | { readonly kind: 'in' | 'notIn'; readonly values: readonly string[] }
  | { readonly kind: 'interval'; readonly lt?: string; readonly lte?: string; readonly gt?: string; readonly gte?: string }
type StoredWhen = Readonly<Record<string, StoredTest>>

const ends = ['lt', 'lte', 'gt', 'gte'] as const
const conditional = ['adjust', 'exempt', 'notices'] as const

/** A rule as the pack keeps it: already checked by its schema, numbers as text. `loadStoredRule` gives back the same rule. */
export function storeRule(rule: Rule): string {
  const stored: Record<string, unknown> = { ...rule, when: storeWhen(rule.when) }
  for (const part of conditional) stored[part] = rule[part].map((one) => ({ ...one, when: storeWhen(one.when) }))
  return JSON.stringify(stored)
}

/** Reads what `storeRule` wrote. The pack vouches for its form: thousands of rules are read at every start. */
export function loadStoredRule(text: string): Rule {
  const stored = JSON.parse(text) as Rule & { when: StoredWhen }
  // A pack written before rules could refer to others has none.
  const loaded: Record<string, unknown> = {
    ...stored,
    besides: (stored.besides as Rule['besides'] | undefined) ?? [],
    when: loadWhen(stored.when as StoredWhen),
  }
  for (const part of conditional) loaded[part] = stored[part].map((one) => ({ ...one, when: loadWhen(one.when as unknown as StoredWhen) }))
  return loaded as unknown as Rule
}

/** Conditions as the pack keeps them. `loadConditions` gives them back. */
export function storeConditions(when: When): unknown {
  return storeWhen(when)
}

/** Reads what `storeConditions` wrote. */
export function loadConditions(stored: unknown): When {
  return loadWhen(stored as StoredWhen)
}

function storeWhen(when: When): StoredWhen {
  return Object.fromEntries(Object.entries(when).map(([name, test]) => [name, storeTest(test)]))
}

function storeTest(test: Test): StoredTest {
  if (test.kind !== 'interval') return { kind: test.kind, values: test.values }
  return { kind: 'interval', ...Object.fromEntries(ends.flatMap((end) => (test[end] === undefined ? [] : [[end, exactText(test[end])]]))) }
}

function loadWhen(when: StoredWhen): When {
  const loaded: Record<string, Test> = {}
  for (const name in when) {
    const test = when[name]
    if (test !== undefined) loaded[name] = loadTest(test)
  }
  return loaded
}

function loadTest(test: StoredTest): Test {
  if (test.kind !== 'interval') return membership(test.kind, test.values)
  const loaded: { kind: 'interval'; lt?: Exact; lte?: Exact; gt?: Exact; gte?: Exact } = { kind: 'interval' }
  for (const end of ends) if (test[end] !== undefined) loaded[end] = parseExact(test[end])
  return loaded
}
