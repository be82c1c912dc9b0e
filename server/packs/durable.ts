import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../access/folder.ts'

/** Writes a file so that after a crash it is either what it was or what is given, whole. */
export function writeDurably(file: string, content: string | Uint8Array, mode = 0o600): void {
  const fresh = `${file}.${process.pid}.tmp`
  writeSynced(fresh, content, mode)
  renameDurably(fresh, file)
}

/** Writes a new file and waits until the disk has it. */
export function writeSynced(file: string, content: string | Uint8Array, mode = 0o600): void {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const handle = openSync(file, 'w', mode)
  try {
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Renames, and waits until the disk has the new name. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}
