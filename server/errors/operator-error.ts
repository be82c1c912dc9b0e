import type { Text } from './language.ts'

/**
 * An error that the person who runs the program can correct: a wrong setting, a missing file, a folder in use.
 * `detail` says what is wrong and what would be right, in both languages; `message` is the English text, for the log.
 */
export class OperatorError extends RangeError {
  readonly detail: Text

  constructor(detail: Text, options?: ErrorOptions) {
    super(detail.en, options)
    this.name = 'OperatorError'
    this.detail = detail
  }
}
