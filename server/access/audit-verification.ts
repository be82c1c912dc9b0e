import type { Audit } from './audit.ts'
import { type AuditLine, type AuditPosition, type ExternalMark, genesisHash, type RemovedThrough, type StoredLine } from './audit-line.ts'
import type { Checkpoint } from './audit-segment.ts'
import { isSignedBy, keyIdOfPem } from './audit-signature.ts'
import { sha256Of } from './sha256.ts'
import type { Deferred } from './store.ts'

type RetentionSettings = ReturnType<Audit['retentionSettings']>
/** The part of an audit that verification reads: one chain. */
export type ChainReader = Pick<Deferred<Audit>, 'after' | 'anchor' | 'checkpointsIn' | 'earlierKeys' | 'head' | 'publicKey' | 'retentionSettings'>

/** Result of verifying the chain. */
export interface AuditVerification {
  readonly lines: number
  readonly head: (AuditPosition & { readonly at: string }) | undefined
  /** Number of the last line covered by a valid signature; undefined if there is none. */
  readonly signed_through: number | undefined
  /** The first line with an error; undefined if the whole chain is valid. */
  readonly broken: { readonly seq: number; readonly why: BreakReason } | undefined
}

/**
 * `changed`: the text of a line differs from what was written. `missing`: a number is skipped. `cut`: lines are missing at the beginning or the end.
 * `signature`: a checkpoint is missing or not signed by a known key. `unsigned`: more lines without a signature than the service ever leaves.
 */
export type BreakReason = 'changed' | 'missing' | 'cut' | 'signature' | 'unsigned'

const linesAtOnce = 2000
const dayMs = 86_400_000
const hourMs = 3_600_000
/** Above the number of lines that the service, even in several processes, leaves unsigned. */
const mostUnsigned = 2000

/** Progress of a verification through the chain. */
interface Progress {
  lines: number
  first: AuditLine | undefined
  last: StoredLine | undefined
  /** The last removal recorded by retention. */
  removed: RemovedThrough | undefined
  /** True if a retention line explains why the chain does not begin with line 1. */
  isStartExplained: boolean
  checkpoint: Checkpoint | undefined
  unsignedSince: string | undefined
}

/**
 * Recomputes every hash of the chain and verifies every checkpoint with the key of the installation and `publicKeys` (PEM). Works in slices, so
 * that the process answers requests in between. `marks` are positions recorded outside the chain. The chain must contain them, which reveals lines
 * cut from the end and a rewritten chain. A mark may be missing only if it is older than the retention period and a retention line covers it.
 * `progressed` is told between the slices how many lines are done.
 */
export async function verifyAudit(
  audit: ChainReader,
  marks: readonly ExternalMark[],
  publicKeys: readonly string[] = [],
  progressed: (done: number, total: number) => void = () => undefined,
): Promise<AuditVerification> {
  const anchor = await audit.anchor()
  const head = await audit.head()
  const open = new Set<ExternalMark>([...marks, ...(anchor === undefined ? [] : [anchor])])
  const progress: Progress = {
    lines: 0,
    first: undefined,
    last: undefined,
    removed: undefined,
    isStartExplained: false,
    checkpoint: undefined,
    unsignedSince: undefined,
  }
  const result = (broken: AuditVerification['broken']): AuditVerification => ({
    lines: progress.lines,
    head: head && { seq: head.seq, hash: head.hash, at: head.at },
    signed_through: progress.checkpoint?.seq,
    broken,
  })
  const own = await audit.publicKey()
  const keys = new Map([...(own === undefined ? [] : [own]), ...(await audit.earlierKeys()), ...publicKeys].map((pem) => [keyIdOfPem(pem), pem]))
  for (;;) {
    const slice = await audit.after(progress.last?.seq ?? 0, linesAtOnce)
    const from = progress.last?.seq ?? 0
    const through = slice.length < linesAtOnce ? Number.MAX_SAFE_INTEGER : (slice.at(-1)?.seq ?? from)
    const broken = checkSlice(slice, progress, open) ?? checkSignatures(await audit.checkpointsIn(from, through), slice, { progress, keys })
    if (broken !== undefined) return result(broken)
    if (slice.length < linesAtOnce) break
    progressed(progress.lines, Math.max(progress.lines, (head?.seq ?? 0) - (progress.first?.seq ?? 1) + 1))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const settings = await audit.retentionSettings()
  return result(checkEnds(settings, progress, open) ?? (own === undefined ? undefined : checkUnsigned(settings, progress, anchor?.signed ?? 0)))
}

/**
 * Verifies every chain as `verifyAudit` does: of each node, where several share a database. A mark must be in the chain that has its number and hash; one that is
 * in none is looked for in all, which then miss it.
 */
export async function verifyAll(
  audit: Pick<Deferred<Audit>, 'chains'>,
  marks: readonly ExternalMark[] = [],
  publicKeys: readonly string[] = [],
  progressed?: (done: number, total: number) => void,
): Promise<readonly (AuditVerification & { readonly node?: string | undefined })[]> {
  const chains = await audit.chains()
  const holders = await Promise.all(marks.map(async (mark) => (await Promise.all(chains.map((chain) => isIn(chain, mark)))).indexOf(true)))
  const checks: (AuditVerification & { readonly node?: string | undefined })[] = []
  for (const [index, chain] of chains.entries()) {
    const own = marks.filter((_mark, which) => holders[which] === index || holders[which] === -1)
    checks.push({ ...(chain.node === undefined ? {} : { node: chain.node }), ...(await verifyAudit(chain, own, publicKeys, progressed)) })
  }
  return checks
}

async function isIn(chain: ChainReader, { seq, hash }: ExternalMark): Promise<boolean> {
  const [line] = await chain.after(seq - 1, 1)
  return line?.seq === seq && line.hash === hash
}

/** Checks that each line has its hash, follows the line before and matches the marks at its number. Removes the marks that it finds. */
function checkSlice(slice: readonly StoredLine[], progress: Progress, marks: Set<ExternalMark>): AuditVerification['broken'] {
  for (const kept of slice) {
    const line = unchanged(kept)
    const before = progress.last
    if (line === undefined) return { seq: kept.seq, why: 'changed' }
    if (before !== undefined && kept.seq !== before.seq + 1) return { seq: before.seq + 1, why: 'missing' }
    if (before !== undefined && line.previous !== before.hash) return { seq: kept.seq, why: 'changed' }
    for (const mark of marks) {
      if (mark.seq !== kept.seq) continue
      if (mark.hash !== kept.hash) return { seq: kept.seq, why: 'changed' }
      marks.delete(mark)
    }
    progress.first ??= line
    if (line.removed_through !== undefined) {
      if (!isCoherent(line, line.removed_through)) return { seq: kept.seq, why: 'changed' }
      progress.removed = line.removed_through
      if (line.removed_through.seq === progress.first.seq - 1 && line.removed_through.hash === progress.first.previous)
        progress.isStartExplained = true
    }
    progress.last = kept
    progress.unsignedSince ??= kept.at
    progress.lines++
  }
  return undefined
}

/** Checks that each checkpoint is signed, names the line at its number and follows the checkpoint before it. */
function checkSignatures(
  checkpoints: readonly Checkpoint[],
  slice: readonly StoredLine[],
  { progress, keys }: { readonly progress: Progress; readonly keys: ReadonlyMap<string, string> },
): AuditVerification['broken'] {
  const [first] = slice
  for (const checkpoint of checkpoints) {
    const { seq, hash, previous_seq, previous_hash, key_id } = checkpoint
    const line = first === undefined ? undefined : slice[seq - first.seq]
    // Retention removes a line together with its checkpoint.
    if (line === undefined)
      return { seq: seq < (progress.first?.seq ?? 0) ? (progress.first?.seq ?? 0) - 1 : (progress.last?.seq ?? 0) + 1, why: 'cut' }
    if (line.hash !== hash) return { seq, why: 'changed' }
    if (!isSignedBy(checkpoint, keys.get(key_id) ?? '')) return { seq, why: 'signature' }
    const before = progress.checkpoint
    const follows = before === undefined ? previous_seq < (progress.first?.seq ?? 0) : previous_seq === before.seq && previous_hash === before.hash
    if (!follows) return { seq: previous_seq === 0 ? seq : previous_seq, why: 'signature' }
    progress.checkpoint = checkpoint
    progress.unsignedSince = slice[seq - (first?.seq ?? 0) + 1]?.at
  }
  return undefined
}

/** Checks that the chain begins with line 1 or where retention says, and that no mark is left over without an explanation. */
function checkEnds(
  { now, keepDays }: RetentionSettings,
  { first, last, removed, isStartExplained }: Progress,
  marks: ReadonlySet<ExternalMark>,
): AuditVerification['broken'] {
  if (first !== undefined && !(first.seq === 1 ? first.previous === genesisHash : isStartExplained)) return { seq: first.seq - 1, why: 'cut' }
  for (const { seq, at } of marks) {
    const isOld = at !== undefined && keepDays > 0 && Date.parse(at) < now.getTime() - keepDays * dayMs
    if (removed === undefined || seq > removed.seq || !isOld) return { seq: Math.min(seq, (last?.seq ?? 0) + 1), why: 'cut' }
  }
  return undefined
}

/** Checks that no more lines at the end wait for a signature, and no longer, than the service allows. */
function checkUnsigned(
  { now }: RetentionSettings,
  { last, checkpoint, unsignedSince, first }: Progress,
  expected: number,
): AuditVerification['broken'] {
  const signed = checkpoint?.seq ?? 0
  if (signed < expected && expected >= (first?.seq ?? 0)) return { seq: signed + 1, why: 'unsigned' }
  const from = Math.max(signed, (first?.seq ?? 1) - 1)
  const isStripped = checkpoint === undefined && unsignedSince !== undefined && Date.parse(unsignedSince) < now.getTime() - hourMs
  return (last?.seq ?? 0) - from > mostUnsigned || isStripped ? { seq: from + 1, why: 'unsigned' } : undefined
}

/** False if a retention line says that it removed lines by age which were not old enough then. */
function isCoherent({ at }: AuditLine, { seq, at: removedAt, because }: RemovedThrough): boolean {
  if (seq < 1) return false
  if (removedAt === undefined || because === undefined || !('days' in because)) return true
  return Date.parse(removedAt) < Date.parse(at) - because.days * dayMs
}

/** Parses a stored line; undefined if its hash, number or date does not match its text. */
function unchanged({ seq, at, text, hash }: StoredLine): AuditLine | undefined {
  if (sha256Of(text) !== hash) return undefined
  try {
    const line = { ...(JSON.parse(text) as Omit<AuditLine, 'hash'>), hash }
    return line.seq === seq && line.at === at ? line : undefined
  } catch {
    // The service writes only JSON, so a matching hash does not make this line valid.
    return undefined
  }
}
