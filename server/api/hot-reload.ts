import { type KnowledgeBase, openKnowledgeBase } from '../kb/open.ts'
import type { App } from './app.ts'

/** What hot reload needs, as functions: it reads no file but the knowledge base. */
export interface ReloadSource {
  /** The file to answer from. Throws where there is none fit to. */
  file(): string
  /** Changes whenever `file` may have. Called at every request. */
  stamp(): string
  /** The service over one base: all that depends on it is made anew with it. */
  serve(kb: KnowledgeBase): App
  /** Called once for each base that cannot be opened; the one before stays in use. */
  onFault(error: unknown): void
}

/** An app that follows changes of the knowledge base. */
export interface ReloadingApp extends App {
  readonly kb: KnowledgeBase
  close(): void
}

interface Serving {
  readonly file: string
  readonly kb: KnowledgeBase
  readonly app: App
  underWay: number
}

/**
 * Serves from the knowledge base in use and reloads it when it changes. Requests under way finish on the base they began with, which is
 * then closed; the next one uses the new base. An answer must be complete when `fetch` resolves. Throws if the first base cannot be opened.
 */
export function hotReload(source: ReloadSource): ReloadingApp {
  const open = (file: string): Serving => {
    const kb = openKnowledgeBase(file)
    return { file, kb, app: source.serve(kb), underWay: 0 }
  }
  let seen = source.stamp()
  let current = open(source.file())
  const closeIfDone = (serving: Serving): void => {
    if (serving !== current && serving.underWay === 0) serving.kb.close()
  }
  const follow = (): void => {
    const stamp = source.stamp()
    if (stamp === seen) return
    seen = stamp
    try {
      const file = source.file()
      if (file === current.file) return
      const before = current
      current = open(file)
      closeIfDone(before)
    } catch (error) {
      source.onFault(error)
    }
  }
  return {
    get kb() {
      follow()
      return current.kb
    },
    async fetch(request, caller) {
      follow()
      const serving = current
      serving.underWay += 1
      try {
        return await serving.app.fetch(request, caller)
      } finally {
        serving.underWay -= 1
        closeIfDone(serving)
      }
    },
    close: () => current.kb.close(),
  }
}
