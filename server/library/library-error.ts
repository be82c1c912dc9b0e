import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'

/** Why a document is not taken into the library. */
export type LibraryErrorReason =
  | 'format'
  | 'too-large'
  | 'encrypted'
  | 'unreadable'
  | 'too-many-pages'
  | 'memory'
  | 'time'
  | 'empty'
  | 'busy'
  | 'full'

/** A document that is not taken into the library. `detail` says why and what would be right. */
export class LibraryError extends OperatorError {
  readonly reason: LibraryErrorReason

  constructor(reason: LibraryErrorReason, detail: Text, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'LibraryError'
    this.reason = reason
  }
}
