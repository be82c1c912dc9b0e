import { type Branch, branchesOf, decisive } from './branches.ts'
import { marginOf, meets } from './compare.ts'
import type { Dimensions, Known } from './condition.ts'
import { type Exact, toNumber } from './decimal.ts'
import { branchLimits, type InCase, inCase, limitsIn, withNotices } from './in-case.ts'
import type { Bound, Limits, LoadedRule, SureBounds } from './limit.ts'
import { gather, withoutRepeats } from './rule-lists.ts'
import { type ClassPart, classesLike, classText, classUnits, isBareTime, satisfies, unsaidParts } from './scale.ts'
import type { Cell } from './table.ts'
import { convert, type Unit, type Units } from './unit.ts'

/** One case: what is measured or designed, and all that is known of it. */
export interface Case {
  readonly value: Exact | string
  readonly unit: Unit
  readonly known: Known
  /** The dimensions that the request itself states. */
  readonly stated: ReadonlySet<string>
  /** What each rule is in this case, filled as rules are held against it. Cases that differ only in value and unit share it. */
  readonly rules: Map<LoadedRule, InCase>
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
  /** The values that the rule implies and the request does not state. */
  readonly assumed: ReadonlyMap<string, string>
  /** Unknown dimensions that change the limit but not the outcome. The bound is then the strictest of those met, or the mildest of those failed. */
  readonly regardless: readonly string[]
  /** Adjustments made, and what the law says besides: exceptions not settled, alternatives. */
  readonly warnings: readonly string[]
}

export interface Missing {
  readonly dimension: string
  /** Ids of the rules that ask for it. */
  readonly rules: readonly string[]
}

interface NotBound {
  readonly loaded: LoadedRule
  readonly reason: string
  readonly text: string | undefined
}

export type RulesOutcome =
  /** `findings` has the governing one first: the one that fails, or the nearest where all hold. `harmless`: rules that may bind or not, and are met if they do. */
  | {
      readonly kind: 'decided'
      readonly findings: readonly Finding[]
      readonly undecided: readonly LoadedRule[]
      readonly harmless: readonly { readonly loaded: LoadedRule; readonly regardless: readonly string[] }[]
    }
  | { readonly kind: 'missing'; readonly missing: readonly Missing[] }
  | { readonly kind: 'not-bound'; readonly reasons: readonly NotBound[] }
  | { readonly kind: 'wrong-unit'; readonly accepted: readonly string[] }
  | { readonly kind: 'wrong-class'; readonly accepted: readonly string[] }
  | { readonly kind: 'incomplete-class'; readonly demanded: readonly string[]; readonly parts: readonly ClassPart[] }

interface Engine {
  readonly dimensions: Dimensions
  readonly units: Units
}

/** A rule that unknown data leave open. */
interface Open {
  readonly loaded: LoadedRule
  readonly value: Exact | string
  readonly dimensions: readonly string[]
  /** The dimensions that change its outcome, where that is known. */
  readonly decisive?: readonly string[]
}

/**
 * Holds a case against every rule that may bind it. All must be met; the strictest governs. One that fails settles the
 * case even where another cannot be decided; that all hold is only said when none is left open. Unknown data are asked
 * for only where they can change the outcome.
 */
export function verifyRules(rules: readonly LoadedRule[], one: Case, engine: Engine): RulesOutcome {
  const findings: Finding[] = []
  const open: Open[] = []
  const reasons: NotBound[] = []
  const forbidding: NotBound[] = []
  const wrongUnit: string[] = []
  const wrongClass: string[] = []
  const incomplete: Incomplete[] = []
  for (const loaded of rules) {
    const { limits, warnings, asked } = inCase(loaded, one, engine)
    if (limits.kind === 'not-bound') {
      const why = { loaded, reason: limits.forbids === true ? 'forbidden' : limits.reason, text: limits.text }
      reasons.push(why)
      if (why.reason === 'forbidden') forbidding.push(why)
      continue
    }
    const value = valueIn(loaded, one, engine.units)
    if (value === undefined) wrongUnit.push(...(loaded.rule.bound === 'class' ? classUnits(loaded.scale) : [loaded.rule.unit]))
    else if (limits.kind === 'missing') open.push({ loaded, value, dimensions: [...new Set([...limits.dimensions, ...asked.failing])] })
    else {
      const found = finding(loaded, limits, value, warnings)
      if (found === undefined) wrongClass.push(...classesOf(loaded, limits.bounds))
      else if ('unsaid' in found) incomplete.push(found)
      else {
        const dimensions = found.complies ? asked.holding : asked.failing
        if (dimensions.length > 0) open.push({ loaded, value, dimensions })
        else findings.push(found)
      }
    }
  }
  const weighed = weigh(open, one, engine)
  wrongClass.push(...weighed.wrongClass)
  incomplete.push(...weighed.incomplete)
  if (wrongClass.length > 0) return { kind: 'wrong-class', accepted: [...new Set(wrongClass)] }
  const outcome = conclude([...findings, ...weighed.settled], weighed, one, engine)
  // What the law does not admit does not comply because another rule is met.
  if (forbidding.length > 0 && outcome?.kind === 'decided' && outcome.findings[0]?.complies !== false)
    return { kind: 'not-bound', reasons: forbidding }
  // A part of the class that is not said leaves open all but a failure.
  const isFailed = outcome?.kind === 'decided' && outcome.findings[0]?.complies === false
  if (incomplete.length > 0 && !isFailed) return incompleteClass(incomplete)
  if (outcome !== undefined) return outcome
  if (wrongUnit.length > 0) return { kind: 'wrong-unit', accepted: [...new Set(wrongUnit)] }
  return { kind: 'not-bound', reasons: [...reasons, ...weighed.released] }
}

/** True if a rule refuses the value, or would with some of the data that are not known. */
export function mayFail(loaded: LoadedRule, one: Case, engine: Engine): boolean {
  const { limits } = inCase(loaded, one, engine)
  const value = valueIn(loaded, one, engine.units)
  if (value === undefined) return false
  if (limits.kind === 'not-bound') return limits.forbids === true
  if (limits.kind === 'bounds') {
    const found = finding(loaded, limits, value, [])
    return found !== undefined && ('unsaid' in found || !found.complies)
  }
  const { open, settled, incomplete } = weigh([{ loaded, value, dimensions: limits.dimensions }], one, engine)
  return open.length > 0 || incomplete.length > 0 || settled.some(({ complies }) => !complies)
}

/** The classes that would be right where a value is none of the scale. */
function classesOf({ scale }: LoadedRule, bounds: readonly Bound[]): string[] {
  return scale === undefined ? [] : bounds.flatMap(({ limit }) => classesLike(scale, String(limit)))
}

/** The value in the unit of a rule, undefined where it does not measure what the rule limits. */
function valueIn(loaded: LoadedRule, one: Case, units: Units): Exact | string | undefined {
  if (loaded.rule.bound === 'class') return classText(one.value, one.unit, loaded.scale)
  const unit = units.parse(loaded.rule.unit)
  if (unit === undefined || unit.kind !== one.unit.kind || typeof one.value === 'string') return undefined
  return rounded(convert(one.value, one.unit, unit), loaded)
}

/** The outcome of each rule that lacks data, judged by itself. */
interface Weighed {
  /** The same outcome in every branch. */
  readonly settled: readonly Finding[]
  /** Met wherever they bind, but some branch does not bind. */
  readonly harmless: readonly Open[]
  /** Some branch fails or is forbidden and another is not, or the branches cannot be listed. */
  readonly open: readonly Open[]
  /** No branch binds. */
  readonly released: readonly NotBound[]
  readonly wrongClass: readonly string[]
  readonly incomplete: readonly Incomplete[]
}

/** A class that a value says in part. */
interface Incomplete {
  readonly demanded: readonly string[]
  readonly unsaid: readonly ClassPart[]
}

function incompleteClass(all: readonly Incomplete[]): RulesOutcome {
  const [demanded, parts] = [new Set(all.flatMap((one) => one.demanded)), new Set(all.flatMap(({ unsaid }) => unsaid))]
  return { kind: 'incomplete-class', demanded: [...demanded], parts: [...parts] }
}

function weigh(open: readonly Open[], one: Case, engine: Engine): Weighed {
  const weighed = {
    settled: [] as Finding[],
    harmless: [] as Open[],
    open: [] as Open[],
    released: [] as NotBound[],
    wrongClass: [] as string[],
    incomplete: [] as Incomplete[],
  }
  for (const left of open) {
    const branches = branchLimits(left, one, engine)
    const tried = branches?.map(({ limits }) => tryLimits(left, limits, one, engine))
    if (branches === undefined || tried === undefined || tried.some(({ outcome }) => outcome === 'asks')) weighed.open.push(left)
    else if (tried.some(({ outcome }) => outcome === 'wrong-class')) weighed.wrongClass.push(...(left.loaded.scale?.classes ?? []))
    else if (
      tried.every(({ outcome }) => outcome === 'incomplete' || outcome === 'unbound') &&
      tried.some(({ incomplete }) => incomplete !== undefined)
    )
      weighed.incomplete.push(...tried.flatMap(({ incomplete }) => incomplete ?? []))
    else {
      const outcomes = tried.map(({ outcome }) => outcome)
      const found = tried.flatMap((each) => each.found ?? [])
      const released = tried.find((each) => each.released !== undefined)?.released
      if (found.length === 0 && released !== undefined) weighed.released.push(released)
      else if (!outcomes.some((outcome) => outcome === 'fails' || outcome === 'forbidden' || outcome === 'incomplete')) {
        if (outcomes.includes('unbound')) weighed.harmless.push(left)
        else weighed.settled.push(representative(found, left.dimensions))
      } else if (outcomes.every((outcome) => outcome === 'fails')) weighed.settled.push(representative(found, left.dimensions))
      else
        weighed.open.push({
          ...left,
          decisive: decisive(
            branches.map(({ branch }) => branch),
            outcomes,
          ),
        })
    }
  }
  return weighed
}

interface Tried {
  readonly outcome: 'complies' | 'fails' | 'forbidden' | 'unbound' | 'asks' | 'wrong-class' | 'incomplete'
  readonly found?: Finding
  readonly incomplete?: Incomplete
  readonly released?: NotBound
}

/** The outcome of a rule in one branch. */
function tryBranch(open: Open, branch: Branch, one: Case, engine: Engine): Tried {
  return tryLimits(open, limitsIn(open.loaded, branch, one.known, engine), one, engine)
}

/** The outcome of a rule with the limits that it has in one branch. An exempt case complies, except where the law does not admit it at all. */
function tryLimits({ loaded, value }: Open, limits: Limits, one: Case, engine: Engine): Tried {
  if (limits.kind === 'missing') return trySure(loaded, value, limits.sure)
  if (limits.kind === 'not-bound') {
    const outcome = limits.forbids === true ? 'forbidden' : limits.reason === 'exempt' ? 'complies' : 'unbound'
    return { outcome, released: { loaded, reason: limits.reason, text: limits.text } }
  }
  const found = finding(loaded, limits, value, withNotices(limits, inCase(loaded, one, engine).notices))
  if (found === undefined) return { outcome: 'wrong-class' }
  return 'unsaid' in found ? { outcome: 'incomplete', incomplete: found } : { outcome: found.complies ? 'complies' : 'fails', found }
}

/** The outcome of a rule whose limit is not known: a value that fails the mildest that it can be fails, one that meets the strictest complies. */
function trySure(loaded: LoadedRule, value: Exact | string, sure: SureBounds | undefined): Tried {
  if (sure === undefined) return { outcome: 'asks' }
  const { adjusted, assumed } = sure
  const within = (bounds: readonly Bound[]) => finding(loaded, { kind: 'bounds', bounds, cells: [], adjusted, assumed }, value, adjusted)
  const failed = within(sure.mildest)
  if (failed !== undefined && !('unsaid' in failed) && !failed.complies) return { outcome: 'fails', found: failed }
  const met = sure.strictest === undefined ? undefined : within(sure.strictest)
  return met !== undefined && !('unsaid' in met) && met.complies ? { outcome: 'complies', found: met } : { outcome: 'asks' }
}

/** The strictest of the bounds met, or the mildest of those failed. Only what is said in every branch is said. */
function representative(found: readonly Finding[], regardless: readonly string[]): Finding {
  const chosen = found.reduce((best, one) => (isNearer(one, best) ? one : best))
  return { ...chosen, regardless, warnings: chosen.warnings.filter((text) => found.every(({ warnings }) => warnings.includes(text))) }
}

function isNearer(one: Finding, other: Finding): boolean {
  const { scale } = one.loaded
  if (one.bound.side !== 'class' || scale === undefined) return one.complies ? byStrictness(one, other) < 0 : byStrictness(one, other) > 0
  const [own, its] = [String(one.bound.limit), String(other.bound.limit)]
  const [stricter, milder] = one.complies ? [own, its] : [its, own]
  return satisfies(scale, stricter, milder) === true && satisfies(scale, milder, stricter) !== true
}

/** The outcome on a case, undefined where no rule binds it. */
function conclude(findings: Finding[], { open, harmless }: Weighed, one: Case, engine: Engine): RulesOutcome | undefined {
  findings.sort(byStrictness)
  const decided = (all: readonly Finding[], undecided: readonly Open[], beside: readonly Open[]): RulesOutcome => ({
    kind: 'decided',
    findings: withoutRepeats(all),
    undecided: undecided.map(({ loaded }) => loaded),
    harmless: beside.map(({ loaded, dimensions }) => ({ loaded, regardless: dimensions })),
  })
  const settles = findings[0]?.complies === false
  if (settles || (open.length === 0 && findings.length > 0)) {
    const all = [...findings, ...boundInEvery(harmless, one, engine)].sort(byStrictness)
    return settles ? decided(all, open, []) : decided(all, [], harmless)
  }
  if (open.length === 0 && harmless.length === 0) return undefined
  const all = [...open, ...harmless]
  const unknown = [...new Set(all.flatMap(({ dimensions }) => dimensions))]
  const branches = branchesOf(
    all.map(({ loaded }) => loaded),
    unknown,
    engine.dimensions,
  )
  if (branches === undefined)
    return {
      kind: 'missing',
      missing: gather((findings.length > 0 ? open : all).map((left) => ({ ...left, dimensions: left.decisive ?? left.dimensions }))),
    }
  const tried = branches.map((branch) => all.map((left) => tryBranch(left, branch, one, engine)))
  const outcomes = tried.map((each) => together(each, findings.length > 0))
  const same = outcomes.every((outcome) => outcome === outcomes[0]) ? outcomes[0] : undefined
  if (same === 'fails' || same === 'complies') {
    const found = all.flatMap(({ dimensions }, index) => {
      const own = tried.flatMap((each) => (each[index]?.outcome === same ? (each[index]?.found ?? []) : []))
      return own.length === 0 ? [] : [representative(own, dimensions)]
    })
    return decided([...findings, ...found].sort(byStrictness), [], [])
  }
  const asked = new Set(same === undefined ? decisive(branches, outcomes) : unknown)
  return { kind: 'missing', missing: gather(all.map((left) => ({ ...left, dimensions: left.dimensions.filter((name) => asked.has(name)) }))) }
}

/** The limit on each side that some of several rules sets whatever the unknown data are, each rule in its own branches. */
function boundInEvery(harmless: readonly Open[], one: Case, engine: Engine): Finding[] {
  if (harmless.length === 0) return []
  const unknown = [...new Set(harmless.flatMap(({ dimensions }) => dimensions))]
  const branches = branchesOf(
    harmless.map(({ loaded }) => loaded),
    unknown,
    engine.dimensions,
  )
  const tried = branches?.map((branch) => harmless.flatMap((left) => tryBranch(left, branch, one, engine).found ?? []))
  return (['min', 'max'] as const).flatMap((side) => {
    const found = tried?.map((each) => each.filter(({ bound }) => bound.side === side)) ?? []
    return found.length === 0 || found.some((each) => each.length === 0) ? [] : [representative(found.flat(), unknown)]
  })
}

/** The outcome of several rules in one branch. */
function together(tried: readonly Tried[], isBoundAnyway: boolean): Tried['outcome'] {
  for (const outcome of ['wrong-class', 'asks', 'fails', 'forbidden', 'incomplete', 'complies'] as const)
    if (tried.some((one) => one.outcome === outcome)) return outcome
  return isBoundAnyway ? 'complies' : 'unbound'
}

type Compared = Pick<Finding, 'loaded' | 'bound' | 'complies' | 'margin'>

function finding(
  loaded: LoadedRule,
  { bounds, cells, assumed, adjusted }: Extract<Limits, { kind: 'bounds' }>,
  value: Exact | string,
  warnings: readonly string[],
): Finding | Incomplete | undefined {
  const incomplete: string[] = []
  let worst: (Compared & Pick<Finding, 'value'>) | undefined
  for (const bound of bounds) {
    const complies = meets(value, bound, loaded.scale)
    if (complies === undefined) return undefined
    if (complies === 'incomplete') {
      incomplete.push(String(bound.limit))
      continue
    }
    const candidate = { loaded, bound, value, complies, margin: marginOf(value, bound) }
    if (worst === undefined || byStrictness(candidate, worst) < 0) worst = candidate
  }
  const { scale } = loaded
  if (incomplete.length > 0 && scale !== undefined && worst?.complies !== false)
    return { demanded: incomplete, unsaid: [...new Set(incomplete.flatMap((demanded) => unsaidParts(scale, String(value), demanded)))] }
  if (worst === undefined) return undefined
  const bareTime = bareTimeNotice(worst)
  const said = bareTime.length === 0 ? warnings : [...adjusted, ...bareTime, ...warnings.slice(adjusted.length)]
  return { ...worst, bounds, cells, assumed, regardless: noneRegardless, warnings: said }
}

const noneRegardless: readonly string[] = []

/** Failures first; then the smallest distance to the limit, in parts of the limit so that units do not matter; of two classes, the stricter. */
function byStrictness(left: Compared, right: Compared): number {
  return Number(left.complies) - Number(right.complies) || closeness(left) - closeness(right) || byClass(left, right)
}

function byClass({ loaded: { scale }, bound }: Compared, { loaded, bound: other }: Compared): number {
  if (scale === undefined || scale !== loaded.scale) return 0
  const meetsOther = (one: Bound, demanded: Bound) => Number(satisfies(scale, String(one.limit), String(demanded.limit)) === true)
  return meetsOther(other, bound) - meetsOther(bound, other)
}

function closeness({ margin, bound }: Pick<Finding, 'margin' | 'bound'>): number {
  if (margin === undefined || typeof bound.limit === 'string') return 0
  const size = Math.abs(toNumber(bound.limit))
  return toNumber(margin) / (size === 0 ? 1 : size)
}

/** A bare time says nothing of R, E and I: that they are those demanded is the user's to confirm. */
function bareTimeNotice({ value, bound }: Pick<Finding, 'value' | 'bound'>): string[] {
  if (typeof value !== 'string' || !isBareTime(value)) return []
  return [`«${value}» se toma por la clase que se exige (${String(bound.limit)}): compruebe que el elemento la tiene con esas letras`]
}

function rounded(value: Exact, { rule }: LoadedRule): Exact {
  return rule.round === undefined ? value : value.round(rule.round)
}
