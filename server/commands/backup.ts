import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backupName, writeBackup } from '../access/backup.ts'
import { isPrivateKey } from '../access/data-folder.ts'
import { restore } from '../access/restore.ts'
import { openStore } from '../access/store.ts'
import { noteFirst } from '../access/strict-audit.ts'
import { type Config, readConfig } from '../config/config.ts'
import { commands } from '../usage/commands.ts'
import { auditAct } from './audit-act.ts'
import { flagsOf, parse, type Terminal, UsageError } from './terminal.ts'

/** `backup <file|folder>`: works while the service runs. In a folder, the name of the backup is its date and time. */
export async function backupCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.backup.options)
  const [where] = positionals
  if (where === undefined)
    throw new UsageError({ es: 'Falta dónde guardar la copia: un fichero o una carpeta', en: 'Say where to write the backup: a file or a folder' })
  const config = ownFolder(readConfig(terminal.environment, flagsOf(values)))
  const { dataFolder } = config
  const now = new Date()
  const file = statSync(where, { throwIfNoEntry: false })?.isDirectory() === true ? join(where, backupName(now)) : where
  const isStrict = config.auditRule !== 'relaxed'
  if (isStrict) await note(config, 'backup', terminal)
  const names = writeBackup(dataFolder, file, now)
  if (!isStrict) await note(config, 'backup', terminal)
  const lines = [
    `Copia de ${dataFolder} en ${file}: ${names.join(', ')}`,
    ...(names.some(isPrivateKey) ? ['Lleva claves privadas: guárdela como se guarda una llave'] : []),
  ]
  terminal.out(values.json ? JSON.stringify({ file, files: names }) : lines.join('\n'))
  return 0
}

/** `restore <file>`: only while nothing runs on the data folder. Its previous files are moved aside. */
export async function restoreCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parse(args, commands.restore.options)
  const [file] = positionals
  if (file === undefined) throw new UsageError({ es: 'Falta la copia que restaurar', en: 'Say which backup to restore' })
  const config = ownFolder(readConfig(terminal.environment, flagsOf(values)))
  const { dataFolder } = config
  const { files, setAside } = restore(dataFolder, file, new Date())
  await note(config, 'restore', terminal)
  const lines = [
    `Restaurado en ${dataFolder}: ${files.join(', ')}`,
    ...(setAside === undefined ? [] : [`Lo que había está en ${setAside}`]),
    'Las claves revocadas después de esa copia vuelven a valer: revíselas con «plomada key list»',
  ]
  terminal.out(values.json ? JSON.stringify({ folder: dataFolder, files, set_aside: setAside ?? null }) : lines.join('\n'))
  return 0
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
