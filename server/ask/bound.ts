import type { FigureAnswer } from './figures.ts'
import type { Ranked } from './ranker.ts'

/** What can answer a question: a rule that binds in its case, with its answer; or a paragraph. */
export interface Bound {
  readonly one: Ranked
  readonly answer: FigureAnswer | undefined
}

/** True if two that can answer stand in one article. */
export function isSameArticle({ unit }: Ranked, { unit: other }: Ranked): boolean {
  return unit.document === other.document && unit.section === other.section
}
