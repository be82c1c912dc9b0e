import type { RateLimit } from '../access/rate-limit.ts'
import type { Language } from '../errors/language.ts'
import type { Caller } from '../http/caller.ts'
import type { Who } from '../operations/operation.ts'

/** What is known of one request while it is answered: its caller, and what the answer, the log and the audit will say of it. */
export interface RequestContext {
  readonly caller: Caller
  readonly requestId: string
  readonly language: Language
  /** `Knowledge-Base` of every response. */
  readonly base: string
  operation: string
  /** What went wrong that nobody foresaw, for the log alone. */
  failure: string | undefined
  rateLimit: RateLimit | undefined
  /** The authorized caller; undefined until then. */
  who: Who | undefined
  /** What it acted on, for the audit. */
  subject: string | null
  /** Whether it leaves a line in the audit: set by the route that matched, so that no spelling of an address escapes it. */
  isAudited: boolean
}
