import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { appendToArchive, newArchive } from './archive.ts'
import { renameDurably, syncFile } from './durable.ts'
import { backupsFolder, filesToKeep, isAuditFile, isDatabase, stampOf } from './folder.ts'
import { copyDatabase } from './snapshot.ts'

const keptBackups = 5
const extension = '.plomada'

/** The name of a backup made now in a folder of the user's. */
export function backupName(now: Date): string {
  return `plomada-${stampOf(now)}${extension}`
}

/**
 * Writes all that an installation keeps into one file, while it may be in use, and returns the names of what it holds: a SQLite Archive
 * (`sqlite3 -A` opens it too), with the hash of each part. Databases are copied page by page beside the target, which takes their room once
 * more while it lasts. Nothing stands under its name until it is whole. Throws where the name is taken or a database is damaged.
 */
export function writeBackup(folder: string, target: string, now: Date): readonly string[] {
  return write(filesToKeep(folder), { folder, target, now })
}

/**
 * Keeps a backup beside the state before a program of a newer version changes it; the last few stay. The audit is not in it: no version
 * changes its lines, and a restore of such a backup leaves the audit as it is.
 */
export function keepBackup(folder: string, version: number, now: Date): void {
  const kept = join(folder, backupsFolder)
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const target = join(kept, `v${version}-${stampOf(now)}${extension}`)
  const names = filesToKeep(folder).filter((name) => !isAuditFile(name))
  if (!existsSync(target)) write(names, { folder, target, now })
  const byAge = readdirSync(kept)
    .filter((name) => name.endsWith(extension))
    .sort((left, right) => momentIn(left).localeCompare(momentIn(right)))
  for (const name of byAge.slice(0, -keptBackups)) rmSync(join(kept, name))
}

function write(
  names: readonly string[],
  { folder, target, now }: { readonly folder: string; readonly target: string; readonly now: Date },
): readonly string[] {
  if (names.length === 0) throw new OperatorError({ es: `No hay nada que copiar en ${folder}`, en: `There is nothing to back up in ${folder}` })
  if (existsSync(target))
    throw new OperatorError({ es: `Ya existe ${target}: elija otro nombre`, en: `${target} already exists: choose another name` })
  // Private keys may be in it: nobody else may read it, not even while it is written.
  const unfinished = mkdtempSync(`${target}.`)
  const file = join(unfinished, 'archive')
  try {
    const archive = newArchive(file, now)
    try {
      for (const name of names) {
        const copy = join(unfinished, basename(name))
        if (isDatabase(name)) copyDatabase(join(folder, name), copy)
        appendToArchive(archive, { name, file: isDatabase(name) ? copy : join(folder, name) })
        rmSync(copy, { force: true })
      }
    } finally {
      archive.close()
    }
    syncFile(file)
    closeSync(openSync(target, 'wx', 0o600))
    renameDurably(file, target)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return names
}

function momentIn(name: string): string {
  return /\d{8}T\d{6}Z/.exec(name)?.[0] ?? ''
}
