import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backupName, writeBackup } from '../access/backup.ts'
import { openBackupPlace } from '../access/backup-place.ts'
import { isPrivateKey } from '../access/data-folder.ts'
import { restore } from '../access/restore.ts'
import { openStore } from '../access/store.ts'
import { noteFirst } from '../access/strict-audit.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Text } from '../errors/language.ts'
import { commands } from '../usage/commands.ts'
import { answerCsv } from './answer-text.ts'
import { auditAct } from './audit-act.ts'
import { backupText, listEncryptedBackups, makeBackupKey, storeEncryptedBackup, withDecrypted } from './encrypted-backup.ts'
import { progressNames } from './progress-names.ts'
import { showResult } from './show-result.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'
import { progressOf } from './time-left.ts'

/**
 * `backup <file|folder>`: works while the service runs. In a folder, the name of the backup is its date and time. Without one, makes an encrypted backup where the
 * settings say.
 */
export async function backupCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.backup.options)
  const [where] = positionals
  const shown = showResult(terminal, values)
  const show = (value: unknown, text: Text): void => shown(value, text[terminal.language])
  if (values['new-key'] !== undefined) {
    const { recipient, text } = await makeBackupKey(values['new-key'])
    show({ file: values['new-key'], recipient }, text)
    return 0
  }
  const config = ownFolder(readConfig(terminal.environment, flagsOf(values)))
  const { backup, dataFolder } = config
  if (where !== undefined) {
    show(...(await noted(config, terminal, () => plainBackup(dataFolder, where, terminal))))
    return 0
  }
  if (backup === undefined && values.list)
    throw new UsageError({
      es: '--list enumera las copias cifradas: falta dónde están, --backup-to o PLOMADA_BACKUP_TO',
      en: '--list lists the encrypted backups: say where they are with --backup-to or PLOMADA_BACKUP_TO',
    })
  if (backup === undefined)
    throw new UsageError({
      es: 'Falta dónde guardar la copia: un fichero, una carpeta, o PLOMADA_BACKUP_TO',
      en: 'Say where to write the backup: a file, a folder, or PLOMADA_BACKUP_TO',
    })
  if (values.list) {
    const names = await listEncryptedBackups(backup)
    if (values.csv) terminal.out(answerCsv({ items: names.map((name) => ({ name })) }, ['name']))
    else terminal.out(values.json ? JSON.stringify(names) : names.join('\n'))
    return 0
  }
  const made = await noted(config, terminal, () => storeEncryptedBackup(dataFolder, backup, terminal))
  show(made, backupText(made, openBackupPlace(backup.place).name))
  return 0
}

/** Makes a backup that is not encrypted. Returns what to show of it. */
function plainBackup(dataFolder: string, where: string, terminal: Terminal): readonly [value: unknown, text: Text] {
  const now = new Date()
  const file = statSync(where, { throwIfNoEntry: false })?.isDirectory() === true ? join(where, backupName(now)) : where
  const names = writeBackup(dataFolder, file, now, progressOf(terminal, progressNames.backup))
  const [list, hasKeys] = [names.join(', '), names.some(isPrivateKey)]
  return [
    { file, files: names },
    {
      es: `Copia de ${dataFolder} en ${file}: ${list}${hasKeys ? '\nLleva claves privadas: guárdela como se guarda una llave' : ''}`,
      en: `Backup of ${dataFolder} in ${file}: ${list}${hasKeys ? '\nIt has private keys: keep it as a key is kept' : ''}`,
    },
  ]
}

/** Makes a backup and adds its line to the audit: afterwards, or beforehand where the audit is strict. */
async function noted<Value>(config: Config, terminal: Terminal, make: () => Value | Promise<Value>): Promise<Value> {
  const isStrict = config.auditRule !== 'relaxed'
  if (isStrict) await note(config, 'backup', terminal)
  const made = await make()
  if (!isStrict) await note(config, 'backup', terminal)
  return made
}

/** `restore <file>`: only while nothing runs on the data folder. Its previous files are moved aside. */
export async function restoreCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.restore.options)
  const [file] = positionals
  if (file === undefined) throw new UsageError({ es: 'Falta la copia que restaurar', en: 'Say which backup to restore' })
  const config = ownFolder(readConfig(terminal.environment, flagsOf(values)))
  const { dataFolder, backup: settings } = config
  const progress = progressOf(terminal, progressNames.restore)
  const put = (plain: string) => restore(dataFolder, plain, new Date(), progress)
  const encrypted = { which: file, identity: values.identity, folder: dataFolder, settings }
  const { files, setAside } = file.endsWith('.age') ? await withDecrypted(encrypted, put) : put(file)
  await note(config, 'restore', terminal)
  const text = restoredText(dataFolder, files, setAside)[terminal.language]
  showResult(terminal, values)({ folder: dataFolder, files, set_aside: setAside ?? null }, text)
  return 0
}

function restoredText(folder: string, files: readonly string[], setAside: string | undefined): Text {
  const list = files.join(', ')
  return {
    es: [
      `Restaurado en ${folder}: ${list}`,
      ...(setAside === undefined ? [] : [`Lo que había está en ${setAside}`]),
      'Las claves revocadas después de esa copia vuelven a valer: revíselas con «plomada key list»',
    ].join('\n'),
    en: [
      `Restored in ${folder}: ${list}`,
      ...(setAside === undefined ? [] : [`What was there is in ${setAside}`]),
      'Keys that were revoked after that backup are valid again: look at them with "plomada key list"',
    ].join('\n'),
  }
}

/** The settings of an installation whose state is in its folder. Throws `UsageError` if it is in a database, which has backups of its own. */
function ownFolder(config: Config): Config {
  if (config.stateUrl === undefined) return config
  throw new UsageError({
    es: 'El estado está en la base de datos de PLOMADA_STATE_URL: copie y restaure esa con pg_dump y pg_restore',
    en: 'The state is in the database of PLOMADA_STATE_URL: back that up and restore it with pg_dump and pg_restore',
  })
}

/** Adds the backup or restore to the audit. */
async function note(config: Config, operation: string, terminal: Terminal): Promise<void> {
  const store = openStore(config.dataFolder, () => new Date(), config)
  try {
    if (config.auditRule === 'relaxed') await auditAct(store, { operation, subject: null }, terminal)
    else await noteFirst(store, { who: { kind: 'terminal' }, address: null, operation, subject: null, status: null, request_id: null })
  } finally {
    store.close()
  }
}
