import type { Book } from '../engine/book.ts'
import { type Bound, isSameArticle } from './bound.ts'
import type { Family } from './choose.ts'
import type { FigureAnswer } from './figures.ts'
import { magnitudeWords } from './magnitudes.ts'
import { nameStems } from './name-stems.ts'

/** Added to the score of a verdict if other rules on the same quantity find the same, and how many of them it takes. */
const agreed = 3
const leastAgreeing = 2
/** Candidates looked at. */
const lookedAt = 12
/** A rule of the same article may judge a further value if its score is at most this much below that of the first. */
const nearFurther = 3

/** What it adds to a verdict that every near rule on the same quantity, in other articles too, finds the same of the value. */
export function worthOfAgreement(binding: readonly Bound[], judging: Bound | undefined): number {
  const own = judging?.answer
  if (judging === undefined || own?.judgement === undefined) return 0
  const others = binding
    .slice(0, lookedAt)
    .filter(({ one, answer }) => one.rule !== judging.one.rule && answer?.judgement !== undefined && isSameParameter(answer, own))
  const isAgreed = others.every(({ answer }) => answer?.judgement?.isWithin === own.judgement?.isWithin)
  return isAgreed && others.length >= leastAgreeing && others.some(({ one }) => !isSameArticle(one, judging.one)) ? agreed : 0
}

function isSameParameter({ loaded }: FigureAnswer, { loaded: other }: FigureAnswer): boolean {
  return loaded.rule.parameter === other.rule.parameter && loaded.rule.unit === other.rule.unit
}

/** True for a rule of the article of the first that judges a value which no family reads, where the words around that value name the rule's quantity. */
export function judgesAnother({ parameters }: Book, { one, answer }: Bound, first: Bound, families: readonly Family[]): boolean {
  const quantity = answer?.quantity
  if (quantity === undefined || answer?.judgement?.verdict === undefined || first.answer?.judgement === undefined) return false
  if (!isSameArticle(one, first.one) || one.score < first.one.score - nearFurther) return false
  if (families.some(({ best }) => !best.unread.some((unread) => unread.quantity === quantity.quantity))) return false
  const parameter = parameters.byId.get(answer.loaded.rule.parameter)
  const names = new Set([parameter?.label ?? '', ...(parameter?.aliases ?? [])].flatMap(nameStems).filter((stem) => !magnitudeWords.has(stem)))
  return [...quantity.around.keys()].some((stem) => names.has(stem))
}
