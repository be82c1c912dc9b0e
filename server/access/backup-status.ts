import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsFolder } from './data-folder.ts'
import { createFolderDurably, writeDurably } from './durable-write.ts'

/** How the last encrypted backups went. */
export interface BackupStatus {
  /** When one was last tried, and when one last succeeded: ISO 8601. */
  readonly tried_at: string | null
  readonly succeeded_at: string | null
  /** Name and size of the last one. */
  readonly name: string | null
  readonly bytes: number | null
  /** Why the last one failed; null if it succeeded. */
  readonly error: string | null
}

/** Backups that the process makes by itself. */
export interface Backups {
  readonly everyMs: number
  /** Where they go. */
  readonly place: string
  status(): BackupStatus
}

const fileName = 'status.json'
const none: BackupStatus = { tried_at: null, succeeded_at: null, name: null, bytes: null, error: null }

/** Reads how the last backups of a data folder went. A missing or damaged file means that none was made. */
export function readBackupStatus(folder: string): BackupStatus {
  try {
    // The program alone writes this file.
    return { ...none, ...(JSON.parse(readFileSync(join(folder, backupsFolder, fileName), 'utf8')) as BackupStatus) }
  } catch {
    return none
  }
}

/** Writes how a backup went. */
export function writeBackupStatus(folder: string, status: BackupStatus): void {
  createFolderDurably(join(folder, backupsFolder))
  writeDurably(join(folder, backupsFolder, fileName), JSON.stringify(status))
}

/** What the status means now: `failed`, or `overdue` if none succeeded for twice the period. */
export function backupHealth(status: BackupStatus, everyMs: number, now: Date): 'ok' | 'waiting' | 'failed' | 'overdue' {
  if (status.error !== null) return 'failed'
  if (status.succeeded_at === null) return 'waiting'
  return now.getTime() - Date.parse(status.succeeded_at) > 2 * everyMs ? 'overdue' : 'ok'
}
