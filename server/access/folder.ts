import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the audit: the first, then one for each month or so many bytes, named for its month and first line. */
const auditFile = /^audit(-\d{4}-\d{2}-\d{12})?\.db$/
const stateDatabase = 'plomada.db'

/**
 * Folders of what else makes an installation itself: its own authority, whom it trusts. Without them others would have to trust it anew.
 * Installed packs are not among them: they are installed again from their files.
 */
const identityFolders = ['tls', 'trust', 'keys'] as const

/** Folder of the backups that the program makes by itself, and of what a restore replaced. */
export const backupsFolder = 'backups'

/** Files of a data folder that a backup holds, by their names in it: the audit after the state it tells of, so that it tells of all of it. */
export function filesToKeep(folder: string): readonly string[] {
  const identity = identityFolders
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => readdirSync(join(folder, name), { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${name}/${entry.name}`] : [])))
  const found = existsSync(folder) ? readdirSync(folder) : []
  return [...found.filter((name) => name === stateDatabase), ...found.filter(isAuditFile).sort(), ...identity.filter(isKept)]
}

/** Whether a name is one that a backup may hold: no other is ever written by a restore. */
export function isKept(name: string): boolean {
  const [folder, file, ...more] = name.split('/')
  if (file === undefined) return isDatabase(name)
  return more.length === 0 && identityFolders.some((one) => one === folder) && /^[\w-][\w.-]*$/.test(file)
}

/** Whether a name is one of the databases. */
export function isDatabase(name: string): boolean {
  return name === stateDatabase || isAuditFile(name)
}

/** Whether a name is that of a file of the audit. */
export function isAuditFile(name: string): boolean {
  return auditFile.test(name)
}

/** Whether a name is that of a private key. */
export function isPrivateKey(name: string): boolean {
  return name.endsWith('.key')
}

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
