import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { renameDurably, writeSynced } from '../access/durable.ts'
import { faultOf } from '../access/fault.ts'
import { syncFolder } from '../access/folder.ts'
import { type Lock, lockFileAlone } from '../access/lock.ts'
import { sha256Of } from '../access/sha256.ts'
import { openKnowledgeBase } from '../kb/open.ts'
import { packDdl, packFormat } from '../kb/pack-schema.ts'
import { installedPack, isWhole, type Pointer, packsFolder, readPointer, writePointer } from './installed.ts'
import { isSignedBy, parseSignature } from './minisign.ts'
import { type Manifest, type OpenedPack, openPack } from './pack-file.ts'
import { refused } from './refused.ts'
import type { TrustedKey } from './trust.ts'

/** How long to wait for another installation on the same folder, in milliseconds. */
const lockWaitMs = 3_000

export interface Installed {
  readonly sha256: string
  readonly manifest: Manifest
  readonly keyId: string
}

/** A pack whose signature and contents have been held against the keys. Throws the refusal that says why it is not accepted. */
export function checkPack(bytes: Buffer, signatureText: string, keys: readonly TrustedKey[]): OpenedPack & { readonly keyId: string } {
  const signature = readSignature(signatureText)
  const named = keys.filter(({ id }) => id === signature.keyId)
  if (named.length === 0)
    throw refused('untrusted-key', {
      es: `El paquete está firmado con la clave ${signature.keyId}, en la que esta instalación no confía; plomada kb trust FICHERO.pub la añade`,
      en: `The pack is signed with key ${signature.keyId}, which this installation does not trust; plomada kb trust FILE.pub adds it`,
    })
  if (!named.some((key) => isSignedBy(bytes, signature, key)))
    throw refused('signature-wrong', {
      es: 'La firma no es de este fichero: el paquete o la firma han cambiado, o el paquete está cortado',
      en: 'The signature is not of this file: the pack or the signature has changed, or the pack is cut short',
    })
  return { ...openPack(bytes), keyId: signature.keyId }
}

/** Installs a pack beside those there are and puts it in use. Whatever goes wrong, and whenever it stops, the base in use stays as it was. */
export function installPack(
  dataFolder: string,
  pack: { readonly bytes: Buffer; readonly signature: string; readonly keys: readonly TrustedKey[] },
): Installed {
  const { manifest, manifestLine, base, keyId } = checkPack(pack.bytes, pack.signature, pack.keys)
  const sha256 = sha256Of(pack.bytes)
  return alone(dataFolder, () => {
    const before = readPointer(dataFolder)
    if (!existsSync(installedPack(dataFolder, sha256).signatureFile) || !isWhole(installedPack(dataFolder, sha256))) {
      const fresh = stage(dataFolder, { manifestLine, base, signature: pack.signature })
      try {
        checkBase(join(fresh, 'base.kb'), manifest)
        const place = join(packsFolder(dataFolder), sha256)
        if (existsSync(place)) rmSync(place, { recursive: true })
        renameDurably(fresh, place)
      } finally {
        rmSync(fresh, { recursive: true, force: true })
      }
    }
    if (before.current !== sha256) writePointer(dataFolder, { current: sha256, previous: before.current })
    prune(dataFolder, readPointer(dataFolder))
    return { sha256, manifest, keyId }
  })
}

/** Puts the pack before the current one in use again: the one installed before it, or that of the program. Done twice, all is as it was. */
export function rollbackPack(dataFolder: string): Pointer {
  return alone(dataFolder, () => {
    const { current, previous } = readPointer(dataFolder)
    if (current === null && previous === null)
      throw refused('no-previous', { es: 'No hay otra base instalada a la que volver', en: 'There is no other installed base to return to' })
    if (previous !== null && !isWhole(installedPack(dataFolder, previous)))
      throw refused('damaged', { es: 'La base anterior está dañada: no se vuelve a ella', en: 'The base before is damaged: it is not returned to' })
    const next = { current: previous, previous: current }
    writePointer(dataFolder, next)
    return next
  })
}

function readSignature(text: string): ReturnType<typeof parseSignature> {
  if (text.trim() === '')
    throw refused('unsigned', {
      es: 'El paquete no está firmado: falta el fichero .minisig',
      en: 'The pack is not signed: its .minisig file is missing',
    })
  try {
    return parseSignature(text)
  } catch (error) {
    const en = error instanceof Error ? error.message : String(error)
    throw refused('signature-malformed', { es: 'No se entiende la firma: se esperan las cuatro líneas de un fichero .minisig', en })
  }
}

/** Writes the parts of a pack into a folder of its own, beside the others and not yet one of them. */
function stage(dataFolder: string, { manifestLine, base, signature }: { manifestLine: string; base: Uint8Array; signature: string }): string {
  const fresh = join(packsFolder(dataFolder), `new-${randomUUID()}`)
  mkdirSync(fresh, { mode: 0o700 })
  writeSynced(join(fresh, 'base.kb'), base)
  writeSynced(join(fresh, 'manifest.json'), manifestLine)
  writeSynced(join(fresh, 'pack.minisig'), signature)
  syncFolder(fresh)
  return fresh
}

/** Opens the base as the service will, before anybody depends on it. */
function checkBase(file: string, manifest: Manifest): void {
  let fault: string
  try {
    const database = new Database(file, { readonly: true, fileMustExist: true })
    try {
      // A base is the tables of its format and nothing that runs by itself. Asked first, for the check reads what virtual tables make up.
      const other = foreignObject(database)
      fault =
        other === undefined
          ? String(database.pragma('integrity_check', { simple: true }))
          : `it holds "${other}", which is no table of format ${packFormat}`
    } finally {
      database.close()
    }
    const kb = openKnowledgeBase(file)
    const { id, version, referenceDate, sha256 } = kb.meta
    kb.close()
    const isSame =
      id === manifest.id && version === manifest.version && referenceDate === manifest.reference_date && sha256 === manifest.sources_sha256
    if (!isSame) fault = 'its manifest names another base'
  } catch (error) {
    fault = error instanceof Error ? error.message.replaceAll(file, 'base.kb') : String(error)
  }
  if (fault !== 'ok')
    throw refused('damaged', { es: `La base del paquete no se puede usar: ${fault}`, en: `The base of the pack cannot be used: ${fault}` })
}

/**
 * Something in a base that is not, letter for letter, a table or index of the format: a view, a trigger, a virtual table, but also a
 * generated column, an index on an expression or a check, which are computed when the base is read or checked.
 */
function foreignObject(database: Database.Database): string | undefined {
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

/** Removes what neither is in use nor was before. What a running server still holds open on Windows goes the next time. */
function prune(dataFolder: string, { current, previous }: Pointer): void {
  for (const entry of readdirSync(packsFolder(dataFolder), { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === current || entry.name === previous) continue
    try {
      rmSync(join(packsFolder(dataFolder), basename(entry.name)), { recursive: true, force: true })
    } catch {
      // Still open elsewhere.
    }
  }
}

/** Runs a change with no other on the same folder, from any process. The lock is the system's: it goes with the process that holds it. */
function alone<T>(dataFolder: string, change: () => T): T {
  mkdirSync(packsFolder(dataFolder), { recursive: true, mode: 0o700 })
  const lock = lockPacks(dataFolder)
  try {
    return change()
  } finally {
    lock.release()
  }
}

function lockPacks(dataFolder: string): Lock {
  try {
    return lockFileAlone(join(packsFolder(dataFolder), 'lock.db'), lockWaitMs)
  } catch (error) {
    if (faultOf(error) !== 'busy') throw error
    throw refused('busy', {
      es: 'Otro proceso está cambiando la base: espere y repita',
      en: 'Another process is changing the base: wait and try again',
    })
  }
}
