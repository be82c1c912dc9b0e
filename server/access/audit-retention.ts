import type { AuditFiles } from './audit-files.ts'
import type { AuditEntry, AuditLine, RemovedThrough, StoredLine } from './audit-line.ts'

/** Removes old lines from the audit. */
export interface Retention {
  /** Removes lines older than the limit, at most one slice per call. Returns true if it removed any. */
  removeByAge(now: Date): boolean
  /** Removes the oldest files until the total size is within the limit. Never removes the newest file. */
  removeBySize(): void
}

const dayMs = 86_400_000
/** Most lines removed per call, so that no request waits long. */
const linesAtOnce = 20_000

/**
 * Retention by age and by size. Each removal is recorded in a line before it happens. Age is measured against the date of the last line, not the
 * clock, and checked when the first line of a new day arrives. A clock that is set ahead therefore removes nothing until the chain itself has
 * reached the next day.
 */
export function openRetention(
  files: AuditFiles,
  { keepDays, keepBytes }: { readonly keepDays: number; readonly keepBytes: number },
  add: (line: AuditEntry & Pick<AuditLine, 'removed_through'>) => void,
): Retention {
  let checkedOn = ''
  let cutoff: string | undefined
  const record = (removed: RemovedThrough): void => {
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
  const removeThrough = ({ seq, hash, at }: StoredLine, because: NonNullable<RemovedThrough['because']>): number => {
    const lines = seq - (files.first()?.seq ?? seq) + 1
    record({ seq, hash, at, lines, because })
    files.changeOldest((segment) => segment.removeThrough(seq))
    return lines
  }
  /** Removes lines from the oldest file. Returns how many. */
  const removeOlder = (before: string): number => {
    let last: StoredLine | undefined
    files.changeOldest((segment) => {
      last = segment.lastOlder(before, linesAtOnce)
    })
    return last === undefined ? 0 : removeThrough(last, { days: keepDays })
  }
  const removeOldestFile = (): boolean => {
    if (keepBytes === 0 || files.bytes() <= keepBytes) return false
    let last: StoredLine | undefined
    files.changeOldest((segment, isCurrent) => {
      last = isCurrent ? undefined : segment.last()
    })
    if (last !== undefined) removeThrough(last, { bytes: keepBytes })
    return last !== undefined
  }
  const removeBySize = (): void => {
    while (removeOldestFile());
  }
  return {
    removeByAge(now) {
      const today = now.toISOString().slice(0, 10)
      if (today !== checkedOn) {
        const last = files.newest(Number.MAX_SAFE_INTEGER, 1)[0]
        checkedOn = today
        if (keepDays > 0 && last !== undefined && last.at.slice(0, 10) < today)
          cutoff = new Date(Date.parse(last.at) - keepDays * dayMs).toISOString()
        removeBySize()
      }
      let removed = 0
      while (cutoff !== undefined && removed < linesAtOnce) {
        const more = removeOlder(cutoff)
        removed += more
        if (more === 0) cutoff = undefined
      }
      return removed > 0
    },
    removeBySize: removeBySize,
  }
}
