import type { AuditEntry, AuditLine, KeptLine, RemovedThrough } from './audit-line.ts'
import type { Trail } from './audit-trail.ts'

/** Removes what is due. */
export interface Retain {
  /** By age, a slice at a time; the rest at the next calls. Returns whether anything was removed. */
  byAge(now: Date): boolean
  /** By size: the oldest files, never the newest. */
  bySize(): void
}

const dayMs = 86_400_000
/** Removed at once, so that no request waits long. */
const linesAtOnce = 20_000

/**
 * Retention of a chain, by age and by size, each removal told in a line before it is done. Age goes by the dates of the chain alone: what is
 * older than `keepDays` on the day of the last line, looked at when the first line of another day comes. A clock set ahead removes nothing
 * until the chain itself has reached the day after.
 */
export function retention(
  trail: Trail,
  { keepDays, keepBytes }: { readonly keepDays: number; readonly keepBytes: number },
  add: (line: AuditEntry & Pick<AuditLine, 'removed_through'>) => KeptLine,
): Retain {
  let lookedOn = ''
  let cutoff: string | undefined
  const say = (removed: RemovedThrough): void => {
    add({
      who: { kind: 'service' },
      address: null,
      operation: 'audit retention',
      subject: null,
      status: null,
      request_id: null,
      removed_through: removed,
    })
  }
  const removeThrough = ({ seq, hash, at }: KeptLine, because: NonNullable<RemovedThrough['because']>): number => {
    const lines = seq - (trail.first()?.seq ?? seq) + 1
    say({ seq, hash, at, lines, because })
    trail.changeOldest((segment) => segment.removeThrough(seq))
    return lines
  }
  /** Returns how many lines it removed, from one file. */
  const removeOld = (before: string): number => {
    let last: KeptLine | undefined
    trail.changeOldest((segment) => {
      last = segment.lastOlder(before, linesAtOnce)
    })
    return last === undefined ? 0 : removeThrough(last, { days: keepDays })
  }
  const removeLargest = (): boolean => {
    if (keepBytes === 0 || trail.bytes() <= keepBytes) return false
    let last: KeptLine | undefined
    trail.changeOldest((segment, isCurrent) => {
      last = isCurrent ? undefined : segment.last()
    })
    if (last !== undefined) removeThrough(last, { bytes: keepBytes })
    return last !== undefined
  }
  const bySize = (): void => {
    while (removeLargest());
  }
  return {
    byAge(now) {
      const today = now.toISOString().slice(0, 10)
      if (today !== lookedOn) {
        const last = trail.newest(Number.MAX_SAFE_INTEGER, 1)[0]
        lookedOn = today
        if (keepDays > 0 && last !== undefined && last.at.slice(0, 10) < today)
          cutoff = new Date(Date.parse(last.at) - keepDays * dayMs).toISOString()
        bySize()
      }
      let removed = 0
      while (cutoff !== undefined && removed < linesAtOnce) {
        const more = removeOld(cutoff)
        removed += more
        if (more === 0) cutoff = undefined
      }
      return removed > 0
    },
    bySize,
  }
}
