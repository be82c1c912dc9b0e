import { randomUUID } from 'node:crypto'
import { type Backups, readBackupStatus } from './access/backup-status.ts'
import { openRateLimiter, type RateLimiter } from './access/rate-limit.ts'
import { type EmbeddedStore, openStore, type Store } from './access/store.ts'
import { type App, createApp } from './api/app.ts'
import type { Dependencies, LogLine } from './api/dependencies.ts'
import { hotReload } from './api/hot-reload.ts'
import type { Metrics } from './api/metrics.ts'
import { openPages, type Pages } from './api/pages.ts'
import { openLanguageModel } from './ask/language-model.ts'
import type { Config } from './config/config.ts'
import { opening } from './errors/cannot-open.ts'
import { ServiceError } from './errors/service-error.ts'
import { createNetwork, type Network } from './http/network.ts'
import { ownHosts } from './http/own-hosts.ts'
import { trustedProxies } from './http/proxy.ts'
import type { KnowledgeBase } from './kb/open.ts'
import { type Library, openLibrary } from './library/library.ts'
import { type Bases, openBases } from './packs/bases.ts'
import { pointerStamp } from './packs/installed-pack.ts'

const purgeEveryMs = 3_600_000

/** The running service. */
export interface Service<Opened extends Store = EmbeddedStore> {
  readonly app: App
  readonly store: Opened
  /** The knowledge base in use now. A hot reload may replace it at any time. */
  readonly kb: KnowledgeBase
  /** Undefined if the pages are not built; then only the API answers. */
  readonly pages: Pages | undefined
  /** The network listener, closed at first. */
  readonly network: Network
  /** Backups that are made by themselves. */
  readonly backup: Backups | undefined
  close(): void | Promise<void>
}

/** What differs between the desktop and `serve`. */
export interface Surroundings<Opened extends Store = Store> {
  /** What this node shares with others; undefined if everything is in the data folder. */
  readonly shared?: { readonly store: Opened; readonly bases: Bases } | undefined
  /** How the desktop starts the process that reads a model. */
  readonly startReader?: Dependencies['startReader']
  readonly metrics?: Metrics | undefined
  /** Makes the rate limits those of several processes. */
  readonly shareRate?: ((own: RateLimiter) => RateLimiter) | undefined
}

/**
 * Opens the whole service, for `serve` and for the desktop: the knowledge base, the store in the data folder and the listener. A pack installed later,
 * by this or another process, is used from the next request on. Throws `CannotOpen` if a part cannot be opened.
 */
export function openService<Opened extends Store = EmbeddedStore>(
  config: Config,
  log: (line: LogLine) => void,
  surroundings: Surroundings<Opened> = {},
): Service<Opened> {
  const { shared: nodes, startReader, metrics, shareRate = (own: RateLimiter) => own } = surroundings
  const pages = openPages(config.pagesFolder)
  const bases = nodes?.bases ?? opening('base', () => openBases(config))
  // Without `shared` the store is the embedded one, which `Opened` then is.
  const store = nodes?.store ?? (opening('data', () => openStore(config.dataFolder, () => new Date(), config)) as Store as Opened)
  const library = openLibrary(config.dataFolder, () => new Date(), { start: startReader })
  const network = createNetwork({
    fetch: (request, caller) => app.fetch(request, caller),
    host: config.host,
    port: config.port,
    tls: config.tls,
    folder: config.dataFolder,
    ownHosts: () => ownHosts(config.allowedHosts),
    isTrustedProxy: trustedProxies(config.trustedProxies),
    onRefusedConnection: () => metrics?.refuseConnection(),
    now: () => new Date(),
    onRepair: (what) => {
      log({ request_id: '', operation: 'tls repair', status: 200, ms: 0, error: what })
      void auditRepair(store, what)
    },
  })
  const backup = backupsOf(config)
  const { dataFolder, ratePerMinute, auditDays, allowedHosts, languageModel } = config
  const shared = {
    pages,
    store,
    bases,
    rate: shareRate(openRateLimiter(ratePerMinute, () => performance.now())),
    allowedHosts,
    languageModel: languageModel === undefined ? undefined : openLanguageModel(languageModel),
    process: { network, dataFolder, backup, settings: { ratePerMinute, auditDays, allowedHosts, languageModelUrl: languageModel?.url } },
    startReader,
    library,
    metrics,
    newRequestId: randomUUID,
    log: (line: LogLine) => {
      metrics?.observe(line)
      log(line)
    },
  }
  const app = opening('base', () =>
    hotReload({
      file: () => bases.chosen().file,
      stamp: () => (config.packFileIs === 'asked' ? '' : pointerStamp(config.dataFolder)),
      serve: (kb) => createApp({ ...shared, kb }),
      onError: (error) =>
        log({ request_id: '', operation: 'base', status: 500, ms: 0, error: error instanceof Error ? error.message : String(error) }),
    }),
  )
  tidyLibrary(library)
  const purging = setInterval(() => void purgeBin(store), purgeEveryMs).unref()
  const service: Service<Opened> = {
    app,
    store,
    get kb() {
      return app.kb
    },
    pages,
    network,
    backup,
    close: () => {
      clearInterval(purging)
      library.close()
      const closed = store.close()
      app.close()
      return closed
    },
  }
  metrics?.watch(service)
  return service
}

/** The backups that the settings ask for, and how they go. */
function backupsOf({ backup, dataFolder, stateUrl }: Config): Backups | undefined {
  if (backup?.everyMs === undefined || stateUrl !== undefined) return undefined
  return {
    everyMs: backup.everyMs,
    place: backup.place.kind === 'folder' ? backup.place.folder : `${backup.place.bucketUrl}/${backup.place.prefix}`,
    status: () => readBackupStatus(dataFolder),
  }
}

/** Erases the projects whose days in the bin are over. What cannot be written now is tried again. */
async function purgeBin({ projects }: Store): Promise<void> {
  try {
    await projects.purgeExpired()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

/** Removes what an interrupted process has left in the library. What cannot be written now is tried at the next start. */
function tidyLibrary(library: Library): void {
  try {
    library.tidy()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}

/** Records a TLS repair in the audit. Ignores an audit that cannot be written, because the log has the repair too. */
async function auditRepair({ audit }: Store, subject: string): Promise<void> {
  try {
    await audit.append({ who: { kind: 'service' }, address: null, operation: 'tls repair', subject, status: null, request_id: null })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
}
