import type { Book } from '../engine/book.ts'
import type { FigureAnswer, FigureQuery } from './figures.ts'
import { namesParameter, namesThing } from './named.ts'

/** The rules of a quantity, the one that answers first. */
interface Judged {
  readonly best: FigureAnswer
  readonly cases: readonly FigureAnswer[]
}

/** People ask about values near a limit: one that complies by more than this many powers of ten is hardly of what the rule limits. */
const amply = 0.35
/** The same for a value that fails. */
const utterly = 0.41

/** True if a value complies so amply that it is hardly of what the rules limit: `40 lux` of the lamps, where 5 are required of the emergency lighting. A number of things may. */
export function compliesUnlikely({ best, cases }: Judged): boolean {
  return best.judgement?.isWithin === true && best.quantity?.isKept !== true && isFarFromAll(cases, amply)
}

/** True if a value fails so utterly that it is hardly of what the rules limit, unless the question names both their thing and their quantity. */
export function failsUnlikely(book: Book, { best, cases }: Judged, query: FigureQuery): boolean {
  const { loaded, judgement } = best
  if (judgement?.isWithin !== false || best.quantity?.isKept === true || !isFarFromAll(cases, utterly)) return false
  return !(namesThing(book, query.slots.elements, loaded.rule.element) && namesParameter(book, loaded, query))
}

/** True if a value is that far from every limit that judges it. */
function isFarFromAll(cases: Judged['cases'], far: number): boolean {
  return cases.every((one) => one.judgement === undefined || one.far > far)
}
