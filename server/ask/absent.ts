import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { isDenied } from './denied.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { isInForce, namesIn } from './named.ts'
import { type Match, type PhraseIndex, phraseIndex } from './phrase-index.ts'

/** What a question says of a thing that rules demand from a threshold on: that it is not there, and whether it must be. */
export interface Absence {
  readonly verdict: 'COMPLIANT' | 'NON_COMPLIANT'
  /** The positions of the words that say so. */
  readonly words: ReadonlySet<number>
}

/** What the title of a threshold demands: `Altura desde la que se exige columna seca`. */
const demand =
  /(?<!\p{L})(?:se exigen?|hacen? falta|hay(?! que)|hay que (?:instalar|poner|disponer)|llevan?|precisan?|necesitan?)\s+(?:un[oa]?s?\s+|el\s+|l[ao]s?\s+)?([^,:;(]+?)(?=\s+[oy]\s|\s+en\s|[,:;(]|$)/iu

/**
 * The verdict on a thing that is not there (`45 m sin pararrayos`): it fails where the value is beyond the threshold from which the thing is demanded; it
 * complies where it is not, and no other rule on that thing may bind. Undefined if the question does not say that the thing is absent, or a rule leaves
 * something open. `answerOf`: what another rule answers.
 */
export function absenceOf(
  book: Book,
  answer: FigureAnswer,
  query: FigureQuery,
  answerOf: (loaded: LoadedRule) => FigureAnswer | undefined,
): Absence | undefined {
  const { loaded, stands, unsettled, missing } = answer
  const { rule } = loaded
  // Storeys are counted in more than one way.
  if (rule.kind !== 'threshold' || rule.bound !== 'min' || rule.unit === 'planta') return undefined
  if (stands === undefined || unsettled.length + missing.length > 0) return undefined
  const found = deniedIn(book, loaded, query)
  if (found === undefined) return undefined
  const words = new Set(Array.from({ length: found.to - found.from + 1 }, (_, index) => found.from + index))
  if (stands) return isOneOfSeveral(book, loaded, answerOf) ? undefined : { verdict: 'NON_COMPLIANT', words }
  return othersLeaveFree(book, loaded, query, answerOf) ? { verdict: 'COMPLIANT', words } : undefined
}

const thingsOfRules = new WeakMap<LoadedRule, PhraseIndex<string>>()

/** Where a question denies what a threshold demands. */
function deniedIn({ elements }: Book, loaded: LoadedRule, { slots: { words } }: FigureQuery): Match<string> | undefined {
  const { rule } = loaded
  const names = rule.element.flatMap((id) => [id, ...[elements.byId.get(id) ?? []].flat().flatMap(namesIn)])
  const titled = demand.exec(rule.title)?.[1]
  const index = thingsOfRules.get(loaded) ?? phraseIndex([[rule.id, [...names, ...(titled === undefined ? [] : [titled])]]])
  thingsOfRules.set(loaded, index)
  return index.find(words).find((match) => isDenied(match, words))
}

/** True if another threshold of the article, on the same thing, is not reached: both may be needed (`más de 50 m² y más del 10 %`). */
function isOneOfSeveral(book: Book, own: LoadedRule, answerOf: (loaded: LoadedRule) => FigureAnswer | undefined): boolean {
  return [...book.ruleByKey.values()].some(
    (other) =>
      other !== own &&
      other.rule.kind === 'threshold' &&
      other.document === own.document &&
      other.rule.cite.section === own.rule.cite.section &&
      other.rule.element.some((id) => own.rule.element.includes(id)) &&
      answerOf(other)?.stands === false,
  )
}

/** True if no other rule of the same thing may demand it: each threshold is out of reach, and there is no least number of it. */
function othersLeaveFree(book: Book, own: LoadedRule, query: FigureQuery, answerOf: (loaded: LoadedRule) => FigureAnswer | undefined): boolean {
  const others = [...book.ruleByKey.values()].filter(
    (other) => other !== own && isInForce(book, other, query) && other.rule.element.some((id) => own.rule.element.includes(id)),
  )
  return others.every((other) => {
    const { kind, bound } = other.rule
    const isNumber = kind === 'limit' && bound === 'min' && book.parameters.byId.get(other.rule.parameter)?.integer === true
    if (kind !== 'threshold' && !isNumber) return true
    const answer = answerOf(other)
    return answer === undefined || (kind === 'threshold' && answer.stands === false && answer.unsettled.length === 0)
  })
}
