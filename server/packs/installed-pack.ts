import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../access/durable-write.ts'
import { sha256Of } from '../access/sha256.ts'
import { packError } from './pack-error.ts'
import { type Manifest, readManifest } from './pack-file.ts'

/** The current and the previous pack, by the names of their folders. Null stands for the pack shipped with the program. */
export interface Pointer {
  readonly current: string | null
  readonly previous: string | null
}

/** Paths of an installed pack: its base, manifest and signature. */
export interface InstalledPack {
  /** SHA-256 of the pack file, which is also the name of its folder. */
  readonly sha256: string
  readonly baseFile: string
  readonly manifestFile: string
  readonly signatureFile: string
}

const folderName = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable()
const pointerSchema = z.strictObject({ current: folderName, previous: folderName })
const noPacks: Pointer = { current: null, previous: null }

/** The folder of the packs in a data folder. */
export function packsFolder(dataFolder: string): string {
  return join(dataFolder, 'packs')
}

/** Paths of a pack in a data folder. The files need not exist. */
export function installedPack(dataFolder: string, sha256: string): InstalledPack {
  const folder = join(packsFolder(dataFolder), sha256)
  return {
    sha256,
    baseFile: join(folder, 'base.kb'),
    manifestFile: join(folder, 'manifest.json'),
    signatureFile: join(folder, 'pack.minisig'),
  }
}

/** Reads which packs are current and previous. Throws `base-refused` if the file exists but is invalid. */
export function readPointer(dataFolder: string): Pointer {
  const file = pointerFile(dataFolder)
  if (!existsSync(file)) return noPacks
  try {
    return pointerSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw packError('damaged', {
      es: `No se entiende ${file}, que dice qué base se usa: bórrelo para usar la que acompaña al programa, o vuelva a instalar`,
      en: `Cannot read ${file}, which says which base is used: delete it to use the one shipped with the program, or install again`,
    })
  }
}

/** Replaces the pointer atomically. */
export function writePointer(dataFolder: string, pointer: Pointer): void {
  writeDurably(pointerFile(dataFolder), `${JSON.stringify(pointer)}\n`)
}

/** A text that changes whenever the pointer changes. Takes a few microseconds, because it is read on every request. */
export function pointerStamp(dataFolder: string): string {
  const found = statSync(pointerFile(dataFolder), { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

/** Reads the manifest of an installed pack; undefined if a file of the pack is missing. Throws `base-refused` if it has another format. */
export function manifestOf({ manifestFile, signatureFile, baseFile }: InstalledPack): Manifest | undefined {
  if (![manifestFile, signatureFile, baseFile].every((file) => existsSync(file))) return undefined
  return readManifest(readFileSync(manifestFile, 'utf8'))
}

/** True if the base of a pack has the hash in its manifest. */
export function isIntact(pack: InstalledPack): boolean {
  const manifest = manifestOf(pack)
  return manifest !== undefined && sha256Of(readFileSync(pack.baseFile)) === manifest.file_sha256
}

function pointerFile(dataFolder: string): string {
  return join(packsFolder(dataFolder), 'current.json')
}
