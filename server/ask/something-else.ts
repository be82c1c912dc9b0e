import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Rule } from '../engine/schema.ts'
import { type FigureAnswer, type FigureQuery, figureOf } from './figures.ts'
import { isOfUnsaidThing } from './measured-noun.ts'
import { nameStems } from './name-stems.ts'
import { isInForce, isSaidWhole, namesIn, namesParameter, namesThing, saidIn } from './named.ts'

/** True if the value of a question is of another thing or quantity than the rule limits, or nothing in the question says that it is of that one: the rule then judges nothing. */
export function isOfSomethingElse(book: Book, answer: FigureAnswer, query: FigureQuery): boolean {
  const { loaded, quantity } = answer
  return (
    isOfOtherSize(book, answer, query) ||
    (loaded.rule.kind !== 'threshold' && isOfUnsaidThing(book, loaded, quantity, query.slots)) ||
    (isOfUnsaidQuantity(book, loaded, query) && !failsAll(book, answer, query)) ||
    isOfThingElsewhere(book, loaded, query) ||
    isOfDerived(book, loaded, query)
  )
}

/**
 * True if a rule is on something that the question does not name, and the limits that the base has on the same quantity of what it does name are all of
 * other regions or editions: a beach desk is not judged by the rules on bathrooms of dwellings where no rule on beaches is in force.
 */
function isOfThingElsewhere(book: Book, { rule }: LoadedRule, query: FigureQuery): boolean {
  const { elements: named, parameters } = query.slots
  const said = saidIn(query.slots)
  const isThing = namesThing(book, named, rule.element)
  // Of a thing that is named, only the whole name of another quantity tells that it is not this one: an `alto` may be the riser of a stair.
  const asked = parameters.filter((one) => !isThing || namesIn(one).some((name) => isSaidWhole(name, said))).map(({ id }) => id)
  if (isThing && (asked.length === 0 || parameters.some(({ id }) => id === rule.parameter))) return false
  const limits = (parameter: string): LoadedRule[] =>
    named.flatMap(({ id }) => book.elements.boundBy(id).flatMap((wider) => book.ruleIndex.get(`${wider}|${parameter}`) ?? []))
  const kindOf = (unit: string): string | undefined => book.units.parse(unit)?.kind
  const ofNamed = [...(isThing ? [] : limits(rule.parameter)), ...asked.flatMap(limits)].filter(
    (other) => kindOf(other.rule.unit) === kindOf(rule.unit),
  )
  return ofNamed.length > 0 && !ofNamed.some((other) => isInForce(book, other, query))
}

/** True if a rule is on a quantity derived from the one that the question names, and the question lacks the word that tells them apart: a `déficit de rendimiento` is no `rendimiento`, nor the `relación entre huella y contrahuella` one of the two. */
function isOfDerived({ parameters, ruleIndex }: Book, { rule }: LoadedRule, { slots }: FigureQuery): boolean {
  const own = nameStems(parameters.byId.get(rule.parameter)?.label ?? '')
  const said = saidIn(slots)
  const isMadeOf = (label: string): boolean => nameStems(label).every((stem) => own.includes(stem) && said.has(stem))
  const isHeadSaid = own[0] === undefined || said.has(own[0])
  const title = nameStems(rule.title)
  const isLimited = (id: string): boolean => id !== rule.parameter && rule.element.some((element) => ruleIndex.has(`${element}|${id}`))
  const parts = slots.parameters.filter(({ id, label }) => isLimited(id) && nameStems(label).every((stem) => title.includes(stem)))
  if (!isHeadSaid && parts.length > 1) return true
  return !isHeadSaid && !slots.parameters.some(({ id }) => id === rule.parameter) && slots.parameters.some(({ label }) => isMadeOf(label))
}

/** True if a value is ten times or a tenth of a rule's limit, and the question has no name of what the rule limits: `rinde al 85 %` is no deficit of 5 %. */
export function isOfOtherSize(book: Book, { loaded, far }: FigureAnswer, query: FigureQuery): boolean {
  return far >= 1 && !namesParameter(book, loaded, query) && !query.slots.parameters.some(({ id }) => id === loaded.rule.parameter)
}

/** Words beside the names of things that a question has at most if it says hardly more than them: `¿La doy por buena?`. */
const mostOthers = 2

/**
 * True if a question says nothing of what its value measures: a length, it names a thing and hardly more, none of it a word of the rule, and other
 * quantities of that thing have the same unit (`un extintor a 1,5 m` is a height or a way), or the rule is on one kind of it only (`una puerta de 85 cm`).
 */
function isOfUnsaidQuantity(book: Book, { rule }: LoadedRule, { slots }: FigureQuery): boolean {
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
  const own = new Set([...nameStems(rule.title), ...terms.flatMap(namesOf)])
  if (others.length > mostOthers || others.some(({ stem, states }) => states || own.has(stem))) return false
  // `A 1,80 m de la bajante` says how far the thing is from another one.
  const thing = new Set(rule.element.flatMap((id) => elements.byId.get(id) ?? []).flatMap((term) => namesOf(term)))
  const title = new Set(nameStems(rule.title).filter((stem) => !thing.has(stem)))
  if (words.some(({ stem }) => stem !== undefined && names.has(stem) && title.has(stem))) return false
  return !(namesThing(book, named, rule.element) && isOnlyOfUnit(book, rule))
}

/** True if a value that a question gives of a named thing fails every limit on that thing that may be meant: it then complies with none. */
function failsAll(book: Book, { loaded, judgement, quantity }: FigureAnswer, query: FigureQuery): boolean {
  const { rule } = loaded
  if (judgement?.isWithin !== false || !namesThing(book, query.slots.elements, rule.element)) return false
  const kind = book.units.parse(rule.unit)?.kind
  const others = [...book.ruleByKey.values()].filter(
    (other) =>
      other !== loaded &&
      other.rule.kind === 'limit' &&
      book.units.parse(other.rule.unit)?.kind === kind &&
      other.rule.element.some((id) => rule.element.includes(id)) &&
      isInForce(book, other, query),
  )
  return others.every((other) => {
    const answer = figureOf(book, other, query)
    return answer === undefined || (answer.judgement?.isWithin === false && answer.quantity?.quantity === quantity?.quantity)
  })
}

function namesOf(term: { readonly label: string; readonly aliases: readonly string[] } | undefined): string[] {
  return term === undefined ? [] : namesIn(term).flatMap(nameStems)
}

/** True if nothing else of the rule's thing is limited in a unit of the same kind. */
function isOnlyOfUnit({ ruleByKey, units }: Book, rule: Rule): boolean {
  const kind = units.parse(rule.unit)?.kind
  return ![...ruleByKey.values()].some(
    ({ rule: other }) =>
      other.parameter !== rule.parameter && other.element.some((one) => rule.element.includes(one)) && units.parse(other.unit)?.kind === kind,
  )
}
