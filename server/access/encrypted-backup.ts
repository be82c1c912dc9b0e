import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { errorCode } from '../errors/error-code.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { verifyAll } from './audit-verification.ts'
import { type Progressed, writeBackup } from './backup.ts'
import { type BackupPlace, toWeb } from './backup-place.ts'
import { encryptedBackupName, type Keep, outdated } from './backup-rotation.ts'
import { backupsFolder } from './data-folder.ts'
import { createFolderDurably } from './durable-write.ts'
import { restore } from './restore.ts'
import { openStore } from './store.ts'

/** A backup that was made, checked and stored. */
export interface MadeBackup {
  readonly name: string
  /** Size of the encrypted file, in bytes. */
  readonly bytes: number
  /** What was found in it when it was restored. */
  readonly restored: { readonly files: number; readonly keys: number; readonly projects: number; readonly lines: number }
  /** Older backups that were removed. */
  readonly removed: readonly string[]
}

/** How an encrypted backup is made. */
export interface EncryptedBackup {
  readonly place: BackupPlace
  /** Public keys (age): each of their private keys opens it. */
  readonly recipients: readonly string[]
  readonly keep: Keep
  readonly now: Date
  /** Is told how far each stage is. */
  readonly progressed?: ((stage: BackupStage, done: number, total: number) => void) | undefined
}

/** What making an encrypted backup does, in order. */
export type BackupStage = 'copy' | 'trial' | 'encrypt'

/**
 * Makes a backup of a data folder: restores it into a temporary folder and reads everything there, encrypts it, stores it, reads it back from where it is stored,
 * and removes older ones. It is encrypted for the recipients and for a key that exists in this process alone, which opens what is read back and is then
 * forgotten. Throws if any step fails; older backups then stay.
 */
export async function makeEncryptedBackup(folder: string, { place, recipients, keep, now, progressed }: EncryptedBackup): Promise<MadeBackup> {
  const encrypter = new Encrypter()
  const proof = await generateX25519Identity()
  for (const recipient of [...recipients, await identityToRecipient(proof)]) addRecipient(encrypter, recipient)
  createFolderDurably(join(folder, backupsFolder))
  const room = mkdtempSync(join(folder, backupsFolder, 'making-'))
  try {
    const plain = join(room, 'plain')
    writeBackup(folder, plain, now, (done, total) => progressed?.('copy', done, total))
    const restored = await restoredContents(plain, join(room, 'restored'), { now, progressed: (done, total) => progressed?.('trial', done, total) })
    const encrypted = join(room, 'encrypted')
    const { size } = statSync(plain)
    const content = hashing((done) => progressed?.('encrypt', done, size))
    const sealed = hashing()
    await pipeline(
      await encrypter.encrypt(toWeb(createReadStream(plain).pipe(content.stream))),
      sealed.stream,
      createWriteStream(encrypted, { mode: 0o600 }),
    )
    const name = encryptedBackupName(now)
    await place.put(name, encrypted, sealed.hex())
    await assertReadable(place, name, { identity: proof, sha256: content.hex() })
    const removed = outdated(await place.list(), keep)
    for (const one of removed) await place.remove(one)
    return { name, bytes: statSync(encrypted).size, restored, removed }
  } finally {
    rmSync(room, { recursive: true, force: true })
  }
}

/** Restores a backup into a new folder, opens it and verifies its audit. Throws if any of it is not whole. */
async function restoredContents(
  file: string,
  folder: string,
  { now, progressed }: { readonly now: Date; readonly progressed: Progressed },
): Promise<MadeBackup['restored']> {
  const { files } = restore(folder, file, now, progressed)
  const store = openStore(folder, () => now)
  try {
    if (store.storageError !== undefined) throw unusable(store.storageError)
    const checks = await verifyAll(store.audit)
    if (checks.some(({ broken }) => broken !== undefined)) throw unusable('audit')
    const projects = store.projects.list()
    for (const { id } of projects) JSON.parse(store.projects.get(id)?.document ?? '')
    return { files: files.length, keys: store.keys.list().length, projects: projects.length, lines: store.audit.count() }
  } finally {
    store.close()
  }
}

function unusable(what: string): OperatorError {
  return new OperatorError({
    es: `La copia se restauró de prueba y no vale (${what}): compruebe el original con «plomada audit verify»`,
    en: `The backup was restored as a trial and is not usable (${what}): check the original with "plomada audit verify"`,
  })
}

/** Reads a stored backup and throws if what it decrypts to is not what was backed up. */
export async function assertReadable(
  place: BackupPlace,
  name: string,
  expected: { readonly identity: string; readonly sha256: string },
): Promise<void> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(expected.identity)
  const hash = createHash('sha256')
  for await (const chunk of await decrypter.decrypt(await place.get(name))) hash.update(chunk)
  if (hash.digest('hex') === expected.sha256) return
  throw new OperatorError({
    es: `Lo que hay en ${place.name} con el nombre ${name} no es lo que se copió`,
    en: `What ${place.name} has under the name ${name} is not what was backed up`,
  })
}

/** Decrypts a backup into a file with the private keys in `identityFile`, as `age` reads them. Throws `OperatorError` if none of them opens it. */
export async function decryptBackup(source: ReadableStream<Uint8Array>, target: string, identityFile: string): Promise<void> {
  const decrypter = new Decrypter()
  const identities = readFileSync(identityFile, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new OperatorError({
      es: `${identityFile} no tiene ninguna clave privada de age (AGE-SECRET-KEY-…)`,
      en: `${identityFile} has no private key of age (AGE-SECRET-KEY-…)`,
    })
  try {
    for (const identity of identities) decrypter.addIdentity(identity.trim())
    await pipeline(await decrypter.decrypt(source), createWriteStream(target, { mode: 0o600 }))
  } catch (error) {
    if (errorCode(error) !== '') throw error
    throw new OperatorError(
      {
        es: `La copia no se abre con las claves de ${identityFile}, o está dañada`,
        en: `The backup does not open with the keys in ${identityFile}, or it is damaged`,
      },
      { cause: error },
    )
  }
}

/** A new private key for backups, as a file of `age`, and its public key. */
export async function newBackupKey(): Promise<{ readonly file: string; readonly recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { file: `# public key: ${recipient}\n${identity}\n`, recipient }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new OperatorError(
      { es: `«${recipient}» no es una clave pública de age`, en: `"${recipient}" is not a public key of age` },
      { cause: error },
    )
  }
}

/** A stream that passes everything on and hashes it. `passed` is told how many bytes that are. */
function hashing(passed: (bytes: number) => void = () => undefined): { readonly stream: Transform; hex(): string } {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      passed(bytes)
      done(null, chunk)
    },
  })
  return { stream, hex: () => hash.digest('hex') }
}
