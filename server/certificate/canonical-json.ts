import canonicalize from 'canonicalize'
import { sha256Of } from '../access/sha256.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { ServiceError } from '../errors/service-error.ts'

/**
 * Writes a value as canonical JSON (RFC 8785). That format would round a number with more digits than a double, so such a number is written as
 * a string. Throws `ServiceError` if a text contains a lone UTF-16 surrogate.
 */
export function canonicalJson(value: unknown): string {
  try {
    return canonicalize(JSON.parse(textForDoubles(JSON.stringify(value)))) ?? 'null'
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('surrogate'))) throw error
    throw new ServiceError('validation', {
      es: 'No se puede certificar un texto con medio carácter (un sustituto UTF-16 suelto)',
      en: 'Cannot certify a text with half a character (a lone UTF-16 surrogate)',
    })
  }
}

/** SHA-256 of a value as canonical JSON, in hexadecimal. */
export function canonicalJsonHash(value: unknown): string {
  return sha256Of(canonicalJson(value))
}
