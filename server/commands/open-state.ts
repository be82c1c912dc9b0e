import { statSync } from 'node:fs'
import { openStore, type Store } from '../access/store.ts'
import type { Config } from '../config/config.ts'
import { opening } from '../errors/cannot-open.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { type Bases, openBases } from '../packs/bases.ts'

/** What a node shares with others through a database. */
interface Shared {
  readonly store: Store
  readonly bases: Bases
}

/** Opens the store that the settings name: in the data folder, or in the database that nodes share. Throws `OperatorError` if that folder cannot exist. */
export async function openState(config: Config): Promise<Store> {
  const shared = await openDatabaseStore(config)
  if (shared !== undefined) return shared.store
  const { dataFolder } = config
  const store = openStore(dataFolder, () => new Date(), config)
  if (statSync(dataFolder, { throwIfNoEntry: false })?.isDirectory() === true) return store
  store.close()
  throw new OperatorError({
    es: `La carpeta de datos ${dataFolder} no existe y no se puede hacer: revise su ruta y sus permisos`,
    en: `The data folder ${dataFolder} does not exist and cannot be made: look at its path and its permissions`,
  })
}

/**
 * Opens what nodes share: the store and the bases, which then follow those that other nodes put in use. Undefined if the settings name no database. `onError` is
 * called when the base in use cannot be had. With `onWait` it waits for a database that cannot be reached as long as that takes, and says so once; without it
 * gives up after 15 s.
 */
export async function openNode(config: Config, onError: (error: unknown) => void, onWait?: (error: unknown) => void): Promise<Shared | undefined> {
  const shared = await openDatabaseStore(config, onWait === undefined ? {} : { onWait, reachWithinMs: Number.POSITIVE_INFINITY })
  if (shared === undefined) return undefined
  try {
    const { openSharedBases } = await import('../packs/shared-bases.ts')
    const bases = await openSharedBases(config, shared.packs, onError)
    shared.onChange((name) => {
      if (name !== 'keys') void bases.follow()
    })
    return { store: shared.store, bases }
  } catch (error) {
    await shared.store.close()
    throw error
  }
}

/** Runs a command on the bases of this installation: of the data folder, or of all nodes. */
export async function withBases(config: Config, run: (bases: Bases) => number | Promise<number>): Promise<number> {
  const node = await openNode(config, (error) => {
    throw error
  })
  try {
    return await run(node?.bases ?? openBases(config))
  } finally {
    await node?.store.close()
  }
}

async function openDatabaseStore(config: Config, waiting: { readonly onWait?: (error: unknown) => void; readonly reachWithinMs?: number } = {}) {
  const { stateUrl } = config
  if (stateUrl === undefined) return undefined
  const { openSharedStore } = await import('../access/postgres/open.ts')
  return opening('data', () => openSharedStore(stateUrl, () => new Date(), { ...config, ...waiting }))
}
