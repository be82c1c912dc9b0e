import canonicalize from 'canonicalize'
import { sha256Of } from '../access/sha256.ts'
import { textForDoubles } from '../engine/exact-json.ts'
import { ServiceError } from '../errors/service-error.ts'

/**
 * A value as RFC 8785 writes it. A number with more digits than a double keeps, which that format would round, is written as the text of its
 * digits. Throws the `ServiceError` that says so where a text holds half a character.
 */
export function canonical(value: unknown): string {
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

/** SHA-256 of a value's canonical form, in hexadecimal. */
export function canonicalHash(value: unknown): string {
  return sha256Of(canonical(value))
}
