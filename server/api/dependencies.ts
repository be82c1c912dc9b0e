import type { LanguageModel } from '../ask/language-model.ts'
import type { ErrorCode } from '../errors/error-kinds.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import type { Context, Process } from '../operations/operation.ts'
import type { Bases } from '../packs/bases.ts'
import type { AccessControl } from './authorize.ts'
import type { Pages } from './pages.ts'

/** What is logged of a request or of an event of the service. It has no keys, bodies, query text or paths as they were sent. */
export interface LogLine {
  readonly request_id: string
  readonly operation: string
  readonly status: number
  readonly ms: number
  /** Where the request came from over the network, as the audit notes it. */
  readonly address?: string | undefined
  /** Number of the key that was let in. */
  readonly key?: number | undefined
  readonly method?: string | undefined
  /** Pattern of the path, such as `/api/v1/proyectos/:id`; empty if nothing answers there. */
  readonly route?: string | undefined
  /** Why the caller was not let in: the code of the problem. */
  readonly refused?: ErrorCode | undefined
  readonly error?: string | undefined
}

/** Metrics in the text format of Prometheus. */
export interface MetricsText {
  readonly contentType: string
  text(): Promise<string>
}

/** Everything that the service uses. */
export interface Dependencies extends AccessControl {
  readonly kb: KnowledgeBase
  /** Undefined if the pages are not built: then only the API answers. */
  readonly pages?: Pages | undefined
  /** Host names that the `Host` header may have, besides loopback and private addresses. */
  readonly allowedHosts: readonly string[]
  /** Rewords answers of `ask`. Without it, the service makes no outbound request. */
  readonly languageModel?: LanguageModel | undefined
  /** The knowledge bases of the installation; undefined if `kb` is the only one. */
  readonly bases?: Bases | undefined
  /** The documents of the installation; undefined: one that is forgotten with the service. */
  readonly library?: Context['library'] | undefined
  /** Process controls; undefined if the process serves no network and no desktop. */
  readonly process?: Process | undefined
  /** Starts the process that reads a model or a document, where it cannot be another process of Node. */
  readonly startReader?: Context['startReader']
  /** The metrics of the process; undefined if it keeps none. */
  readonly metrics?: MetricsText | undefined
  readonly newRequestId: () => string
  readonly log: (line: LogLine) => void
}
