import canonicalize from 'canonicalize'
import { sha256Of } from './sha256.ts'

/** Who caused an entry. `refused`: a request without authorization. `terminal`: the command line on this machine. `service`: the program itself. */
export type Actor =
  | { readonly kind: 'desktop' | 'refused' | 'terminal' | 'service' }
  | { readonly kind: 'key'; readonly id: number; readonly name: string; readonly prefix: string }

/** The record of one request or administrative act. It never contains a body, a key or the text of a query. */
export interface AuditEntry {
  readonly who: Actor
  /** Network address of the caller; null for the desktop, the command line and the service itself. */
  readonly address: string | null
  /** Names of operations; empty if the URL matched none. */
  readonly operation: string
  /** What the operation acted on, such as the number and prefix of a key. */
  readonly subject: string | null
  /** HTTP status; null without a request. */
  readonly status: number | null
  readonly request_id: string | null
}

/** A line of the audit. `hash` is the SHA-256 of all other fields as canonical JSON (RFC 8785); `previous` is the hash of the line before. */
export interface AuditLine extends AuditEntry {
  readonly seq: number
  /** The node whose chain it is in; undefined where there is only one chain. */
  readonly node?: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** Number of requests since the previous line that have no line: rejected ones over the audit budget, or ones that could not be written. */
  readonly unlisted?: number
  /** Only on lines that record a removal by retention. */
  readonly removed_through?: RemovedThrough
  readonly previous: string
  readonly hash: string
}

/** A line as listed: with its number among the lines of all chains, where there are several. */
export type ListedLine = AuditLine & { readonly number?: number }

/** A position in the chain: the number and hash of a line. */
export interface AuditPosition {
  readonly seq: number
  readonly hash: string
}

/** A position recorded outside the chain. Retention may have removed its line if it is old enough; without a date the line must exist. */
export interface ExternalMark extends AuditPosition {
  /** When the line was written: ISO 8601, at least the day. */
  readonly at?: string | undefined
}

/** A line as stored in the database. */
export interface StoredLine extends AuditPosition {
  readonly at: string
  /** The canonical JSON that was hashed. */
  readonly text: string
}

/** Records a removal by retention: every line up to `seq`. Lines written by older versions have only `seq` and `hash`. */
export interface RemovedThrough {
  /** Number of the last line removed. */
  readonly seq: number
  readonly hash: string
  /** When the last removed line was written. */
  readonly at?: string
  /** Number of lines removed. */
  readonly lines?: number
  /** The limit that caused the removal: age in days, or total size in bytes. */
  readonly because?: { readonly days: number } | { readonly bytes: number }
}

/** The `previous` of line 1. */
export const genesisHash = '0'.repeat(64)

/** Parses a stored line without verifying its hash. */
export function parseLine({ text, hash }: StoredLine): AuditLine {
  // `sealLine` wrote this text. `verifyAudit` detects changes since then.
  return { ...(JSON.parse(text) as Omit<AuditLine, 'hash'>), hash }
}

/** Returns the canonical JSON of a line and its hash. */
export function sealLine(line: Omit<AuditLine, 'hash'>): { readonly text: string; readonly hash: string } {
  const text = line.removed_through === undefined ? JSON.stringify(inOrder(line)) : canonicalize(line)
  if (text === undefined) throw new TypeError('The line of the audit is not JSON')
  return { text, hash: sha256Of(text) }
}

/** The fields of a line in the order of canonical JSON: of texts and whole numbers `JSON.stringify` then writes it, in a quarter of the time. */
function inOrder({ address, at, node, operation, previous, request_id, seq, status, subject, unlisted, who }: Omit<AuditLine, 'hash'>) {
  const actor = who.kind === 'key' ? { id: who.id, kind: who.kind, name: who.name, prefix: who.prefix } : { kind: who.kind }
  return { address, at, node, operation, previous, request_id, seq, status, subject, unlisted, who: actor }
}
