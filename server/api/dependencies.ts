import type { LanguageModel } from '../ask/language-model.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Process } from '../operations/operation.ts'
import type { Bases } from '../packs/bases.ts'
import type { AccessControl } from './authorize.ts'
import type { Pages } from './pages.ts'

/** A line of the log: never keys, bodies or query text. */
export interface LogLine {
  readonly request_id: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  readonly error?: string | undefined
}

/** All that the service may use. */
export interface Dependencies extends AccessControl {
  readonly kb: KnowledgeBase
  /** Absent where the pages are not built: then only the API answers. */
  readonly pages?: Pages | undefined
  /** Host names that requests may give, besides loopback and private addresses. */
  readonly allowedHosts: readonly string[]
  /** Words answers of `ask` otherwise. Without it nothing is ever called. */
  readonly languageModel?: LanguageModel | undefined
  /** The bases that may be changed to; absent where there is but `kb`. */
  readonly bases?: Bases | undefined
  /** Absent where nobody serves. */
  readonly process?: Process | undefined
  readonly newRequestId: () => string
  readonly log: (line: LogLine) => void
}
