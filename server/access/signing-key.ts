import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createDurably, createFolderDurably, removeDurably, renameDurably, writeDurably } from './durable-write.ts'
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
/** A new key that is to take the place of the one in use, and the list that says so. */
const nextName = 'next.key'
const listName = 'signing-keys.json'

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

/** The signed list of the signing keys of a data folder, as it is stored; undefined if there is none. */
export function readKeyListText(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined
  finishReplacement(folder)
  const file = join(folder, keysFolder, listName)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** A list of keys that says which one is in use. */
interface SignedList {
  readonly key_id: string
}

/** Stores the signed list of the signing keys. */
export function writeKeyList(folder: string, list: SignedList): void {
  writeDurably(join(folder, keysFolder, listName), JSON.stringify(list, null, 2))
}

/**
 * Makes a new signing key, stores the list that `listOf` makes with it, and puts the key in the place of the old one, which is gone then. If the process ends in
 * between, the next reader of the key finishes it or, if the list was not stored yet, undoes it.
 */
export function replaceSigningKey<List extends SignedList>(folder: string, listOf: (next: SigningKey) => List): List {
  finishReplacement(folder)
  const secret = generateKeyPairSync('ed25519').privateKey
  const list = listOf(keyOf(secret))
  writeDurably(join(folder, keysFolder, nextName), secret.export({ format: 'pem', type: 'pkcs8' }).toString())
  writeKeyList(folder, list)
  finishReplacement(folder)
  return list
}

function finishReplacement(folder: string): void {
  const next = join(folder, keysFolder, nextName)
  if (!existsSync(next)) return
  const list = join(folder, keysFolder, listName)
  // The program alone writes this file.
  const named = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as SignedList).key_id : undefined
  if (keyOf(readKey(readFileSync(next, 'utf8'), next)).id === named) renameDurably(next, signingKeyFile(folder))
  else removeDurably(next)
}

/** The public keys (PEM) in the list of a data folder; none if there is no list. */
export function earlierKeys(folder: string | undefined): readonly string[] {
  const text = readKeyListText(folder)
  // The program alone writes this file.
  const { keys = [] } = (text === undefined ? {} : JSON.parse(text)) as { readonly keys?: readonly { readonly public_key: string }[] }
  return keys.map(({ public_key }) => public_key)
}

/** Returns a function that gives the signing key of a data folder, also after another process has replaced it. */
export function watchedSigningKey(folder: string | undefined): () => SigningKey {
  let held: { readonly key: SigningKey; readonly stamp: string } | undefined
  return () => {
    const stamp = folder === undefined ? '' : stampOf(signingKeyFile(folder))
    if (held === undefined || held.stamp !== stamp)
      held = { key: openSigningKey(folder), stamp: folder === undefined ? '' : stampOf(signingKeyFile(folder)) }
    return held.key
  }
}

function stampOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs}`
}

function readOrCreate(folder: string): KeyObject {
  finishReplacement(folder)
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
