import { type BackupStatus, readBackupStatus } from './backup-status.ts'

/** What a schedule of backups needs. */
export interface BackupSchedule {
  readonly folder: string
  readonly everyMs: number
  readonly now: () => Date
  /** Makes a backup and writes its status. Resolves also if it fails. */
  run(): Promise<void>
}

const lookEveryMs = 60_000
const retryAfterMs = 15 * 60_000

/** Makes a backup whenever one is due, also after a time in which the service did not run. Returns a function that ends it. */
export function scheduleBackups({ folder, everyMs, now, run }: BackupSchedule): () => void {
  let isRunning = false
  const look = async (): Promise<void> => {
    if (isRunning || !isBackupDue(readBackupStatus(folder), everyMs, now())) return
    isRunning = true
    try {
      await run()
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(() => void look(), Math.min(lookEveryMs, everyMs)).unref()
  void look()
  return () => clearInterval(timer)
}

/** True if a backup is due: the last one that succeeded is a period old, and a failed one was not just tried. A clock that was set back does not stop them. */
export function isBackupDue({ succeeded_at, tried_at, error }: BackupStatus, everyMs: number, now: Date): boolean {
  const since = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - Date.parse(at)))
  if (error !== null) return since(tried_at) >= Math.min(retryAfterMs, everyMs)
  return since(succeeded_at) >= everyMs
}
