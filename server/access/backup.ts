import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OperatorError } from '../errors/operator-error.ts'
import { addToArchive, createArchive } from './backup-archive.ts'
import { backupsFolder, filesToBackUp, fileTimestamp, isAuditFile, isDatabase, isOfLibrary } from './data-folder.ts'
import { copyDatabase } from './database-copy.ts'
import { createFolderDurably, linkDurably, syncFile } from './durable-write.ts'

/** Is told how many bytes of a backup are done. */
export type Progressed = (done: number, total: number) => void

const keptBackups = 5
const extension = '.plomada'
/** A backup that was made before a migration. */
const beforeMigration = /^v\d+-(\d{8}T\d{6}Z)\.plomada$/

/** File name for a backup made at a moment, such as `plomada-20261121T162200Z.plomada`. */
export function backupName(now: Date): string {
  return `plomada-${fileTimestamp(now)}${extension}`
}

/**
 * Writes a backup of a data folder into one file and returns the names of the files in it. The service may be running. The backup is a SQLite
 * Archive (`sqlite3 -A` opens it) with the hash of each part. Databases are first copied page by page next to `target`, which needs their size
 * again on that disk for a while. `target` appears only when it is complete. Throws if `target` exists or a database is damaged.
 * `progressed` is told how many bytes are written.
 */
export function writeBackup(folder: string, target: string, now: Date, progressed?: Progressed): readonly string[] {
  return write(filesToBackUp(folder), { folder, target, now, progressed })
}

/**
 * Makes a backup in the data folder before the state is migrated from `version`, and deletes all but the last few that were made so. The audit is not
 * included, because no version changes its lines, nor is the library; restoring such a backup leaves both as they are.
 */
export function backUpBeforeMigration(folder: string, version: number, now: Date): void {
  const folderOfBackups = join(folder, backupsFolder)
  createFolderDurably(folderOfBackups)
  const target = join(folderOfBackups, `v${version}-${fileTimestamp(now)}${extension}`)
  const names = filesToBackUp(folder).filter((name) => !isAuditFile(name) && !isOfLibrary(name))
  if (!existsSync(target)) write(names, { folder, target, now })
  const byAge = readdirSync(folderOfBackups)
    .flatMap((name) => {
      const at = beforeMigration.exec(name)?.[1]
      return at === undefined ? [] : [{ name, at }]
    })
    .sort((left, right) => left.at.localeCompare(right.at))
  for (const { name } of byAge.slice(0, -keptBackups)) rmSync(join(folderOfBackups, name))
}

function write(
  names: readonly string[],
  {
    folder,
    target,
    now,
    progressed,
  }: { readonly folder: string; readonly target: string; readonly now: Date; readonly progressed?: Progressed | undefined },
): readonly string[] {
  if (names.length === 0) throw new OperatorError({ es: `No hay nada que copiar en ${folder}`, en: `There is nothing to back up in ${folder}` })
  if (existsSync(target))
    throw new OperatorError({ es: `Ya existe ${target}: elija otro nombre`, en: `${target} already exists: choose another name` })
  if (!existsSync(dirname(resolve(target))))
    throw new OperatorError({ es: `No existe la carpeta ${dirname(target)}`, en: `There is no folder ${dirname(target)}` })
  // A private folder, because the backup may contain private keys and nobody else may read it while it is written.
  const unfinished = mkdtempSync(`${target}.`)
  const file = join(unfinished, 'archive')
  try {
    const sizes = names.map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    let done = 0
    const archive = createArchive(file, now)
    try {
      for (const name of names) {
        // A document of the library may be removed while the backup is written.
        if (isOfLibrary(name) && !existsSync(join(folder, name))) continue
        const copy = join(unfinished, basename(name))
        if (isDatabase(name)) copyDatabase(join(folder, name), copy)
        addToArchive(archive, { name, file: isDatabase(name) ? copy : join(folder, name) }, (bytes) => {
          done += bytes
          // A copied database has no deleted rows, and may be smaller than its file.
          progressed?.(done, Math.max(done, total))
        })
        rmSync(copy, { force: true })
      }
    } finally {
      archive.close()
    }
    syncFile(file)
    linkDurably(file, target)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  return names
}
