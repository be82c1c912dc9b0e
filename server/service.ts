import { randomUUID } from 'node:crypto'
import { type Keys, openKeys } from './access/key.ts'
import { openRate } from './access/rate.ts'
import { openState } from './access/state.ts'
import { type App, createApp } from './app.ts'
import { openGenerator } from './ask/generator.ts'
import type { Config } from './config.ts'
import type { LogLine } from './dependencies.ts'
import { type KnowledgeBase, openKnowledgeBase } from './kb/open.ts'
import { openPages, type Pages } from './pages.ts'

export interface Service {
  readonly app: App
  readonly keys: Keys
  readonly kb: KnowledgeBase
  /** Undefined where they are not built: then only the API answers. */
  readonly pages: Pages | undefined
  close(): void
}

/** The whole service in this process, headless or in the desktop: the pack read-only, keys in the folder of the user. Throws `RangeError` where the pack cannot be read. */
export function openService(config: Config, log: (line: LogLine) => void): Service {
  const pages = openPages(config.pagesFolder)
  const kb = openKnowledgeBase(config.packFile)
  const state = openState(config.dataFolder)
  const keys = openKeys(state, () => new Date())
  const app = createApp({
    kb,
    pages,
    keys,
    rate: openRate(config.ratePerMinute, Date.now),
    allowedHosts: config.allowedHosts,
    generator: config.generator === undefined ? undefined : openGenerator(config.generator),
    newRequestId: randomUUID,
    log,
  })
  return {
    app,
    keys,
    kb,
    pages,
    close: () => {
      state.close()
      kb.close()
    },
  }
}
