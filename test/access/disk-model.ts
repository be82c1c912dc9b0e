import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Operation } from './traced-process.ts'

interface Write {
  readonly bytes: Buffer
  readonly at: number
  /** The length that a truncation gives. */
  readonly size?: number
}

/** A file or a folder: what programs see, and what the disk has. */
interface Entry {
  readonly isFolder: boolean
  now: Buffer
  kept: Buffer
  /** Writes since the last sync. */
  pending: Write[]
  readonly names: Map<string, Entry>
  keptNames: ReadonlyMap<string, Entry>
}

/** Numbers between 0 and 1 that say which of the writes that were not synced a power cut leaves. */
export type Luck = () => number

/**
 * A folder on a disk that keeps what POSIX promises and no more: the content of a file that was synced, and a name whose folder was synced.
 * Replays the operations of a process.
 */
export class Disk {
  readonly #folder: string
  readonly #root = newEntry(true)
  /** Where each open file without a position is written next. */
  readonly #ends = new Map<Entry, number>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Replays an operation. Files of shared memory are left out: SQLite makes them anew. */
  apply(operation: Operation): void {
    if (operation.kind === 'said' || operation.path.endsWith('-shm')) return
    const { path } = operation
    switch (operation.kind) {
      case 'open': {
        const file = this.#at(path)
        this.#ends.set(file, 0)
        if (operation.truncates) write(file, { bytes: Buffer.alloc(0), at: 0, size: 0 })
        return
      }
      case 'write': {
        const file = this.#at(path)
        const at = operation.at ?? this.#ends.get(file) ?? 0
        if (operation.at === undefined) this.#ends.set(file, at + operation.bytes.length)
        write(file, { bytes: operation.bytes, at })
        return
      }
      case 'truncate':
        write(this.#at(path), { bytes: Buffer.alloc(0), at: 0, size: operation.size })
        return
      case 'mkdir':
        this.#at(dirname(path)).names.set(basename(path), newEntry(true))
        return
      case 'unlink':
        this.#at(dirname(path)).names.delete(basename(path))
        return
      case 'rename':
      case 'link': {
        const entry = this.#at(path)
        if (operation.kind === 'rename') this.#at(dirname(path)).names.delete(basename(path))
        this.#at(dirname(operation.to)).names.set(basename(operation.to), entry)
        return
      }
      case 'sync': {
        const entry = this.#at(path)
        entry.kept = entry.now
        entry.pending = []
        entry.keptNames = new Map(entry.names)
      }
    }
  }

  /** Writes what the disk would have after a power cut into a new folder: without luck no more than was synced. */
  writeTo(target: string, luck: Luck | undefined): void {
    writeEntry(this.#root, target, luck)
  }

  #at(path: string): Entry {
    const names = relative(this.#folder, path).split('/').filter(Boolean)
    return names.reduce((folder, name) => {
      const found = folder.names.get(name) ?? newEntry(false)
      folder.names.set(name, found)
      return found
    }, this.#root)
  }
}

function newEntry(isFolder: boolean): Entry {
  return { isFolder, now: Buffer.alloc(0), kept: Buffer.alloc(0), pending: [], names: new Map(), keptNames: new Map() }
}

function write(file: Entry, one: Write): void {
  file.now = applied(file.now, one)
  file.pending.push(one)
}

function applied(before: Buffer, { bytes, at, size }: Write): Buffer {
  if (size !== undefined) return Buffer.concat([before.subarray(0, size), Buffer.alloc(Math.max(0, size - before.length))])
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length))
  before.copy(after)
  bytes.copy(after, at)
  return after
}

function writeEntry(entry: Entry, target: string, luck: Luck | undefined): void {
  if (!entry.isFolder) {
    writeFileSync(target, luck === undefined ? entry.kept : partly(entry, luck), { mode: 0o600 })
    return
  }
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const [name, own] of entry.keptNames) writeEntry(own, join(target, name), luck)
}

/** The content with some of the writes that were not synced, in any choice. */
function partly({ kept, pending }: Entry, luck: Luck): Buffer {
  const share = luck()
  return pending.filter(() => luck() < share).reduce(applied, kept)
}
