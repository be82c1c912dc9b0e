import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'
import { type HeldFile, readArchive } from './archive.ts'
import { renameDurably, writeChunksSynced } from './durable.ts'
import { backupsFolder, isAuditFile, isDatabase, stampOf, syncFolder } from './folder.ts'
import { lockAlone } from './lock.ts'
import { mustBeSound } from './snapshot.ts'
import { knownVersion, stateFile } from './state.ts'

/** What was put back, and where what stood there is now. */
export interface Restored {
  readonly files: readonly string[]
  /** Undefined where nothing stood there. */
  readonly setAside: string | undefined
}

/**
 * Begin the name of a folder that holds what is to be put in place; the moment follows. Under the first name the files of the audit that stand
 * there are set aside, since the backup may have others; under the second each file takes its place.
 */
const pending = 'restoring-'
const placing = 'placing-'
/** A database goes with what its writers left beside it. */
const companions = ['', '-wal', '-shm'] as const

/**
 * Puts back what a backup holds, all of it or nothing: what cannot be read, or was written by a newer program, is refused before
 * anything is touched, and a restore that is cut off is finished when the folder is next opened. What stood there is kept aside.
 * Throws `RangeError` where a program uses the folder.
 */
export function restore(folder: string, file: string, now: Date): Restored {
  return readArchive(file, (held) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const lock = lockAlone(folder)
    try {
      putInPlace(folder)
      const unfinished = join(folder, `unfinished-${process.pid}`)
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished, { mode: 0o700 })
      try {
        extract(held, unfinished)
        // From this name on it will be done, now or at the next start.
        renameDurably(unfinished, join(folder, `${pending}${stampOf(now)}`))
      } finally {
        rmSync(unfinished, { recursive: true, force: true })
      }
      putInPlace(folder)
      const setAside = asideOf(folder, stampOf(now))
      return { files: held.map(({ name }) => name), setAside: existsSync(setAside) ? setAside : undefined }
    } finally {
      lock.release()
    }
  })
}

/** Writes the files of a backup into a folder, a part at a time. Throws where one is damaged, or was written by a newer program. */
function extract(held: readonly HeldFile[], folder: string): void {
  for (const { name, parts } of held) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeChunksSynced(file, parts())
    if (isDatabase(name)) mustBeUsable(name, file)
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) syncFolder(join(folder, entry.name))
  syncFolder(folder)
}

/** Finishes a restore that was cut off; nothing happens where there is none. */
export function finishRestore(folder: string): void {
  if (pendingIn(folder).length === 0) return
  const lock = lockAlone(folder)
  try {
    putInPlace(folder)
  } finally {
    lock.release()
  }
}

/** Each step leaves a folder that the same steps finish: a file still waiting has not replaced the one that stands there. */
function putInPlace(folder: string): void {
  for (const waiting of pendingIn(folder)) {
    const stamp = waiting.slice(waiting.indexOf('-') + 1)
    const source = join(folder, `${placing}${stamp}`)
    if (waiting.startsWith(pending)) {
      const hasAudit = readdirSync(join(folder, waiting)).some(isAuditFile)
      if (hasAudit) for (const name of readdirSync(folder).filter(isAuditFile)) moveAside(folder, name, stamp)
      renameDurably(join(folder, waiting), source)
    }
    for (const name of filesIn(source)) {
      moveAside(folder, name, stamp)
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      renameDurably(join(source, name), join(folder, name))
    }
    syncFolder(folder)
    rmSync(source, { recursive: true })
  }
}

function moveAside(folder: string, name: string, stamp: string): void {
  const aside = asideOf(folder, stamp)
  for (const companion of companions) {
    if (!existsSync(join(folder, `${name}${companion}`))) continue
    mkdirSync(dirname(join(aside, name)), { recursive: true, mode: 0o700 })
    renameDurably(join(folder, `${name}${companion}`), join(aside, `${name}${companion}`))
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  )
}

function pendingIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(pending) || name.startsWith(placing))
}

function asideOf(folder: string, stamp: string): string {
  return join(folder, backupsFolder, `replaced-${stamp}`)
}

function mustBeUsable(name: string, file: string): void {
  const database = new Database(file, { readonly: true })
  try {
    mustBeSound(database, name)
    if (name === stateFile) knownVersion(database, name)
  } finally {
    database.close()
  }
}
