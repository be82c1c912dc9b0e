import type { Rule } from './schema.ts'

/** The rules of a book in order, each read when first asked for. */
export interface RuleList {
  /** By number: `document/rule`. */
  readonly keys: readonly string[]
  /** The numbers of the rules of an element and a parameter, by `element|parameter`. */
  readonly pairs: ReadonlyMap<string, readonly number[]>
  read(index: number): Rule
  /** Every rule in order, read at once. */
  readAll(): readonly Rule[]
}

/** What finds rules without reading them, as the pack keeps it. */
export interface StoredRuleIndex {
  readonly keys: readonly string[]
  readonly pairs: Readonly<Record<string, readonly number[]>>
}

interface OwnedRule {
  readonly document: string
  readonly rule: Rule
}

/** A list of rules that are read already. */
export function ruleListOf(rules: readonly OwnedRule[]): RuleList {
  const { keys, pairs } = ruleIndexOf(rules)
  return {
    keys,
    pairs: new Map(Object.entries(pairs)),
    readAll: () => rules.map(({ rule }) => rule),
    read(index) {
      const found = rules[index]
      if (found === undefined) throw new RangeError(`No rule number ${index}`)
      return found.rule
    },
  }
}

/** Finds each rule by its document and id, and under every element that it names. */
export function ruleIndexOf(rules: readonly OwnedRule[]): StoredRuleIndex {
  const named = rules.flatMap(({ rule }, index) => rule.element.map((element) => ({ pair: ruleKey(element, rule.parameter), index })))
  const pairs = [...Map.groupBy(named, ({ pair }) => pair)].map(([pair, all]) => [pair, all.map(({ index }) => index)] as const)
  return { keys: rules.map(({ document, rule }) => `${document}/${rule.id}`), pairs: Object.fromEntries(pairs) }
}

/** The key of an element and a parameter among rules. */
export function ruleKey(element: string, parameter: string): string {
  return `${element}|${parameter}`
}
