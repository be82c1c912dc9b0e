import { withReferences } from './besides.ts'
import { type Book, ruleKey } from './book.ts'
import type { LoadedRule } from './limit.ts'
import type { Refusal } from './outcome.ts'
import { type Element, type Parameter, type When, whenOf } from './schema.ts'

/** The element and the parameter that a request names, and the rules on them. */
export interface Terms {
  readonly element: Element
  readonly parameter: Parameter
  readonly rules: readonly LoadedRule[]
}

/** The element and the parameter that two texts name together, and the rules on them: one text may name several, the pair settles it. */
export function resolveTerms(book: Book, elementText: string, parameterText: string): Terms | Refusal {
  const elements = book.elements.named(elementText)
  if (elements.length === 0) return { kind: 'unknown-element', candidates: book.elements.nearest(elementText) }
  const parameters = book.parameters.named(parameterText)
  const pairs = elements.flatMap((element) => parameters.map((parameter) => ({ element, parameter, rules: rulesOn(book, element.id, parameter.id) })))
  const pair = pairs.find(({ rules }) => rules.some(({ rule }) => rule.kind === 'limit')) ?? pairs.find(({ rules }) => rules.length > 0)
  if (pair !== undefined) return pair
  const possible = parametersOf(
    book,
    elements.map(({ id }) => id),
  )
  if (parameters.length === 0) {
    const alike = book.parameters.nearest(parameterText, possible)
    return { kind: 'unknown-parameter', candidates: [...new Set([...alike, ...[...possible].sort()])].slice(0, 10) }
  }
  const first = parameters[0]
  const labels = [...possible].map((id) => book.parameters.byId.get(id)?.label ?? id)
  return elements[0] === undefined || first === undefined
    ? { kind: 'unknown-parameter', candidates: [] }
    : { kind: 'no-applicable-rule', why: 'none', text: labels.sort().join(', '), rules: [] }
}

/** The rules that bind an element for a parameter: its own, those of broader elements, and those of the same thing under another name. */
function rulesOn(book: Book, element: string, parameter: string): readonly LoadedRule[] {
  const parameters = book.parameters.boundBy(parameter)
  const rulesOf = (id: string): LoadedRule[] =>
    book.elements.boundBy(id).flatMap((own) => parameters.flatMap((name) => book.ruleIndex.get(ruleKey(own, name)) ?? []))
  const own = new Set(rulesOf(element))
  const linked = book.elements
    .boundBy(element)
    .flatMap((id) => conditionalLinks(book, id).flatMap((link) => rulesOf(link.element).map(under(link.when))))
  const bound = [...own, ...linked.filter(({ rule }) => ![...own].some((one) => one.rule.id === rule.id))]
  return withReferences(bound, book.ruleByKey, book.dimensions)
}

/** The conditional `also` links of an element. */
function conditionalLinks(book: Book, element: string): { readonly element: string; readonly when: When }[] {
  const also = book.elements.byId.get(element)?.also ?? []
  return also.flatMap((link) => (typeof link === 'string' ? [] : [{ element: link.element, when: whenOf(link.when) }]))
}

/** A rule that binds through a link only where `when` holds. */
function under(when: When): (loaded: LoadedRule) => LoadedRule {
  return (loaded) => ({ ...loaded, linked: when, uses: new Set([...Object.keys(when), ...loaded.uses]) })
}

/** The parameters on which some rule binds one of the elements. */
export function parametersOf(book: Book, elements: readonly string[]): Set<string> {
  const ids = new Set(elements.flatMap((id) => book.elements.boundBy(id)))
  return new Set(book.rules.flatMap(({ rule }) => (rule.element.some((id) => ids.has(id)) ? [rule.parameter] : [])))
}
