import { createPublicKey } from 'node:crypto'
import { type AuditEntry, type AuditLine, type AuditMark, beginning, type KeptLine, lineOf, type NotedMark, sealed } from './audit-line.ts'
import { type Retain, retention } from './audit-retention.ts'
import type { Checkpoint, Segment } from './audit-segment.ts'
import { openSigner } from './audit-signature.ts'
import { endOf, type Trail } from './audit-trail.ts'
import { faultOf, unlessFault } from './fault.ts'
import type { SigningKey } from './signing-key.ts'

/** The record of what was asked and done. Lines are only added; old ones leave by retention, which says so in a line. */
export interface Audit {
  /** Adds a line. Once this returns the line outlives the process, however it ends. Throws what the disk says; the next line then counts it. */
  append(entry: AuditEntry): void
  /** Counts a request that gets no line. */
  skip(): void
  /** At most `limit` lines before a number, newest first. */
  newest(before: number, limit: number): AuditLine[]
  /** At most `limit` kept lines after a number, oldest first. */
  after(seq: number, limit: number): KeptLine[]
  /** Signed places after a number, through another, oldest first. */
  checkpointsIn(after: number, through: number): Checkpoint[]
  /** From the first number to the last. */
  count(): number
  /** The last line; undefined where there is none. */
  head(): KeptLine | undefined
  /** The last place noted in the other database: the chain must hold it. */
  anchor(): Anchor | undefined
  /** The public key that signs this chain, PEM; undefined where it is not signed. */
  publicKey(): string | undefined
  /** Signs the chain as it stands: for one that a program which did not sign has left. */
  sign(): void
  /** What a check needs to know of its terms. */
  terms(): { readonly now: Date; readonly keepDays: number }
  /** Why the last line could not be written, here or in its second place; undefined where it was. */
  trouble(): string | undefined
  close(): void
}

/** The last place of the chain, noted apart from it, and how far the chain was signed then. */
export interface Anchor extends NotedMark {
  readonly signed: number
}

/** Where the anchor is kept. */
export interface Anchorage {
  read(): Anchor | undefined
  write(anchor: Anchor): void
}

/** How the audit is kept. */
export interface AuditTerms {
  readonly now: () => Date
  /** Lines older than this leave; 0 keeps them all. */
  readonly keepDays: number
  /** The oldest files leave while all take more than this; 0 keeps them all. */
  readonly keepBytes: number
  /** A file that has more bytes is followed by another. */
  readonly fileBytes: number
  readonly anchorage: Anchorage
  /** Signs the chain; undefined where it is gone with the process. */
  readonly signingKey: (() => SigningKey) | undefined
  /** Given each line once it is written, in JSON without its line end. */
  readonly sink: ((line: string) => void) | undefined
}

/** At most so many lines wait to be signed, and so long. An Ed25519 signature at each line would double its cost. */
const signEvery = 1000
const signAfterMs = 5000

/** The audit over its files. Several processes may add to it at once. */
export function openAudit(trail: Trail, terms: AuditTerms): Audit {
  const { now, anchorage, sink } = terms
  const adder = addingTo(trail)
  const retain = retention(trail, terms, (line) => adder(line, now().toISOString()))
  const upkeep = openUpkeep(trail, terms, retain)
  let unlisted = 0
  let trouble: string | undefined
  return {
    append(entry) {
      let line: KeptLine
      try {
        upkeep.before()
        line = adder(unlisted === 0 ? entry : { ...entry, unlisted }, now().toISOString())
      } catch (error) {
        unlisted++
        trouble = faultOf(error) ?? 'internal'
        throw error
      }
      unlisted = 0
      trouble = undefined
      upkeep.after(line)
      if (sink === undefined) return
      try {
        sink(JSON.stringify(lineOf(line)))
      } catch {
        // The chain has the line, and its number shows what the second place lacks.
        trouble = 'sink'
      }
    },
    skip: () => {
      unlisted++
    },
    newest: (before, limit) => trail.newest(before, limit).map(lineOf),
    after: (seq, limit) => trail.after(seq, limit),
    checkpointsIn: (after, through) => trail.checkpointsIn(after, through),
    count() {
      const first = trail.first()
      return first === undefined ? 0 : (trail.newest(Number.MAX_SAFE_INTEGER, 1)[0]?.seq ?? 0) - first.seq + 1
    },
    head: () => trail.newest(Number.MAX_SAFE_INTEGER, 1)[0],
    anchor: () => anchorage.read(),
    publicKey: () => terms.signingKey && createPublicKey(terms.signingKey().publicKey).export({ format: 'pem', type: 'spki' }).toString(),
    sign: () => upkeep.sign(),
    terms: () => ({ now: now(), keepDays: terms.keepDays }),
    trouble: () => trouble,
    close() {
      upkeep.close()
      trail.close()
    },
  }
}

type Addition = AuditEntry & Pick<AuditLine, 'unlisted' | 'removed_through'>

/** Adds one line to the newest file, beginning another where a month is over. */
function addingTo(trail: Trail): (line: Addition, at: string) => KeptLine {
  let written: { readonly segment: Segment; readonly write: (line: Addition, at: string) => KeptLine | 'ended' | 'due' } | undefined
  const writerOf = (segment: Segment): NonNullable<typeof written> => {
    if (written?.segment === segment) return written
    // Reading the last line and adding the next is one act, or two processes would fork the chain.
    const write = segment.database.transaction((line: Addition, at: string) => {
      if (segment.next() !== undefined) return 'ended'
      const last = segment.last()
      if (trail.isInFiles && last !== undefined && last.at.slice(0, 7) < at.slice(0, 7)) return 'due'
      const before: AuditMark = last ?? endOf(segment) ?? { seq: 0, hash: beginning }
      const seq = before.seq + 1
      const kept = { seq, at, ...sealed({ ...line, seq, at, previous: before.hash }) }
      segment.insert(kept)
      return kept
    })
    return { segment, write: write.immediate }
  }
  return (line, at) => {
    for (;;) {
      written = writerOf(trail.current())
      const added = written.write(line, at)
      if (added === 'due') trail.roll(at)
      else if (added !== 'ended') return added
    }
  }
}

/** What is done beside adding lines: retention once a day, signatures, the anchor, and the next file where one is large. */
function openUpkeep(trail: Trail, terms: AuditTerms, retain: Retain) {
  const { now, anchorage, signingKey } = terms
  const sign = signingKey === undefined ? () => undefined : openSigner(trail, signingKey, () => anchorage.read()?.signed ?? 0)
  const signed = () => unlessFault(sign)
  let tendedAt = anchorage.read()?.seq ?? 0
  let timer: NodeJS.Timeout | undefined
  let hasWritten = false
  let isDue = false
  const tend = (line: KeptLine): void => {
    clearTimeout(timer)
    timer = undefined
    tendedAt = line.seq
    const place = signed()
    moor(trail, anchorage, { ...line, signed: place?.seq ?? anchorage.read()?.signed ?? 0 })
    if (trail.current().bytes() <= terms.fileBytes) return
    unlessFault(() => {
      trail.roll(now().toISOString())
      retain.bySize()
    })
  }
  return {
    sign(): void {
      const line = trail.newest(Number.MAX_SAFE_INTEGER, 1)[0]
      if (line !== undefined) tend(line)
    },
    before(): void {
      isDue = retain.byAge(now()) || isDue
    },
    after(line: KeptLine): void {
      // The first line of all, and what retention leaves, are signed at once: a chain is never without a signature.
      if (!hasWritten && trail.lastCheckpoint() === undefined) isDue = true
      hasWritten = true
      if (isDue || Math.abs(line.seq - tendedAt) >= signEvery) tend(line)
      isDue = false
      if (signingKey === undefined || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        signed()
      }, signAfterMs)
      timer.unref()
    },
    close(): void {
      clearTimeout(timer)
      unlessFault(() => {
        const line = trail.current().last()
        if (hasWritten && line !== undefined) tend(line)
      })
    },
  }
}

/** Moves the anchor on. If the anchored line is missing, the old anchor stays, so that the check reports the loss. */
function moor(trail: Trail, anchorage: Anchorage, { seq, hash, at, signed }: Anchor): void {
  const noted = anchorage.read()
  const [held] = noted === undefined ? [] : trail.after(noted.seq - 1, 1)
  const isOlder = noted !== undefined && (seq < noted.seq || (seq === noted.seq && hash !== noted.hash))
  if (isOlder || (noted !== undefined && held?.seq === noted.seq && held.hash !== noted.hash)) return
  // What is noted must be on the disk first: a checkpoint of the log brings it there.
  trail.current().database.pragma('wal_checkpoint(PASSIVE)')
  anchorage.write({ seq, hash, at, signed })
}
