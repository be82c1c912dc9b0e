import { type KnowledgeBase, openKnowledgeBase } from '../kb/open.ts'
import type { App } from './app.ts'

/** What the holder must know, as functions: it looks at no file itself but the base. */
export interface BaseSource {
  /** The file to answer from. Throws where there is none fit to. */
  file(): string
  /** Changes whenever `file` may have. Called at every request. */
  stamp(): string
  /** The service over one base: all that depends on it is made anew with it. */
  serve(kb: KnowledgeBase): App
  /** Told once for each base that could not be taken; the one before goes on answering. */
  onFault(error: unknown): void
}

/** A service whose base can be changed under it. */
export interface BaseHolder extends App {
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
 * Serves from the base in use, and from another as soon as there is another: requests under way finish on the one they began with,
 * which is then closed; the next begins on the new one. An answer must be whole when `fetch` resolves. Throws where the first base cannot be opened.
 */
export function holdBase(source: BaseSource): BaseHolder {
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
