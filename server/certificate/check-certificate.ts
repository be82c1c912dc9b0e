import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { keyId } from '../access/signing-key.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { canonicalJsonHash } from './canonical-json.ts'
import { type Certificate, certificateSchema, signedText, writtenHash } from './certificate.ts'

/** A valid certificate and the answer that it certifies. */
export interface ValidCertificate {
  readonly isValid: true
  readonly certificate: Certificate
  readonly answer: Readonly<Record<string, unknown>>
}

export type CertificateError = 'not-json' | 'no-certificate' | 'rewritten' | 'no-key' | 'other-key' | 'signature' | 'input' | 'answer'

/**
 * Verifies an answer with a certificate against the key in the certificate, which must be `publicKey` if given. The caller must decide whether to
 * trust that key. The text must be exactly as `JSON.stringify` writes it, compact or indented by two, so that a change of any byte is detected.
 */
export function checkCertificate(text: string, publicKey?: string): ValidCertificate | { readonly isValid: false; readonly error: CertificateError } {
  const invalid = (error: CertificateError) => ({ isValid: false, error }) as const
  let json: unknown
  try {
    json = parseExactJson(text)
  } catch (error) {
    return invalid(error instanceof RepeatedKeyError ? 'rewritten' : 'not-json')
  }
  const read = z.looseObject({ certificate: certificateSchema.strict() }).safeParse(json)
  if (!read.success) return invalid('no-certificate')
  if (![JSON.stringify(json), JSON.stringify(json, null, 2)].includes(text.replace(/\n$/, ''))) return invalid('rewritten')
  // Use the parsed text and not `read.data`: zod drops a field called `__proto__`, which could then be added without being detected.
  const { certificate, ...answer } = json as { readonly certificate: Certificate } & Readonly<Record<string, unknown>>
  const key = readKey(certificate.public_key)
  if (key === undefined || keyId(key) !== certificate.key_id) return invalid('signature')
  if (publicKey !== undefined) {
    const given = readKey(publicKey)
    if (given === undefined) return invalid('no-key')
    if (!given.equals(key)) return invalid('other-key')
  }
  const signature = Buffer.from(certificate.signature, 'base64')
  // Reject other spellings of the same signature: the last characters of base64 have unused bits.
  if (signature.toString('base64') !== certificate.signature) return invalid('signature')
  try {
    if (!verify(null, Buffer.from(signedText(certificate)), key, signature)) return invalid('signature')
    if (canonicalJsonHash(certificate.input) !== certificate.input_sha256) return invalid('input')
    if (canonicalJsonHash(answer) !== certificate.output_sha256) return invalid('answer')
    const { written_sha256: written } = certificate
    if (written !== undefined && (written !== writtenHash(answer, certificate.input) || !isInOrder(json, certificate))) return invalid('rewritten')
  } catch {
    // `canonicalJson` throws on a lone surrogate, which no genuine certificate contains.
    return invalid('signature')
  }
  return { isValid: true, certificate, answer }
}

/** The order in which the fields of a certificate are written. */
const order = [
  'type',
  'engine_version',
  'kb',
  'as_of',
  'input_sha256',
  'output_sha256',
  'written_sha256',
  'key_id',
  'public_key',
  'input',
  'signature',
]

/** True if the certificate is the last field of the answer and its own fields are in order. */
function isInOrder(json: unknown, certificate: Certificate): boolean {
  const isLast = Object.keys(json as object).at(-1) === 'certificate'
  return isLast && Object.keys(certificate).join() === order.join() && Object.keys(certificate.kb).join() === 'id,version,sha256'
}

function readKey(pem: string): KeyObject | undefined {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}
