import { sha256Of } from '../sha256.ts'
import type { Audit, AuditMark, KeptLine } from './audit.ts'
import { type AuditLine, beginning } from './audit-line.ts'

/** What a check of the chain found. */
export interface AuditCheck {
  readonly lines: number
  readonly head: AuditMark | undefined
  /** The first line that does not hold; undefined where the whole chain does. */
  readonly broken: { readonly seq: number; readonly why: BrokenBy } | undefined
}

/** `changed`: its text is not what was written. `missing`: nothing stands where it should. `cut`: lines that were noted are gone from an end. */
export type BrokenBy = 'changed' | 'missing' | 'cut'

const linesAtOnce = 2000

/**
 * Recomputes the whole chain, a slice at a time so that requests are answered meanwhile. Besides each line's own hash, the chain must
 * hold every mark: places noted elsewhere, so that lines cut from its end, or a chain written anew, are seen.
 */
export async function checkAudit(audit: Audit, marks: readonly AuditMark[]): Promise<AuditCheck> {
  const head = audit.head()
  const anchor = audit.anchor()
  const noted = new Set([...marks, ...(anchor === undefined ? [] : [anchor])])
  let lines = 0
  let before: { readonly seq: number; readonly hash: string } | undefined
  let removed: AuditMark | undefined
  let first: AuditLine | undefined
  const found = (seq: number, why: BrokenBy): AuditCheck => ({ lines, head, broken: { seq, why } })
  for (;;) {
    const slice = audit.after(before?.seq ?? 0, linesAtOnce)
    for (const kept of slice) {
      const line = unchanged(kept)
      if (line === undefined) return found(kept.seq, 'changed')
      if (before !== undefined && kept.seq !== before.seq + 1) return found(before.seq + 1, 'missing')
      if (before !== undefined && line.previous !== before.hash) return found(kept.seq, 'changed')
      for (const mark of noted) {
        if (mark.seq !== kept.seq) continue
        if (mark.hash !== kept.hash) return found(kept.seq, 'changed')
        noted.delete(mark)
      }
      first ??= line
      removed = line.removed_through ?? removed
      before = kept
      lines++
    }
    if (slice.length < linesAtOnce) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  // The first line follows the beginning, or what a later line says retention removed.
  if (first !== undefined && !follows(first, removed)) return found(first.seq - 1, 'cut')
  for (const { seq, hash } of noted) {
    const wentByRetention = removed !== undefined && (seq < removed.seq || (seq === removed.seq && hash === removed.hash))
    if (!wentByRetention) return found(Math.min(seq, (before?.seq ?? 0) + 1), 'cut')
  }
  return { lines, head, broken: undefined }
}

function follows(first: AuditLine, removed: AuditMark | undefined): boolean {
  return first.seq === 1 ? first.previous === beginning : removed !== undefined && removed.seq === first.seq - 1 && removed.hash === first.previous
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
