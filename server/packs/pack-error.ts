import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'

export type PackErrorCode =
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

/** The error `base-refused` with the reason why a pack was rejected. The knowledge base in use stays the same. */
export function packError(code: PackErrorCode, detail: Text): ServiceError {
  return new ServiceError('base-refused', detail, { errors: [{ pointer: '', code, detail: detail.en }] })
}
