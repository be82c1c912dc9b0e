import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from './folder.ts'

/** The key of this installation that signs certificates (Ed25519). */
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

/** The key in a folder, made at its first need and readable by its owner alone; without a folder, one that is gone with the process. Throws where it cannot be read or written. */
export function openSigningKey(folder: string | undefined): SigningKey {
  const secret = folder === undefined ? generateKeyPairSync('ed25519').privateKey : createPrivateKey(readOrMake(folder))
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

/** How a public key is named. */
export function keyId(key: KeyObject): string {
  return createHash('sha256')
    .update(key.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 32)
}

/** Of two processes that make it at once, one does, and both read that one. */
function readOrMake(folder: string): string {
  const file = join(folder, keysFolder, fileName)
  if (!existsSync(file)) {
    mkdirSync(join(folder, keysFolder), { recursive: true, mode: 0o700 })
    const fresh = join(folder, `${fileName}.${randomUUID()}.tmp`)
    const handle = openSync(fresh, 'wx', 0o600)
    try {
      writeSync(handle, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    try {
      linkSync(fresh, file)
      syncFolder(join(folder, keysFolder))
    } catch (error) {
      if (!existsSync(file)) throw error
    } finally {
      rmSync(fresh)
    }
  }
  return readFileSync(file, 'utf8')
}
