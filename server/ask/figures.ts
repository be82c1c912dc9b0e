import { type Book, editionOn, placeInText, sectionIn } from '../engine/book.ts'
import { boundsText } from '../engine/bounds-text.ts'
import { type Known, passes } from '../engine/condition.ts'
import { type Exact, parseDecimal, toSpanish } from '../engine/decimal.ts'
import { type Bound, boundsRegardless, type LoadedRule, limitsOf, sureBounds } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import { withinSentence } from '../engine/text.ts'
import type { Unit } from '../engine/unit.ts'
import { withUnit } from '../engine/unit-words.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { canMeasure, valueInUnitOf } from './dimension-value.ts'
import { frameOf } from './frame.ts'
import { isWithinBounds, type Judgement, judge } from './judge.ts'
import { farFrom, type RuleReading, readFor } from './reading.ts'
import { namesOf } from './rule-names.ts'
import type { FreeQuantity, Slots } from './slots.ts'
import { isSameSwapped } from './swapped.ts'

/**
 * The answer of one rule: its bounds, with the conditions that the question leaves open (`unsettled`); or the dimensions it needs
 * (`missing`); or its bounds for each value of the one dimension that is missing (`byMissing`).
 */
export interface FigureAnswer {
  readonly loaded: LoadedRule
  /** The quantity of the question that the rule judges, if it asks for a verdict. */
  readonly value: Slots['value']
  readonly quantity: FreeQuantity | undefined
  /** The units that a value without one may be meant in: one is taken, several are asked back. Empty if the unit is said. */
  readonly meant: readonly Unit[]
  /** How many powers of ten the value is away from the limit. */
  readonly far: number
  /** True if no other quantity of the question could be the one to judge. */
  readonly isOnly: boolean
  readonly bounds: readonly Bound[]
  /** Where data are missing: the mildest that the limit can be. */
  readonly sure: readonly Bound[]
  readonly unsettled: readonly string[]
  /** The numbers of the question that the limit is computed from, by dimension. */
  readonly data: ReadonlyMap<string, Exact>
  readonly missing: readonly string[]
  readonly byMissing: readonly { readonly label: string; readonly bounds: readonly Bound[] }[]
  readonly judgement: Judgement | undefined
  /** True if the value is within the bounds, of a rule that judges nothing: a threshold, or what is only recommended. Undefined for a limit. */
  readonly stands: boolean | undefined
  /** Quantities of the question that the rule does not read. */
  readonly unread: readonly FreeQuantity[]
  readonly version: string
}

export interface FigureQuery {
  readonly slots: Slots
  readonly place: Place | undefined
  /** Where a value is judged: the place of the question, or the whole country. */
  readonly judgedAt: Place
  /** Documents that a verdict is limited to, because the request says so; empty: all. Where the question only names one, the others bind all the same. */
  readonly judgedBy: readonly string[]
  readonly day: string
  readonly documents: readonly string[]
}

/** What is known of the case of each query: the same for all rules. */
const knownByQuery = new WeakMap<FigureQuery, Known>()

/** What one rule answers to a question; undefined if it does not bind in the case asked for. `taken`: quantities that other rules judge. */
export function figureOf(book: Book, loaded: LoadedRule, query: FigureQuery, taken: ReadonlySet<FreeQuantity> = new Set()): FigureAnswer | undefined {
  const known = knownByQuery.get(query) ?? knownOf(book, query.slots, query.place)
  knownByQuery.set(query, known)
  const answer = answerOf(book, loaded, known, { query, taken })
  if (answer !== undefined && answer.quantity === undefined && query.slots.judges) return bySize(book, loaded, known, { query, taken }) ?? answer
  if (answer?.quantity === undefined || answer.far < nearerBy) return answer
  const other = answerOf(book, loaded, known, { query, taken: new Set([...taken, answer.quantity]) })
  if (other?.quantity !== undefined && other.far <= answer.far - nearerBy) return bySizeAlone(other)
  return answer.far >= tooFar && query.slots.unassigned.length > 1 ? other : answer
}

/** The answer with the one of two quantities that has the size of the limit, where their words do not tell which is meant; undefined if neither is much nearer. */
function bySize(book: Book, loaded: LoadedRule, known: Known, { query, taken }: Read): FigureAnswer | undefined {
  const own = book.units.parse(loaded.rule.unit)?.kind
  const offered = query.slots.unassigned.filter((one) => !taken.has(one) && one.quantity.unit !== undefined && one.quantity.unit.kind === own)
  if (offered.length !== 2) return undefined
  const readings = offered.flatMap((one) => answerOf(book, loaded, known, { query, taken: new Set([...taken, one]) }) ?? [])
  const [near, far] = readings.filter(({ quantity }) => quantity !== undefined).toSorted((left, right) => left.far - right.far)
  return near !== undefined && far !== undefined && near.far <= far.far - nearerBy ? bySizeAlone(near) : undefined
}

/** An answer whose quantity only its size tells: enough to look at it, and not for it to comply. */
function bySizeAlone(answer: FigureAnswer): FigureAnswer {
  return { ...answer, isOnly: false }
}

/** By how many powers of ten another quantity of a question must be nearer to the limit to be the one meant: `3 m` is no tilt where `18 mm` is said too. */
const nearerBy = 0.45
/** A value that is this many powers of ten away from the limit is hardly the one meant, in a question with several. */
const tooFar = 1.3

/** True if two rules of one document set opposite bounds on the same thing. */
export function isOppositeBound({ document, rule }: LoadedRule, other: LoadedRule): boolean {
  const opposite = rule.bound === 'min' ? 'max' : rule.bound === 'max' ? 'min' : undefined
  return (
    other.document === document &&
    opposite !== undefined &&
    other.rule.bound === opposite &&
    other.rule.kind === 'limit' &&
    rule.kind === 'limit' &&
    other.rule.parameter === rule.parameter &&
    other.rule.unit === rule.unit &&
    other.rule.element.some((element) => rule.element.includes(element))
  )
}

/** What a rule reads of a question: all but the quantities that other rules judge. */
interface Read {
  readonly query: FigureQuery
  readonly taken: ReadonlySet<FreeQuantity>
}

function answerOf(book: Book, loaded: LoadedRule, stated: Known, { query, taken }: Read): FigureAnswer | undefined {
  const source = book.documents.get(loaded.document)
  const version = source === undefined ? '' : (editionOn(source, query.day)?.version ?? '')
  if (!holdsForOneOf(book, loaded, query.slots.several)) return undefined
  const reading = readFor(book, loaded, stated, query.slots, taken)
  const { value, meant, quantity, rivals, known, unread } = reading
  const far = quantity === undefined ? 0 : farFrom(book, loaded, known)({ ...quantity.quantity, unit: value?.unit ?? quantity.quantity.unit })
  const nothing = {
    loaded,
    value,
    meant,
    quantity,
    far,
    isOnly: quantity !== undefined && rivals.length === 0,
    bounds: [],
    sure: [],
    unsettled: [],
    data: dataOf(book, loaded, known),
    missing: [],
    byMissing: [],
    judgement: undefined,
    stands: undefined,
    unread,
    version,
  }
  const limits = limitsOf(loaded, known, book.dimensions)
  if (limits.kind === 'not-bound') return undefined
  const regardless = limits.kind === 'bounds' ? limits : boundsRegardless(loaded, known, book.dimensions)
  // The width of a corridor is no part of it that a door takes away: a value is of what is forbidden where that is named.
  if (quantity !== undefined && forbids(regardless?.bounds ?? []) && !isNear(quantity, namesOf(book, loaded).apart)) return undefined
  if (limits.kind === 'bounds') {
    const stands = loaded.rule.kind === 'limit' ? undefined : isWithinBounds(book, loaded, limits.bounds, value)
    return {
      ...nothing,
      bounds: limits.bounds,
      judgement: judgeSurely(book, loaded, limits.bounds, { query, ...reading }),
      stands,
    }
  }
  if (regardless !== undefined) return { ...nothing, ...regardless, judgement: judgeSurely(book, loaded, regardless.bounds, { query, ...reading }) }
  const byMissing = tableBy(book, loaded, known, { missing: limits.dimensions, several: query.slots.several })
  const [first] = byMissing
  const sure = sureBounds(loaded, inOwnCase(book, loaded, known), book.dimensions)?.mildest.filter(saysSomething) ?? []
  if (first !== undefined && byMissing.every(({ bounds }) => boundsText(bounds, '') === boundsText(first.bounds, '')))
    return { ...nothing, bounds: first.bounds }
  // A value that fails what the limit is in any case is judged, whatever else it hangs on.
  const failed = sure.length === 0 ? undefined : judge(book, loaded, sure, { query, value, known })
  return { ...nothing, sure, missing: limits.dimensions, byMissing, judgement: failed?.verdict === 'NON_COMPLIANT' ? failed : undefined }
}

/** The numbers that a limit is computed from, but for what decides whether the rule holds. */
function dataOf({ dimensions }: Book, { rule, uses }: LoadedRule, known: Known): Map<string, Exact> {
  return new Map(
    [...uses].flatMap((name) => {
      const value = known.get(name)
      const isGiven = rule.when[name] === undefined && dimensions.byId.get(name)?.source === 'context'
      return !isGiven || value === undefined || typeof value === 'string' ? [] : [[name, value] as const]
    }),
  )
}

/** A value to judge, with the other quantities of its question. */
type Judged = Parameters<typeof judge>[3] & Pick<RuleReading, 'quantity' | 'rivals' | 'guessed' | 'unread'>

/** True for bounds of nothing: a rule that forbids. */
function forbids(bounds: readonly Bound[]): boolean {
  return bounds.length > 0 && bounds.every(({ limit }) => typeof limit !== 'string' && limit.compare(0) === 0)
}

function isNear({ around }: FreeQuantity, names: ReadonlySet<string>): boolean {
  return [...around.keys()].some((word) => names.has(word))
}

/**
 * What is said of a value, unless it and what says something of the case may be the other way round; or it fails and another quantity of the question, which
 * may be the one meant or state the case, may let it stand.
 */
function judgeSurely(book: Book, loaded: LoadedRule, bounds: readonly Bound[], { rivals, unread, ...given }: Judged): Judgement | undefined {
  const judgement = judge(book, loaded, bounds, given)
  if (judgement !== undefined && !isSameSwapped(book, loaded, judgement.isWithin, given))
    return { ...judgement, verdict: undefined, refusedBy: undefined, assumed: [] }
  if (judgement?.verdict !== 'NON_COMPLIANT') return judgement
  const stands = ({ text, unit }: NonNullable<Slots['value']>, within: readonly Bound[]): boolean =>
    isWithinBounds(book, loaded, within, { text, unit }) !== false
  const isRival = rivals.some(({ quantity }) => stands(quantity, bounds))
  const isOtherCase = casesOf(book, loaded, given.known, unread).some((own) => given.value !== undefined && stands(given.value, own))
  return isRival || isOtherCase ? { ...judgement, verdict: undefined, refusedBy: undefined, assumed: [] } : judgement
}

/** The bounds of a rule in the cases that quantities of a question may state, where the case is taken to be the usual one. */
function casesOf(book: Book, loaded: LoadedRule, known: Known, unread: readonly FreeQuantity[]): Bound[][] {
  const usual = namesOf(book, loaded).conditions.filter(
    ({ dimension: { id, default: value } }) => value !== undefined && String(known.get(id)) === value,
  )
  return usual.flatMap(({ dimension }) =>
    unread
      .filter(({ quantity }) => quantity.unit !== undefined && canMeasure(quantity, dimension, book))
      .flatMap(({ quantity }) => {
        const inCase = new Map([...known, [dimension.id, valueInUnitOf(quantity, dimension, book)] as const])
        const limits = limitsOf(loaded, inCase, book.dimensions)
        const bound = limits.kind === 'bounds' ? limits : boundsRegardless(loaded, inCase, book.dimensions)
        return bound === undefined ? [] : [[...bound.bounds]]
      }),
  )
}

/** What is known, with the conditions of a rule's own case that can have one value only. */
function inOwnCase({ dimensions }: Book, { rule }: LoadedRule, known: Known): Known {
  const own = Object.entries(rule.when).flatMap(([name, test]) => {
    const [only, other] = test.kind === 'in' ? test.values : []
    const isOpen = !known.has(name) && dimensions.byId.get(name)?.source === 'context'
    return isOpen && only !== undefined && other === undefined ? [[name, only] as const] : []
  })
  return own.length === 0 ? known : new Map([...known, ...own])
}

/** True for a bound that is more than the start of all numbers. */
function saysSomething({ limit }: Bound): boolean {
  return typeof limit !== 'string' && limit.compare(0) > 0
}

/** False if the question names several values of a condition and the rule holds for none of them. */
function holdsForOneOf({ dimensions }: Book, { rule }: LoadedRule, several: Slots['several']): boolean {
  return [...several].every(([name, values]) => {
    const test = rule.when[name]
    return test === undefined || values.some((value) => passes(test, value, name, dimensions))
  })
}

function knownOf(book: Book, slots: Slots, place: Place | undefined): Known {
  const known = new Map<string, Exact | string>(place?.facts.known ?? [])
  for (const [name, value] of slots.known) known.set(name, value)
  const zone = slots.known.get('climate_zone')
  if (typeof zone === 'string') {
    known.set('climate_zone.winter', zone.slice(0, -1))
    known.set('climate_zone.summer', zone.slice(-1))
  }
  if (slots.winter !== undefined) known.set('climate_zone.winter', slots.winter)
  for (const dimension of book.dimensions.byId.values()) {
    if (dimension.default !== undefined && !known.has(dimension.id))
      known.set(dimension.id, dimension.type === 'number' ? parseDecimal(dimension.default) : dimension.default)
  }
  return known
}

/** The bounds for each value of the missing dimension, if only one is missing and it is an enumeration; only of the values that the question names, if it does. */
function tableBy(
  book: Book,
  loaded: LoadedRule,
  known: Known,
  { missing, several }: { readonly missing: readonly string[]; readonly several: Slots['several'] },
): FigureAnswer['byMissing'] {
  const dimension = missing.length === 1 ? book.dimensions.byId.get(missing[0] ?? '') : undefined
  if (dimension === undefined || dimension.type !== 'enum') return []
  const named = several.get(dimension.id)
  return dimension.values.flatMap(({ id, label, broader }) => {
    const test = loaded.rule.when[dimension.id]
    const isLeftOut = named === undefined ? broader !== undefined : !named.includes(id)
    if (isLeftOut || (test !== undefined && !passes(test, id, dimension.id, book.dimensions))) return []
    const limits = limitsOf(loaded, new Map([...known, [dimension.id, id]]), book.dimensions)
    return limits.kind === 'bounds' ? [{ label, bounds: limits.bounds }] : []
  })
}

/** The open conditions of an answer in words: `uso del edificio: vivienda; altura de evacuación hasta 28 m`. `without`: values that are not meant. */
export function conditionsText(
  kb: Pick<KnowledgeBase, 'book' | 'language'>,
  { loaded, unsettled, data = new Map() }: Pick<FigureAnswer, 'loaded' | 'unsettled'> & Partial<Pick<FigureAnswer, 'data'>>,
  without?: Judgement['exempt'],
): string {
  const { book } = kb
  const frame = frameOf(kb)
  const number = (end: Exact): string => (kb.language === 'es' ? toSpanish(end) : toSpanish(end).replace(',', '.'))
  const computedFrom = [...data].flatMap(([name, value]) => {
    const dimension = book.dimensions.byId.get(name)
    return dimension === undefined
      ? []
      : [`${withinSentence(dimension.label)}: ${withUnit(number(value.round(4)), dimension.unit ?? '', kb.language)}`]
  })
  const stated = unsettled.flatMap((name) => {
    const [test, dimension] = [loaded.rule.when[name], book.dimensions.byId.get(name)]
    if (test === undefined || dimension === undefined) return []
    // From nothing on: whatever it is.
    if (test.kind === 'interval' && test.gte?.equals(0) && [test.gt, test.lt, test.lte].every((end) => end === undefined)) return []
    if (test.kind === 'interval') {
      const ends = [
        [frame.ends.gte, test.gte],
        [frame.ends.gt, test.gt],
        [frame.ends.lte, test.lte],
        [frame.ends.lt, test.lt],
      ] as const
      return [
        `${withinSentence(dimension.label)} ${ends.flatMap(([word, end]) => (end === undefined ? [] : [`${word} ${withUnit(number(end), dimension.unit ?? '', kb.language)}`])).join(` ${frame.and} `)}`,
      ]
    }
    const left = test.values.filter((value) => without?.get(name)?.includes(value) !== true)
    const labels = left.map(
      (value) => dimension.values.find(({ id }) => id === value)?.label ?? (value === 'true' ? frame.yes : value === 'false' ? frame.no : value),
    )
    return [`${withinSentence(dimension.label)}: ${test.kind === 'notIn' ? `${frame.otherThan} ` : ''}${labels.join(` ${frame.or} `)}`]
  })
  return [...computedFrom, ...stated].join('; ')
}

/** The citation of an answer: `DB-HE (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1`. */
export function citationText(book: Book, { loaded, version }: Pick<FigureAnswer, 'loaded' | 'version'>): string {
  const { document, rule } = loaded
  const section = sectionIn(book, document, rule.cite.section, version)
  return `${book.documents.get(document)?.shortTitle ?? document} (${version}), ${placeInText(section?.number ?? rule.cite.section, rule.cite.locator)}`
}

/** What a condition is called within a sentence; its identifier if the base has no such condition. */
export function conditionName({ dimensions }: Book, id: string): string {
  return withinSentence(dimensions.byId.get(id)?.label ?? id)
}
