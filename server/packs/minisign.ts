import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes, sign, verify } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'

/** A key that verifies signatures. `id` has 16 hexadecimal digits, as minisign prints it. */
export interface PublicKey {
  readonly id: string
  readonly bytes: Uint8Array
}

export interface SecretKey extends PublicKey {
  readonly seed: Uint8Array
}

export interface Signature {
  readonly keyId: string
  readonly trustedComment: string
  readonly signature: Uint8Array
  readonly globalSignature: Uint8Array
}

// Algorithm identifiers of minisign: a key; a signature over the BLAKE2b-512 hash of the file; a secret key without a password.
const keyAlgorithm = 'Ed'
const hashedAlgorithm = 'ED'
const plainSecretAlgorithm = 'Ed\0\0B2'
const secretLength = 158

/** Generates a new secret key, which includes its public key. */
export function generateKeys(): SecretKey {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { id: hexId(randomBytes(8)), bytes: Buffer.from(x ?? '', 'base64url'), seed: Buffer.from(d ?? '', 'base64url') }
}

/** The text of a `.pub` file. */
export function formatPublicKey({ id, bytes }: PublicKey): string {
  return `untrusted comment: minisign public key ${id}\n${Buffer.concat([Buffer.from(keyAlgorithm), idBytes(id), bytes]).toString('base64')}\n`
}

/** The text of a secret key file without a password, as `minisign -GW` writes it. */
export function formatSecretKey({ id, bytes, seed }: SecretKey): string {
  const start = Buffer.concat([Buffer.from(plainSecretAlgorithm), Buffer.alloc(48), idBytes(id), seed, bytes])
  return `untrusted comment: minisign secret key ${id}\n${Buffer.concat([start, Buffer.alloc(secretLength - start.length)]).toString('base64')}\n`
}

/** Parses a `.pub` file, or its last line alone. Throws `SyntaxError` if the text is invalid. */
export function parsePublicKey(text: string): PublicKey {
  const bytes = base64(text.trim().split(/\r?\n/).at(-1) ?? '')
  if (bytes?.length !== 42 || bytes.toString('latin1', 0, 2) !== keyAlgorithm)
    throw new SyntaxError('Cannot read the public key: expected a minisign .pub file')
  return { id: hexId(bytes.subarray(2, 10)), bytes: bytes.subarray(10) }
}

/** Parses a secret key file. Throws `SyntaxError` if the text is invalid or the key has a password. */
export function parseSecretKey(text: string): SecretKey {
  const bytes = base64(text.trim().split(/\r?\n/).at(-1) ?? '')
  if (bytes?.length !== secretLength || bytes.toString('latin1', 0, 2) !== keyAlgorithm)
    throw new SyntaxError('Cannot read the secret key: expected a minisign secret key file')
  if (bytes.toString('latin1', 0, 6) !== plainSecretAlgorithm)
    throw new SyntaxError('Cannot read the secret key: it has a password; expected one without, such as "minisign -G -W" makes')
  return { id: hexId(bytes.subarray(54, 62)), seed: bytes.subarray(62, 94), bytes: bytes.subarray(94, 126) }
}

/** Signs `content` and returns the text of the `.minisig` file. The trusted comment, one line, is signed too. The same arguments give the same text. */
export function signContent(content: Uint8Array, key: SecretKey, trustedComment: string): string {
  if (/[\r\n]/.test(trustedComment)) throw new SyntaxError(`Cannot sign the comment "${trustedComment}": expected one line`)
  const secret = createPrivateKey({ key: jwk(key.bytes, key.seed), format: 'jwk' })
  const signature = sign(null, blake2b(content), secret)
  const globalSignature = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), secret)
  return [
    `untrusted comment: signature of Plomada, key ${key.id}`,
    Buffer.concat([Buffer.from(hashedAlgorithm), idBytes(key.id), signature]).toString('base64'),
    `trusted comment: ${trustedComment}`,
    globalSignature.toString('base64'),
    '',
  ].join('\n')
}

/** Parses a `.minisig` file with a hashed (`ED`) signature. Throws `SyntaxError` with the reason if the text is invalid. */
export function parseSignature(text: string): Signature {
  const [comment = '', first = '', trusted = '', second = '', ...rest] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const [head, globalSignature] = [base64(first), base64(second)]
  const isShaped = comment.startsWith('untrusted comment: ') && trusted.startsWith('trusted comment: ') && rest.length === 0
  if (!isShaped || head?.length !== 74 || globalSignature?.length !== 64)
    throw new SyntaxError('Cannot read the signature: expected the four lines of a .minisig file')
  if (head.toString('latin1', 0, 2) !== hashedAlgorithm)
    throw new SyntaxError('Cannot read the signature: expected a hashed one (minisign -S, mark "ED")')
  return {
    keyId: hexId(head.subarray(2, 10)),
    trustedComment: trusted.slice('trusted comment: '.length),
    signature: head.subarray(10),
    globalSignature,
  }
}

/** True if `key` made this signature over `content` and over the trusted comment. */
export function isSignedBy(content: Uint8Array, { signature, globalSignature, trustedComment, keyId }: Signature, key: PublicKey): boolean {
  if (keyId !== key.id) return false
  const publicKey = createPublicKey({ key: jwk(key.bytes), format: 'jwk' })
  return (
    verify(null, blake2b(content), publicKey, signature) &&
    verify(null, Buffer.concat([signature, Buffer.from(trustedComment)]), publicKey, globalSignature)
  )
}

function jwk(bytes: Uint8Array, seed?: Uint8Array): JsonWebKey {
  const text = (part: Uint8Array): string => Buffer.from(part).toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x: text(bytes), ...(seed === undefined ? {} : { d: text(seed) }) }
}

/** Decodes canonical base64; undefined for any other text, so that each signature has only one text. */
function base64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** A key identifier as minisign prints it: its bytes are a little-endian number. */
function hexId(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex').toUpperCase()
}

function idBytes(id: string): Buffer {
  return Buffer.from(id, 'hex').reverse()
}
