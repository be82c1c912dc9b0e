import type { BookDocument } from './book.ts'

/** Why a document that has a rule in some edition gives none for a day. */
export interface Lapse {
  readonly document: string
  readonly reason:
    | 'not-yet' /* the document did not exist */
    | 'repealed' /* it had ceased */
    | 'edition-not-held' /* it existed; its edition of that day is not in the base */
    | 'rule-not-held' /* the edition of that day is in the base, without this rule */
    | 'history-unknown' /* earlier than every edition held; the base does not know since when the document exists */
  /** The edition of that day, where the base holds it. */
  readonly version: string | undefined
  /** The day the document first came into force, or the last on which it was, as far as known. */
  readonly day: string | undefined
}

/** Tells apart what did not exist on a day from what the base does not hold. The base never says that an edition it lacks had no rule. */
export function lapseOn(document: BookDocument, day: string): Lapse {
  const of = (reason: Lapse['reason'], more: Partial<Lapse> = {}): Lapse => ({
    document: document.slug,
    reason,
    version: undefined,
    day: undefined,
    ...more,
  })
  const current = document.editions.find(({ from, to }) => from <= day && (to === null || day <= to))
  if (current !== undefined) return of('rule-not-held', { version: current.version })
  const last = document.editions.at(-1)
  if (last !== undefined && last.to !== null && last.to < day) return of('repealed', { day: last.to })
  if (document.firstInForce === null) return of('history-unknown', { day: document.editions[0]?.from })
  return of(day < document.firstInForce ? 'not-yet' : 'edition-not-held', { day: document.firstInForce })
}
