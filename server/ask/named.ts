import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Rule } from '../engine/schema.ts'
import { stems } from '../kb/text-analysis.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import type { Slots } from './slots.ts'

/** True if one of the things that a question names is one of these, or a kind of one. */
export function namesThing({ elements }: Book, named: Slots['elements'], ids: readonly string[]): boolean {
  return named.some(({ id }) => elements.boundBy(id).some((wider) => ids.includes(wider)))
}

/** True if the question has all the words of a name of the rule's parameter. */
export function namesParameter({ parameters }: Book, { rule }: LoadedRule, { slots }: FigureQuery): boolean {
  const said = new Set(slots.words.flatMap(({ stem }) => stem ?? []))
  const parameter = parameters.byId.get(rule.parameter)
  return [parameter?.label, ...(parameter?.aliases ?? [])].some((name) => {
    const own = stems(name ?? '')
    return own.length > 0 && own.every((stem) => said.has(stem))
  })
}

/** True if a question has every word of a name, of two or more, wherever they stand. */
export function isSaidWhole(name: string, said: ReadonlySet<string>): boolean {
  const own = stems(name)
  return own.length > 1 && own.every((stem) => said.has(stem))
}

/**
 * True if the question names what the rule is on: by a thing of the base, by a whole name, or by a word of its label; or the quantity, where it names
 * nothing else, or nothing else in the sentence of the value and no other thing has that quantity (the `n50` of a dwelling).
 */
export function isOfNamed(book: Book, { loaded, quantity }: Pick<FigureAnswer, 'loaded' | 'quantity'>, query: FigureQuery): boolean {
  const { elements } = book
  const { element, parameter } = loaded.rule
  const { elements: named, parameters } = query.slots
  const isRelated = (id: string): boolean => element.some((own) => elements.boundBy(id).includes(own) || elements.boundBy(own).includes(id))
  if (named.some(({ id }) => isRelated(id))) return true
  const isSaidQuantity = namesParameter(book, loaded, query)
  if (named.length === 0 && isSaidQuantity) return true
  const isBeside = named.some(({ label, aliases }) => [label, ...aliases].some((name) => stems(name).some((stem) => quantity?.sentence.has(stem))))
  if (!isBeside && (isSaidQuantity || parameters.some(({ id }) => id === parameter)) && isOfOneThing(book, parameter)) return true
  const said = new Set(query.slots.words.flatMap(({ stem }) => stem ?? []))
  const isSaid = (stem: string): boolean => said.has(stem)
  return element
    .flatMap((id) => elements.byId.get(id) ?? [])
    .some(({ label, aliases }) => stems(label).some(isSaid) || aliases.some((name) => stems(name).every(isSaid)))
}

/** Words beside the names of things that a question has at most if it says hardly more than them: `¿La doy por buena?`. */
const mostOthers = 2

/**
 * True if a question says nothing of what its value measures: a length, it names a thing and hardly more, none of it a word of the rule, and other
 * quantities of that thing have the same unit (`un extintor a 1,5 m` is a height or a way), or the rule is on one kind of it only (`una puerta de 85 cm`).
 */
export function isOfUnsaidQuantity(book: Book, { rule }: LoadedRule, { slots }: FigureQuery): boolean {
  const { elements, parameters, units } = book
  const { elements: named, words, usedWords, placeWords } = slots
  const [value, ...further] = slots.unassigned
  const isLength = units.parse(rule.unit)?.kind === units.parse('m')?.kind
  const saysMore = slots.assigned.length > 0 || further.length > 0 || value?.magnitude !== undefined
  if (!isLength || saysMore || slots.parameters.some(({ id }) => id === rule.parameter)) return false
  const names = new Set(named.flatMap(namesOf))
  const others = words.flatMap((word, position) => {
    const { stem, folded } = word
    const isBeside = stem === undefined || names.has(stem) || /^\d/.test(folded) || folded === value?.quantity.unit?.text || placeWords.has(position)
    return isBeside ? [] : [{ stem, states: usedWords.has(position) }]
  })
  const terms = [...rule.element.flatMap((id) => elements.byId.get(id) ?? []), parameters.byId.get(rule.parameter)]
  const own = new Set([...stems(rule.title), ...terms.flatMap(namesOf)])
  if (others.length > mostOthers || others.some(({ stem, states }) => states || own.has(stem))) return false
  return !(namesThing(book, named, rule.element) && isOnlyOfUnit(book, rule))
}

function namesOf(term: { readonly label: string; readonly aliases: readonly string[] } | undefined): string[] {
  return term === undefined ? [] : stems([term.label, ...term.aliases].join(' '))
}

/** True if nothing else of the rule's thing is limited in a unit of the same kind. */
function isOnlyOfUnit({ ruleByKey, units }: Book, rule: Rule): boolean {
  const kind = units.parse(rule.unit)?.kind
  return ![...ruleByKey.values()].some(
    ({ rule: other }) =>
      other.parameter !== rule.parameter && other.element.some((one) => rule.element.includes(one)) && units.parse(other.unit)?.kind === kind,
  )
}

const ofOneThing = new WeakMap<Book, ReadonlySet<string>>()

/** True for a quantity that all limits on it are of the same thing, or of kinds of it. */
function isOfOneThing(book: Book, parameter: string): boolean {
  const known = ofOneThing.get(book) ?? quantitiesOfOneThing(book)
  ofOneThing.set(book, known)
  return known.has(parameter)
}

function quantitiesOfOneThing(book: Book): Set<string> {
  const limits = [...book.ruleByKey.values()].filter(({ rule }) => rule.kind === 'limit')
  const byParameter = [...Map.groupBy(limits, ({ rule }) => rule.parameter)]
  return new Set(byParameter.flatMap(([id, rules]) => (isOneThing(book, rules) ? [id] : [])))
}

function isOneThing({ elements }: Book, rules: readonly LoadedRule[]): boolean {
  const all = [...new Set(rules.flatMap(({ rule }) => rule.element))]
  return all.some((widest) => all.every((id) => elements.boundBy(id).includes(widest)))
}

/** True if a rule is on something that the question does not name, and its document limits the same quantity of what the question does name. */
export function isOfAnother(book: Book, answer: FigureAnswer, query: FigureQuery): boolean {
  if (isOfNamed(book, answer, query)) return false
  const { document, rule } = answer.loaded
  const ofNamed = query.slots.elements.flatMap(({ id }) =>
    book.elements.boundBy(id).flatMap((wider) => book.ruleIndex.get(`${wider}|${rule.parameter}`) ?? []),
  )
  return ofNamed.some((other) => other.document === document && other.rule.kind === rule.kind && sharesEdition(other, answer.loaded))
}

function sharesEdition({ rule }: LoadedRule, { rule: other }: LoadedRule): boolean {
  return rule.editions.some((edition) => other.editions.includes(edition))
}
