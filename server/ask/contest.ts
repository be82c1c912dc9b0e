import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { stems } from '../kb/text-analysis.ts'
import { type Bound, isSameArticle } from './bound.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { magnitudesOf } from './magnitudes.ts'
import { namesParameter } from './named.ts'
import type { FreeQuantity } from './slots.ts'

/** How far below the one that answers a rule still puts in doubt which quantity the value is. */
const nearContest = 0.8
/** The same for a rule that the value meets, where it fails the one that answers: a refusal by a quantity that nobody named. */
const nearWithin = 1.5

/** How many powers of ten farther from its limit than from the one that answers a value is for nobody to think of that other rule. */
const unlikelySize = 0.25

/**
 * True if a rule on another quantity stands as near to the question as the one that answers, and the same value is not within its bounds, or within them
 * though not within those of the one that answers; unless the question names the quantity that answers, and not that other.
 */
export function isContested(book: Book, { one, answer: other }: Bound, { one: first, answer }: Bound, query: FigureQuery): boolean {
  if (answer === undefined || other?.judgement === undefined || other.value?.text !== answer.value?.text) return false
  if (other.judgement.isWithin && (answer.judgement?.isWithin !== false || !isSameArticle(one, first))) return false
  // A case that the question does not speak of puts no settled one in doubt.
  if (other.unsettled.length > 0 && answer.unsettled.length === 0) return false
  if (other.far - answer.far > unlikelySize || isToldFrom(book, answer, other)) return false
  const { rule } = other.loaded
  const isSaid = ({ loaded }: FigureAnswer): boolean => namesParameter(book, loaded, query) || isOfMagnitude(book, loaded, answer.quantity)
  const isNamed = isSaid(answer) && (other.judgement.isWithin || !isSaid(other))
  const near = other.judgement.isWithin ? nearWithin : nearContest
  return rule.parameter !== answer.loaded.rule.parameter && one.score >= first.score - near && !isNamed
}

/** True if the words beside a quantity say that it is of the kind of length that a rule limits: `54 cm del suelo`, an `altura`. */
export function isOfMagnitude({ parameters }: Book, { rule }: LoadedRule, quantity: FreeQuantity | undefined): boolean {
  const parameter = parameters.byId.get(rule.parameter)
  return quantity?.magnitude !== undefined && parameter !== undefined && magnitudesOf(parameter).has(quantity.magnitude)
}

/** True if the words around a quantity have one that only the first of two rules is named by, and none that only the other is. */
function isToldFrom({ parameters }: Book, { loaded, quantity }: FigureAnswer, { loaded: other }: FigureAnswer): boolean {
  const namesOf = ({ rule }: LoadedRule, aliases: readonly string[]): Set<string> =>
    new Set(stems([rule.title, parameters.byId.get(rule.parameter)?.label ?? '', ...aliases].join(' ')))
  const aliasesOf = ({ rule }: LoadedRule): readonly string[] => parameters.byId.get(rule.parameter)?.aliases ?? []
  const own = namesOf(loaded, []).difference(namesOf(other, aliasesOf(other)))
  const others = namesOf(other, []).difference(namesOf(loaded, aliasesOf(loaded)))
  const around = [...(quantity?.around.keys() ?? [])]
  return around.some((stem) => own.has(stem)) && !around.some((stem) => others.has(stem))
}
