import { OperatorError } from '../errors/operator-error.ts'
import { listOf, wholeNumber } from './setting.ts'

/** Where backups go: a folder, or a bucket of a server that speaks S3. */
export type BackupPlaceSetting =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      /** Address of the server and the bucket, without a slash at the end. */
      readonly bucketUrl: string
      /** What the names of all backups begin with; empty or ending in a slash. */
      readonly prefix: string
      readonly region: string
      readonly keyId: string
      readonly secret: string
    }

/** How backups are made by themselves. */
export interface BackupSettings {
  /** Milliseconds between two backups; undefined if none is made by itself. */
  readonly everyMs: number | undefined
  readonly place: BackupPlaceSetting
  /** Public keys (age) that backups are encrypted for. */
  readonly recipients: readonly string[]
  /** For how many days one of each day is kept, and for how many weeks one of each week. */
  readonly keep: { readonly days: number; readonly weeks: number }
}

type Setting = (flag: string, variable: string) => string | undefined

/** Reads the settings of encrypted backups; undefined if there are none. Throws `OperatorError` with the name of the wrong setting. */
export function readBackupSettings(setting: Setting, secrets: Readonly<Record<string, string | undefined>>): BackupSettings | undefined {
  const to = setting('backup-to', 'PLOMADA_BACKUP_TO') || undefined
  const every = setting('backup-every', 'PLOMADA_BACKUP_EVERY') || undefined
  const recipients = setting('backup-recipient', 'PLOMADA_BACKUP_RECIPIENT') || undefined
  if (to === undefined) {
    if (every === undefined) return undefined
    throw new OperatorError({ es: 'PLOMADA_BACKUP_EVERY necesita PLOMADA_BACKUP_TO', en: 'PLOMADA_BACKUP_EVERY needs PLOMADA_BACKUP_TO' })
  }
  return {
    everyMs: every === undefined ? undefined : readPeriod(every),
    place: placeFrom('PLOMADA_BACKUP_TO', to, secrets),
    recipients: readRecipients(recipients),
    keep: readKeep(setting('backup-keep', 'PLOMADA_BACKUP_KEEP') ?? '7d,4w'),
  }
}

/** Reads a folder or `s3+https://host/bucket/prefix`. Throws `OperatorError` with the name of the setting. */
export function placeFrom(name: string, text: string, secrets: Readonly<Record<string, string | undefined>>): BackupPlaceSetting {
  if (!/^s3\b.*:/.test(text)) return { kind: 'folder', folder: text }
  const url = /^s3\+https?:\/\//.test(text) ? URL.parse(text.slice('s3+'.length)) : null
  const [bucket, ...prefix] =
    url?.pathname
      .split('/')
      .filter((part) => part !== '')
      .map(decodeURIComponent) ?? []
  if (url === null || bucket === undefined || `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new OperatorError({
      es: `No se entiende ${name}: se espera una carpeta, o s3+https://equipo/cubo/prefijo sin usuario ni consulta`,
      en: `Cannot read ${name}: expected a folder, or s3+https://host/bucket/prefix with no user or query`,
    })
  const [keyId, secret] = [secrets['PLOMADA_BACKUP_S3_KEY'], secrets['PLOMADA_BACKUP_S3_SECRET']]
  if (!keyId || !secret)
    throw new OperatorError({
      es: `${name} es un servidor S3: ponga PLOMADA_BACKUP_S3_KEY y PLOMADA_BACKUP_S3_SECRET en el entorno`,
      en: `${name} is an S3 server: set PLOMADA_BACKUP_S3_KEY and PLOMADA_BACKUP_S3_SECRET in the environment`,
    })
  return {
    kind: 's3',
    bucketUrl: `${url.origin}/${bucket}`,
    prefix: prefix.length === 0 ? '' : `${prefix.join('/')}/`,
    region: secrets['PLOMADA_BACKUP_S3_REGION'] || 'us-east-1',
    keyId,
    secret,
  }
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

function readPeriod(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,3})([mhd])$/.exec(text) ?? []
  if (unit === 'm' || unit === 'h' || unit === 'd') return Number(count) * unitMs[unit]
  throw new OperatorError({
    es: `No se entiende PLOMADA_BACKUP_EVERY «${text}»: se espera 30m, 12h o 1d`,
    en: `Cannot read PLOMADA_BACKUP_EVERY "${text}": expected 30m, 12h or 1d`,
  })
}

function readRecipients(text: string | undefined): readonly string[] {
  const all = listOf(text)
  const wrong = all.find((one) => !/^age1[02-9ac-hj-np-z]{58,}$/.test(one))
  if (all.length > 0 && wrong === undefined) return all
  throw new OperatorError({
    es: `${wrong === undefined ? 'Falta PLOMADA_BACKUP_RECIPIENT' : `No se entiende PLOMADA_BACKUP_RECIPIENT «${wrong}»`}: se espera la clave pública, age1…, de «plomada backup --new-key FICHERO»`,
    en: `${wrong === undefined ? 'PLOMADA_BACKUP_RECIPIENT is missing' : `Cannot read PLOMADA_BACKUP_RECIPIENT "${wrong}"`}: expected the public key, age1…, of "plomada backup --new-key FILE"`,
  })
}

function readKeep(text: string): BackupSettings['keep'] {
  const [, days, weeks] = /^(\d{1,4})d,(\d{1,4})w$/.exec(text) ?? []
  if (days === undefined || weeks === undefined)
    throw new OperatorError({
      es: `No se entiende PLOMADA_BACKUP_KEEP «${text}»: se espera 7d,4w, que son una de cada día durante 7 días y una de cada semana durante 4`,
      en: `Cannot read PLOMADA_BACKUP_KEEP "${text}": expected 7d,4w, which is one of each day for 7 days and one of each week for 4`,
    })
  return { days: wholeNumber('PLOMADA_BACKUP_KEEP', days, 0, 3650), weeks: wholeNumber('PLOMADA_BACKUP_KEEP', weeks, 0, 520) }
}
