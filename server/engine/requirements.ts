import type { Book, Edition } from './book.ts'
import { casesOf, type RuleCase } from './cases.ts'
import { meets } from './compare.ts'
import { type Known, passes } from './condition.ts'
import { type ContextError, type ContextInput, defaultOf, type ReadContext, readContext } from './context.ts'
import type { Exact } from './decimal.ts'
import { placeGiven, zonesGiven } from './given-place.ts'
import { ofElement, withImplied } from './implied.ts'
import { rulesInForce } from './in-force.ts'
import { type Bound, type LoadedRule, limitsOf } from './limit.ts'
import { followLinks } from './links.ts'
import type { Request } from './outcome.ts'
import type { Place } from './place.ts'
import type { Element } from './schema.ts'
import type { Terms } from './terms.ts'
import { convert } from './unit.ts'

/** How a rule stands to a building. `not_held`: it binds, but its figure is not verified. */
export type Standing = 'applies' | 'depends' | 'does_not_apply' | 'not_held'

/** Why a rule does not bind. */
export type Why =
  | { readonly kind: 'condition'; readonly dimension: string; readonly value: Exact | string }
  | { readonly kind: 'exempt'; readonly text: string | undefined }
  | { readonly kind: 'no-limit' }
  | { readonly kind: 'absent'; readonly element: Element }
  | { readonly kind: 'other-thing'; readonly element: Element; readonly dimension: string }
  | { readonly kind: 'not-reached'; readonly dimension: string; readonly value: Exact }

/** What a rule asks of one part of a building. */
export interface PartOutcome {
  readonly standing: Standing
  readonly bounds: readonly Bound[]
  /** The cases between which the data in `needs` decide, worked out when they are first asked for; undefined where they cannot be listed. */
  readonly cases: () => readonly RuleCase[] | undefined
  readonly needs: readonly string[]
  readonly why: Why | undefined
  /** Data that took their default, with its value. */
  readonly assumed: readonly { readonly dimension: string; readonly value: Exact | string }[]
  /** Those of `assumed` without which a rule that does not bind, or forbids, might do otherwise. */
  readonly restsOn: readonly string[]
  /** True if the law does not admit the case at all. */
  readonly forbids: boolean
  /** The datum of the building by which a threshold is reached. */
  readonly reachedBy: string | undefined
}

/** A part of a building with a use or data of its own, which win over those of the building. */
export interface Part {
  readonly name: string
  readonly context: ContextInput
}

/** A thing of a building with data of its own, which win over those of its part and the building. */
export interface Thing extends Part {
  readonly id: string
  /** The elements whose rules bind it. */
  readonly kinds: ReadonlySet<string>
}

/** A rule in force with what it asks of each part, and of the things that it binds, the strongest standing first. */
export interface Requirement {
  readonly loaded: LoadedRule
  readonly outcomes: readonly { readonly parts: readonly string[]; readonly things: readonly string[]; readonly outcome: PartOutcome }[]
}

/** A building to tell the requirements of. */
export interface Building extends Pick<Request, 'place' | 'asOf' | 'codes'> {
  readonly context: ContextInput
  readonly parts: readonly Part[]
  readonly things?: readonly Thing[]
  /** Ids of elements that the building does not have; narrower ones go with them. */
  readonly absent: readonly string[]
}

export interface Requirements {
  readonly requirements: readonly Requirement[]
  readonly editions: ReadonlyMap<string, Edition>
  /** The place at the altitude or in the zone that the building states. */
  readonly place: Place
}

/** A part made ready: what is known of it, by what elements declare. */
interface ReadPart {
  readonly name: string
  readonly place: Place
  readonly context: ReadContext
  readonly byDeclarations: Map<string, KnownOfElement>
}

type KnownOfElement = { readonly known: Known } | { readonly dimension: string }

/** The building itself, among its parts. */
const whole: Part = { name: '', context: {} }

const order = ['applies', 'depends', 'not_held', 'does_not_apply'] as const

/**
 * Every rule in force for a building, with how it stands: each is in exactly one of the four. The same conditions, tables and exceptions as in `verify`.
 * Data that are not stated take their default, as there, and are named; those without one leave the rule open, with its cases.
 */
export function requirementsOf(book: Book, building: Building): Requirements | { readonly errors: readonly PartError[] } {
  const parts = [whole, ...building.parts].map((part) => readPart(book, building, part))
  const things = (building.things ?? []).map((thing) => ({ id: thing.id, kinds: thing.kinds, part: readPart(book, building, thing) }))
  const errors = [
    ...parts.flatMap(({ name, context }, index) => errorsOf(book, context).map((error) => ({ ...error, part: index === 0 ? undefined : name }))),
    ...things.flatMap(({ id, part }) => errorsOf(book, part.context).map((error) => ({ ...error, part: undefined, thing: id }))),
  ]
  if (errors.length > 0) return { errors }
  const { rules, editions } = rulesInForce(book, book.rules, building)
  const absent = new Set(building.absent)
  const requirements = rules.map((loaded) => ({
    loaded,
    outcomes: byOutcome(
      parts.map((part) => [part.name, outcomeIn(book, loaded, part, absent)]),
      things
        .filter(({ kinds }) => loaded.rule.element.some((id) => kinds.has(id)))
        .map(({ id, part }) => [id, outcomeIn(book, loaded, part, absent)]),
    ),
  }))
  return { requirements, editions, place: parts[0]?.place ?? building.place }
}

/**
 * What the rules of one element and parameter ask of it, in a building taken without its parts: each rule in force with its one outcome. A link
 * whose case is open is a condition, where only links bind, as in `verify`.
 */
export function requirementsOfElement(
  book: Book,
  { element, rules: all }: Pick<Terms, 'element' | 'rules'>,
  building: Building,
): Requirements | { readonly errors: readonly PartError[] } {
  const part = readPart(book, building, whole)
  const errors = errorsOf(book, part.context).map((error) => ({ ...error, part: undefined }))
  if (errors.length > 0) return { errors }
  const { rules, editions } = rulesInForce(book, all, building)
  const found = knownOf(book, element, part)
  const { binding } = followLinks(rules, 'known' in found ? found.known : new Map(), book.dimensions)
  const requirements = binding.map((loaded) => ({
    loaded,
    outcomes: [{ parts: [whole.name], things: [], outcome: outcomeOn(book, loaded, element.id, part, new Set()) }],
  }))
  return { requirements, editions, place: part.place }
}

/** A function that is true of a rule and one of its elements if the rule may bind that element somewhere in the building. */
export function standingIn(book: Book, building: Building): (loaded: LoadedRule, element: string) => boolean {
  const absent = new Set(building.absent)
  const parts = [whole, ...building.parts].map((part) => readPart(book, building, part))
  return (loaded, element) => parts.some((part) => outcomeOn(book, loaded, element, part, absent).standing !== 'does_not_apply')
}

/** A wrong condition. `part`: the part that states it; undefined for the building. `thing`: the id of the thing that states it. */
export type PartError = ContextError & { readonly part: string | undefined; readonly thing?: string }

function readPart(book: Book, { context, place }: Building, part: Part): ReadPart {
  const own = readContext(part.context, book.dimensions)
  const whole = readContext(context, book.dimensions)
  const merged: ReadContext = {
    known: new Map([...whole.known, ...own.known]),
    stated: new Map([...whole.stated, ...own.stated]),
    errors: part.name === '' ? whole.errors : own.errors,
  }
  return { name: part.name, place: placeGiven(place, merged.known), context: merged, byDeclarations: new Map() }
}

/** The errors of the context of a part, with what contradicts itself whatever the element. */
function errorsOf(book: Book, context: ReadContext): readonly ContextError[] {
  if (context.errors.length > 0) return context.errors
  const nothing: Element = { id: '', label: '', aliases: [], also: [] }
  return withImplied(context, { element: nothing, name: '', sets: new Map() }, book).errors
}

type Named = readonly (readonly [string, PartOutcome])[]

/** Puts parts and things with the same outcome together, the strongest standing first. Outcomes of the same data are one object. */
function byOutcome(ofParts: Named, ofThings: Named): Requirement['outcomes'] {
  const found: { parts: string[]; things: string[]; outcome: PartOutcome }[] = []
  const add = (kind: 'parts' | 'things', [name, outcome]: Named[number]): void => {
    const same = found.find((one) => one.outcome === outcome)
    if (same === undefined) found.push({ parts: [], things: [], outcome, [kind]: [name] })
    else same[kind].push(name)
  }
  for (const one of ofParts) add('parts', one)
  for (const one of ofThings) add('things', one)
  return found.length === 1 ? found : found.sort((left, right) => order.indexOf(left.outcome.standing) - order.indexOf(right.outcome.standing))
}

const noCases = (): readonly RuleCase[] => []
const nothing = { bounds: [], cases: noCases, needs: [], why: undefined, assumed: [], restsOn: [], forbids: false, reachedBy: undefined } as const

/** What a rule asks of a part: by that of its elements where it stands strongest. */
function outcomeIn(book: Book, loaded: LoadedRule, part: ReadPart, absent: ReadonlySet<string>): PartOutcome {
  const outcomes = loaded.rule.element.map((id) => outcomeOn(book, loaded, id, part, absent))
  return order.flatMap((standing) => outcomes.find((one) => one.standing === standing) ?? [])[0] ?? { ...nothing, standing: 'not_held' }
}

function outcomeOn(book: Book, loaded: LoadedRule, id: string, part: ReadPart, absent: ReadonlySet<string>): PartOutcome {
  const element = book.elements.byId.get(id)
  if (element === undefined) return { ...nothing, standing: 'not_held' }
  const none = (why: Why): PartOutcome => ({ ...nothing, standing: 'does_not_apply', why })
  const lacking = book.elements.broaden(id).find((wider) => absent.has(wider))
  if (lacking !== undefined) return none({ kind: 'absent', element: book.elements.byId.get(lacking) ?? element })
  const known = knownOf(book, element, part)
  if ('dimension' in known) return none({ kind: 'other-thing', element, dimension: known.dimension })
  return remembered(book, loaded, known.known, (read) => {
    const { all, assumed } = withDefaults(book, loaded, read)
    const outcome = settled(book, loaded, all, none)
    const isUnread = outcome.standing !== 'does_not_apply' && loaded.rule.verification === 'unverified'
    const restsOn = outcome.why === undefined ? [] : restingOn(outcome, assumed, all, (known) => settled(book, loaded, known, none))
    return { ...outcome, assumed, restsOn, ...(isUnread ? { standing: 'not_held' as const } : {}) }
  })
}

/** The defaults that an outcome rests on: those without any of which it would be another; if no single one is, all that it would be another without. */
function restingOn(outcome: PartOutcome, assumed: PartOutcome['assumed'], all: Known, settle: (known: Known) => PartOutcome): string[] {
  const names = assumed.map(({ dimension }) => dimension)
  const isOther = (without: readonly string[]): boolean => {
    const other = settle(new Map([...all].filter(([name]) => !without.includes(name))))
    return other.standing !== outcome.standing || other.forbids !== outcome.forbids
  }
  const single = names.filter((name) => isOther([name]))
  return single.length > 0 || names.length < 2 || !isOther(names) ? single : names
}

/** The outcomes of a rule by the data that it reads: the same data give the same object. */
const outcomesOf = new WeakMap<LoadedRule, Map<string, PartOutcome>>()
/** Most cases of a rule that are remembered. */
const mostRemembered = 32

/** The outcome for the data that the rule reads: `make` is given no others. */
function remembered(book: Book, loaded: LoadedRule, known: Known, make: (read: Known) => PartOutcome): PartOutcome {
  const names = readBy(book, loaded)
  let key = ''
  for (const name of names) key += `${String(known.get(name) ?? '')}\n`
  const own = outcomesOf.get(loaded) ?? new Map<string, PartOutcome>()
  const before = own.get(key)
  if (before !== undefined) return before
  if (own.size >= mostRemembered) own.clear()
  const outcome = make(only(known, names))
  own.set(key, outcome)
  outcomesOf.set(loaded, own)
  return outcome
}

function only(known: Known, names: readonly string[]): Known {
  const kept = new Map<string, Exact | string>()
  for (const name of names) {
    const value = known.get(name)
    if (value !== undefined) kept.set(name, value)
  }
  return kept
}

const readOf = new WeakMap<LoadedRule, readonly string[]>()

/** Every dimension that the outcome of a rule may hang on. */
function readBy(book: Book, loaded: LoadedRule): readonly string[] {
  const measured = book.reachedBy.get(`${loaded.document}/${loaded.rule.id}`)
  const made = readOf.get(loaded) ?? [
    ...new Set([
      ...loaded.uses,
      ...Object.keys(loaded.rule.assume),
      ...loaded.outside.flatMap(({ when }) => Object.keys(when)),
      ...(measured === undefined ? [] : [measured]),
    ]),
  ]
  readOf.set(loaded, made)
  return made
}

/** What is known of an element in a part; or the dimension in which the element contradicts it: then it is not of this part. Elements that declare the same share it. */
function knownOf(book: Book, element: Element, part: ReadPart): KnownOfElement {
  const declared = declarationsOf(book, element)
  const before = part.byDeclarations.get(declared)
  if (before !== undefined) return before
  const implied = withImplied(part.context, { element, name: element.id, sets: new Map() }, book)
  const [wrong] = implied.errors
  const found =
    wrong === undefined
      ? { known: new Map([...part.place.facts.known, ...implied.known, ...zonesGiven(part.context.known)]) }
      : { dimension: wrong.sides?.find(({ field }) => field !== 'element')?.field ?? wrong.field }
  part.byDeclarations.set(declared, found)
  return found
}

const declarations = new WeakMap<Element, string>()

/** What an element is by definition, as one text. */
function declarationsOf(book: Book, element: Element): string {
  const before = declarations.get(element)
  if (before !== undefined) return before
  const { sets, excludes } = ofElement(element, element.id, book)
  const text = JSON.stringify([[...sets], excludes])
  declarations.set(element, text)
  return text
}

function withDefaults(book: Book, loaded: LoadedRule, known: Known): { readonly all: Known; readonly assumed: PartOutcome['assumed'] } {
  const taken = readBy(book, loaded).flatMap((name): [string, Exact | string][] => {
    const dimension = book.dimensions.byId.get(name)
    const fallback = known.has(name) || dimension === undefined || name in loaded.rule.assume ? undefined : defaultOf(dimension)
    return fallback === undefined ? [] : [[name, fallback]]
  })
  return taken.length === 0
    ? { all: known, assumed: [] }
    : { all: new Map([...known, ...taken]), assumed: taken.map(([dimension, value]) => ({ dimension, value })) }
}

function settled(book: Book, loaded: LoadedRule, known: Known, none: (why: Why) => PartOutcome): PartOutcome {
  const limits = limitsOf(loaded, known, book.dimensions)
  if (limits.kind === 'bounds') return withThreshold(book, loaded, known, limits.bounds, none)
  if (limits.kind === 'missing') return open(book, loaded, known, limits.dimensions, none)
  if (limits.forbids === true) return { ...nothing, standing: 'applies', forbids: true, why: { kind: 'exempt', text: limits.text } }
  return none(
    limits.reason === 'conditions'
      ? unmet(book, loaded, known)
      : limits.reason === 'exempt'
        ? { kind: 'exempt', text: limits.text }
        : { kind: 'no-limit' },
  )
}

/** A rule that lacks data: with its cases, unless all are alike. */
function open(book: Book, loaded: LoadedRule, known: Known, missing: readonly string[], none: (why: Why) => PartOutcome): PartOutcome {
  const { needs, only, list } = casesOf(loaded, known, missing, book.dimensions)
  if (only === undefined) return { ...nothing, standing: 'depends', needs, cases: list }
  return only.bounds === undefined ? none({ kind: 'no-limit' }) : withThreshold(book, loaded, known, only.bounds, none)
}

/** A threshold is held against the datum of the building that it is about; any other rule applies with its bounds. */
function withThreshold(book: Book, loaded: LoadedRule, known: Known, bounds: readonly Bound[], none: (why: Why) => PartOutcome): PartOutcome {
  const measured = book.reachedBy.get(`${loaded.document}/${loaded.rule.id}`)
  const dimension = measured === undefined ? undefined : book.dimensions.byId.get(measured)
  const [own, unit] = [book.units.parse(dimension?.unit ?? '1'), book.units.parse(loaded.rule.unit)]
  if (dimension === undefined || own === undefined || unit === undefined || own.kind !== unit.kind) return { ...nothing, standing: 'applies', bounds }
  const value = known.get(dimension.id)
  if (value === undefined || typeof value === 'string')
    return { ...nothing, standing: 'depends', bounds, needs: [dimension.id], cases: () => undefined }
  const isReached = bounds.every((bound) => meets(convert(value, own, unit), bound, loaded.scale) === true)
  if (!isReached) return { ...none({ kind: 'not-reached', dimension: dimension.id, value }), bounds }
  return { ...nothing, standing: 'applies', bounds, reachedBy: dimension.id }
}

/** The first condition that the case does not meet. */
function unmet(book: Book, { rule }: LoadedRule, told: Known): Why {
  const known = new Map([...Object.entries(rule.assume), ...told])
  for (const [name, test] of Object.entries(rule.when)) {
    const value = known.get(name)
    if (value !== undefined && !passes(test, value, name, book.dimensions)) return { kind: 'condition', dimension: name, value }
  }
  return { kind: 'no-limit' }
}

/** The data that leave rules open, those that settle most first, with the number of rules. */
export function openData(requirements: readonly Requirement[]): readonly { readonly dimension: string; readonly rules: number }[] {
  const counts = new Map<string, number>()
  for (const { outcomes } of requirements)
    if (outcomes[0]?.outcome.standing === 'depends')
      for (const name of new Set(outcomes.flatMap(({ outcome }) => outcome.needs))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([dimension, rules]) => ({ dimension, rules })).sort((left, right) => right.rules - left.rules)
}
