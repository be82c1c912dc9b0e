import { type Dimensions, passes } from './condition.ts'
import type { Exact } from './decimal.ts'
import type { LoadedRule } from './limit.ts'
import type { When } from './schema.ts'
import { membership, type Test } from './when.ts'

/** The name of a rule that another refers to: `rule` of the same document, or `document/rule`. */
export function referenceKey(document: string, reference: string): string {
  return reference.includes('/') ? reference : `${document}/${reference}`
}

/**
 * Rules with those that they refer to (`besides`), and those that these refer to. A rule brought in binds where its own conditions
 * and those of the rule that refers to it hold, and no exemption of either does.
 */
export function withReferences(rules: readonly LoadedRule[], byKey: ReadonlyMap<string, LoadedRule>, dimensions: Dimensions): readonly LoadedRule[] {
  if (rules.every(({ rule }) => rule.besides.length === 0)) return rules
  const all = [...rules]
  const present = new Set(rules.filter(({ linked }) => linked === undefined).map(keyOf))
  // The list grows while it is walked: what is referred to may refer further.
  for (const loaded of all)
    for (const reference of loaded.rule.besides) {
      const target = byKey.get(referenceKey(loaded.document, reference))
      if (target === undefined || present.has(keyOf(target)) || all.some((one) => one.broughtBy === loaded && keyOf(one) === keyOf(target))) continue
      if (all.length > mostRules) throw new RangeError(`Rules refer to each other in a circle: ${keyOf(loaded)}`)
      if (loaded.broughtBy === undefined || keyOf(target) !== keyOf(loaded.broughtBy)) all.push(brought(target, loaded, dimensions))
    }
  return all
}

const mostRules = 500

function keyOf({ document, rule }: LoadedRule): string {
  return `${document}/${rule.id}`
}

function brought(target: LoadedRule, by: LoadedRule, dimensions: Dimensions): LoadedRule {
  return {
    ...target,
    rule: {
      ...target.rule,
      when: bothConditions(target.rule.when, by.rule.when, dimensions).when,
      assume: { ...by.rule.assume, ...target.rule.assume },
      exempt: [...target.rule.exempt, ...by.rule.exempt.filter(({ forbids }) => !forbids)],
    },
    outside: [...target.outside, ...by.outside],
    uses: new Set([...target.uses, ...Object.keys(by.rule.when), ...by.rule.exempt.flatMap(({ when }) => Object.keys(when))]),
    broughtBy: by,
    ...(by.linked === undefined ? {} : { linked: by.linked }),
  }
}

/** Conditions that hold where both do. `unclear`: dimensions on which one test cannot say what both say; there the first stands. */
export function bothConditions(one: When, other: When, dimensions: Dimensions): { readonly when: When; readonly unclear: readonly string[] } {
  const unclear: string[] = []
  const when: Record<string, Test> = { ...other, ...one }
  for (const [name, test] of Object.entries(one)) {
    const second = other[name]
    if (second === undefined) continue
    const joined = bothTests(test, second, name, dimensions)
    if (joined === undefined) unclear.push(name)
    else when[name] = joined
  }
  return { when, unclear }
}

function bothTests(one: Test, other: Test, dimension: string, dimensions: Dimensions): Test | undefined {
  if (one.kind === 'interval' && other.kind === 'interval') {
    return {
      kind: 'interval',
      ...(one.gt === undefined ? { gt: other.gt } : { gt: later(one.gt, other.gt) }),
      ...(one.gte === undefined ? { gte: other.gte } : { gte: later(one.gte, other.gte) }),
      ...(one.lt === undefined ? { lt: other.lt } : { lt: earlier(one.lt, other.lt) }),
      ...(one.lte === undefined ? { lte: other.lte } : { lte: earlier(one.lte, other.lte) }),
    }
  }
  if (one.kind === 'notIn' && other.kind === 'notIn') return membership('notIn', [...new Set([...one.values, ...other.values])])
  const [listed, second] = one.kind === 'in' ? [one, other] : [other, one]
  if (listed.kind !== 'in') return undefined
  const typed = (value: string): Exact | string => listed.numbers[listed.values.indexOf(value)] ?? value
  const kept = listed.values.filter((value) => passes(second, typed(value), dimension, dimensions))
  if (second.kind === 'in') {
    const back = second.values.filter((value) => passes(listed, value, dimension, dimensions))
    return membership('in', [...new Set([...kept, ...back])])
  }
  return kept.length === 0 ? undefined : membership('in', kept)
}

function later(one: Exact, other: Exact | undefined): Exact {
  return other !== undefined && other.compare(one) > 0 ? other : one
}

function earlier(one: Exact, other: Exact | undefined): Exact {
  return other !== undefined && other.compare(one) < 0 ? other : one
}
