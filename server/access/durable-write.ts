import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCode } from '../errors/error-code.ts'
import { syncFolder } from './data-folder.ts'

/** How file systems without hard links answer to one. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Replaces a file atomically: after a crash it has either the old content or the new one. */
export function writeDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = temporaryName(file)
  try {
    writeSynced(temporary, content, mode)
    renameDurably(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Creates a file atomically unless it exists. If two processes create it at once, both can read the result: that of one of them. */
export function createDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const temporary = temporaryName(file)
  try {
    writeSynced(temporary, content, mode)
    giveName(temporary, file)
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolder(dirname(file))
}

/** Writes a file and waits until the disk has its content. */
export function writeSynced(file: string, content: string | Uint8Array, mode = 0o600): void {
  writeChunksSynced(file, [typeof content === 'string' ? Buffer.from(content) : content], mode)
}

/** Writes a file chunk by chunk and waits until the disk has all of it. */
export function writeChunksSynced(file: string, chunks: Iterable<Uint8Array>, mode = 0o600): void {
  const handle = openSync(file, 'w', mode)
  try {
    for (const bytes of chunks) for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Waits until the disk has what was written to a file. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Renames a file and waits until the disk has the change. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from))
}

/**
 * Gives a complete file its final name in one step and waits until the disk has it; `from` may be removed afterwards. Throws if `to` exists. On a
 * file system without hard links, such as that of a USB stick, the file is renamed.
 */
export function linkDurably(from: string, to: string): void {
  giveName(from, to)
  syncFolder(dirname(to))
}

function giveName(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (!withoutLinks.has(errorCode(error)) || existsSync(to)) throw error
    renameSync(from, to)
  }
}

/** Removes a file, if it exists, and waits until the disk has the change. */
export function removeDurably(file: string): void {
  rmSync(file, { force: true })
  syncFolder(dirname(file))
}

/**
 * Sets a file to mode 0600 if other accounts could read or write it. Returns the old mode, such as `0644`; undefined if nothing changed. Does
 * nothing on Windows, where the permissions of the user's folder apply.
 */
export function restrictToOwner(file: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
  if ((mode & 0o077) === 0) return undefined
  chmodSync(file, 0o600)
  return mode.toString(8).padStart(4, '0')
}

/**
 * Creates a private folder, with those above it, unless it exists. Their names survive a power cut. One at a time: `recursive` never ends where a folder
 * that exists takes no other, as `/proc` does.
 */
export function createFolderDurably(folder: string): void {
  if (isFolder(folder)) return
  const above = dirname(resolve(folder))
  if (above !== resolve(folder)) createFolderDurably(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it since.
    if (!isFolder(folder)) throw error
  }
  syncFolder(above)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function temporaryName(file: string): string {
  return `${file}.${process.pid}.tmp`
}
