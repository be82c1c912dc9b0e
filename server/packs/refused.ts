import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'

export type RefusalCode =
  | 'unsigned'
  | 'no-public-key'
  | 'signature-malformed'
  | 'untrusted-key'
  | 'signature-wrong'
  | 'manifest'
  | 'newer-format'
  | 'older-format'
  | 'truncated'
  | 'hash'
  | 'damaged'
  | 'no-previous'
  | 'busy'
  | 'elsewhere'

/** Why the base stays as it was. */
export function refused(code: RefusalCode, detail: Text): ServiceError {
  return new ServiceError('base-refused', detail, { errors: [{ pointer: '', code, detail: detail.en }] })
}
