import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../access/durable-write.ts'
import { sha256Of } from '../access/sha256.ts'
import { type Manifest, readManifest } from './pack-file.ts'
import { refused } from './refused.ts'

/** Which installed packs are in use and before it, by the names of their folders. Null: none, the one shipped with the program serves. */
export interface Pointer {
  readonly current: string | null
  readonly previous: string | null
}

/** A pack in the data folder: its base, and the manifest line and signature it came with. */
export interface InstalledPack {
  /** SHA-256 of the pack file; the name of its folder. */
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
const nothing: Pointer = { current: null, previous: null }

/** Where the packs of a data folder are. */
export function packsFolder(dataFolder: string): string {
  return join(dataFolder, 'packs')
}

/** Where the parts of an installed pack are, be they there or not. */
export function installedPack(dataFolder: string, sha256: string): InstalledPack {
  const folder = join(packsFolder(dataFolder), sha256)
  return {
    sha256,
    baseFile: join(folder, 'base.kb'),
    manifestFile: join(folder, 'manifest.json'),
    signatureFile: join(folder, 'pack.minisig'),
  }
}

/** Reads which packs are in use. Throws the refusal where the file is there and cannot be understood: it is never guessed. */
export function readPointer(dataFolder: string): Pointer {
  const file = pointerFile(dataFolder)
  if (!existsSync(file)) return nothing
  try {
    return pointerSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw refused('damaged', {
      es: `No se entiende ${file}, que dice qué base se usa: bórrelo para usar la que acompaña al programa, o vuelva a instalar`,
      en: `Cannot read ${file}, which says what base is used: delete it to use the one shipped with the program, or install again`,
    })
  }
}

/** Puts other packs in use, in one step that a crash cannot divide. */
export function writePointer(dataFolder: string, pointer: Pointer): void {
  writeDurably(pointerFile(dataFolder), `${JSON.stringify(pointer)}\n`)
}

/** Changes whenever the packs in use do. Some microseconds: it is asked at every request. */
export function pointerStamp(dataFolder: string): string {
  const found = statSync(pointerFile(dataFolder), { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.ino} ${found.mtimeMs} ${found.size}`
}

/** What an installed pack says of itself; undefined where it is not whole. Throws the refusal where it is of another format. */
export function manifestOf({ manifestFile, signatureFile, baseFile }: InstalledPack): Manifest | undefined {
  if (![manifestFile, signatureFile, baseFile].every((file) => existsSync(file))) return undefined
  return readManifest(readFileSync(manifestFile, 'utf8'))
}

/** Whether the base of a pack is, byte for byte, the one that was signed. */
export function isWhole(pack: InstalledPack): boolean {
  const manifest = manifestOf(pack)
  return manifest !== undefined && sha256Of(readFileSync(pack.baseFile)) === manifest.file_sha256
}

function pointerFile(dataFolder: string): string {
  return join(packsFolder(dataFolder), 'current.json')
}
