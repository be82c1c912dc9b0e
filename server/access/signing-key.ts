import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDurably, createFolderDurably } from './durable-write.ts'
import { StorageError } from './storage-error.ts'

/** The Ed25519 key with which this installation signs certificates and the audit. */
export interface SigningKey {
  /** First 32 hexadecimal digits of the SHA-256 of the public key in DER. */
  readonly id: string
  /** PEM. */
  readonly publicKey: string
  /** Returns the signature of a text in base64. */
  sign(text: string): string
}

/** Backups include this folder. The extension `.key` marks the file as a private key. */
const keysFolder = 'keys'
const fileName = 'certificate.key'

/**
 * Opens the signing key of a data folder and creates it on first use with mode 0600. Without a folder, creates a temporary key. Throws
 * `StorageError` if the file is not a private key; a new key would change the identity of the installation.
 */
export function openSigningKey(folder: string | undefined): SigningKey {
  return keyOf(folder === undefined ? generateKeyPairSync('ed25519').privateKey : readOrCreate(folder))
}

/** The signing key in a text (PEM), which is in `place`. Throws `StorageError` if it is not a private key. */
export function signingKeyOf(text: string, place: string): SigningKey {
  return keyOf(readKey(text, place))
}

function keyOf(secret: KeyObject): SigningKey {
  const publicKey = createPublicKey(secret)
  return {
    id: keyId(publicKey),
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64'),
  }
}

/** The identifier of the signing key of a data folder; undefined if it has none. Throws if the key cannot be read. */
export function existingKeyId(folder: string): string | undefined {
  return existsSync(join(folder, keysFolder, fileName)) ? openSigningKey(folder).id : undefined
}

/** The identifier of a public key: the first 32 hexadecimal digits of its SHA-256. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 32)
}

/** Path of the signing key of a data folder. */
export function signingKeyFile(folder: string): string {
  return join(folder, keysFolder, fileName)
}

function readOrCreate(folder: string): KeyObject {
  const file = signingKeyFile(folder)
  if (!existsSync(file)) {
    createFolderDurably(join(folder, keysFolder))
    createDurably(file, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  }
  return readKey(readFileSync(file, 'utf8'), file)
}

function readKey(text: string, place: string): KeyObject {
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Throw the error below instead: this one might quote the private key.
  }
  throw new StorageError('damaged', {
    es: `${place} no es una clave privada Ed25519: restáurela de una copia`,
    en: `${place} is not an Ed25519 private key: restore it from a backup`,
  })
}
