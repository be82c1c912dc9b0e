import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { syncFolder } from '../access/data-folder.ts'
import { createFolderDurably, renameDurably, writeSynced } from '../access/durable-write.ts'
import { type Lock, lockFileExclusively } from '../access/lock.ts'
import { sha256Of } from '../access/sha256.ts'
import { storageErrorKind } from '../access/storage-error.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { areIndexesTrue } from '../kb/pack-indexes.ts'
import { packDdl, packFormat } from '../kb/pack-schema.ts'
import { installedPack, isIntact, type Pointer, packsFolder, readPointer, writePointer } from './installed-pack.ts'
import { isSignedBy, parseSignature } from './minisign.ts'
import { packError } from './pack-error.ts'
import { type Manifest, type OpenedPack, openPack } from './pack-file.ts'
import type { TrustedKey } from './trusted-keys.ts'

/** How long to wait for another process that is changing the packs, in milliseconds. */
const lockWaitMs = 3_000

export interface Installed {
  readonly sha256: string
  readonly manifest: Manifest
  readonly keyId: string
}

/** Verifies the signature and the contents of a pack and opens it. Throws `base-refused` with the reason if the pack is not accepted. */
export function checkPack(bytes: Buffer, signatureText: string, keys: readonly TrustedKey[]): OpenedPack & { readonly keyId: string } {
  const signature = readSignature(signatureText)
  const named = keys.filter(({ id }) => id === signature.keyId)
  if (named.length === 0)
    throw packError('untrusted-key', {
      es: `El paquete está firmado con la clave ${signature.keyId}, en la que esta instalación no confía; plomada kb trust FICHERO.pub la añade`,
      en: `The pack is signed with key ${signature.keyId}, which this installation does not trust; plomada kb trust FILE.pub adds it`,
    })
  if (!named.some((key) => isSignedBy(bytes, signature, key)))
    throw packError('signature-wrong', {
      es: 'La firma no es de este fichero: el paquete o la firma han cambiado, o el paquete está incompleto',
      en: 'The signature does not match this file: the pack or the signature has changed, or the pack is truncated',
    })
  return { ...openPack(bytes), keyId: signature.keyId }
}

/** A pack as it came, and the keys that may have signed it. */
interface SignedPack {
  readonly bytes: Buffer
  readonly signature: string
  readonly keys: readonly TrustedKey[]
  /** Is told how many steps of the installation are done. */
  readonly progressed?: ((done: number, total: number) => void) | undefined
}

/** The signature, writing, and checking what was written. */
const steps = 3

/** Installs a pack and puts it in use. After an error or a crash the previous base stays in use. */
export function installPack(dataFolder: string, pack: SignedPack): Installed {
  const installed = placePack(dataFolder, pack)
  withPacksLock(dataFolder, () => {
    const before = readPointer(dataFolder)
    if (before.current !== installed.sha256) writePointer(dataFolder, { current: installed.sha256, previous: before.current })
    prune(dataFolder, readPointer(dataFolder))
  })
  return installed
}

/** Puts the packs of a pointer in use. They must be in the data folder. */
export function pointTo(dataFolder: string, pointer: Pointer): void {
  withPacksLock(dataFolder, () => {
    writePointer(dataFolder, pointer)
    prune(dataFolder, pointer)
  })
}

/** Verifies a pack and stores it in the data folder, without putting it in use. After an error or a crash nothing has changed. */
export function placePack(dataFolder: string, pack: SignedPack): Installed {
  const { manifest, manifestLine, base, keyId } = checkPack(pack.bytes, pack.signature, pack.keys)
  const sha256 = sha256Of(pack.bytes)
  pack.progressed?.(1, steps)
  return withPacksLock(dataFolder, () => {
    if (!existsSync(installedPack(dataFolder, sha256).signatureFile) || !isIntact(installedPack(dataFolder, sha256))) {
      const staged = stage(dataFolder, { manifestLine, base, signature: pack.signature })
      try {
        pack.progressed?.(2, steps)
        checkBase(join(staged, 'base.kb'), manifest)
        pack.progressed?.(steps, steps)
        const target = join(packsFolder(dataFolder), sha256)
        if (existsSync(target)) rmSync(target, { recursive: true })
        renameDurably(staged, target)
      } finally {
        rmSync(staged, { recursive: true, force: true })
      }
    }
    return { sha256, manifest, keyId }
  })
}

/** Puts the previous pack in use again: the one installed before, or the shipped one. A second rollback undoes the first. */
export function rollbackPack(dataFolder: string): Pointer {
  return withPacksLock(dataFolder, () => {
    const { current, previous } = readPointer(dataFolder)
    if (current === null && previous === null)
      throw packError('no-previous', { es: 'No hay otra base instalada a la que volver', en: 'There is no other installed base to return to' })
    if (previous !== null && !isIntact(installedPack(dataFolder, previous)))
      throw packError('damaged', {
        es: 'La base anterior está dañada: se sigue usando la actual',
        en: 'The previous base is damaged: the current one stays in use',
      })
    const next = { current: previous, previous: current }
    writePointer(dataFolder, next)
    return next
  })
}

function readSignature(text: string): ReturnType<typeof parseSignature> {
  if (text.trim() === '')
    throw packError('unsigned', {
      es: 'El paquete no está firmado: falta el fichero .minisig',
      en: 'The pack is not signed: its .minisig file is missing',
    })
  try {
    return parseSignature(text)
  } catch (error) {
    const en = error instanceof Error ? error.message : String(error)
    throw packError('signature-malformed', { es: 'No se entiende la firma: se esperan las cuatro líneas de un fichero .minisig', en })
  }
}

/** Writes the parts of a pack into a new temporary folder and returns its path. */
function stage(dataFolder: string, { manifestLine, base, signature }: { manifestLine: string; base: Uint8Array; signature: string }): string {
  const staged = join(packsFolder(dataFolder), `new-${randomUUID()}`)
  mkdirSync(staged, { mode: 0o700 })
  writeSynced(join(staged, 'base.kb'), base)
  writeSynced(join(staged, 'manifest.json'), manifestLine)
  writeSynced(join(staged, 'pack.minisig'), signature)
  syncFolder(staged)
  return staged
}

/** Opens the base of a pack as the service would, checks it against the manifest, and throws `base-refused` if it cannot be used. */
function checkBase(file: string, manifest: Manifest): void {
  let result: string
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      // Before the integrity check, which would run the code of virtual tables.
      const other = unexpectedObject(database)
      result = other === undefined ? integrityOf(database) : `it contains "${other}", which is not a table of format ${packFormat}`
    } finally {
      database.close()
    }
    const kb = openKnowledgeBase(file)
    // Each rule is read now, with the tables that it names: a running service would meet a damaged one only when asked for it.
    kb.book.rules.at(0)
    const { id, version, referenceDate, sha256 } = kb.meta
    kb.close()
    const isSame =
      id === manifest.id && version === manifest.version && referenceDate === manifest.reference_date && sha256 === manifest.sources_sha256
    if (!isSame) result = 'its manifest is for another base'
  } catch (cause) {
    result = cause instanceof Error ? cause.message.replaceAll(file, 'base.kb') : String(cause)
  }
  if (result !== 'ok')
    throw packError('damaged', { es: `La base del paquete no se puede usar: ${result}`, en: `The base of the pack cannot be used: ${result}` })
}

/** `ok`, or what is wrong with the file or with its indexes: a rule that is not found would not be held against a value. */
function integrityOf(database: Database.Database): string {
  const result = String(database.pragma('integrity_check', { simple: true }))
  return result !== 'ok' || areIndexesTrue(database) ? result : 'its indexes do not agree with its rules and terms'
}

/**
 * The name of a schema object that is not, character for character, a table or index of the format. That excludes views, triggers, virtual tables,
 * generated columns, expression indexes and checks, all of which could run code when the base is read or checked.
 */
function unexpectedObject(database: Database.Database): string | undefined {
  const model = new Database(':memory:')
  try {
    model.exec(packDdl)
    const known = new Set(model.prepare<[], SchemaRow>('SELECT type, name, tbl_name, sql FROM sqlite_schema').all().map(textOf))
    return database
      .prepare<[], SchemaRow & { rootpage: number }>('SELECT type, name, tbl_name, sql, rootpage FROM sqlite_schema')
      .all()
      .find((row) => row.rootpage === 0 || !known.has(textOf(row)))?.name
  } finally {
    model.close()
  }
}

interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

function textOf({ type, name, tbl_name, sql }: SchemaRow): string {
  return JSON.stringify([type, name, tbl_name, sql])
}

/** Deletes packs that are neither current nor previous. On Windows a pack that a running server has open is deleted the next time. */
function prune(dataFolder: string, { current, previous }: Pointer): void {
  for (const entry of readdirSync(packsFolder(dataFolder), { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === current || entry.name === previous) continue
    try {
      rmSync(join(packsFolder(dataFolder), basename(entry.name)), { recursive: true, force: true })
    } catch {
      // Another process still has it open.
    }
  }
}

/** Runs a change under a lock that excludes changes by any other process. The system releases the lock when its process ends. */
function withPacksLock<T>(dataFolder: string, change: () => T): T {
  createFolderDurably(packsFolder(dataFolder))
  const lock = lockPacks(dataFolder)
  try {
    return change()
  } finally {
    lock.release()
  }
}

function lockPacks(dataFolder: string): Lock {
  try {
    return lockFileExclusively(join(packsFolder(dataFolder), 'lock.db'), lockWaitMs)
  } catch (error) {
    if (storageErrorKind(error) !== 'busy') throw error
    throw packError('busy', {
      es: 'Otro proceso está cambiando la base: espere y repita',
      en: 'Another process is changing the base: wait and try again',
    })
  }
}
