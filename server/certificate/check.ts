import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'
import { keyId } from '../access/signing-key.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { canonicalHash } from './canonical.ts'
import { type Certificate, certificateSchema, statementOf, writtenHash } from './certificate.ts'

/** A certificate that holds, with the answer it is about. */
export interface Holding {
  readonly holds: true
  readonly certificate: Certificate
  readonly answer: Readonly<Record<string, unknown>>
}

export type Fault = 'not-json' | 'no-certificate' | 'rewritten' | 'no-key' | 'other-key' | 'signature' | 'input' | 'answer'

/**
 * Holds the text of an answer with its certificate against the key inside it, or against the one given. That the key is of who it should be
 * is for the caller to say. A text that was not written by `JSON.stringify`, plain or indented by two, is refused: no byte of it can change unseen.
 */
export function checkCertificate(text: string, publicKey?: string): Holding | { readonly holds: false; readonly fault: Fault } {
  const fault = (name: Fault) => ({ holds: false, fault: name }) as const
  let json: unknown
  try {
    json = parseExactJson(text)
  } catch (error) {
    return fault(error instanceof RepeatedKeyError ? 'rewritten' : 'not-json')
  }
  const read = z.looseObject({ certificate: certificateSchema.strict() }).safeParse(json)
  if (!read.success) return fault('no-certificate')
  if (![JSON.stringify(json), JSON.stringify(json, null, 2)].includes(text.replace(/\n$/, ''))) return fault('rewritten')
  // From the text itself: what a schema reads lacks any field called `__proto__`, which could then be put in unseen.
  const { certificate, ...answer } = json as { readonly certificate: Certificate } & Readonly<Record<string, unknown>>
  const key = readKey(certificate.public_key)
  if (key === undefined || keyId(key) !== certificate.key_id) return fault('signature')
  if (publicKey !== undefined) {
    const given = readKey(publicKey)
    if (given === undefined) return fault('no-key')
    if (!given.equals(key)) return fault('other-key')
  }
  const signature = Buffer.from(certificate.signature, 'base64')
  // The last letters of base64 have bits that mean nothing.
  if (signature.toString('base64') !== certificate.signature) return fault('signature')
  try {
    if (!verify(null, Buffer.from(statementOf(certificate)), key, signature)) return fault('signature')
    if (canonicalHash(certificate.input) !== certificate.input_sha256) return fault('input')
    if (canonicalHash(answer) !== certificate.output_sha256) return fault('answer')
    const { written_sha256: written } = certificate
    if (written !== undefined && (written !== writtenHash(answer, certificate.input) || !isInOrder(json, certificate))) return fault('rewritten')
  } catch {
    // Half a character somewhere: no certificate is made of that.
    return fault('signature')
  }
  return { holds: true, certificate, answer }
}

/** The fields of a certificate as they are written; it is the last of its answer. */
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
