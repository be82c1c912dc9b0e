import { closeSync, createReadStream, existsSync, mkdtempSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openBackupPlace, toWeb } from '../access/backup-place.ts'
import { backupMoment } from '../access/backup-rotation.ts'
import { readBackupStatus, writeBackupStatus } from '../access/backup-status.ts'
import { backupsFolder } from '../access/data-folder.ts'
import { createFolderDurably } from '../access/durable-write.ts'
import { type BackupStage, decryptBackup, type MadeBackup, makeEncryptedBackup, newBackupKey } from '../access/encrypted-backup.ts'
import type { BackupSettings } from '../config/backup.ts'
import { errorText } from '../errors/error-text.ts'
import type { Text } from '../errors/language.ts'
import { openNew } from './new-file.ts'
import { backupStages } from './progress-names.ts'
import { type Terminal, UsageError } from './terminal.ts'
import { progressLines } from './time-left.ts'

/** Makes an encrypted backup where the settings say, and notes how it went for health, metrics and pages. */
export async function storeEncryptedBackup(folder: string, settings: BackupSettings, terminal: Terminal): Promise<MadeBackup> {
  const [now, before] = [new Date(), readBackupStatus(folder)]
  const tried_at = now.toISOString()
  try {
    const lines = terminal.isWatched === true ? progressLines(terminal, false) : undefined
    const progressed = (stage: BackupStage, done: number, total: number): void => lines?.(backupStages[stage], done, total)
    const made = await makeEncryptedBackup(folder, { ...settings, place: openBackupPlace(settings.place), now, progressed })
    writeBackupStatus(folder, { tried_at, succeeded_at: tried_at, name: made.name, bytes: made.bytes, error: null })
    return made
  } catch (error) {
    writeBackupStatus(folder, { ...before, tried_at, error: errorText(error)[terminal.language] })
    throw error
  }
}

/** What a backup says when it is made. */
export function backupText({ name, bytes, restored, removed }: MadeBackup, place: string): Text {
  const { keys, projects, lines } = restored
  const old = removed.join(', ')
  return {
    es: [
      `Copia cifrada en ${place}: ${name} (${bytes} bytes)`,
      `Restaurada de prueba, y en orden; claves: ${keys}, proyectos: ${projects}, líneas del registro: ${lines}`,
      ...(old === '' ? [] : [`Retiradas por antiguas: ${old}`]),
    ].join('\n'),
    en: [
      `Encrypted backup in ${place}: ${name} (${bytes} bytes)`,
      `Restored as a trial, and in order; keys: ${keys}, projects: ${projects}, lines of the audit: ${lines}`,
      ...(old === '' ? [] : [`Removed as too old: ${old}`]),
    ].join('\n'),
  }
}

/** The encrypted backups that there are, the newest first. */
export async function listEncryptedBackups({ place }: BackupSettings): Promise<readonly string[]> {
  return (await openBackupPlace(place).list())
    .filter((name) => backupMoment(name) !== undefined)
    .sort()
    .toReversed()
}

/** Makes the private key that opens encrypted backups, in a new file, and returns what to do with it. */
export async function makeBackupKey(file: string): Promise<{ readonly recipient: string; readonly text: Text }> {
  const handle = openNew(file)
  try {
    const key = await newBackupKey()
    writeSync(handle, key.file)
    const setting = `PLOMADA_BACKUP_RECIPIENT=${key.recipient}`
    const text = {
      es: `${setting}\nLa clave privada está en ${file}. Guárdela fuera de este equipo, al menos en dos sitios, y bórrela de él: sin ella ninguna copia se abre, y con ella se abren todas`,
      en: `${setting}\nThe private key is in ${file}. Keep it outside this computer, at least in two places, and delete it here: without it no backup opens, and with it all do`,
    }
    return { recipient: key.recipient, text }
  } finally {
    closeSync(handle)
  }
}

/**
 * Decrypts a backup next to the data folder and passes it to `use`. `which` is a file, or a name among those where the settings keep backups. Throws `UsageError`
 * if it is neither, or if no private key is given.
 */
export async function withDecrypted<Value>(
  {
    which,
    identity,
    folder,
    settings,
  }: { readonly which: string; readonly identity: string | undefined; readonly folder: string; readonly settings: BackupSettings | undefined },
  use: (file: string) => Value,
): Promise<Value> {
  if (identity === undefined || !existsSync(identity))
    throw new UsageError({
      es: 'La copia está cifrada: indique con --identity el fichero de su clave privada',
      en: 'The backup is encrypted: give the file of its private key with --identity',
    })
  const isFile = existsSync(which)
  if (!isFile && settings === undefined)
    throw new UsageError({
      es: `No existe ${which}; para tomarla de donde se guardan, ponga PLOMADA_BACKUP_TO`,
      en: `${which} does not exist; to take it from where backups are kept, set PLOMADA_BACKUP_TO`,
    })
  createFolderDurably(join(folder, backupsFolder))
  const room = mkdtempSync(join(folder, backupsFolder, 'opening-'))
  try {
    const source = isFile || settings === undefined ? toWeb(createReadStream(which)) : await openBackupPlace(settings.place).get(which)
    const plain = join(room, 'plain')
    await decryptBackup(source, plain, identity)
    return use(plain)
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}
