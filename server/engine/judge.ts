import { type Dimensions, holds, type Known } from './condition.ts'
import { marginOf, meets } from './decide.ts'
import { type Exact, exactText, toNumber } from './decimal.ts'
import { type Bound, type LoadedRule, limitsOf } from './limit.ts'
import type { Cell } from './table.ts'
import { convert, type Unit, type Units } from './unit.ts'

/** One case: what is measured or designed, and all that is known of it. */
export interface Case {
  readonly value: Exact | string
  readonly unit: Unit
  readonly known: Known
}

/** A rule applied to a case. `value` is in the rule's unit. */
export interface Finding {
  readonly loaded: LoadedRule
  readonly bound: Bound
  readonly value: Exact | string
  readonly complies: boolean
  readonly margin: Exact | undefined
  readonly bounds: readonly Bound[]
  readonly cells: readonly Cell[]
  /** What the rule implies and the request did not say. */
  readonly assumed: ReadonlyMap<string, string>
  /** Adjustments made, and what the law says besides: exceptions not settled, alternatives. */
  readonly warnings: readonly string[]
}

export interface Missing {
  readonly dimension: string
  /** Ids of the rules that ask for it. */
  readonly rules: readonly string[]
}

export type Judgement =
  /** `findings` has the governing one first: the one that fails, or the nearest where all hold. */
  | { readonly kind: 'decided'; readonly findings: readonly Finding[]; readonly undecided: readonly LoadedRule[] }
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  | {
      readonly kind: 'not-bound'
      readonly reasons: readonly { readonly loaded: LoadedRule; readonly reason: string; readonly text: string | undefined }[]
    }
  | { readonly kind: 'wrong-unit'; readonly accepted: readonly string[] }
  | { readonly kind: 'wrong-class'; readonly accepted: readonly string[] }

interface Engine {
  readonly dimensions: Dimensions
  readonly units: Units
}

/**
 * Holds a case against every rule that may bind it. All must be met; the strictest governs. One that fails settles the
 * case even where another cannot be decided; that all hold is only said when none is left open.
 */
export function judge(rules: readonly LoadedRule[], one: Case, engine: Engine): Judgement {
  const findings: Finding[] = []
  const open: { loaded: LoadedRule; dimensions: readonly string[] }[] = []
  const reasons: { loaded: LoadedRule; reason: string; text: string | undefined }[] = []
  const wrongUnit: string[] = []
  const wrongClass: string[] = []
  for (const loaded of rules) {
    const limits = limitsOf(loaded, one.known, engine.dimensions)
    if (limits.kind === 'not-bound') reasons.push({ loaded, reason: limits.reason, text: limits.text })
    else {
      const unit = engine.units.parse(loaded.rule.unit)
      const isClass = loaded.rule.bound === 'class'
      if (!isClass && (unit === undefined || unit.kind !== one.unit.kind || typeof one.value === 'string')) wrongUnit.push(loaded.rule.unit)
      else if (limits.kind === 'missing') open.push({ loaded, dimensions: limits.dimensions })
      else {
        const value =
          isClass || unit === undefined || typeof one.value === 'string' ? asClass(one.value) : rounded(convert(one.value, one.unit, unit), loaded)
        const found = finding(loaded, limits.bounds, value)
        if (found === undefined) wrongClass.push(...(loaded.scale?.classes ?? []))
        else
          findings.push({
            ...found,
            cells: limits.cells,
            assumed: limits.assumed,
            warnings: [...limits.adjusted, ...warningsOf(loaded, one.known, engine.dimensions)],
          })
      }
    }
  }
  if (wrongClass.length > 0) return { kind: 'wrong-class', accepted: [...new Set(wrongClass)] }
  findings.sort(byStrictness)
  if (findings[0]?.complies === false || (findings.length > 0 && open.length === 0))
    return { kind: 'decided', findings, undecided: open.map(({ loaded }) => loaded) }
  if (open.length > 0) return { kind: 'missing', missing: gather(open) }
  if (wrongUnit.length > 0) return { kind: 'wrong-unit', accepted: [...new Set(wrongUnit)] }
  return { kind: 'not-bound', reasons }
}

function finding(loaded: LoadedRule, bounds: readonly Bound[], value: Exact | string): Omit<Finding, 'cells' | 'warnings' | 'assumed'> | undefined {
  let worst: Omit<Finding, 'cells' | 'warnings' | 'assumed'> | undefined
  for (const bound of bounds) {
    const complies = meets(value, bound, loaded.scale)
    if (complies === undefined) return undefined
    const candidate = { loaded, bound, value, complies, margin: marginOf(value, bound), bounds }
    if (worst === undefined || byStrictness(candidate, worst) < 0) worst = candidate
  }
  return worst
}

/** Failures first; then the smallest distance to the limit, in parts of the limit so that units do not matter. */
function byStrictness(left: Pick<Finding, 'complies' | 'margin' | 'bound'>, right: Pick<Finding, 'complies' | 'margin' | 'bound'>): number {
  return Number(left.complies) - Number(right.complies) || closeness(left) - closeness(right)
}
function closeness({ margin, bound }: Pick<Finding, 'margin' | 'bound'>): number {
  if (margin === undefined || typeof bound.limit === 'string') return 0
  const size = Math.abs(toNumber(bound.limit))
  return toNumber(margin) / (size === 0 ? 1 : size)
}

function asClass(value: Exact | string): string {
  return typeof value === 'string' ? value : exactText(value)
}

function rounded(value: Exact, { rule }: LoadedRule): Exact {
  return rule.round === undefined ? value : value.round(rule.round)
}

function warningsOf({ rule }: LoadedRule, known: Known, dimensions: Dimensions): string[] {
  const exemptions = rule.exempt.flatMap(({ when, text }) =>
    text !== undefined && holds(when, known, dimensions).result === 'unknown' ? [text] : [],
  )
  const notices = rule.notices.flatMap(({ when, text }) => (holds(when, known, dimensions).result !== false ? [text] : []))
  return [...exemptions, ...notices]
}

/** Each missing dimension with the rules that ask for it, the most asked first. */
function gather(open: readonly { readonly loaded: LoadedRule; readonly dimensions: readonly string[] }[]): Missing[] {
  const rules = new Map<string, string[]>()
  for (const { loaded, dimensions } of open) for (const name of dimensions) rules.set(name, [...(rules.get(name) ?? []), loaded.rule.id])
  return [...rules].map(([dimension, ids]) => ({ dimension, rules: ids })).sort((left, right) => right.rules.length - left.rules.length)
}
