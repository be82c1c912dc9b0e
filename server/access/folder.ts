import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Databases of the data folder, in the order they are copied: the audit after what it tells of, so that it tells of all of it. */
export const databases = ['plomada.db', 'audit.db'] as const

/** What else belongs to an installation: its own authority and signing key, without which others would have to trust it anew. */
export const secretFiles = ['ca.crt', 'ca.key', 'signing.key'] as const

/** Folder of the backups that the program makes by itself, and of what a restore replaced. */
export const backupsFolder = 'backups'

/** A moment as part of a file's name: `20261121T162200Z`. */
export function stampOf(date: Date): string {
  return date.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Makes the names in a folder last through a power cut, where the system can. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
