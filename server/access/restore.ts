import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'
import { readBackup } from './backup.ts'
import { backupsFolder, isDatabase, stampOf, syncFolder } from './folder.ts'
import { lockAlone } from './lock.ts'
import { mustBeSound } from './snapshot.ts'
import { knownVersion, stateFile } from './state.ts'

/** What was put back, and where what stood there is now. */
export interface Restored {
  readonly files: readonly string[]
  /** Undefined where nothing stood there. */
  readonly setAside: string | undefined
}

/** Begins the name of a folder that holds what is to be put in place; the moment follows. */
const pending = 'restoring-'
/** A database goes with what its writers left beside it. */
const companions = ['', '-wal', '-shm'] as const

/**
 * Puts back what a backup holds, all of it or nothing: what cannot be read, or was written by a newer program, is refused before
 * anything is touched, and a restore that is cut off is finished when the folder is next opened. What stood there is kept aside.
 * Throws `RangeError` where a program uses the folder.
 */
export function restore(folder: string, file: string, now: Date): Restored {
  const held = readBackup(file)
  for (const { name, bytes } of held) if (isDatabase(name)) mustBeUsable(name, bytes)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = lockAlone(folder)
  try {
    putInPlace(folder)
    const unfinished = join(folder, `unfinished-${process.pid}`)
    rmSync(unfinished, { recursive: true, force: true })
    mkdirSync(unfinished, { mode: 0o700 })
    for (const { name, bytes } of held) {
      mkdirSync(dirname(join(unfinished, name)), { recursive: true, mode: 0o700 })
      writeFileSync(join(unfinished, name), bytes, { mode: 0o600, flush: true })
    }
    syncFolder(unfinished)
    // From this name on it will be done, now or at the next start.
    renameSync(unfinished, join(folder, `${pending}${stampOf(now)}`))
    syncFolder(folder)
    putInPlace(folder)
    const setAside = asideOf(folder, stampOf(now))
    return { files: held.map(({ name }) => name), setAside: existsSync(setAside) ? setAside : undefined }
  } finally {
    lock.release()
  }
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
    const aside = asideOf(folder, waiting.slice(pending.length))
    for (const name of filesIn(join(folder, waiting))) {
      for (const companion of companions) {
        if (!existsSync(join(folder, `${name}${companion}`))) continue
        mkdirSync(dirname(join(aside, name)), { recursive: true, mode: 0o700 })
        renameSync(join(folder, `${name}${companion}`), join(aside, `${name}${companion}`))
      }
      mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      renameSync(join(folder, waiting, name), join(folder, name))
    }
    syncFolder(folder)
    rmSync(join(folder, waiting), { recursive: true })
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  )
}

function pendingIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(pending))
}

function asideOf(folder: string, stamp: string): string {
  return join(folder, backupsFolder, `replaced-${stamp}`)
}

function mustBeUsable(name: string, bytes: Buffer): void {
  const database = new Database(bytes)
  try {
    mustBeSound(database, name)
    if (name === stateFile) knownVersion(database, name)
  } finally {
    database.close()
  }
}
