import { closeSync, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the audit: `audit.db`, then `audit-2026-11-000000012345.db` and so on, with the month and the number of the first line. */
const auditFile = /^audit(-\d{4}-\d{2}-\d{12})?\.db$/
/** Original files of the library: the hash of their content, and their format. */
const libraryFile = /^[\da-f]{64}\.(pdf|docx|md|txt)$/
const stateDatabase = 'plomada.db'
/** The database of the library, and the folder of its original files. */
export const libraryDatabase = 'biblioteca.db'
export const libraryFolder = 'biblioteca'
/** Name of the file of the letterhead. */
export const officeFile = 'oficina.json'

/**
 * Folders with the identity of an installation: its certificate authority, its trusted keys, its signing key. They are backed up so that others
 * need not trust a restored installation again. Packs are not backed up, because they can be installed again from their files.
 */
const identityFolders = ['tls', 'trust', 'keys'] as const

/** Folder for automatic backups and for the files that a restore replaced. */
export const backupsFolder = 'backups'

/** Names of the files to back up. The audit comes after the state, so that it covers every change in the copied state. */
export function filesToBackUp(folder: string): readonly string[] {
  const identity = identityFolders
    .filter((name) => existsSync(join(folder, name)))
    .flatMap((name) => readdirSync(join(folder, name), { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`${name}/${entry.name}`] : [])))
  const found = existsSync(folder) ? readdirSync(folder) : []
  return [
    ...found.filter((name) => name === stateDatabase || name === officeFile || name === libraryDatabase),
    ...found.filter(isAuditFile).sort(),
    ...identity.filter(isBackupName),
    ...libraryFilesIn(folder),
  ]
}

/** The original files of the library. Files on their way into it are left out. */
function libraryFilesIn(folder: string): string[] {
  const own = join(folder, libraryFolder)
  return existsSync(own) ? readdirSync(own).flatMap((name) => (libraryFile.test(name) ? [`${libraryFolder}/${name}`] : [])) : []
}

/** True for the name of what belongs to the library. */
export function isOfLibrary(name: string): boolean {
  return name === libraryDatabase || name.startsWith(`${libraryFolder}/`)
}

/** True if a backup may contain a file of this name. A restore writes no other names. */
export function isBackupName(name: string): boolean {
  const [folder, file, ...more] = name.split('/')
  if (file === undefined) return isDatabase(name) || name === officeFile
  if (folder === libraryFolder) return more.length === 0 && libraryFile.test(file)
  return more.length === 0 && identityFolders.some((one) => one === folder) && /^[\w-][\w.-]*$/.test(file)
}

/** True for the name of a database. */
export function isDatabase(name: string): boolean {
  return name === stateDatabase || name === libraryDatabase || isAuditFile(name)
}

/** True for the name of an audit file. */
export function isAuditFile(name: string): boolean {
  return auditFile.test(name)
}

/** True for the name of a private key. */
export function isPrivateKey(name: string): boolean {
  return name.endsWith('.key')
}

/** A moment for use in a file name: `20261121T162200Z`. */
export function fileTimestamp(date: Date): string {
  return date.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Waits until the disk has the entries of a folder, so that new names survive a power cut. Does nothing on Windows. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
