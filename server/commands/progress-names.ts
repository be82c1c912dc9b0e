import type { BackupStage } from '../access/encrypted-backup.ts'
import type { Text } from '../errors/language.ts'

/** What commands call the things whose progress they tell. */
export const progressNames = {
  backup: { es: 'Copiando', en: 'Copying' },
  restore: { es: 'Restaurando', en: 'Restoring' },
  auditVerify: { es: 'Comprobando el registro', en: 'Checking the audit' },
  auditExport: { es: 'Exportando el registro', en: 'Exporting the audit' },
  kbInstall: { es: 'Instalando la base', en: 'Installing the knowledge base' },
  ficha: { es: 'Componiendo la ficha', en: 'Writing the ficha' },
  requirements: { es: 'Componiendo las exigencias', en: 'Writing the requirements' },
} as const satisfies Readonly<Record<string, Text>>

/** What an encrypted backup is doing. */
export const backupStages: Readonly<Record<BackupStage, Text>> = {
  copy: progressNames.backup,
  trial: { es: 'Restaurando de prueba', en: 'Restoring as a trial' },
  encrypt: { es: 'Cifrando', en: 'Encrypting' },
}
