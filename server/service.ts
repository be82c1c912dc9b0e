import { randomUUID } from 'node:crypto'
import { openRate } from './access/rate.ts'
import { openStore, type Store } from './access/store.ts'
import { type App, createApp } from './app.ts'
import { openGenerator } from './ask/generator.ts'
import { opening } from './cannot-open.ts'
import type { Config } from './config.ts'
import type { LogLine } from './dependencies.ts'
import { type KnowledgeBase, openKnowledgeBase } from './kb/open.ts'
import { openPages, type Pages } from './pages.ts'

export interface Service {
  readonly app: App
  readonly store: Store
  readonly kb: KnowledgeBase
  /** Undefined where they are not built: then only the API answers. */
  readonly pages: Pages | undefined
  close(): void
}

/** The whole service in this process, headless or in the desktop: the pack read-only, what is written in the folder of the user. Throws `CannotOpen` where one of them cannot be opened. */
export function openService(config: Config, log: (line: LogLine) => void): Service {
  const pages = openPages(config.pagesFolder)
  const kb = opening('base', () => openKnowledgeBase(config.packFile))
  const store = opening('data', () => openStore(config.dataFolder, () => new Date(), { auditDays: config.auditDays }))
  const app = createApp({
    kb,
    pages,
    store,
    rate: openRate(config.ratePerMinute, Date.now),
    allowedHosts: config.allowedHosts,
    generator: config.generator === undefined ? undefined : openGenerator(config.generator),
    newRequestId: randomUUID,
    log,
  })
  return {
    app,
    store,
    kb,
    pages,
    close: () => {
      store.close()
      kb.close()
    },
  }
}
