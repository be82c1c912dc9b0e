import type { Group, RuleCase } from './cases.ts'
import { exactText } from './decimal.ts'

/** Puts cases of the same outcome together that differ in one dimension only: values into one list, intervals that adjoin into one interval. They stand where the first of them stood. */
export function mergedCases(cases: readonly RuleCase[], outcomeOf: (one: RuleCase) => string): readonly RuleCase[] {
  const names = [...(cases[0]?.when.keys() ?? [])]
  return names.reduceRight((all, name) => mergedAlong(all, name, outcomeOf), cases)
}

function mergedAlong(cases: readonly RuleCase[], name: string, outcomeOf: (one: RuleCase) => string): readonly RuleCase[] {
  const merged: RuleCase[] = []
  const placesByRest = new Map<string, number[]>()
  for (const one of cases) {
    const key = `${restOf(one, name)}\n${outcomeOf(one)}`
    const places = placesByRest.get(key) ?? []
    placesByRest.set(key, places)
    const at = places.find((place) => joinedAt(merged[place], one, name) !== undefined)
    if (at === undefined) places.push(merged.push(one) - 1)
    else merged[at] = { ...one, when: new Map([...one.when, [name, joinedAt(merged[at], one, name) ?? groupIn(one, name)]]) }
  }
  return merged
}

function joinedAt(before: RuleCase | undefined, one: RuleCase, name: string): Group | undefined {
  return before === undefined ? undefined : joined(groupIn(before, name), groupIn(one, name))
}

function groupIn({ when }: RuleCase, name: string): Group {
  return when.get(name) ?? { kind: 'values', values: [] }
}

/** The groups of all other dimensions. */
function restOf({ when }: RuleCase, name: string): string {
  return [...when].flatMap(([other, group]) => (other === name ? [] : [`${other}=${groupKey(group)}`])).join('\n')
}

function groupKey(group: Group): string {
  if (group.kind === 'values') return group.values.map((value) => (typeof value === 'string' ? value : exactText(value))).join('|')
  const end = (one: typeof group.from): string => (one === undefined ? '' : `${one.isIncluded ? '=' : ''}${exactText(one.value)}`)
  return `${end(group.from)}..${end(group.to)}`
}

/** Two groups as one; undefined if something lies between two intervals. */
function joined(one: Group, other: Group): Group | undefined {
  if (one.kind === 'values' || other.kind === 'values')
    return one.kind === other.kind && 'values' in one && 'values' in other ? { kind: 'values', values: [...one.values, ...other.values] } : undefined
  if (adjoin(one.to, other.from)) return { kind: 'interval', from: one.from, to: other.to }
  return adjoin(other.to, one.from) ? { kind: 'interval', from: other.from, to: one.to } : undefined
}

type End = Extract<Group, { kind: 'interval' }>['from']

function adjoin(to: End, from: End): boolean {
  return to !== undefined && from !== undefined && to.value.equals(from.value) && to.isIncluded !== from.isIncluded
}
