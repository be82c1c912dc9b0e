import { bindsIn } from '../engine/book.ts'
import { holds, type Known, passes } from '../engine/condition.ts'
import { defaultOf, mayBeGiven, readContext } from '../engine/context.ts'
import { isDeciding } from '../engine/deciding.ts'
import type { Exact } from '../engine/decimal.ts'
import { ofElement, withImplied } from '../engine/implied.ts'
import { type LoadedRule, limitsOf } from '../engine/limit.ts'
import type { Refusal } from '../engine/outcome.ts'
import type { Place } from '../engine/place.ts'
import type { When } from '../engine/schema.ts'
import { verify } from '../engine/verify.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { exampleDay, examplePlaces } from './example-place.ts'
import { conditionValues, hasRow, type Stated, statedCondition, statedValue, valuesToTry } from './example-values.ts'
import type { Pair } from './pair.ts'

/** A verify request that is decided. */
export interface ExampleCheck {
  readonly request: {
    readonly element: string
    readonly parameter: string
    readonly value: number | string
    readonly unit?: string
    readonly geo_id: string
    readonly context?: Record<string, Stated>
    readonly as_of?: string
  }
  readonly complies: boolean
}

/** The example of a pair, or the refusal of the simplest request if none was found that verify decides. */
export type Example =
  | { readonly kind: 'decided'; readonly check: ExampleCheck }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly asked: Tried }

/** A request as it was tried. */
export interface Tried {
  readonly value: Exact | string
  readonly unit: string
  readonly place: Place
  readonly asOf: string
}

const mostSteps = 400
const mostStepsOfAll = 1200
const mostConditions = 24

interface Search {
  readonly kb: KnowledgeBase
  readonly pair: Pair
  readonly element: string
  readonly loaded: LoadedRule
  readonly place: Place
  readonly day: string
  readonly steps: { left: number }
  /** The values to try of each condition, worked out once. */
  readonly values: Map<string, readonly (Exact | string)[]>
}

type Context = Readonly<Record<string, Stated>>

/** Finds a request that verify decides: for each rule of the pair, a place where it binds, the conditions that it needs, and its limit as the value. */
export function exampleOf(pair: Pair, kb: KnowledgeBase): Example {
  const element = exampleName(pair, kb)
  const day = pair.asOf ?? kb.meta.referenceDate
  let left = mostStepsOfAll
  for (const loaded of [...pair.telling].filter(({ rule }) => isDeciding(rule)).sort((one, other) => standing(one, day) - standing(other, day))) {
    for (const place of placesFor(loaded, pair, kb)) {
      const steps = { left: Math.min(mostSteps, left) }
      const before = steps.left
      const found = search({ kb, pair, element, loaded, place, day: pair.asOf ?? exampleDay(loaded, kb), steps, values: new Map() }, {}, 0)
      left -= before - steps.left
      if (found !== undefined) return { kind: 'decided', check: found }
    }
    if (left <= 0) break
  }
  return simplestRefusal(pair, element, kb)

  function standing(loaded: LoadedRule, on: string): number {
    return exampleDay(loaded, kb) === on ? 0 : 1
  }
}

/** The refusal of the simplest request: only a value and, where verify asks for more, the first condition that does not contradict the element. */
function simplestRefusal(pair: Pair, element: string, kb: KnowledgeBase): Example {
  const first = pair.rules[0]
  const places = first === undefined ? [] : placesFor(first, pair, kb)
  const place = places[0] ?? examplePlaces(pair, kb)[0]
  const [value] = valuesToTry([], undefined)
  if (place === undefined || value === undefined) throw new RangeError('The base has no place')
  const asOf = pair.asOf ?? (first === undefined ? kb.meta.referenceDate : exampleDay(first, kb))
  const asked = { value, unit: first?.rule.unit ?? pair.parameter.unit, place, asOf }
  const answer = (context: Context) => verify(kb.book, { element, parameter: pair.parameter.id, ...asked, context, codes: [] })
  let context: Context = {}
  let outcome = answer(context)
  for (let stated = 0; outcome.kind === 'indeterminate' && stated < mostConditions; stated++) {
    const name = outcome.missing[0]?.dimension
    const values = name === undefined || first === undefined ? [] : [...conditionValues(name, first, pair, kb), ...anyValues(name, kb)]
    const [next] = values.map((one) => ({ ...context, [name ?? '']: statedCondition(one) })).filter((one) => answer(one).kind !== 'context')
    if (next === undefined) break
    context = next
    outcome = answer(context)
  }
  return outcome.kind === 'verdict'
    ? decided(pair, element, asked, context, outcome.findings[0]?.complies === true, kb)
    : { kind: 'refused', refusal: outcome, asked }
}

function anyValues(name: string, { book }: KnowledgeBase): string[] {
  return book.dimensions.byId.get(name)?.values.map(({ id }) => id) ?? []
}

/** The id of the element, or the name it was given if that fixes more than the id does. */
function exampleName({ element, name }: Pair, { book }: KnowledgeBase): string {
  return ofElement(element, name, book).sets.size > ofElement(element, element.id, book).sets.size ? name : element.id
}

/** The places to try for a rule: those where its document binds and nothing known of the place keeps the rule from binding. */
function placesFor(loaded: LoadedRule, pair: Pair, kb: KnowledgeBase): readonly Place[] {
  const document = kb.book.documents.get(loaded.document)
  const fits = ({ record, facts }: Place): boolean =>
    document !== undefined &&
    bindsIn(document, record.ccaa) &&
    Object.entries(whenOf(loaded)).every(([name, test]) => {
      const dimension = kb.book.dimensions.byId.get(name)
      const value = facts.known.get(name)
      if (dimension?.source !== 'place') return true
      return value === undefined ? mayBeGiven(dimension) : passes(test, value, name, kb.book.dimensions)
    })
  return examplePlaces(pair, kb).filter(fits).slice(0, 3)
}

function whenOf({ linked, rule }: LoadedRule): When {
  return { ...linked, ...rule.when }
}

/** Adds conditions one by one, each in every value that may do, until verify decides. */
function search(one: Search, context: Context, depth: number): ExampleCheck | undefined {
  if (one.steps.left-- <= 0 || depth > mostConditions) return undefined
  const settled = settledBy(one, context)
  if (settled === undefined || !hasRow(one.loaded, settled, one.kb)) return undefined
  const known = withDefaults(one, settled)
  const next = nextCondition(one, known, context)
  if (next.kind === 'impossible') return undefined
  return next.kind === 'binds' ? ask(one, known, context, depth) : branch(one, next.name, context, depth)
}

function branch(one: Search, name: string, context: Context, depth: number): ExampleCheck | undefined {
  const values = one.values.get(name) ?? conditionValues(name, one.loaded, one.pair, one.kb)
  one.values.set(name, values)
  for (const value of values) {
    const found = search(one, { ...context, [name]: statedCondition(value) }, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** What the place, the request and the element settle; undefined if they contradict each other. */
function settledBy({ kb: { book }, pair, element, place }: Search, context: Context): Known | undefined {
  const read = readContext(context, book.dimensions)
  const implied = withImplied(read, { element: pair.element, name: element, sets: new Map() }, book)
  return read.errors.length > 0 || implied.errors.length > 0 ? undefined : new Map([...place.facts.known, ...implied.known])
}

/** What is settled, with what verify takes where the request is silent. */
function withDefaults({ kb: { book }, loaded }: Search, settled: Known): Known {
  const { assume } = loaded.rule
  // A rule's own assumption counts only where the vocabulary has no default.
  const known = new Map<string, Exact | string>(Object.entries(assume))
  for (const name of [...loaded.uses, ...Object.keys(assume)]) {
    const dimension = book.dimensions.byId.get(name)
    const fallback = dimension === undefined ? undefined : defaultOf(dimension)
    if (fallback !== undefined) known.set(name, fallback)
  }
  return new Map([...known, ...settled])
}

type Next = { readonly kind: 'binds' } | { readonly kind: 'impossible' } | { readonly kind: 'state'; readonly name: string }

/** The condition to state next for the rule to bind: one that is not known, or a default that keeps it from binding. */
function nextCondition({ kb: { book }, loaded, pair, element }: Search, known: Known, context: Context): Next {
  const state = (name: string | undefined): Next => (name === undefined ? { kind: 'impossible' } : { kind: 'state', name })
  const fixed = withImplied(readContext(context, book.dimensions), { element: pair.element, name: element, sets: new Map() }, book).known
  for (const [name, test] of Object.entries(whenOf(loaded))) {
    const value = known.get(name)
    if (value !== undefined && passes(test, value, name, book.dimensions)) continue
    const dimension = book.dimensions.byId.get(name)
    if (fixed.has(name) || dimension === undefined || !mayBeGiven(dimension)) return { kind: 'impossible' }
    return state(name)
  }
  const held = loaded.rule.exempt.find(({ when }) => holds(when, known, book.dimensions).result === true)
  const open = Object.keys(held?.when ?? {}).find(
    (name) => !fixed.has(name) && !(name in context) && book.dimensions.byId.get(name)?.source === 'context',
  )
  if (held !== undefined) return state(open)
  const limits = limitsOf(loaded, known, book.dimensions)
  if (limits.kind === 'not-bound') return { kind: 'impossible' }
  return limits.kind === 'missing' ? state(limits.dimensions[0]) : { kind: 'binds' }
}

/** Asks verify. Where it asks for data of other rules, these are stated too. */
function ask(one: Search, known: Known, context: Context, depth: number): ExampleCheck | undefined {
  const { kb, pair, element, loaded, place, day } = one
  const limits = limitsOf(loaded, known, kb.book.dimensions)
  if (limits.kind !== 'bounds') return undefined
  for (const value of valuesToTry(limits.bounds, pair.parameter, loaded.rule.unit)) {
    const asked = { value, unit: loaded.rule.unit, place, asOf: day }
    const outcome = verify(kb.book, { element, parameter: pair.parameter.id, ...asked, context, codes: [] })
    if (outcome.kind === 'verdict') return decided(pair, element, asked, context, outcome.findings[0]?.complies === true, kb).check
    const [missing] = outcome.kind === 'indeterminate' ? outcome.missing.map(({ dimension }) => dimension).filter((name) => !(name in context)) : []
    const found = missing === undefined ? undefined : branch(one, missing, context, depth)
    if (found !== undefined) return found
    if (outcome.kind !== 'impossible-value' && outcome.kind !== 'unknown-class') return undefined
  }
  return undefined
}

function decided(
  { parameter, telling, asOf }: Pair,
  element: string,
  asked: Tried,
  context: Context,
  complies: boolean,
  kb: KnowledgeBase,
): Extract<Example, { kind: 'decided' }> {
  const isClass = telling.every(({ rule }) => rule.bound === 'class')
  const isOtherDay = asOf !== undefined || asked.asOf !== kb.meta.referenceDate
  return {
    kind: 'decided',
    check: {
      request: {
        element,
        parameter: parameter.id,
        value: statedValue(asked.value),
        ...(isClass ? {} : { unit: asked.unit }),
        geo_id: asked.place.geoId,
        ...(Object.keys(context).length === 0 ? {} : { context }),
        ...(isOtherDay ? { as_of: asked.asOf } : {}),
      },
      complies,
    },
  }
}
