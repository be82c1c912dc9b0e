import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderDurably, writeDurably } from '../access/durable-write.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { formatPublicKey, type PublicKey, parsePublicKey } from './minisign.ts'
import { packError } from './pack-error.ts'

export interface TrustedKey extends PublicKey {
  /** `shipped`: comes with the program. `added`: added on this machine. */
  readonly origin: 'shipped' | 'added'
  readonly file: string
}

/** The folders of trusted public keys (`*.pub`). No other key is trusted. */
export interface TrustFolders {
  readonly shipped: string
  readonly added: string
}

/** Reads the keys whose packs are accepted. Throws `SyntaxError` with the file name if a key is invalid. */
export function trustedKeys({ shipped, added }: TrustFolders): readonly TrustedKey[] {
  const keysIn = (folder: string, origin: TrustedKey['origin']): TrustedKey[] =>
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => name.endsWith('.pub'))
      .sort()
      .map((name) => join(folder, name))
      .map((file) => ({ ...readPublicKey(file), origin, file }))
  return [...keysIn(shipped, 'shipped'), ...keysIn(added, 'added')]
}

/** Adds a key to the trusted keys. Throws `base-refused` if the text is not a public key. */
export function trustKey(text: string, { added }: Pick<TrustFolders, 'added'>): PublicKey {
  const key = readPublicKeyText(text)
  createFolderDurably(added)
  writeDurably(join(added, `${key.id}.pub`), formatPublicKey(key))
  return key
}

/** Reads a public key. Throws `base-refused` if the text is none. */
export function readPublicKeyText(text: string): PublicKey {
  try {
    return parsePublicKey(text)
  } catch (error) {
    const en = error instanceof Error ? error.message : String(error)
    throw packError('no-public-key', { es: 'No se entiende la clave pública: se espera un fichero .pub de minisign', en })
  }
}

function readPublicKey(file: string): PublicKey {
  try {
    return parsePublicKey(readFileSync(file, 'utf8'))
  } catch (error) {
    const en = error instanceof Error ? error.message : String(error)
    throw new OperatorError({ es: `${file} no es una clave pública: se espera un fichero .pub de minisign`, en: `${file}: ${en}` }, { cause: error })
  }
}
