import type { Book } from '../engine/book.ts'
import type { LoadedRule } from '../engine/limit.ts'
import { isDenied } from './denied.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { namesIn } from './named.ts'
import { type Match, type PhraseIndex, phraseIndex } from './phrase-index.ts'

/** What the title of a threshold demands: `Altura desde la que se exige columna seca`. */
const demand =
  /(?<!\p{L})(?:se exigen?|hacen? falta|hay(?! que)|hay que (?:instalar|poner|disponer)|llevan?|precisan?|necesitan?)\s+(?:un[oa]?s?\s+|el\s+|l[ao]s?\s+)?([^,:;(]+?)(?=\s+[oy]\s|\s+en\s|[,:;(]|$)/iu

/**
 * Where a question says that a thing is not there which its value demands (`45 m sin pararrayos`): the positions of those words. Undefined if it does not say
 * so, or the rule leaves something open. A value short of the threshold does not free from the thing: other paragraphs may demand it that are no rules.
 * `answerOf`: what another rule answers.
 */
export function absentDespite(
  book: Book,
  answer: FigureAnswer,
  query: FigureQuery,
  answerOf: (loaded: LoadedRule) => FigureAnswer | undefined,
): ReadonlySet<number> | undefined {
  const { loaded, stands, unsettled, missing } = answer
  const { rule } = loaded
  // Storeys are counted in more than one way.
  if (rule.kind !== 'threshold' || rule.bound !== 'min' || rule.unit === 'planta') return undefined
  if (stands !== true || unsettled.length + missing.length > 0) return undefined
  const found = deniedIn(book, loaded, query)
  if (found === undefined || isOneOfSeveral(book, loaded, answerOf)) return undefined
  return new Set(Array.from({ length: found.to - found.from + 1 }, (_, index) => found.from + index))
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
