import canonicalize from 'canonicalize'
import { sha256Of } from './sha256.ts'

/** Who did it: `refused` was let in nowhere, `terminal` is the command line on this machine, `service` the program by itself. */
export type Actor =
  | { readonly kind: 'desktop' | 'refused' | 'terminal' | 'service' }
  | { readonly kind: 'key'; readonly id: number; readonly name: string; readonly prefix: string }

/** What is noted of one request or one act of administration: never a body, a key or the text of a query. */
export interface AuditEntry {
  readonly who: Actor
  /** Network address of the caller; null on this machine's own program. */
  readonly address: string | null
  /** Names of operations; empty where the address named none. */
  readonly operation: string
  /** What it acted on, such as the number and beginning of a key. */
  readonly subject: string | null
  /** HTTP status; null where there was no request. */
  readonly status: number | null
  readonly request_id: string | null
}

/** A line of the audit. `hash` is the SHA-256 of the rest as canonical JSON (RFC 8785), which holds the hash of the line before. */
export interface AuditLine extends AuditEntry {
  readonly seq: number
  /** ISO 8601, UTC. */
  readonly at: string
  /** Requests since the line before that got none: not let in or slowed down, past the lines allowed for these, or not writable at the time. */
  readonly unlisted?: number
  /** On a line that says what retention removed. */
  readonly removed_through?: RemovedThrough
  readonly previous: string
  readonly hash: string
}

/** A place in the chain: its last line, or one noted elsewhere. */
export interface AuditMark {
  readonly seq: number
  readonly hash: string
}

/** A place noted apart from the chain. Its date says whether retention can have removed it; one without a date must be there. */
export interface NotedMark extends AuditMark {
  /** When its line was written: ISO 8601, a day at least. */
  readonly at?: string | undefined
}

/** A line as it is kept. */
export interface KeptLine extends AuditMark {
  readonly at: string
  /** The canonical JSON that `hash` is of. */
  readonly text: string
}

/** What retention removed: every line up to one. Lines of previous programs have only `seq` and `hash`. */
export interface RemovedThrough {
  /** The last line removed, and its hash. */
  readonly seq: number
  readonly hash: string
  /** When that line was written. */
  readonly at?: string
  /** How many lines were removed. */
  readonly lines?: number
  /** Why: older than so many days, or the audit took more than so many bytes. */
  readonly because?: { readonly days: number } | { readonly bytes: number }
}

/** The `previous` of the first line of all. */
export const beginning = '0'.repeat(64)

/** A kept line, read back. */
export function lineOf({ text, hash }: KeptLine): AuditLine {
  // Written by `sealed`; that it still is what was written is for the check to say.
  return { ...(JSON.parse(text) as Omit<AuditLine, 'hash'>), hash }
}

/** Closes a line with its hash. */
export function sealed(line: Omit<AuditLine, 'hash'>): { readonly text: string; readonly hash: string } {
  const text = canonicalize(line)
  if (text === undefined) throw new TypeError('The line of the audit is not JSON')
  return { text, hash: sha256Of(text) }
}
