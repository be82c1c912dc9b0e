import { type Asked, fits, isAsked } from '../engine/pair.ts'
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
/** A pair that a request may mean, labelled `Tubería de agua · separación`: it is offered, never judged. */
type NearPair = NonNullable<ErrorExtras['pairs']>[number]

const mostNear = 5
const mostOffered = 8
/** Elements of one rule. */
const mostElements = 3
/** Share of the words of a request, by rarity, that what is offered explains. */
const leastCovered = 0.5

/**
 * The elements and parameters whose rules are nearest to the words of a request, best first, as `ask` finds rules; at most five. Of a request with a unit,
 * only those that are measured in it.
 */
export function nearPairs(
  { kb, language, askIndex }: Base,
  { element: thing, parameter: quantity, unit = '', codes = [], geo_id, as_of }: Words,
): NearPair[] {
  const { parameters } = kb.book
  const { slots, ranker } = askIndex()
  // A value is no help: what it is compared with depends on the pair.
  const asked = { element: thing, parameter: quantity, unit, codes, place: placeFor(kb, geo_id) }
  const question = `${thing} ${quantity}`
  const { ccaa } = asked.place.record
  const ranked = ranker.rank({ question, slots: slots.read(question), ccaa, day: as_of ?? kb.meta.referenceDate, documents: [] })
  const pairs = ranked.flatMap(({ rule: loaded, covered }): NearPair[] => {
    if (loaded === undefined || covered < leastCovered) return []
    if (unit !== '' && loaded.rule.bound === 'class') return []
    if (!fits(loaded, asked, kb.book) || !isAsked(loaded, asked, kb.book)) return []
    const parameter = parameters.byId.get(loaded.rule.parameter)
    if (parameter === undefined) return []
    return nearestElements(kb, loaded.rule.element, thing).map((element) => pairText({ element, parameter }, language))
  })
  return unique(pairs).slice(0, mostNear)
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
