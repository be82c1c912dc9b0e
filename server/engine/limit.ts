import { type Dimensions, holds, type Known } from './condition.ts'
import { type Exact, exactText, parseExact } from './decimal.ts'
import type { Rule, Scale, When } from './schema.ts'
import { spanOf } from './span.ts'
import type { Cell } from './table.ts'
import { dimensionsOf, evaluate, type LoadedValue, loadValue, type TablesBySlug } from './value.ts'

/** A rule made ready to decide with. */
export interface LoadedRule {
  readonly document: string
  readonly rule: Rule
  readonly lower: LoadedValue | undefined
  readonly upper: LoadedValue | undefined
  readonly adjust: readonly Adjustment[]
  readonly scale: Scale | undefined
  /** Every dimension that its conditions, exceptions or value may look at. */
  readonly uses: ReadonlySet<string>
  /** The cases that its document leaves to another document, with the editions that say so (none: all). */
  readonly outside: readonly { readonly when: When; readonly text: string; readonly section: string; readonly editions?: readonly string[] }[]
  /** The condition of the link, if the rule was reached through a conditional link of the element. */
  readonly linked?: When
  /** The rule that refers to this one, where it was reached through it: this one binds only where that one may. */
  readonly broughtBy?: LoadedRule
  /** Further dimensions that only its notices read. */
  readonly noticed: ReadonlySet<string>
}

interface Adjustment {
  readonly when: When
  readonly text: string | undefined
  readonly factor: Exact | undefined
  readonly add: Exact | undefined
  readonly set: Exact | string | undefined
}

/** A bound in force for one case. At equality a bound that is not strict is met. For a class, `limit` is its text. */
export interface Bound {
  readonly side: 'max' | 'min' | 'equals' | 'class'
  readonly limit: Exact | string
  readonly strict: boolean
}

/** The limit that one rule sets in one case, or why it sets none. */
export type Limits =
  | {
      readonly kind: 'bounds'
      readonly bounds: readonly Bound[]
      readonly cells: readonly Cell[]
      readonly adjusted: readonly string[]
      /** The values assumed because the rule implies them. */
      readonly assumed: ReadonlyMap<string, string>
    }
  | { readonly kind: 'missing'; readonly dimensions: readonly string[]; readonly sure?: SureBounds }
  | {
      readonly kind: 'not-bound'
      readonly reason: 'conditions' | 'exempt' | 'no-limit'
      readonly text: string | undefined
      readonly section: string | undefined
      /** True if the law does not admit the case at all. */
      readonly forbids?: boolean
    }

/** Makes a rule ready. Throws `RangeError` or `SyntaxError` where it names a table or scale that is not there, or a formula that cannot be read. */
export function loadRule(document: string, rule: Rule, tables: TablesBySlug, scales: ReadonlyMap<string, Scale>): LoadedRule {
  const scale = rule.scale === null ? undefined : scales.get(rule.scale)
  if (rule.scale !== null && scale === undefined) throw new RangeError(`Unknown scale "${rule.scale}"`)
  const ends = 'min' in rule.value && 'max' in rule.value ? rule.value : undefined
  const single = ends === undefined && !('min' in rule.value) ? loadValue(rule.value, tables) : undefined
  const lower = ends === undefined ? (rule.bound === 'max' ? undefined : single) : loadValue(ends.min, tables)
  const upper = ends === undefined ? (rule.bound === 'max' ? single : undefined) : loadValue(ends.max, tables)
  return {
    document,
    rule,
    lower,
    upper,
    uses: new Set([
      ...[rule.when, ...rule.adjust.map(({ when }) => when), ...rule.exempt.map(({ when }) => when)].flatMap(Object.keys),
      ...[lower, upper].flatMap((value) => (value === undefined ? [] : dimensionsOf(value))),
    ]),
    noticed: new Set(rule.notices.flatMap(({ when }) => Object.keys(when))),
    adjust: rule.adjust.map(({ when, text, factor, add, set }) => ({
      when,
      text,
      factor: factor === undefined ? undefined : parseExact(factor),
      add: add === undefined ? undefined : parseExact(add),
      set: set === undefined ? undefined : rule.bound === 'class' ? set : parseExact(set),
    })),
    scale,
    outside: [],
  }
}

/** The bounds of a rule for a case, or why it does not bind, or what is missing to tell. */
export function limitsOf(loaded: LoadedRule, told: Known, dimensions: Dimensions): Limits {
  const { rule } = loaded
  const assumed = assumedBy(rule, told)
  const known = both(told, assumed)
  const left = loaded.outside.find(({ when }) => holds(when, known, dimensions).result === true)
  if (left !== undefined) return { kind: 'not-bound', reason: 'exempt', text: left.text, section: left.section }
  const conditions = holds(rule.when, known, dimensions)
  if (conditions.result === false) return { kind: 'not-bound', reason: 'conditions', text: undefined, section: undefined }
  const exempt = rule.exempt.find((exemption) => holds(exemption.when, known, dimensions).result === true)
  if (exempt !== undefined)
    return { kind: 'not-bound', reason: 'exempt', text: exempt.text, section: exempt.cite?.section ?? rule.cite.section, forbids: exempt.forbids }

  const missing = [...conditions.unknown]
  const active: Adjustment[] = []
  for (const adjustment of loaded.adjust) {
    const { result, unknown } = holds(adjustment.when, known, dimensions)
    if (result === 'unknown') missing.push(...unknown)
    else if (result) active.push(adjustment)
  }
  const bounds: Bound[] = []
  const cells: Cell[] = []
  for (const [side, value] of sides(loaded)) {
    const found = evaluate(value, known, dimensions)
    if (found.kind === 'none') return { kind: 'not-bound', reason: 'no-limit', text: undefined, section: rule.cite.section }
    if (found.kind === 'missing') missing.push(...found.dimensions)
    else {
      cells.push(...found.cells)
      const limit = side === 'class' && typeof found.value !== 'string' ? exactText(found.value) : found.value
      bounds.push({ side, limit: adjusted(limit, active), strict: rule.strict })
    }
  }
  if (missing.length > 0) return { kind: 'missing', dimensions: [...new Set(missing)] }
  return { kind: 'bounds', bounds, cells, adjusted: active.flatMap((adjustment) => adjustment.text ?? []), assumed }
}

const nothingAssumed: ReadonlyMap<string, string> = new Map()

/** What the rule takes for granted and is not told. */
function assumedBy({ assume }: Rule, told: Known): ReadonlyMap<string, string> {
  let assumed: Map<string, string> | undefined
  for (const name in assume) {
    const value = assume[name]
    if (value === undefined || told.has(name)) continue
    assumed ??= new Map()
    assumed.set(name, value)
  }
  return assumed ?? nothingAssumed
}

function both(told: Known, assumed: ReadonlyMap<string, string>): Known {
  return assumed.size === 0 ? told : new Map([...told, ...assumed])
}

function sides({ rule, lower, upper }: LoadedRule): [Bound['side'], LoadedValue][] {
  const all: [Bound['side'], LoadedValue][] = []
  if (lower !== undefined) all.push([rule.bound === 'equals' || rule.bound === 'class' ? rule.bound : 'min', lower])
  if (upper !== undefined) all.push(['max', upper])
  return all
}

/** The bounds that a rule is sure to set whatever the data are that its value lacks: the mildest that it can set, and the strictest where it has an end. */
export interface SureBounds {
  /** What fails one of these fails. */
  readonly mildest: readonly Bound[]
  /** What meets all of these complies; undefined if a limit may be as strict as you like. */
  readonly strictest: readonly Bound[] | undefined
  readonly adjusted: readonly string[]
  /** The values assumed because the rule implies them. */
  readonly assumed: ReadonlyMap<string, string>
}

/** The bounds between which those of a rule lie whatever the data are that its value lacks. Undefined if its conditions hang on them too, or it may set none. */
export function sureBounds(loaded: LoadedRule, told: Known, dimensions: Dimensions): SureBounds | undefined {
  const { rule } = loaded
  const assumed = assumedBy(rule, told)
  const known = both(told, assumed)
  if (rule.bound === 'class' || rule.bound === 'equals' || holds(rule.when, known, dimensions).result !== true) return undefined
  const adjustments = loaded.adjust.map((one) => ({ one, result: holds(one.when, known, dimensions).result }))
  const active = adjustments.flatMap(({ one, result }) => (result === true ? [one] : []))
  if (adjustments.some(({ result }) => result === 'unknown') || active.some(({ factor }) => factor !== undefined && factor.compare(0) < 0))
    return undefined
  const [mildest, strictest]: [Bound[], Bound[]] = [[], []]
  for (const [side, value] of sides(loaded)) {
    const span = spanOf(value, known, dimensions)
    if (span === undefined) return undefined
    const [mild, strict] = side === 'min' ? [span.low, span.high] : [span.high, span.low]
    if (mild !== undefined) mildest.push({ side, limit: adjusted(mild, active), strict: rule.strict })
    if (strict !== undefined) strictest.push({ side, limit: adjusted(strict, active), strict: rule.strict })
  }
  return {
    mildest,
    strictest: strictest.length === sides(loaded).length ? strictest : undefined,
    adjusted: active.flatMap(({ text }) => text ?? []),
    assumed,
  }
}

function adjusted(limit: Exact | string, active: readonly Adjustment[]): Exact | string {
  return active.reduce<Exact | string>((value, { factor, add, set }) => {
    if (set !== undefined) return set
    if (typeof value === 'string') return value
    return (factor === undefined ? value : value.mul(factor)).add(add ?? 0)
  }, limit)
}

/** The bounds of a rule whatever its conditions, for those who ask and do not check: `unsettled` are the dimensions its conditions still hang on. undefined where its value itself lacks data, or it does not bind. */
export function boundsRegardless(
  loaded: LoadedRule,
  told: Known,
  dimensions: Dimensions,
): { readonly bounds: readonly Bound[]; readonly unsettled: readonly string[] } | undefined {
  const { rule } = loaded
  const known = both(told, assumedBy(rule, told))
  const conditions = holds(rule.when, known, dimensions)
  if (conditions.result === false) return undefined
  const bounds: Bound[] = []
  for (const [side, value] of sides(loaded)) {
    const found = evaluate(value, known, dimensions)
    if (found.kind !== 'value') return undefined
    const active = loaded.adjust.filter(({ when }) => holds(when, known, dimensions).result === true)
    const limit = side === 'class' && typeof found.value !== 'string' ? exactText(found.value) : found.value
    bounds.push({ side, limit: adjusted(limit, active), strict: rule.strict })
  }
  return { bounds, unsettled: conditions.unknown }
}
