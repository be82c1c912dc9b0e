import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KnowledgeBase, packMeta } from '../kb/open.ts'
import { type BaseSources, type ChosenBase, chooseBase } from './choose.ts'
import { type Installed, installPack, rollbackPack } from './install.ts'
import { installedPack, manifestOf, readPointer } from './installed.ts'
import { type PublicKey, parseSignature } from './minisign.ts'
import type { Manifest } from './pack-file.ts'
import { refused } from './refused.ts'
import { type TrustedKey, trustedKeys, trustKey } from './trust.ts'

/** A base that this installation has. */
export interface HeldBase {
  readonly id: string
  readonly version: string
  readonly referenceDate: string
  readonly sourcesSha256: string
  readonly origin: 'installed' | 'shipped' | 'asked'
  readonly isInUse: boolean
  /** SHA-256 of the pack file and the key that signed it, where it was installed. */
  readonly pack: { readonly sha256: string; readonly keyId: string; readonly commit: string | null } | undefined
}

/** The bases of an installation, and how they are changed. What is refused is a `ServiceError` and changes nothing. */
export interface Bases {
  chosen(): ChosenBase
  /** In use first; then the one that a rollback returns to. */
  list(): readonly HeldBase[]
  keys(): readonly TrustedKey[]
  trust(publicKeyText: string): PublicKey
  install(bytes: Buffer, signatureText: string): Installed
  rollback(): void
}

/** The bases of a data folder and those that come with the program. */
export function openBases(where: BaseSources & { readonly trustFolder: string }): Bases {
  const { dataFolder } = where
  const folders = { shipped: where.trustFolder, added: join(dataFolder, 'trust') }
  return {
    chosen: () => chooseBase(where),
    list: () => listBases(where),
    keys: () => trustedKeys(folders),
    trust: (text) => trustKey(text, folders),
    install: (bytes, signature) => installPack(dataFolder, { bytes, signature, keys: trustedKeys(folders) }),
    rollback: () => {
      rollbackPack(dataFolder)
    },
  }
}

/** The one base of a service that was opened with it and no other. */
export function soleBase({ meta: { id, version, referenceDate, sha256 } }: Pick<KnowledgeBase, 'meta'>): Bases {
  const because = { es: 'Este proceso solo tiene la base con la que se abrió', en: 'This process has only the base it was opened with' }
  const refuse = (): never => {
    throw refused('elsewhere', because)
  }
  return {
    chosen: () => ({ file: '', origin: 'asked', because }),
    list: () => [{ id, version, referenceDate, sourcesSha256: sha256, origin: 'asked', isInUse: true, pack: undefined }],
    keys: () => [],
    trust: refuse,
    install: refuse,
    rollback: refuse,
  }
}

function listBases(where: BaseSources): HeldBase[] {
  const { file } = chooseBase(where)
  const { current, previous } = readPointer(where.dataFolder)
  const installed = [current, previous].flatMap((sha256) => (sha256 === null ? [] : [heldPack(where.dataFolder, sha256, file)]))
  const origin = where.packFileIs
  const own = existsSync(where.packFile) ? [{ ...metaOf(where.packFile), origin, isInUse: file === where.packFile, pack: undefined }] : []
  return [...installed.flatMap((one) => (one === undefined ? [] : [one])), ...own].sort((left, right) => Number(right.isInUse) - Number(left.isInUse))
}

function heldPack(dataFolder: string, sha256: string, inUse: string): HeldBase | undefined {
  const pack = installedPack(dataFolder, sha256)
  let manifest: Manifest | undefined
  try {
    manifest = manifestOf(pack)
  } catch {
    // Of a format of another program: it is not one to return to.
  }
  if (manifest === undefined) return undefined
  const { id, version, reference_date: referenceDate, sources_sha256: sourcesSha256, commit } = manifest
  const { keyId } = parseSignature(readFileSync(pack.signatureFile, 'utf8'))
  return { id, version, referenceDate, sourcesSha256, origin: 'installed', isInUse: pack.baseFile === inUse, pack: { sha256, keyId, commit } }
}

function metaOf(file: string): Pick<HeldBase, 'id' | 'version' | 'referenceDate' | 'sourcesSha256'> {
  const { id, version, referenceDate, sha256 } = packMeta(file)
  return { id, version, referenceDate, sourcesSha256: sha256 }
}
