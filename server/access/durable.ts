import { chmodSync, closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from './folder.ts'

/** Replaces a file atomically: after a crash it holds either the old content or the new one, whole. Mode 0600 unless another is given. */
export function writeDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const fresh = freshName(file)
  try {
    writeSynced(fresh, content, mode)
    renameDurably(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

/** Creates a file atomically unless it exists. Of two processes that create it at once, one does; both may then read it. */
export function createDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const fresh = freshName(file)
  try {
    writeSynced(fresh, content, mode)
    linkSync(fresh, file)
  } catch (error) {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) throw error
  } finally {
    rmSync(fresh, { force: true })
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

/** Renames, and waits until the disk has both names. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
  if (dirname(from) !== dirname(to)) syncFolder(dirname(from))
}

/** Closes a private file to everybody but its owner. Returns the mode it had, such as `0644`; undefined where it was private. On Windows the user's folder guards it. */
export function repairPrivacy(file: string): string | undefined {
  if (process.platform === 'win32') return undefined
  const mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & 0o777
  if ((mode & 0o077) === 0) return undefined
  chmodSync(file, 0o600)
  return mode.toString(8).padStart(4, '0')
}

function freshName(file: string): string {
  return `${file}.${process.pid}.tmp`
}
