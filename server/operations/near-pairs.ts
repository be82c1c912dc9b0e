import type { LoadedRule } from '../engine/limit.ts'
import { type Asked, fits, isAsked } from '../engine/pair.ts'
import type { Place } from '../engine/place.ts'
import { classUnits } from '../engine/scale.ts'
import type { Element, Parameter } from '../engine/schema.ts'
import type { Language } from '../errors/language.ts'
import { type ErrorExtras, ServiceError, withExtras } from '../errors/service-error.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Context } from './operation.ts'
import { placeFor } from './place-for.ts'

type Base = Pick<Context, 'kb' | 'language' | 'isOnDevice' | 'askIndex'>
/** What of a request says which pair it means. */
interface Words extends Pick<Asked, 'element' | 'parameter' | 'codes'> {
  readonly unit?: string
  readonly geo_id: string
  readonly as_of?: string | undefined
}
interface Searched extends Pick<Asked, 'element' | 'parameter' | 'codes'> {
  readonly unit?: string | undefined
  readonly place: Place
  readonly day?: string | undefined
}
/** A pair that a request may mean, labelled `Tubería de agua · separación`: it is offered, never judged. */
type NearPair = NonNullable<ErrorExtras['pairs']>[number]

const mostNear = 5
const mostOffered = 8
/** Elements of one rule. */
const mostElements = 3
/** Share of the words of a request, by rarity, that what is offered explains. */
const leastCovered = 0.5

/** The pairs of the rules that `nearRules` finds, at most five, each once: those of things that share a word with the one asked for come first. */
export function nearPairs(context: Base, { geo_id, as_of, ...words }: Words): NearPair[] {
  const found = nearRules(context, { ...words, place: placeFor(context.kb, geo_id), day: as_of })
  const isLike = sharesWord(context.kb, words.element)
  const ordered = [...found.filter(({ element }) => isLike(element)), ...found.filter(({ element }) => !isLike(element))]
  return unique(ordered.map((pair) => pairText(pair, context.language))).slice(0, mostNear)
}

/**
 * The rules nearest to the words of a request, best first, as `ask` finds rules, with the elements and parameters that they are on. Of a request with a unit,
 * only those that are measured in it. Its value is no help: what it is compared with depends on the pair.
 */
export function nearRules(
  { kb, askIndex }: Pick<Context, 'kb' | 'askIndex'>,
  { element: thing, parameter: quantity, unit = '', codes = [], place, day = kb.meta.referenceDate }: Searched,
): { readonly element: Element; readonly parameter: Parameter; readonly rule: LoadedRule }[] {
  const { slots, ranker } = askIndex()
  const asked = { element: thing, parameter: quantity, unit, codes, place }
  const question = `${thing} ${quantity}`.trim()
  const ranked = ranker.rank({ question, slots: slots.read(question), ccaa: place.record.ccaa, day, documents: [] })
  return ranked.flatMap(({ rule, covered }) => {
    if (rule === undefined || covered < leastCovered) return []
    // Without the value nothing else tells a class from a number.
    if (rule.rule.bound === 'class' && unit !== '' && !classUnits(rule.scale).includes(unit)) return []
    if (!fits(rule, asked, kb.book) || !isAsked(rule, asked, kb.book)) return []
    const parameter = kb.book.parameters.byId.get(rule.rule.parameter)
    return parameter === undefined ? [] : nearestElements(kb, rule.rule.element, thing).map((element) => ({ element, parameter, rule }))
  })
}

/** Returns a function that tells whether a name of an element has a word of a text. */
function sharesWord({ book: { elements, everyday } }: KnowledgeBase, text: string): (element: Element) => boolean {
  const said = new Set(everyday.canonical(text))
  return ({ id }) => elements.namesOf(id).some(({ words }) => words.some((word) => said.has(word)))
}

/** Of the elements of a rule, those whose names share most words with a text; the first where none shares any. */
function nearestElements({ book: { elements, everyday } }: KnowledgeBase, ids: readonly string[], text: string): readonly Element[] {
  const said = new Set(everyday.canonical(text))
  const known = ids.flatMap((id) => elements.byId.get(id) ?? [])
  const shared = new Map(
    known.map(({ id }) => [id, Math.max(0, ...elements.namesOf(id).map(({ words }) => words.filter((word) => said.has(word)).length))]),
  )
  const most = Math.max(...shared.values())
  return known.filter(({ id }) => shared.get(id) === most).slice(0, most === 0 ? 1 : mostElements)
}

/** A pair as a problem lists it. */
export function pairText({ element, parameter }: { readonly element: Element; readonly parameter: Parameter }, language: Language): NearPair {
  const [thing, quantity] = [element, parameter].map(({ label, en = label }) => (language === 'en' ? en : label))
  return { element: element.id, parameter: parameter.id, label: `${thing} · ${quantity}` }
}

function unique(pairs: readonly NearPair[]): NearPair[] {
  return [...new Map(pairs.map((pair) => [`${pair.element} ${pair.parameter}`, pair])).values()]
}

/** Runs `answer`; where it fails because no rule is on the element and parameter, adds the pairs nearest to their words to the error. */
export function offeringPairs<T>(context: Base, asked: Words, answer: () => T): T {
  try {
    return answer()
  } catch (error) {
    throw error instanceof ServiceError && isOfUnknownPair(error) ? withNearPairs(context, asked, error) : error
  }
}

/** True if a request failed because no rule is on what it names. */
export function isOfUnknownPair({ code, extras }: ServiceError): boolean {
  return code === 'unknown-element' || code === 'unknown-parameter' || (code === 'no-applicable-rule' && extras.reason === 'no-rule')
}

/** An error with the pairs that the request may name and those nearest to its words. */
export function withNearPairs(context: Base, asked: Words, error: ServiceError): ServiceError {
  const near = context.isOnDevice ? [] : nearPairs(context, asked)
  const pairs = unique([...(error.extras.pairs ?? []), ...near]).slice(0, mostOffered)
  return pairs.length === 0 ? error : withExtras(error, { pairs })
}
