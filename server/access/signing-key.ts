import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDurably } from './durable.ts'
import { StorageError } from './fault.ts'

/** The key of this installation that signs certificates and the audit (Ed25519). */
export interface SigningKey {
  /** First 32 hexadecimal digits of the SHA-256 of the public key in DER. */
  readonly id: string
  /** PEM. */
  readonly publicKey: string
  /** Signature in base64. */
  sign(text: string): string
}

/** In the folder of keys that backups hold, under an ending that marks it as secret. */
const keysFolder = 'keys'
const fileName = 'certificate.key'

/**
 * The signing key in a folder, created on first use and readable by its owner alone; without a folder, a key that is gone with the process.
 * Throws a `StorageError` where the file is not a private key: it cannot be created again without changing the identity of the installation.
 */
export function openSigningKey(folder: string | undefined): SigningKey {
  const secret = folder === undefined ? generateKeyPairSync('ed25519').privateKey : readOrCreate(folder)
  const open = createPublicKey(secret)
  return {
    id: keyId(open),
    publicKey: open.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text), secret).toString('base64'),
  }
}

/** The identifier of the key in a folder; undefined where none was made. Throws where it cannot be read. */
export function keptKeyId(folder: string): string | undefined {
  return existsSync(join(folder, keysFolder, fileName)) ? openSigningKey(folder).id : undefined
}

/** The identifier of a public key. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 32)
}

/** Where the signing key of a folder is. */
export function signingKeyFile(folder: string): string {
  return join(folder, keysFolder, fileName)
}

function readOrCreate(folder: string): KeyObject {
  const file = signingKeyFile(folder)
  if (!existsSync(file)) {
    mkdirSync(join(folder, keysFolder), { recursive: true, mode: 0o700 })
    createDurably(file, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  }
  const text = readFileSync(file, 'utf8')
  try {
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Below: the text of a private key is never quoted.
  }
  throw new StorageError('damaged', {
    es: `${file} no es una clave privada Ed25519: restáurela de una copia`,
    en: `${file} is not an Ed25519 private key: restore it from a backup`,
  })
}
