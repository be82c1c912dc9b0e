import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, randomBytes, sign, verify } from 'node:crypto'
import { blake2b } from '@noble/hashes/blake2.js'

/** A key that signatures are checked with. `id` is as minisign prints it: 16 hexadecimal digits. */
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

// minisign's own marks: a key, a signature over the BLAKE2b-512 of the file, no password, the checksum it would have with one.
const keyMark = 'Ed'
const hashedMark = 'ED'
const plainSecretMark = 'Ed\0\0B2'
const secretLength = 158

/** A new pair of keys. */
export function generateKeys(): SecretKey {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { id: hexId(randomBytes(8)), bytes: Buffer.from(x ?? '', 'base64url'), seed: Buffer.from(d ?? '', 'base64url') }
}

/** The text of a `.pub` file. */
export function formatPublicKey({ id, bytes }: PublicKey): string {
  return `untrusted comment: minisign public key ${id}\n${Buffer.concat([Buffer.from(keyMark), idBytes(id), bytes]).toString('base64')}\n`
}

/** The text of a secret key file without password, as `minisign -GW` writes it. */
export function formatSecretKey({ id, bytes, seed }: SecretKey): string {
  const start = Buffer.concat([Buffer.from(plainSecretMark), Buffer.alloc(48), idBytes(id), seed, bytes])
  return `untrusted comment: minisign secret key ${id}\n${Buffer.concat([start, Buffer.alloc(secretLength - start.length)]).toString('base64')}\n`
}

/** Reads a `.pub` file, or the one line of its key. Throws `SyntaxError` where it is none. */
export function parsePublicKey(text: string): PublicKey {
  const bytes = base64(text.trim().split(/\r?\n/).at(-1) ?? '')
  if (bytes?.length !== 42 || bytes.toString('latin1', 0, 2) !== keyMark)
    throw new SyntaxError('Cannot read the public key: expected a minisign .pub file')
  return { id: hexId(bytes.subarray(2, 10)), bytes: bytes.subarray(10) }
}

/** Reads a secret key file. Throws `SyntaxError` where it is none or has a password. */
export function parseSecretKey(text: string): SecretKey {
  const bytes = base64(text.trim().split(/\r?\n/).at(-1) ?? '')
  if (bytes?.length !== secretLength || bytes.toString('latin1', 0, 2) !== keyMark)
    throw new SyntaxError('Cannot read the secret key: expected a minisign secret key file')
  if (bytes.toString('latin1', 0, 6) !== plainSecretMark)
    throw new SyntaxError('Cannot read the secret key: it has a password; expected one without, such as "minisign -G -W" makes')
  return { id: hexId(bytes.subarray(54, 62)), seed: bytes.subarray(62, 94), bytes: bytes.subarray(94, 126) }
}

/** The text of a `.minisig` file over `content`. The trusted comment, one line, is signed too. The same arguments give the same text. */
export function signContent(content: Uint8Array, key: SecretKey, trustedComment: string): string {
  if (/[\r\n]/.test(trustedComment)) throw new SyntaxError(`Cannot sign the comment "${trustedComment}": expected one line`)
  const secret = createPrivateKey({ key: jwk(key.bytes, key.seed), format: 'jwk' })
  const signature = sign(null, blake2b(content), secret)
  const globalSignature = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), secret)
  return [
    `untrusted comment: signature of Plomada, key ${key.id}`,
    Buffer.concat([Buffer.from(hashedMark), idBytes(key.id), signature]).toString('base64'),
    `trusted comment: ${trustedComment}`,
    globalSignature.toString('base64'),
    '',
  ].join('\n')
}

/** Reads a `.minisig` file, hashed (`ED`) signatures only. Throws `SyntaxError` that says what is not right. */
export function parseSignature(text: string): Signature {
  const [comment = '', first = '', trusted = '', second = '', ...rest] = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const [head, globalSignature] = [base64(first), base64(second)]
  const isShaped = comment.startsWith('untrusted comment: ') && trusted.startsWith('trusted comment: ') && rest.length === 0
  if (!isShaped || head?.length !== 74 || globalSignature?.length !== 64)
    throw new SyntaxError('Cannot read the signature: expected the four lines of a .minisig file')
  if (head.toString('latin1', 0, 2) !== hashedMark) throw new SyntaxError('Cannot read the signature: expected a hashed one (minisign -S, mark "ED")')
  return {
    keyId: hexId(head.subarray(2, 10)),
    trustedComment: trusted.slice('trusted comment: '.length),
    signature: head.subarray(10),
    globalSignature,
  }
}

/** Whether a signature is of this key over this content, its trusted comment included. */
export function isSignedBy(content: Uint8Array, { signature, globalSignature, trustedComment, keyId }: Signature, key: PublicKey): boolean {
  if (keyId !== key.id) return false
  const open = createPublicKey({ key: jwk(key.bytes), format: 'jwk' })
  return (
    verify(null, blake2b(content), open, signature) && verify(null, Buffer.concat([signature, Buffer.from(trustedComment)]), open, globalSignature)
  )
}

function jwk(bytes: Uint8Array, seed?: Uint8Array): JsonWebKey {
  const text = (part: Uint8Array): string => Buffer.from(part).toString('base64url')
  return { kty: 'OKP', crv: 'Ed25519', x: text(bytes), ...(seed === undefined ? {} : { d: text(seed) }) }
}

/** The bytes of a canonical base64 text; undefined where it is not one, so that no two texts are the same signature. */
function base64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** minisign prints an identifier as a number that was stored lowest byte first. */
function hexId(bytes: Uint8Array): string {
  return Buffer.from(bytes).reverse().toString('hex').toUpperCase()
}

function idBytes(id: string): Buffer {
  return Buffer.from(id, 'hex').reverse()
}
