import type { Text } from '../errors/language.ts'
import { OperatorError } from '../errors/operator-error.ts'

/** Why a model cannot be read. */
export type ModelErrorReason = 'not-ifc' | 'truncated' | 'schema' | 'too-large' | 'unreadable' | 'memory' | 'time' | 'ended' | 'busy'

/** A model that cannot be read. `detail` says what is wrong with it and what would be right. */
export class ModelError extends OperatorError {
  readonly reason: ModelErrorReason

  constructor(reason: ModelErrorReason, detail: Text, options?: ErrorOptions) {
    super(detail, options)
    this.name = 'ModelError'
    this.reason = reason
  }
}
