import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Operation } from './traced-process.ts'

interface File {
  isFolder: boolean
  /** What programs read. */
  now: Buffer
  /** What the disk has. */
  kept: Buffer
  /** Writes since the last sync; `size` is that of a truncation. */
  pending: { readonly bytes: Buffer; readonly at: number; readonly size?: number }[]
}

/** How much of what was not yet synced a power cut leaves: nothing, or what a number between 0 and 1, drawn for each, is less than. */
export type Luck = () => number

/**
 * A folder on a disk that keeps what POSIX promises and no more: the content of a file that was synced, and a name whose folder was synced.
 * Replays the operations of a process.
 */
export class Disk {
  readonly #folder: string
  /** Names as programs see them, and as the disk has them. */
  readonly #now = new Map<string, File>()
  readonly #kept = new Map<string, File>()
  /** Where each open file without a position is written next. */
  readonly #ends = new Map<File, number>()

  constructor(folder: string) {
    this.#folder = folder
    const root = newFile(true)
    this.#now.set(folder, root)
    this.#kept.set(folder, root)
  }

  /** Replays an operation. Files of shared memory are left out: SQLite makes them anew. */
  apply(operation: Operation): void {
    if (operation.kind === 'said' || operation.path.endsWith('-shm')) return
    const { path } = operation
    switch (operation.kind) {
      case 'open': {
        const file = this.#fileAt(path)
        this.#ends.set(file, 0)
        if (operation.truncates) this.#write(file, { bytes: Buffer.alloc(0), at: 0, size: 0 })
        return
      }
      case 'write': {
        const file = this.#fileAt(path)
        const at = operation.at ?? this.#ends.get(file) ?? 0
        if (operation.at === undefined) this.#ends.set(file, at + operation.bytes.length)
        this.#write(file, { bytes: operation.bytes, at })
        return
      }
      case 'truncate':
        this.#write(this.#fileAt(path), { bytes: Buffer.alloc(0), at: 0, size: operation.size })
        return
      case 'mkdir':
        this.#now.set(path, newFile(true))
        return
      case 'unlink':
        this.#now.delete(path)
        return
      case 'rename':
      case 'link':
        for (const [name, file] of [...this.#now]) {
          if (name !== path && !name.startsWith(`${path}/`)) continue
          if (operation.kind === 'rename') this.#now.delete(name)
          this.#now.set(operation.to + name.slice(path.length), file)
        }
        return
      case 'sync':
        this.#sync(path)
        return
    }
  }

  /** Writes what the disk would have after a power cut into a new folder. */
  writeTo(target: string, luck: Luck | undefined): void {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    const names = [...this.#kept.keys()].sort()
    for (const name of names) {
      const file = this.#kept.get(name)
      if (file === undefined || name === this.#folder || !names.includes(dirname(name))) continue
      const copy = join(target, relative(this.#folder, name))
      if (file.isFolder) mkdirSync(copy, { mode: 0o700 })
      else writeFileSync(copy, luck === undefined ? file.kept : partly(file, luck), { mode: 0o600 })
    }
  }

  #fileAt(path: string): File {
    const known = this.#now.get(path) ?? newFile(false)
    this.#now.set(path, known)
    return known
  }

  #write(file: File, write: File['pending'][number]): void {
    file.now = applied(file.now, write)
    file.pending.push(write)
  }

  #sync(path: string): void {
    const file = this.#fileAt(path)
    file.kept = file.now
    file.pending = []
    if (!file.isFolder) return
    for (const name of [...this.#kept.keys()]) if (dirname(name) === path && !this.#now.has(name)) this.#kept.delete(name)
    for (const [name, own] of this.#now) if (dirname(name) === path) this.#kept.set(name, own)
  }
}

function newFile(isFolder: boolean): File {
  return { isFolder, now: Buffer.alloc(0), kept: Buffer.alloc(0), pending: [] }
}

function applied(before: Buffer, { bytes, at, size }: File['pending'][number]): Buffer {
  if (size !== undefined) return Buffer.concat([before.subarray(0, size), Buffer.alloc(Math.max(0, size - before.length))])
  const after = Buffer.alloc(Math.max(before.length, at + bytes.length))
  before.copy(after)
  bytes.copy(after, at)
  return after
}

/** The content with some of the writes that were not synced, in any choice. */
function partly({ kept, pending }: File, luck: Luck): Buffer {
  const share = luck()
  return pending.filter(() => luck() < share).reduce(applied, kept)
}
