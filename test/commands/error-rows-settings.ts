import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSigningKey } from '../../server/access/signing-key.ts'
import { certificate, data, file, missing, notJson, type Row } from './error-rows.ts'

const documents = join(data, 'documentos')
mkdirSync(join(documents, 'nada'), { recursive: true })
for (const name of ['uno.txt', 'dos.txt']) file(join('documentos', name), name)
export const anyKey = file('cualquiera.pem', openSigningKey(undefined).publicKey)
const database = { PLOMADA_STATE_URL: 'postgres://u:p@127.0.0.1:1/x' }
const [folder, recipient] = ['--backup-to=copias', `--backup-recipient=age1${'q'.repeat(58)}`]

/** Rows of the settings of audit and backups, of the library, of signing keys and of time stamps. */
export const rowsOfSettings: readonly Row[] = [
  [['serve'], 1, 'No se entiende PLOMADA_AUDIT «quizá»', 'Cannot read PLOMADA_AUDIT "quizá": expected one of relaxed', { PLOMADA_AUDIT: 'quizá' }],
  [['serve', '--audit-syslog', 'x'], 1, 'No se entiende PLOMADA_AUDIT_SYSLOG «x»', 'Cannot read PLOMADA_AUDIT_SYSLOG "x"'],
  [['serve', '--backup-every', '1d'], 1, 'PLOMADA_BACKUP_EVERY necesita', 'PLOMADA_BACKUP_EVERY needs'],
  [['serve', folder, '--backup-every', 'siempre'], 1, 'No se entiende PLOMADA_BACKUP_EVERY', 'Cannot read PLOMADA_BACKUP_EVERY'],
  [['serve', '--backup-to', 's3:x'], 1, 'No se entiende PLOMADA_BACKUP_TO', 'Cannot read PLOMADA_BACKUP_TO'],
  [['serve', '--backup-to', 's3+https://x/y'], 1, 'PLOMADA_BACKUP_TO es un servidor S3', 'PLOMADA_BACKUP_TO is an S3 server'],
  [['serve', folder], 1, 'Falta PLOMADA_BACKUP_RECIPIENT', 'PLOMADA_BACKUP_RECIPIENT is missing'],
  [['serve', folder, '--backup-recipient', 'x'], 1, 'No se entiende PLOMADA_BACKUP_RECIPIENT «x»', 'Cannot read PLOMADA_BACKUP_RECIPIENT "x"'],
  [['serve', folder, recipient, '--backup-keep', '7'], 1, 'No se entiende PLOMADA_BACKUP_KEEP «7»', 'Cannot read PLOMADA_BACKUP_KEEP "7"'],
  [
    ['serve', folder, recipient, '--backup-every', '1d'],
    2,
    'PLOMADA_BACKUP_EVERY copia la carpeta de datos',
    'PLOMADA_BACKUP_EVERY backs up the data folder',
    database,
  ],
  [['restore', `${missing}.age`], 2, 'La copia está cifrada', 'The backup is encrypted'],
  [['restore', `${missing}.age`, '--identity', notJson], 2, `No existe ${missing}.age; para tomarla`, `${missing}.age does not exist; to take it`],
  [['library'], 2, 'Falta qué hacer con la biblioteca', 'Say what to do with the library'],
  [['library', 'add'], 2, 'Falta qué añadir', 'Say what to add'],
  [['library', 'remove'], 2, 'Falta el identificador del documento', 'Give the identifier of the document'],
  [['library', 'search'], 2, 'Faltan las palabras que buscar', 'Give the words to search for'],
  [['library', 'add', join(documents, 'nada')], 1, 'No hay nada que añadir: se espera .', 'There is nothing to add: expected .'],
  [['library', 'add', missing], 1, `No existe «${missing}»`, `"${missing}" does not exist`],
  [['library', 'add', documents, '--title', 'x'], 2, '--title es de un solo documento', '--title is for one document alone'],
  [['certificate', 'rotate'], 2, 'La clave de firma está en la base de datos', 'The signing key is in the database', database],
  [['certificate', 'revoke'], 2, 'Falta qué clave de firma se revoca', 'Say which signing key to revoke'],
  [['certificate', 'revoke', 'abc', '--from', 'ayer'], 2, 'Falta --from', 'Give --from'],
  [
    ['certificate', 'check', certificate, '--keys', notJson],
    2,
    'La lista de claves la firma quien la hizo',
    'A list of keys is signed by who made it',
    { PLOMADA_DATA: missing },
  ],
  [
    ['certificate', 'check', certificate, '--keys', notJson, '--public-key', anyKey],
    2,
    `La lista de claves ${notJson} no vale: no es una lista`,
    `The list of keys ${notJson} is not valid: it is not a list`,
  ],
  [['timestamp'], 2, 'Falta qué hacer con los sellos de tiempo', 'Say what to do with time stamps'],
  [['timestamp', 'get', notJson], 2, 'Falta --url', 'Give --url'],
  [['timestamp', 'get', notJson, '--url', 'http://127.0.0.1:1/'], 1, 'No se alcanza http://127.0.0.1:1/', 'http://127.0.0.1:1/ cannot be reached'],
]
