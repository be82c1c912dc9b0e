import { type KnowledgeBase, openKnowledgeBase } from '../kb/open.ts'
import type { App } from './app.ts'

/** Where hot reload gets its packs and services from. */
export interface ReloadSource {
  /** The pack to use. Throws if there is no usable one. */
  file(): string
  /** A text that changes whenever `file` may have changed. Called at every request, so it must be fast. */
  stamp(): string
  /** Builds the service over one knowledge base. */
  serve(kb: KnowledgeBase): App
  /** Called with the error if a new base cannot be opened; the previous one stays in use. */
  onError(error: unknown): void
}

/** A service that changes to another knowledge base while it runs. */
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
 * Serves from the knowledge base in use, and changes to another one when `stamp` changes. Requests under way finish on the base they began
 * with, which is then closed; the next request uses the new base. An answer must be complete when `fetch` resolves, since the base may then
 * be closed. Throws if the first base cannot be opened.
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
      source.onError(error)
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
