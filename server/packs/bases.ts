import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type KnowledgeBase, packMeta } from '../kb/open.ts'
import { type BaseSources, type ChosenBase, chooseBase } from './choose-base.ts'
import { type Installed, installPack, rollbackPack } from './install.ts'
import { installedPack, manifestOf, readPointer } from './installed-pack.ts'
import { type PublicKey, parseSignature } from './minisign.ts'
import { packError } from './pack-error.ts'
import type { Manifest } from './pack-file.ts'
import { type TrustedKey, trustedKeys, trustKey } from './trusted-keys.ts'

/** Is told how many steps of an installation are done. */
export type Progressed = (done: number, total: number) => void

/** A knowledge base that is available in this installation. */
export interface AvailableBase {
  readonly id: string
  readonly version: string
  readonly referenceDate: string
  readonly sourcesSha256: string
  readonly origin: 'installed' | 'shipped' | 'asked'
  readonly isInUse: boolean
  /** Hash, signing key and source commit of the pack file; undefined unless the base was installed. */
  readonly pack: { readonly sha256: string; readonly keyId: string; readonly commit: string | null } | undefined
}

/** The knowledge bases of an installation. A change that is rejected throws `ServiceError` and changes nothing. */
export interface Bases {
  chosen(): ChosenBase
  /** The base in use first, then the others, with the one that a rollback would return to. */
  list(): readonly AvailableBase[]
  keys(): readonly TrustedKey[]
  trust(publicKeyText: string): PublicKey | Promise<PublicKey>
  install(bytes: Buffer, signatureText: string, progressed?: Progressed): Installed | Promise<Installed>
  rollback(): void | Promise<void>
  /** False while this node lacks the base that all nodes are to use. */
  isReady(): boolean
}

/** The bases of a data folder, which change at once. */
interface LocalBases extends Bases {
  trust(publicKeyText: string): PublicKey
  install(bytes: Buffer, signatureText: string, progressed?: Progressed): Installed
  rollback(): void
}

/** Opens the knowledge bases of a data folder and the one shipped with the program. */
export function openBases(sources: BaseSources & { readonly trustFolder: string }): LocalBases {
  const { dataFolder } = sources
  const folders = { shipped: sources.trustFolder, added: join(dataFolder, 'trust') }
  return {
    chosen: () => chooseBase(sources),
    list: () => listBases(sources),
    keys: () => trustedKeys(folders),
    trust: (text) => trustKey(text, folders),
    install: (bytes, signature, progressed) => installPack(dataFolder, { bytes, signature, keys: trustedKeys(folders), progressed }),
    rollback: () => {
      rollbackPack(dataFolder)
    },
    isReady: () => true,
  }
}

/** A list with one fixed base, for a service that was opened with that base alone. Every change is rejected. */
export function singleBase({ meta: { id, version, referenceDate, sha256 } }: Pick<KnowledgeBase, 'meta'>): Bases {
  const because = { es: 'Este proceso solo tiene la base con la que se abrió', en: 'This process has only the base it was opened with' }
  const reject = (): never => {
    throw packError('elsewhere', because)
  }
  return {
    chosen: () => ({ file: '', origin: 'asked', because }),
    list: () => [{ id, version, referenceDate, sourcesSha256: sha256, origin: 'asked', isInUse: true, pack: undefined }],
    keys: () => [],
    trust: reject,
    install: reject,
    rollback: reject,
    isReady: () => true,
  }
}

function listBases(sources: BaseSources): AvailableBase[] {
  const { file } = chooseBase(sources)
  const { current, previous } = readPointer(sources.dataFolder)
  const installed = [current, previous].flatMap((sha256) => (sha256 === null ? [] : [availablePack(sources.dataFolder, sha256, file)]))
  const origin = sources.packFileIs
  const own = existsSync(sources.packFile) ? [{ ...metaOf(sources.packFile), origin, isInUse: file === sources.packFile, pack: undefined }] : []
  return [...installed.flatMap((one) => (one === undefined ? [] : [one])), ...own].sort((left, right) => Number(right.isInUse) - Number(left.isInUse))
}

function availablePack(dataFolder: string, sha256: string, inUse: string): AvailableBase | undefined {
  const pack = installedPack(dataFolder, sha256)
  let manifest: Manifest | undefined
  try {
    manifest = manifestOf(pack)
  } catch {
    // This program cannot read its format, so a rollback to it is not possible.
  }
  if (manifest === undefined) return undefined
  const { id, version, reference_date: referenceDate, sources_sha256: sourcesSha256, commit } = manifest
  const { keyId } = parseSignature(readFileSync(pack.signatureFile, 'utf8'))
  return { id, version, referenceDate, sourcesSha256, origin: 'installed', isInUse: pack.baseFile === inUse, pack: { sha256, keyId, commit } }
}

function metaOf(file: string): Pick<AvailableBase, 'id' | 'version' | 'referenceDate' | 'sourcesSha256'> {
  const { id, version, referenceDate, sha256 } = packMeta(file)
  return { id, version, referenceDate, sourcesSha256: sha256 }
}
