import { bindsIn, editionOn } from '../engine/book.ts'
import { isDeciding } from '../engine/deciding.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Place } from '../engine/place.ts'
import { resolveTerms, type Terms } from '../engine/terms.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** An element and a parameter of it, as a request names them, with the rules of a day or of all, and of a place or of all. */
export interface Pair {
  readonly element: Terms['element']
  readonly parameter: Terms['parameter']
  /** The name that the request gives the element: it may fix a condition. */
  readonly name: string
  /** Every rule of the pair that was asked for, whether it decides or not. */
  readonly rules: readonly LoadedRule[]
  /** Those that decide; all, if none does. */
  readonly telling: readonly LoadedRule[]
  readonly asOf: string | undefined
  readonly place: Place | undefined
}

/** The pair of resolved terms. Without `asOf` it has the rules of every edition, without `place` those of every document. */
export function pairOf(kb: KnowledgeBase, terms: Terms, asked: Pick<Pair, 'name' | 'asOf' | 'place'>): Pair {
  const { element, parameter } = terms
  const rules = terms.rules.filter((loaded) => binds(loaded, kb, asked) && (asked.asOf === undefined || isInForce(loaded, asked.asOf, kb)))
  const deciding = rules.filter(({ rule }) => isDeciding(rule))
  return { ...asked, element, parameter, rules, telling: deciding.length > 0 ? deciding : rules }
}

/** True if the edition in force on a day has the rule. */
export function isInForce({ document, rule }: LoadedRule, day: string, { book }: KnowledgeBase): boolean {
  const found = book.documents.get(document)
  return found !== undefined && rule.editions.includes(editionOn(found, day)?.version ?? '')
}

function binds({ document }: LoadedRule, { book }: KnowledgeBase, { place }: Pick<Pair, 'place'>): boolean {
  const found = book.documents.get(document)
  return found !== undefined && (place === undefined || bindsIn(found, place.record.ccaa))
}

/** The path of the operation that describes a pair; that of the list of elements if a request names none. */
export function describeUrl(kb: KnowledgeBase, element: string, parameter: string): string {
  const terms = resolveTerms(kb.book, { element, parameter })
  return 'kind' in terms ? '/api/v1/elementos' : `/api/v1/elementos/${terms.element.id}/${terms.parameter.id}`
}
