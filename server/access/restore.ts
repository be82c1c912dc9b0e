import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import Database from 'better-sqlite3'
import type { Progressed } from './backup.ts'
import { type ArchivedFile, readArchive } from './backup-archive.ts'
import { backupsFolder, fileTimestamp, isAuditFile, isDatabase, syncFolder } from './data-folder.ts'
import { checkIntegrity } from './database-copy.ts'
import { createFolderDurably, renameDurably, writeChunksSynced } from './durable-write.ts'
import { lockExclusively } from './lock.ts'
import { checkVersion, stateFile } from './state-database.ts'

/** The result of a restore. */
export interface Restored {
  /** Names of the restored files. */
  readonly files: readonly string[]
  /** Folder with the files that were replaced; undefined if there were none. */
  readonly setAside: string | undefined
}

/**
 * Prefixes of the folder with the files to restore; a timestamp follows. The folder has the first prefix until the present audit files are set
 * aside, because the backup may have audit files of other names. It has the second prefix while each file is moved to its place.
 */
const pending = 'restoring-'
const moving = 'placing-'
/** Suffixes of a database file and its WAL files, which are moved together. */
const companions = ['', '-wal', '-shm'] as const

/**
 * Restores a backup completely or not at all. A backup that is damaged or from a newer version is rejected before any file changes. A restore that
 * is interrupted is finished when the folder is next opened. The replaced files are kept in `backups/`. Throws `RangeError` if a process uses
 * the folder. `progressed` is told how many bytes are written.
 */
export function restore(folder: string, file: string, now: Date, progressed: Progressed = () => undefined): Restored {
  return readArchive(file, (files) => {
    createFolderDurably(folder)
    const lock = lockExclusively(folder)
    try {
      putInPlace(folder)
      const unfinished = join(folder, `unfinished-${process.pid}`)
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished, { mode: 0o700 })
      try {
        extract(files, unfinished, progressed)
        // Once the folder has this name the restore will be completed, now or at the next start.
        renameDurably(unfinished, join(folder, `${pending}${fileTimestamp(now)}`))
      } finally {
        rmSync(unfinished, { recursive: true, force: true })
      }
      putInPlace(folder)
      const setAside = replacedFolder(folder, fileTimestamp(now))
      return { files: files.map(({ name }) => name), setAside: existsSync(setAside) ? setAside : undefined }
    } finally {
      lock.release()
    }
  })
}

/** Writes the files of a backup into a folder. Throws if one is damaged or from a newer version. */
function extract(files: readonly ArchivedFile[], folder: string, progressed: Progressed): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  function* counted(parts: Iterable<Buffer>): Iterable<Buffer> {
    for (const part of parts) {
      yield part
      done += part.length
      progressed(done, total)
    }
  }
  for (const { name, parts } of files) {
    const file = join(folder, name)
    createFolderDurably(dirname(file))
    writeChunksSynced(file, counted(parts()))
    if (isDatabase(name)) checkUsable(name, file)
  }
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) syncFolder(join(folder, entry.name))
  syncFolder(folder)
}

/** Finishes an interrupted restore, if there is one. */
export function finishRestore(folder: string): void {
  if (pendingIn(folder).length === 0) return
  const lock = lockExclusively(folder)
  try {
    putInPlace(folder)
  } finally {
    lock.release()
  }
}

/** Moves waiting files to their places. If it is interrupted at any step, running it again finishes the work. */
function putInPlace(folder: string): void {
  for (const waiting of pendingIn(folder)) {
    const stamp = waiting.slice(waiting.indexOf('-') + 1)
    const source = join(folder, `${moving}${stamp}`)
    if (waiting.startsWith(pending)) {
      const hasAudit = readdirSync(join(folder, waiting)).some(isAuditFile)
      if (hasAudit) for (const name of readdirSync(folder).filter(isAuditFile)) moveAside(folder, name, stamp)
      renameDurably(join(folder, waiting), source)
    }
    for (const name of filesIn(source)) {
      moveAside(folder, name, stamp)
      createFolderDurably(dirname(join(folder, name)))
      renameDurably(join(source, name), join(folder, name))
    }
    syncFolder(folder)
    rmSync(source, { recursive: true })
  }
}

function moveAside(folder: string, name: string, stamp: string): void {
  const aside = replacedFolder(folder, stamp)
  for (const companion of companions) {
    if (!existsSync(join(folder, `${name}${companion}`))) continue
    createFolderDurably(dirname(join(aside, name)))
    renameDurably(join(folder, `${name}${companion}`), join(aside, `${name}${companion}`))
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : [],
  )
}

function pendingIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith(pending) || name.startsWith(moving))
}

function replacedFolder(folder: string, stamp: string): string {
  return join(folder, backupsFolder, `replaced-${stamp}`)
}

function checkUsable(name: string, file: string): void {
  const database = new Database(file, { readonly: true })
  try {
    checkIntegrity(database, name)
    if (name === stateFile) checkVersion(database, name)
  } finally {
    database.close()
  }
}
