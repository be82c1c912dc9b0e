import type { Slots } from '../ask/slots.ts'
import type { Beyond } from '../kb/open.ts'
import type { PlaceAsked } from './ask-place.ts'

/** A question as read. */
export interface Question {
  readonly question: string
  readonly slots: Slots
  readonly asked: PlaceAsked
  readonly day: string
  readonly documents: readonly string[]
  /** What it asks that the base does not answer. */
  readonly beyond: Beyond | undefined
  /** Its words in another language that have no translation, folded. */
  readonly unread: ReadonlySet<string>
}
