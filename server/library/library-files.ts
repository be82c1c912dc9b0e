import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { libraryFolder } from '../access/data-folder.ts'
import { createFolderDurably, removeDurably, renameDurably, syncFile, writeSynced } from '../access/durable-write.ts'

/** A file on its way into the library. */
export type Source = { readonly file: string } | { readonly bytes: Uint8Array }

/** The original files of the library, by the hash of their content. */
export interface LibraryFiles {
  /** Copies a source into the folder, under a name of its own, until it is kept or dropped. */
  receive(source: Source): string
  /** Gives a received file its final name. On disk when it returns. */
  keep(received: string, name: string): void
  drop(received: string): void
  /** The path of a kept file; undefined if it is missing. */
  pathOf(name: string): string | undefined
  remove(name: string): void
  /** Removes files that are not among the known names, and what processes that ended have left. */
  sweep(known: ReadonlySet<string>): void
  close(): void
}

const received = /^entrada-(\d+)-[\da-f-]+$/
const kept = /^[\da-f]{64}\.\w+$/

/** The files beside the database of a data folder, or in a temporary folder that lasts as long as the process. */
export function openLibraryFiles(dataFolder: string | undefined): LibraryFiles {
  let temporary: string | undefined
  const folder = (): string => {
    if (dataFolder === undefined) {
      temporary ??= mkdtempSync(join(tmpdir(), 'plomada-biblioteca-'))
      return temporary
    }
    const own = join(dataFolder, libraryFolder)
    createFolderDurably(own)
    return own
  }
  const isThere = (): boolean => (dataFolder === undefined ? temporary !== undefined : existsSync(join(dataFolder, libraryFolder)))
  return {
    receive(source) {
      const file = join(folder(), `entrada-${process.pid}-${randomUUID()}`)
      try {
        if ('bytes' in source) writeSynced(file, source.bytes)
        else {
          copyFileSync(source.file, file)
          // The copy has the permissions of the original, and the folder is private.
          chmodSync(file, 0o600)
          syncFile(file)
        }
      } catch (error) {
        rmSync(file, { force: true })
        throw error
      }
      return file
    },
    keep: (file, name) => renameDurably(file, join(folder(), name)),
    drop: (file) => rmSync(file, { force: true }),
    pathOf(name) {
      if (!isThere()) return undefined
      const file = join(folder(), name)
      return existsSync(file) ? file : undefined
    },
    remove: (name) => removeDurably(join(folder(), name)),
    sweep(known) {
      if (!isThere()) return
      for (const name of readdirSync(folder())) {
        const [, owner] = received.exec(name) ?? []
        const isLeft = owner === undefined ? kept.test(name) && !known.has(name) : !isRunning(Number(owner))
        if (isLeft) removeDurably(join(folder(), name))
      }
    },
    close() {
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true })
    },
  }
}

/** SHA-256 of a file, in hexadecimal, read in portions. */
export async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another account runs, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
