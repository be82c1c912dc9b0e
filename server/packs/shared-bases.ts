import type { SharedPacks } from '../access/postgres/packs.ts'
import { type Bases, openBases } from './bases.ts'
import type { BaseSources } from './choose-base.ts'
import { placePack, pointTo } from './install.ts'
import { installedPack, isIntact, manifestOf, readPointer } from './installed-pack.ts'
import { formatPublicKey, parsePublicKey } from './minisign.ts'
import { packError } from './pack-error.ts'
import { readPublicKeyText, type TrustedKey } from './trusted-keys.ts'

/** The knowledge bases of a node that shares them with others. */
export interface SharedBases extends Bases {
  /** Fetches the base in use if this node lacks it, checks its signature and puts it in use. Must be called after each change by another node. */
  follow(): Promise<void>
}

interface Sources extends BaseSources {
  readonly trustFolder: string
}

const tryAgainAfterMs = 1000

/**
 * Opens the bases of a node. Which one is in use, and whose packs are accepted, is in the database; the packs lie in the data folder of each node. `onError`
 * is called each time that the base in use cannot be had. A node that was started with a base of its own follows no other.
 */
export async function openSharedBases(sources: Sources, packs: SharedPacks, onError: (error: unknown) => void): Promise<SharedBases> {
  const own = openBases(sources)
  const { dataFolder, packFileIs } = sources
  let isReady = packFileIs === 'asked'
  let trusted: readonly TrustedKey[] = []
  let following: Promise<void> | undefined
  const keys = (): readonly TrustedKey[] => [...own.keys(), ...trusted]
  const readTrusted = async (): Promise<void> => {
    trusted = (await packs.trustedKeys()).map((text) => ({ ...parsePublicKey(text), origin: 'added', file: 'PLOMADA_STATE_URL' }))
  }
  const fetchAndUse = async (): Promise<void> => {
    await readTrusted()
    const wanted = await packs.inUse()
    const before = readPointer(dataFolder)
    const isHere = (sha256: string | null): boolean => sha256 === null || isHeld(dataFolder, sha256)
    if (wanted.current === before.current && wanted.previous === before.previous && isHere(wanted.current)) {
      isReady = true
      return
    }
    if (!isHere(wanted.current)) {
      isReady = false
      const pack = await packs.get(wanted.current ?? '')
      if (pack === undefined)
        throw packError('truncated', { es: 'La base en uso no está en la base de datos', en: 'The base in use is not in the database' })
      placePack(dataFolder, { ...pack, keys: keys() })
    }
    pointTo(dataFolder, wanted)
    isReady = true
  }
  const follow = (): Promise<void> => {
    if (packFileIs === 'asked') return readTrusted()
    following ??= fetchAndUse()
      .catch((error: unknown) => {
        onError(error)
        setTimeout(follow, tryAgainAfterMs).unref()
      })
      .finally(() => {
        following = undefined
      })
    return following
  }
  await follow()
  return {
    ...own,
    follow,
    keys,
    isReady: () => isReady,
    async trust(text) {
      const key = readPublicKeyText(text)
      await packs.trust(key.id, formatPublicKey(key))
      await readTrusted()
      return key
    },
    async install(bytes, signature) {
      // Held here first, which checks all of it; the others fetch what was stored.
      const installed = placePack(dataFolder, { bytes, signature, keys: keys() })
      pointTo(dataFolder, await packs.put(installed.sha256, { bytes, signature }))
      return installed
    },
    async rollback() {
      const next = await packs.rollback()
      if (next === undefined)
        throw packError('no-previous', { es: 'No hay otra base instalada a la que volver', en: 'There is no other installed base to return to' })
      await follow()
    },
  }
}

/** True if a pack is in the data folder, whole. */
function isHeld(dataFolder: string, sha256: string): boolean {
  const pack = installedPack(dataFolder, sha256)
  return manifestOf(pack) !== undefined && isIntact(pack)
}
