import { type Book, bindsIn, editionOn, placeInText, sectionIn } from '../engine/book.ts'
import { comparisonOf, meets } from '../engine/compare.ts'
import { type Known, passes } from '../engine/condition.ts'
import { type Exact, parseDecimal, toNumber, toSpanish } from '../engine/decimal.ts'
import { type Bound, boundsRegardless, type LoadedRule, limitsOf } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import { isPossibleIn } from '../engine/possible.ts'
import { convert } from '../engine/unit.ts'
import { verify } from '../engine/verify.ts'
import { stems } from '../kb/text-analysis.ts'
import type { RuleFinder } from './rule-finder.ts'
import { canMeasure, type Slots, valueInUnitOf } from './slots.ts'

/**
 * The answer of one rule: its bounds, with the conditions that the question leaves open (`unsettled`); or the dimensions it needs
 * (`missing`); or its bounds for each value of the one dimension that is missing (`byMissing`).
 */
export interface FigureAnswer {
  readonly loaded: LoadedRule
  readonly bounds: readonly Bound[]
  readonly unsettled: readonly string[]
  readonly missing: readonly string[]
  readonly byMissing: readonly { readonly label: string; readonly bounds: readonly Bound[] }[]
  readonly verdict: 'COMPLIANT' | 'NON_COMPLIANT' | undefined
  readonly version: string
}

export interface FigureQuery {
  readonly slots: Slots
  readonly place: Place | undefined
  readonly day: string
  readonly documents: readonly string[]
}

/** Minimum score of a rule. */
const minScore = 0.55
/** Rules whose score is this close to the best may be meant as well. */
const closeMargin = 0.07
const maxCandidates = 8
/** Most rules in an answer if several may be meant, not counting the opposite bound of each. */
const maxRules = 3
/** Score bonus for a rule that depends on a condition given in the question. */
const givenConditionBonus = 0.05

/** The figures that a question asks for, best first. There is more than one if several rules may be meant, or if a rule has an opposite bound. */
export function figuresFor(book: Book, finder: RuleFinder, query: FigureQuery): FigureAnswer[] {
  const { slots, place, day, documents } = query
  if (slots.asksMeasures) return []
  const known = knownOf(book, slots, place)
  const accept = ({ document, rule }: LoadedRule): boolean => {
    const source = book.documents.get(document)
    return (
      rule.verification !== 'unverified' &&
      (documents.length === 0 || documents.includes(document)) &&
      source !== undefined &&
      bindsIn(source, place?.record.ccaa ?? null) &&
      rule.editions.includes(editionOn(source, day)?.version ?? '')
    )
  }
  const found = finder.find(slots, accept).slice(0, maxCandidates * 4)
  const answers = found
    .flatMap(({ loaded, score }) => {
      const answer = score < minScore ? undefined : answerOf(book, loaded, known, query)
      return answer === undefined ? [] : [{ answer, score: score + (usesGiven(loaded, slots) ? givenConditionBonus : 0) }]
    })
    .sort((left, right) => right.score - left.score)
  const [best] = answers
  if (best === undefined) return []
  const close = answers.filter(({ score }) => score >= best.score - closeMargin).slice(0, maxCandidates)
  const settled = close.filter(({ answer }) => answer.missing.length === 0 && answer.unsettled.length === 0)
  const chosen = (settled.length > 0 && settled[0] !== undefined && settled[0].score >= best.score - closeMargin / 2 ? settled : close).map(
    ({ answer }) => answer,
  )
  return withOppositeBounds(book, sameFigure(chosen) ? chosen.slice(0, 1) : chosen.slice(0, maxRules), {
    query,
    answer: (loaded) => (accept(loaded) ? answerOf(book, loaded, known, query) : undefined),
  })
}

/** Adds the maximum that another rule sets to a minimum, and the reverse, unless the question asks for one bound only. A value is checked against both. */
function withOppositeBounds(
  book: Book,
  chosen: readonly FigureAnswer[],
  { query, answer }: { readonly query: FigureQuery; readonly answer: (loaded: LoadedRule) => FigureAnswer | undefined },
): FigureAnswer[] {
  const { side, value, asksThreshold } = query.slots
  if (asksThreshold || (side !== undefined && value === undefined)) return [...chosen]
  const groups = chosen.map((one) => ({
    one,
    others: book.rules.flatMap((loaded) => (isOppositeBound(one.loaded, loaded) ? (answer(loaded) ?? []) : [])),
  }))
  const judged = groups.flatMap(({ one, others }) => {
    const ends = [one, ...others]
    const isBroken = ends.some(({ verdict }) => verdict === 'NON_COMPLIANT')
    const isOpen = ends.some(({ verdict }) => verdict === undefined)
    const verdict = isBroken ? ('NON_COMPLIANT' as const) : isOpen ? undefined : ('COMPLIANT' as const)
    return ends.map((end) => ({ ...end, verdict }))
  })
  return judged.filter((end, index) => judged.findIndex(({ loaded }) => loaded === end.loaded) === index)
}

/** True if two rules of one document set opposite bounds on the same thing. */
function isOppositeBound({ document, rule }: LoadedRule, other: LoadedRule): boolean {
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

/** True if the rule depends on a condition given in the question: then the rule is about such a case. */
function usesGiven({ uses }: LoadedRule, { known }: Slots): boolean {
  return [...known.keys()].some((name) => uses.has(name))
}

/** True if all answers have the same figure: then it does not matter which rule is meant. */
function sameFigure(answers: readonly FigureAnswer[]): boolean {
  const text = (answer: FigureAnswer): string => boundsText(answer.bounds, answer.loaded.rule.unit)
  return answers.every((answer) => answer.bounds.length > 0 && text(answer) === text(answers[0] ?? answer))
}

function answerOf(book: Book, loaded: LoadedRule, stated: Known, query: FigureQuery): FigureAnswer | undefined {
  const source = book.documents.get(loaded.document)
  const version = source === undefined ? '' : (editionOn(source, query.day)?.version ?? '')
  const nothing = { loaded, bounds: [], unsettled: [], missing: [], byMissing: [], verdict: undefined, version }
  const known = withUnassigned(book, loaded, stated, query.slots)
  const limits = limitsOf(loaded, known, book.dimensions)
  if (limits.kind === 'not-bound') return undefined
  if (limits.kind === 'bounds') return { ...nothing, bounds: limits.bounds, verdict: verdictOf(book, loaded, limits.bounds, query) }
  const regardless = boundsRegardless(loaded, known, book.dimensions)
  if (regardless !== undefined) return { ...nothing, ...regardless }
  const byMissing = tableBy(book, loaded, known, limits.dimensions)
  const [first] = byMissing
  if (first !== undefined && byMissing.every(({ bounds }) => boundsText(bounds, '') === boundsText(first.bounds, '')))
    return { ...nothing, bounds: first.bounds }
  return { ...nothing, missing: limits.dimensions, byMissing }
}

/** Adds the question's unassigned quantities as values of the rule's numeric dimensions, if unit and words fit. */
function withUnassigned(book: Book, loaded: LoadedRule, stated: Known, { unassigned }: Slots): Known {
  const known = new Map(stated)
  const own = book.units.parse(loaded.rule.unit)
  for (const name of loaded.uses) {
    const dimension = book.dimensions.byId.get(name)
    if (dimension === undefined || dimension.type !== 'number' || dimension.source === 'place' || known.has(name)) continue
    const names = new Set(stems([dimension.label, dimension.help, ...dimension.aliases].join(' ')))
    const match = unassigned.find(({ quantity, around }) => {
      const isOther = quantity.unit !== undefined && quantity.unit.kind !== own?.kind && dimension.unit !== undefined
      return canMeasure(quantity, dimension, book) && (isOther || [...around].some((word) => names.has(word)))
    })
    if (match !== undefined) known.set(name, valueInUnitOf(match.quantity, dimension, book))
  }
  return known
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

/** The verdict on the value of the question: that of `verify` if the place is known, else by comparison with the rule's bounds. Undefined if it cannot be decided. */
function verdictOf(book: Book, loaded: LoadedRule, bounds: readonly Bound[], { slots, place, day }: FigureQuery): FigureAnswer['verdict'] {
  const { document, rule } = loaded
  const [element] = rule.element
  if (slots.value === undefined || rule.kind !== 'limit' || element === undefined) return undefined
  const value = parseDecimal(slots.value.text)
  const own = book.units.parse(rule.unit)
  const unit = slots.value.unit ?? own
  if (unit === undefined || own?.kind !== unit.kind) return undefined
  const parameter = book.parameters.byId.get(rule.parameter)
  if (parameter !== undefined && !isPossibleIn(parameter, value, unit, book.units)) return undefined
  if (place === undefined)
    return bounds.every((bound) => meets(convert(value, unit, own), bound, loaded.scale) === true) ? 'COMPLIANT' : 'NON_COMPLIANT'
  const context = Object.fromEntries([...slots.known].map(([name, known]) => [name, typeof known === 'string' ? known : toNumber(known)]))
  const outcome = verify(book, {
    element,
    parameter: rule.parameter,
    value,
    unit: unit.text,
    place,
    context,
    asOf: day,
    codes: [{ slug: document }],
  })
  if (outcome.kind !== 'verdict' || outcome.findings.every(({ loaded: { rule: found } }) => found.id !== rule.id)) return undefined
  return outcome.findings[0]?.complies === true ? 'COMPLIANT' : 'NON_COMPLIANT'
}

/** The bounds for each value of the missing dimension, if only one is missing and it is an enumeration. */
function tableBy(book: Book, loaded: LoadedRule, known: Known, missing: readonly string[]): FigureAnswer['byMissing'] {
  const dimension = missing.length === 1 ? book.dimensions.byId.get(missing[0] ?? '') : undefined
  if (dimension === undefined || dimension.type !== 'enum') return []
  return dimension.values.flatMap(({ id, label, broader }) => {
    const test = loaded.rule.when[dimension.id]
    if (broader !== undefined || (test !== undefined && !passes(test, id, dimension.id, book.dimensions))) return []
    const limits = limitsOf(loaded, new Map([...known, [dimension.id, id]]), book.dimensions)
    return limits.kind === 'bounds' ? [{ label, bounds: limits.bounds }] : []
  })
}

const words = { lte: 'como máximo', lt: 'menos de', gte: 'como mínimo', gt: 'más de', eq: 'exactamente' } as const

/** Bounds in words: `como máximo 0,35 W/m²K`, or `como mínimo 13 cm y como máximo 18,5 cm`. */
export function boundsText(bounds: readonly Bound[], unit: string): string {
  const shown = unit === '1' || unit === '' ? '' : ` ${unit}`
  return bounds
    .map((bound) =>
      typeof bound.limit === 'string' ? `clase ${bound.limit} o mejor` : `${words[comparisonOf(bound)]} ${toSpanish(bound.limit)}${shown}`,
    )
    .join(' y ')
}

/** The open conditions of an answer in words: `uso del edificio: vivienda; altura de evacuación hasta 28 m`. */
export function conditionsText(book: Book, { loaded, unsettled }: Pick<FigureAnswer, 'loaded' | 'unsettled'>): string {
  return unsettled
    .flatMap((name) => {
      const [test, dimension] = [loaded.rule.when[name], book.dimensions.byId.get(name)]
      if (test === undefined || dimension === undefined) return []
      const unit = dimension.unit === undefined ? '' : ` ${dimension.unit}`
      if (test.kind === 'interval') {
        const ends = [
          ['desde', test.gte],
          ['más de', test.gt],
          ['hasta', test.lte],
          ['menos de', test.lt],
        ] as const
        return [
          `${dimension.label.toLowerCase()} ${ends.flatMap(([word, end]) => (end === undefined ? [] : [`${word} ${toSpanish(end)}${unit}`])).join(' y ')}`,
        ]
      }
      const labels = test.values.map(
        (value) => dimension.values.find(({ id }) => id === value)?.label ?? (value === 'true' ? 'sí' : value === 'false' ? 'no' : value),
      )
      return [`${dimension.label.toLowerCase()}: ${test.kind === 'notIn' ? 'distinto de ' : ''}${labels.join(' o ')}`]
    })
    .join('; ')
}

/** The citation of an answer: `DB-HE (2022), HE 1, 3.1.1, Tabla 3.1.1.a-HE1`. */
export function citationText(book: Book, { loaded, version }: Pick<FigureAnswer, 'loaded' | 'version'>): string {
  const { document, rule } = loaded
  const section = sectionIn(book, document, rule.cite.section, version)
  return `${book.documents.get(document)?.shortTitle ?? document} (${version}), ${placeInText(section?.number ?? rule.cite.section, rule.cite.locator)}`
}
