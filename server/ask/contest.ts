import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import type { Element, Rule } from '../engine/schema.ts'
import { type Bound, isSameArticle } from './bound.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { magnitudesOf } from './magnitudes.ts'
import { nameStems } from './name-stems.ts'
import { isOfNamed, isSaidWhole, namesIn, namesParameter, namesThing, saidIn } from './named.ts'
import type { Ranked } from './ranker.ts'
import type { FreeQuantity } from './slots.ts'

/** A rule whose score is at most this much below that of the answer puts in doubt which quantity the value is. */
const nearContest = 0.8
/** The same where the value meets that rule and fails the one that answers: nobody may be refused by a quantity that was not named. */
const nearWithin = 1.5

/** If the value is this many powers of ten farther from another rule's limit than from that of the answer, nobody means the other rule. */
const unlikelySize = 0.25

/**
 * True if another rule puts in doubt what the value of a question is: one on another quantity, or one on the same quantity of another thing. It stands as near
 * to the question as the one that answers, reads the same value, and says otherwise of it.
 */
export function isContested(book: Book, other: Bound, own: Bound, query: FigureQuery): boolean {
  if (own.answer?.judgement === undefined || other.answer?.judgement === undefined || other.answer.value?.text !== own.answer.value?.text)
    return false
  // A case that is taken for given does not stand against a settled one, whatever the question names.
  if (isOpenBeside(own.answer, other.answer) && !isFar(other.one, own.one, nearContest))
    return other.answer.judgement.isWithin !== own.answer.judgement.isWithin
  const isSameParameter = other.answer.loaded.rule.parameter === own.answer.loaded.rule.parameter
  if (isSameParameter) return isOfOtherThing(book, other, own, query, own.answer.judgement.isWithin ? nearWithin : nearContest)
  // A case that the question does not speak of puts no settled one in doubt, unless it is of the same thing and the question names its quantity.
  const isNamed = isOfOneThing(own.answer, other.answer) && isNamedBeside(book, own.answer, other.answer, query)
  return (isNamed || !isOpenBeside(other.answer, own.answer)) && isOfOtherQuantity(book, other, own, query)
}

/**
 * True if a rule on another quantity stands as near to the question as the one that answers, or is named by it, and finds otherwise of the value; unless
 * the question names the quantity that answers, and not that other.
 */
function isOfOtherQuantity(book: Book, { one, answer: other }: Bound, { one: first, answer }: Bound, query: FigureQuery): boolean {
  if (answer?.judgement === undefined || other?.judgement === undefined) return false
  // A rule on a thing that is not named puts none in doubt on a thing that is.
  if (namesThing(book, query.slots.elements, answer.loaded.rule.element) && !isOfNamed(book, other, query)) return false
  // Whichever of two limits is meant, a value that fails both complies with neither.
  if (!other.judgement.isWithin && !answer.judgement.isWithin) return false
  const isBeside = isNamedBeside(book, answer, other, query)
  if (other.judgement.isWithin && (answer.judgement.isWithin || !(isBeside || isSameArticle(one, first)))) return false
  const isSaid = ({ loaded }: FigureAnswer): boolean => namesParameter(book, loaded, query) || isOfMagnitude(book, loaded, answer.quantity)
  const isNamed = !isBeside && isSaid(answer) && (other.judgement.isWithin || !isSaid(other))
  const near = other.judgement.isWithin ? nearWithin : nearContest
  if (isNamed || (isFar(one, first, near) && !isBeside)) return false
  const around = new Set(answer.quantity?.around.keys())
  return other.far - answer.far <= unlikelySize && (isBeside || !isTold(quantityNames(book, answer), quantityNames(book, other), around))
}

/**
 * True if the question spells out, in two words or more, the name of another quantity than the one that answers; and either that name belongs to both
 * quantities of one thing, or the question spells out no name of the one that answers.
 */
function isNamedBeside(book: Book, answer: FigureAnswer, beside: FigureAnswer, { slots }: FigureQuery): boolean {
  const [{ rule }, { rule: other }] = [answer.loaded, beside.loaded]
  const said = saidIn(slots)
  const saidOf = ({ parameter }: Rule): string[] =>
    [book.parameters.byId.get(parameter) ?? []]
      .flat()
      .flatMap(namesIn)
      .filter((name) => isSaidWhole(name, said))
  const [own, its] = [saidOf(rule), saidOf(other)]
  const isOneThing = isOfOneThing(answer, beside)
  if (own.length > 0) return isOneThing && own.some((name) => its.includes(name))
  return its.length > 0 && (isOneThing || namesThing(book, slots.elements, other.element))
}

/** True if one rule has conditions of which the question says nothing, and the other has none. */
function isOpenBeside({ unsettled }: FigureAnswer, { unsettled: others }: FigureAnswer): boolean {
  return unsettled.length > 0 && others.length === 0
}

function isOfOneThing({ loaded: { rule } }: FigureAnswer, { loaded: { rule: other } }: FigureAnswer): boolean {
  return rule.element.some((id) => other.element.includes(id))
}

/** True if one stands farther below the first than `near`. What a rule lost for its field keeps it from answering, not from putting in doubt. */
function isFar(one: Ranked, first: Ranked, near: number): boolean {
  return one.score + one.lost < first.score - near
}

/** True if a rule limits the same quantity of another thing, reads the same value and finds otherwise, and the question names neither thing apart from the other. */
export function isOfOtherThing(
  book: Book,
  { one, answer: other }: Bound,
  { one: first, answer }: Bound,
  { slots }: FigureQuery,
  near = nearContest,
): boolean {
  const { elements } = book
  if (answer?.judgement === undefined || other?.judgement === undefined) return false
  if (other.judgement.isWithin === answer.judgement.isWithin || other.value?.text !== answer.value?.text) return false
  if (other.loaded.rule.parameter !== answer.loaded.rule.parameter) return false
  const [own, its] = [answer.loaded.rule.element, other.loaded.rule.element]
  // However far, a rule on a thing that the question names puts in doubt one on a thing that it does not.
  const isNamedAlone = namesThing(book, slots.elements, its) && !namesThing(book, slots.elements, own)
  if (isFar(one, first, near) && !isNamedAlone) return false
  const isRelated = own.some(
    (id) => elements.boundBy(id).some((wider) => its.includes(wider)) || its.some((that) => elements.boundBy(that).includes(id)),
  )
  if (isRelated) return false
  // The thing named nearest to the value is meant; far from it, the one that is named at all.
  const said = new Map(slots.words.flatMap(({ stem }) => (stem === undefined ? [] : [[stem, answer.quantity?.around.get(stem) ?? farAway] as const])))
  // What a named thing also is in some case is named with it: a front door may be an opaque one. Not in a field of which the question says nothing.
  const isNamedBy = ({ also }: Element, ids: readonly string[]): boolean =>
    also.some((target) => ids.includes(typeof target === 'string' ? target : target.element))
  const nearest = (ids: readonly string[], isOfField = true): number =>
    Math.max(
      0,
      ...[...ids.flatMap((id) => elements.byId.get(id) ?? []), ...slots.elements.filter((term) => isOfField && isNamedBy(term, ids))]
        .flatMap(({ label, aliases }) => [label, ...aliases])
        .map((name) => nearOf(name, said)),
    )
  return nearest(own) <= nearest(its, one.lost === 0)
}

/** How near the words of a name stand to a quantity, if a question has all of them; 0 if it does not. */
function nearOf(name: string, said: ReadonlyMap<string, number>): number {
  const own = nameStems(name)
  return own.length > 0 && own.every((stem) => said.has(stem)) ? Math.max(...own.map((stem) => said.get(stem) ?? 0)) : 0
}

/** How near a word of another clause is to a quantity. */
const farAway = 0.05

/** The words by which something is named, and all that it may be named by. */
interface Names {
  readonly own: readonly string[]
  readonly all: readonly string[]
}

function quantityNames({ parameters }: Book, { loaded: { rule } }: FigureAnswer): Names {
  const parameter = parameters.byId.get(rule.parameter)
  const own = [rule.title, parameter?.label ?? ''].flatMap(nameStems)
  return { own, all: [...own, ...(parameter?.aliases ?? []).flatMap(nameStems)] }
}

/** True if what is said has a word that only the first of two is named by, and none that only the second is. */
function isTold(first: Names, second: Names, said: ReadonlySet<string>): boolean {
  const isSaidOnly = ({ own }: Names, { all }: Names): boolean => own.some((stem) => said.has(stem) && !all.includes(stem))
  return isSaidOnly(first, second) && !isSaidOnly(second, first)
}

/** True if the words beside a quantity say that it is of the kind of length that a rule limits: `54 cm del suelo`, an `altura`. */
export function isOfMagnitude({ parameters }: Book, { rule }: LoadedRule, quantity: FreeQuantity | undefined): boolean {
  const parameter = parameters.byId.get(rule.parameter)
  return quantity?.magnitude !== undefined && parameter !== undefined && magnitudesOf(parameter).has(quantity.magnitude)
}
