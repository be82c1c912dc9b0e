import type { Audit } from './audit.ts'
import { type AuditLine, type AuditMark, beginning, type KeptLine, type NotedMark, type RemovedThrough } from './audit-line.ts'
import type { Checkpoint } from './audit-segment.ts'
import { isSignedBy, keyIdOf } from './audit-signature.ts'
import { sha256Of } from './sha256.ts'

/** What a check of the chain found. */
export interface AuditCheck {
  readonly lines: number
  readonly head: (AuditMark & { readonly at: string }) | undefined
  /** The last line that a signature of this installation covers; undefined where none does. */
  readonly signed_through: number | undefined
  /** The first line that does not hold; undefined where the whole chain does. */
  readonly broken: { readonly seq: number; readonly why: BrokenBy } | undefined
}

/**
 * `changed`: its text is not what was written. `missing`: nothing stands where it should. `cut`: lines that were noted are gone from an end.
 * `signature`: a checkpoint that the keys did not sign, or one taken away. `unsigned`: more lines without a signature than the service leaves.
 */
export type BrokenBy = 'changed' | 'missing' | 'cut' | 'signature' | 'unsigned'

const linesAtOnce = 2000
const dayMs = 86_400_000
const hourMs = 3_600_000
/** More than the service leaves unsigned before it signs, several processes together. */
const mostUnsigned = 2000

/** The state of a check as it goes through the chain. */
interface Found {
  lines: number
  first: AuditLine | undefined
  last: KeptLine | undefined
  /** What retention said last that it removed. */
  removed: RemovedThrough | undefined
  /** Whether a line of retention accounts for the beginning. */
  isBeginningTold: boolean
  checkpoint: Checkpoint | undefined
  unsignedSince: string | undefined
}

/**
 * Recomputes the whole chain, a slice at a time so that requests are answered meanwhile, and verifies each of its signatures with the key of
 * the installation and those given besides (PEM). The chain must hold every mark: places noted elsewhere, so that lines cut from its end, or a
 * chain written anew, are seen. Only a mark whose date is older than retention keeps may be gone, and only where retention says that it removed it.
 */
export async function checkAudit(audit: Audit, marks: readonly NotedMark[], publicKeys: readonly string[] = []): Promise<AuditCheck> {
  const anchor = audit.anchor()
  const head = audit.head()
  const noted = new Set<NotedMark>([...marks, ...(anchor === undefined ? [] : [anchor])])
  const found: Found = {
    lines: 0,
    first: undefined,
    last: undefined,
    removed: undefined,
    isBeginningTold: false,
    checkpoint: undefined,
    unsignedSince: undefined,
  }
  const result = (broken: AuditCheck['broken']): AuditCheck => ({
    lines: found.lines,
    head: head && { seq: head.seq, hash: head.hash, at: head.at },
    signed_through: found.checkpoint?.seq,
    broken,
  })
  const own = audit.publicKey()
  const keys = new Map([...(own === undefined ? [] : [own]), ...publicKeys].map((pem) => [keyIdOf(pem), pem]))
  for (;;) {
    const slice = audit.after(found.last?.seq ?? 0, linesAtOnce)
    const from = found.last?.seq ?? 0
    const through = slice.length < linesAtOnce ? Number.MAX_SAFE_INTEGER : (slice.at(-1)?.seq ?? from)
    const broken = checkSlice(slice, found, noted) ?? checkSignatures(audit.checkpointsIn(from, through), slice, { found, keys })
    if (broken !== undefined) return result(broken)
    if (slice.length < linesAtOnce) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  return result(checkEnds(audit, found, noted) ?? (own === undefined ? undefined : checkUnsigned(audit, found)))
}

/** Each line has its own hash and that of the line before, and is what was noted. */
function checkSlice(slice: readonly KeptLine[], found: Found, noted: Set<NotedMark>): AuditCheck['broken'] {
  for (const kept of slice) {
    const line = unchanged(kept)
    const before = found.last
    if (line === undefined) return { seq: kept.seq, why: 'changed' }
    if (before !== undefined && kept.seq !== before.seq + 1) return { seq: before.seq + 1, why: 'missing' }
    if (before !== undefined && line.previous !== before.hash) return { seq: kept.seq, why: 'changed' }
    for (const mark of noted) {
      if (mark.seq !== kept.seq) continue
      if (mark.hash !== kept.hash) return { seq: kept.seq, why: 'changed' }
      noted.delete(mark)
    }
    found.first ??= line
    if (line.removed_through !== undefined) {
      if (!isCoherent(line, line.removed_through)) return { seq: kept.seq, why: 'changed' }
      found.removed = line.removed_through
      if (line.removed_through.seq === found.first.seq - 1 && line.removed_through.hash === found.first.previous) found.isBeginningTold = true
    }
    found.last = kept
    found.unsignedSince ??= kept.at
    found.lines++
  }
  return undefined
}

/** Each checkpoint is signed, is of the line that stands there, and follows the one before. */
function checkSignatures(
  checkpoints: readonly Checkpoint[],
  slice: readonly KeptLine[],
  { found, keys }: { readonly found: Found; readonly keys: ReadonlyMap<string, string> },
): AuditCheck['broken'] {
  const [first] = slice
  for (const checkpoint of checkpoints) {
    const { seq, hash, previous_seq, previous_hash, key_id } = checkpoint
    const line = first === undefined ? undefined : slice[seq - first.seq]
    // Retention removes a line and its checkpoint together.
    if (line === undefined) return { seq: seq < (found.first?.seq ?? 0) ? (found.first?.seq ?? 0) - 1 : (found.last?.seq ?? 0) + 1, why: 'cut' }
    if (line.hash !== hash) return { seq, why: 'changed' }
    if (!isSignedBy(checkpoint, keys.get(key_id) ?? '')) return { seq, why: 'signature' }
    const before = found.checkpoint
    const follows = before === undefined ? previous_seq < (found.first?.seq ?? 0) : previous_seq === before.seq && previous_hash === before.hash
    if (!follows) return { seq: previous_seq === 0 ? seq : previous_seq, why: 'signature' }
    found.checkpoint = checkpoint
    found.unsignedSince = slice[seq - (first?.seq ?? 0) + 1]?.at
  }
  return undefined
}

/** The first line follows the beginning, or what retention says that it removed; what was noted is there. */
function checkEnds(audit: Audit, { first, last, removed, isBeginningTold }: Found, noted: ReadonlySet<NotedMark>): AuditCheck['broken'] {
  if (first !== undefined && !(first.seq === 1 ? first.previous === beginning : isBeginningTold)) return { seq: first.seq - 1, why: 'cut' }
  const { now, keepDays } = audit.terms()
  for (const { seq, at } of noted) {
    const isOld = at !== undefined && keepDays > 0 && Date.parse(at) < now.getTime() - keepDays * dayMs
    if (removed === undefined || seq > removed.seq || !isOld) return { seq: Math.min(seq, (last?.seq ?? 0) + 1), why: 'cut' }
  }
  return undefined
}

/** The end of a chain may wait a moment for its signature, not longer. */
function checkUnsigned(audit: Audit, { last, checkpoint, unsignedSince, first }: Found): AuditCheck['broken'] {
  const signed = checkpoint?.seq ?? 0
  const noted = audit.anchor()?.signed ?? 0
  if (signed < noted && noted >= (first?.seq ?? 0)) return { seq: signed + 1, why: 'unsigned' }
  const waiting = (last?.seq ?? 0) - Math.max(signed, (first?.seq ?? 1) - 1)
  const isStripped = checkpoint === undefined && unsignedSince !== undefined && Date.parse(unsignedSince) < audit.terms().now.getTime() - hourMs
  return waiting > mostUnsigned || isStripped ? { seq: Math.max(signed, (first?.seq ?? 1) - 1) + 1, why: 'unsigned' } : undefined
}

/** A line of retention by age removed only what was old when it was written. */
function isCoherent({ at }: AuditLine, { seq, at: removedAt, because }: RemovedThrough): boolean {
  if (seq < 1) return false
  if (removedAt === undefined || because === undefined || !('days' in because)) return true
  return Date.parse(removedAt) < Date.parse(at) - because.days * dayMs
}

/** The line of a kept text that still has its hash and its place. */
function unchanged({ seq, at, text, hash }: KeptLine): AuditLine | undefined {
  if (sha256Of(text) !== hash) return undefined
  try {
    const line = { ...(JSON.parse(text) as Omit<AuditLine, 'hash'>), hash }
    return line.seq === seq && line.at === at ? line : undefined
  } catch {
    // Text that is not JSON was never written here, though its hash be right.
    return undefined
  }
}
