import { randomUUID } from 'node:crypto'
import { type Keys, openKeys } from '../server/access/key.ts'
import { openRate } from '../server/access/rate.ts'
import { openState } from '../server/access/state.ts'
import { type App, createApp } from '../server/app.ts'
import type { Config } from '../server/config.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../server/kb/open.ts'
import { openPages } from '../server/pages.ts'

export interface Service {
  readonly app: App
  readonly keys: Keys
  readonly kb: KnowledgeBase
  close(): void
}

/** The whole service inside this process: the pack read-only, keys in the folder of the user. Throws `RangeError` where a part is missing. */
export function openService(config: Config): Service {
  const pages = openPages(config.pagesFolder)
  if (pages === undefined) throw new RangeError(`Cannot open the pages in ${config.pagesFolder}: they are not built; run "npm run build"`)
  const kb = openKnowledgeBase(config.packFile)
  const state = openState(config.dataFolder)
  const keys = openKeys(state, () => new Date())
  const app = createApp({
    kb,
    pages,
    keys,
    rate: openRate(config.ratePerMinute, Date.now),
    allowedHosts: config.allowedHosts,
    newRequestId: randomUUID,
    log: (line) => {
      if (line.error !== undefined) console.error(JSON.stringify(line))
    },
  })
  return {
    app,
    keys,
    kb,
    close: () => {
      state.close()
      kb.close()
    },
  }
}
