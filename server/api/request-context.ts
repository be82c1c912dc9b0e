import type { RateLimit } from '../access/rate-limit.ts'
import type { ErrorCode } from '../errors/error-kinds.ts'
import type { Language } from '../errors/language.ts'
import type { Caller } from '../http/caller.ts'
import type { Who } from '../operations/operation.ts'

/** The state of one request while it is answered: its caller, and the data for the response headers, the log and the audit. */
export interface RequestContext {
  readonly caller: Caller
  readonly requestId: string
  readonly language: Language
  /** Value of the header `Knowledge-Base`. */
  readonly base: string
  operation: string
  /** Pattern of the path, for the log; empty if nothing answers there. */
  route: string
  /** Why the caller was not let in, for the log. */
  refused: ErrorCode | undefined
  /** The unexpected error, if there was one. For the log only. */
  unexpected: string | undefined
  rateLimit: RateLimit | undefined
  /** The authorized caller; undefined until then. */
  who: Who | undefined
  /** The object of the operation, for the audit. */
  subject: string | null
  /** True if the request gets a line in the audit. Set by the matching route, so that every spelling of a path is covered. */
  isAudited: boolean
  /** The status of the operation, where the response has another: an error of a tool is a 200 for `/mcp`. */
  operationStatus?: number
}
