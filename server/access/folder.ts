import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Databases of the data folder, in the order they are copied: the audit after what it tells of, so that it tells of all of it. */
const databases = ['plomada.db', 'audit.db'] as const

/**
 * Folders of what else makes an installation itself: its own authority, whom it trusts. Without them others would have to trust it anew.
 * Installed packs are not among them: they are installed again from their files.
 */
const identityFolders = ['tls', 'trust', 'keys'] as const

/** Folder of the backups that the program makes by itself, and of what a restore replaced. */
export const backupsFolder = 'backups'

/** Files of a data folder that a backup holds, by their names in it, databases first. */
export function filesToKeep(folder: string): readonly string[] {
  const identity = identityFolders
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => readdirSync(join(folder, name), { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${name}/${entry.name}`] : [])))
  return [...databases.filter((name) => existsSync(join(folder, name))), ...identity.filter(isKept)]
}

/** Whether a name is one that a backup may hold: no other is ever written by a restore. */
export function isKept(name: string): boolean {
  const [folder, file, ...more] = name.split('/')
  if (file === undefined) return isDatabase(name)
  return more.length === 0 && identityFolders.some((one) => one === folder) && /^[\w-][\w.-]*$/.test(file)
}

/** Whether a name is one of the databases. */
export function isDatabase(name: string): boolean {
  return databases.some((one) => one === name)
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
