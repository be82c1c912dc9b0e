import type { Book } from '../engine/book.ts'
import { meets } from '../engine/compare.ts'
import { type Known, passes } from '../engine/condition.ts'
import type { ContextInput } from '../engine/context.ts'
import { type Exact, parseDecimal, toNumber } from '../engine/decimal.ts'
import type { Bound, LoadedRule } from '../engine/limit.ts'
import type { Verdict } from '../engine/outcome.ts'
import { inCommunity } from '../engine/place.ts'
import { isPossibleIn } from '../engine/possible.ts'
import { termsOf } from '../engine/terms.ts'
import { convert } from '../engine/unit.ts'
import { verify } from '../engine/verify.ts'
import type { Finding } from '../engine/verify-rules.ts'
import type { Test } from '../engine/when.ts'
import type { FigureQuery } from './figures.ts'
import type { Slots } from './slots.ts'

/** What is said of the value that a question asks to judge. */
export interface Judgement {
  /** The verdict of the engine over every document that binds at the place. Undefined if it has none. */
  readonly verdict: 'COMPLIANT' | 'NON_COMPLIANT' | undefined
  /** Conditions of the rule's own case that the question does not state and the verdict takes for given; the answer names them. */
  readonly assumed: readonly string[]
  /** The values of those conditions for which the rule, which names them, binds nothing: a ramp for vehicles alone. */
  readonly exempt?: ReadonlyMap<string, readonly string[]>
  /** True if the value is within the bounds of the one rule that answers: it complies with them, whatever else binds. */
  readonly isWithin: boolean
  /** The rule of another section that the value fails, where the one that answers is met. */
  readonly refusedBy: { readonly loaded: LoadedRule; readonly version: string; readonly bounds: readonly Bound[] } | undefined
  /** Ids of the data that the engine needs for a verdict. */
  readonly asks: readonly string[]
  /** A regional document that the value fails, where the question names no place: it complies elsewhere only. */
  readonly stricter?: LoadedRule['document']
  /** The conditions that a refusal takes for not given, any of which would free the value: worked out when first asked for. */
  readonly freedBy?: () => readonly string[]
}

interface Case {
  readonly query: FigureQuery
  readonly value: Slots['value']
  readonly known: Known
}

/** What is to be held against a rule: the value, as the rule's unit or class tells it. */
interface Judged {
  readonly value: Exact | string
  readonly unit: string
  readonly isWithin: boolean
}

/** Judges the value of a question by one rule, and by the engine. Undefined if there is nothing to judge or the rule cannot tell. */
export function judge(book: Book, loaded: LoadedRule, bounds: readonly Bound[], given: Case): Judgement | undefined {
  if (loaded.rule.kind !== 'limit' || bounds.length === 0) return undefined
  const judged = loaded.rule.bound === 'class' ? judgedClass(loaded, bounds, given.query.slots) : judgedNumber(book, loaded, bounds, given.value)
  if (judged === undefined) return undefined
  const zones = zonesOf(book, given.query).map((zone): ContextInput => (zone === undefined ? {} : { climate_zone: zone }))
  const several = [...given.query.slots.several].filter(([name]) => loaded.uses.has(name))
  const cases = inEachCase(zones, several)
  const [first, ...others] = cases.map((zone) => byEngine(book, loaded, judged, given, zone))
  const isOne = first !== undefined && others.every(({ verdict }) => verdict === first.verdict)
  if (!isOne)
    return {
      isWithin: judged.isWithin,
      verdict: undefined,
      assumed: [],
      refusedBy: undefined,
      asks: zones.length > 1 ? ['climate_zone'] : several.map(([name]) => name),
    }
  const stricter = first.verdict === 'COMPLIANT' ? stricterRegion(book, loaded, judged, given, cases[0]) : undefined
  if (stricter !== undefined) return { isWithin: judged.isWithin, verdict: undefined, assumed: [], refusedBy: undefined, asks: [], stricter }
  if (first.verdict === 'NON_COMPLIANT')
    return { isWithin: judged.isWithin, assumed: [], ...first, freedBy: () => freeing(book, loaded, judged, given, cases[0]) }
  if (first.verdict !== undefined) return { isWithin: judged.isWithin, assumed: [], ...first }
  const own = inOwnCase(book, loaded, judged, given, cases)
  return own === undefined ? { isWithin: judged.isWithin, assumed: [], ...first } : { isWithin: judged.isWithin, ...own }
}

/** The conditions that may hold or not, of the rules on a thing and its quantity, which a question leaves open and one of which would free a value that fails. */
function freeing(book: Book, loaded: LoadedRule, judged: Judged, given: Case, further: ContextInput = {}): string[] {
  const asked = { element: elementOf(book, loaded.rule.element, given.query.slots), parameter: loaded.rule.parameter }
  const open = new Set(
    (termsOf(book, asked)?.rules ?? []).flatMap(({ uses }) => [...uses]).filter((id) => !given.known.has(id) || isDefault(book, given, id)),
  )
  return [...open].filter((id) => {
    const dimension = book.dimensions.byId.get(id)
    const values = dimension?.type === 'boolean' ? ['true', 'false'] : []
    return (
      dimension?.source === 'context' &&
      values.some((value) => byEngine(book, loaded, judged, given, { ...further, [id]: value }, false).verdict !== 'NON_COMPLIANT')
    )
  })
}

/** True if a condition is known by its default alone. */
function isDefault({ dimensions }: Book, { query: { slots }, known }: Case, id: string): boolean {
  return !slots.known.has(id) && String(known.get(id)) === dimensions.byId.get(id)?.default
}

/** A regional document that a value fails which complies with those of the whole country, where a question names no place; undefined if none is known to. */
function stricterRegion(book: Book, loaded: LoadedRule, judged: Judged, given: Case, further: ContextInput = {}): string | undefined {
  const { query } = given
  if (query.place !== undefined || query.judgedBy.length > 0) return undefined
  const asked = { element: elementOf(book, loaded.rule.element, query.slots), parameter: loaded.rule.parameter }
  const regional = new Map(
    (termsOf(book, asked)?.rules ?? []).flatMap(({ document }) => {
      const ccaa = book.documents.get(document)?.ccaa
      return ccaa === undefined || ccaa === null ? [] : [[ccaa, document] as const]
    }),
  )
  return [...regional].find(([ccaa]) => {
    const there = { ...given, query: { ...query, judgedAt: inCommunity(query.judgedAt, ccaa) } }
    return byEngine(book, loaded, judged, there, further).verdict === 'NON_COMPLIANT'
  })?.[1]
}

/** True if a value is within the bounds of a rule of any kind; undefined if the rule cannot tell. */
export function isWithinBounds(book: Book, loaded: LoadedRule, bounds: readonly Bound[], value: Slots['value']): boolean | undefined {
  return bounds.length === 0 ? undefined : judgedNumber(book, loaded, bounds, value)?.isWithin
}

/** The cases with each value of the conditions that a question states with several (`reforma… ¿o me obliga lo de la obra nueva?`), as far as they are few. */
function inEachCase(cases: readonly ContextInput[], several: readonly (readonly [string, readonly (Exact | string)[]])[]): readonly ContextInput[] {
  const all = several.reduce<ContextInput[]>(
    (before, [name, values]) =>
      before.flatMap((one) =>
        [...new Set(values.map((value) => (typeof value === 'string' ? value : toNumber(value))))].map((value) => ({ ...one, [name]: value })),
      ),
    [...cases],
  )
  return all.length > mostCombinations ? cases : all
}

/** Most combinations of the conditions of one rule that are tried. */
const mostCombinations = 24

/** The verdict in the case that the rule is about, whatever the question leaves open of it; undefined if the engine has none, or not the same in all of it. */
function inOwnCase(
  book: Book,
  loaded: LoadedRule,
  judged: Judged,
  given: Case,
  zones: readonly ContextInput[],
): Omit<Judgement, 'isWithin'> | undefined {
  const open = Object.entries(loaded.rule.when).filter(([name]) => book.dimensions.byId.get(name)?.source === 'context' && !given.known.has(name))
  const values = open.map(([, test]) => valuesIn(test))
  if (open.length === 0 || values.some((all) => all.length === 0)) return undefined
  const combinations = values.reduce<ContextInput[]>(
    (all, own, index) => all.flatMap((before) => own.map((value) => ({ ...before, [open[index]?.[0] ?? '']: value }))),
    [...zones],
  )
  if (combinations.length > mostCombinations) return undefined
  const tried = combinations.map((context) => byEngine(book, loaded, judged, given, context))
  // A refusal stands where other combinations are left undecided. To comply, all of them must be tried and decided: an interval has more than its ends.
  const verdicts = new Set(tried.map(({ verdict }) => verdict))
  const isWhole = open.every(([, test]) => test.kind === 'in')
  if (verdicts.has('COMPLIANT') ? verdicts.size > 1 || !isWhole : !verdicts.has('NON_COMPLIANT')) return undefined
  // What the question says may be either of several cases: each of them must decide.
  const perCase = tried.length / zones.length
  const isDecidedInAll = zones.every((_, index) => tried.slice(index * perCase, (index + 1) * perCase).some(({ verdict }) => verdict !== undefined))
  if (!isDecidedInAll) return undefined
  const first = tried.find(({ verdict }) => verdict !== undefined)
  if (first === undefined) return undefined
  // A verdict that would be the other one if an open condition were otherwise hangs on what is only assumed.
  const mayBeOther = open.some(([name, test]) =>
    valuesOutside(book, name, test).some((value) => {
      const { verdict } = byEngine(book, loaded, judged, given, { ...combinations[0], [name]: value }, false)
      return verdict !== undefined && verdict !== first.verdict
    }),
  )
  if (mayBeOther) return { verdict: undefined, refusedBy: undefined, assumed: [], asks: open.map(([name]) => name) }
  const exempt = new Map(open.map(([name]) => [name, exemptValues(name, combinations, tried)] as const))
  return { ...first, assumed: open.map(([name]) => name), exempt }
}

/** The values of a condition with which no combination binds. */
function exemptValues(name: string, combinations: readonly ContextInput[], tried: readonly { readonly isFree?: boolean }[]): string[] {
  const free = new Map<string, boolean>()
  for (const [index, context] of combinations.entries()) {
    const value = String(context[name])
    free.set(value, (free.get(value) ?? true) && tried[index]?.isFree === true)
  }
  return [...free].flatMap(([value, isFree]) => (isFree ? [value] : []))
}

/** Values for which a condition does not hold: the others of its list, or what lies just outside its ends. */
function valuesOutside({ dimensions }: Book, name: string, test: Test): readonly (string | number)[] {
  const dimension = dimensions.byId.get(name)
  if (test.kind === 'interval')
    return [test.gte?.sub(justInside), test.gt, test.lte?.add(justInside), test.lt].flatMap((end) => (end === undefined ? [] : [toNumber(end)]))
  const all = dimension?.type === 'boolean' ? ['true', 'false'] : (dimension?.values.map(({ id }) => id) ?? [])
  return all.filter((value) => !passes(test, value, name, dimensions)).slice(0, mostCombinations)
}

/** Values for which a condition holds: all of a list; the ends of an interval, or what lies just inside them. */
function valuesIn(test: Test): readonly (string | number)[] {
  if (test.kind !== 'interval') return test.kind === 'in' ? test.values : []
  const ends = [test.gte, test.lte, test.gt?.add(justInside), test.lt?.sub(justInside)]
  return ends.flatMap((end) => (end === undefined ? [] : [toNumber(end)]))
}
const justInside = '0.001'

/** The climate zones that the case may be in: those of the winter letter (`zona D`), or the one of the place. */
function zonesOf({ dimensions }: Book, { slots: { winter, known }, place }: FigureQuery): readonly (string | undefined)[] {
  const zones = dimensions.byId.get('climate_zone')?.values.filter(({ id }) => winter !== undefined && id.slice(0, -1) === winter) ?? []
  return zones.length === 0 || place !== undefined
    ? [known.has('climate_zone') ? String(known.get('climate_zone')) : undefined]
    : zones.map(({ id }) => id)
}

function judgedNumber(book: Book, { rule, scale }: LoadedRule, bounds: readonly Bound[], judged: Slots['value']): Judged | undefined {
  if (judged === undefined) return undefined
  const value = parseDecimal(judged.text)
  const own = book.units.parse(rule.unit)
  const unit = judged.unit ?? own
  if (unit === undefined || own?.kind !== unit.kind) return undefined
  const parameter = book.parameters.byId.get(rule.parameter)
  if (parameter !== undefined && !isPossibleIn(parameter, value, unit, book.units)) return undefined
  return { value, unit: unit.text, isWithin: bounds.every((bound) => meets(convert(value, unit, own), bound, scale) === true) }
}

/** The class that the question names (`EI 90`, `B-s1,d0`), if it is of the rule's scale. */
function judgedClass({ scale }: LoadedRule, bounds: readonly Bound[], { judges, classes }: Slots): Judged | undefined {
  if (!judges || scale === undefined) return undefined
  for (const offered of classes) {
    const met = bounds.map((bound) => meets(offered, bound, scale))
    // A class said in part is judged only where that part fails.
    if (met.includes('incomplete') && !met.includes(false)) continue
    if (met.every((one) => one !== undefined)) return { value: offered, unit: '', isWithin: met.every((one) => one === true) }
  }
  return undefined
}

/** The verdict of the engine in a case; `needsRule`: only if the rule itself takes part in it. */
function byEngine(
  book: Book,
  { rule }: LoadedRule,
  judged: Judged,
  given: Case,
  further: ContextInput,
  needsRule = true,
): Omit<Judgement, 'isWithin' | 'assumed'> & { readonly isFree?: boolean } {
  const { query } = given
  const outcome = verify(book, {
    element: elementOf(book, rule.element, query.slots),
    parameter: rule.parameter,
    value: judged.value,
    unit: judged.unit,
    place: query.judgedAt,
    context: { ...contextOf(book, given), ...further },
    asOf: query.day,
    codes: query.judgedBy.map((slug) => ({ slug })),
  })
  const nothing = { verdict: undefined, refusedBy: undefined, asks: [] }
  if (outcome.kind === 'indeterminate') return { ...nothing, asks: outcome.missing.map(({ dimension }) => dimension) }
  if (outcome.kind !== 'verdict') return { ...nothing, isFree: outcome.kind === 'no-applicable-rule' }
  const own = outcome.findings.find(({ loaded }) => loaded.rule.id === rule.id)
  if (own === undefined && needsRule) return nothing
  const failed = outcome.findings.find(({ complies }) => !complies)
  return {
    verdict: failed === undefined ? 'COMPLIANT' : 'NON_COMPLIANT',
    refusedBy: own?.complies === true && failed !== undefined ? refusal(failed, outcome) : undefined,
    asks: [],
  }
}

function refusal({ loaded, bounds }: Finding, { editions }: Verdict): Judgement['refusedBy'] {
  return { loaded, version: editions.get(loaded.document)?.version ?? '', bounds }
}

/** The element that the question names, if the rule binds it; else the first of the rule. */
function elementOf({ elements }: Book, bound: readonly string[], { elements: named }: Slots): string {
  const own = named.find(({ id }) => elements.boundBy(id).some((wider) => bound.includes(wider)))
  return own?.id ?? bound[0] ?? ''
}

/** What the question says of the case. What is only a default is left to the engine, which says that it assumed it. */
function contextOf({ dimensions }: Book, { query: { slots }, known }: Case): ContextInput {
  const said = [...known].filter(([name, value]) => {
    const dimension = dimensions.byId.get(name)
    return dimension?.source === 'context' && (slots.known.has(name) || String(value) !== dimension.default)
  })
  return Object.fromEntries(said.map(([name, value]) => [name, typeof value === 'string' ? value : toNumber(value)]))
}
