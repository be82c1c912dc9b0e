import { existsSync } from 'node:fs'
import type { Text } from '../errors/language.ts'
import { packMeta } from '../kb/open.ts'
import { installedPack, isWhole, manifestOf, readPointer } from './installed.ts'
import { refused } from './refused.ts'

/** Where bases may come from. */
export interface BaseSources {
  readonly packFile: string
  /** Whether the operator named `packFile`, or it is the one shipped with the program. */
  readonly packFileIs: 'asked' | 'shipped'
  readonly dataFolder: string
}

/** The base to answer from, and why this one. */
export interface ChosenBase {
  readonly file: string
  readonly origin: 'asked' | 'installed' | 'shipped'
  readonly because: Text
}

const because = {
  asked: { es: 'Se pidió con --kb o PLOMADA_KB', en: 'Asked for with --kb or PLOMADA_KB' },
  none: { es: 'No hay ninguna instalada en uso', en: 'None is installed and in use' },
  newer: {
    es: 'La instalada es más antigua que la que acompaña al programa',
    en: 'The installed one is older than the one shipped with the program',
  },
  format: { es: 'La instalada es de un formato que este programa no lee', en: 'The installed one is of a format that this program does not read' },
  installed: { es: 'Instalada y en uso', en: 'Installed and in use' },
} satisfies Record<string, Text>

/**
 * The base that was asked for; else the installed one in use, unless that of the program is newer by reference date, then by version.
 * Throws the refusal where the installed one is damaged: another is never taken in its place unasked.
 */
export function chooseBase({ packFile, packFileIs, dataFolder }: BaseSources): ChosenBase {
  if (packFileIs === 'asked') return { file: packFile, origin: 'asked', because: because.asked }
  const shipped = (why: Text): ChosenBase => ({ file: packFile, origin: 'shipped', because: why })
  const { current } = readPointer(dataFolder)
  if (current === null) return shipped(because.none)
  const pack = installedPack(dataFolder, current)
  let manifest: ReturnType<typeof manifestOf>
  try {
    manifest = manifestOf(pack)
  } catch {
    return shipped(because.format)
  }
  if (manifest === undefined || !isWhole(pack))
    throw refused('damaged', {
      es: `La base instalada está dañada (${pack.baseFile}): vuelva a instalarla, o plomada kb rollback`,
      en: `The installed base is damaged (${pack.baseFile}): install it again, or plomada kb rollback`,
    })
  if (existsSync(packFile) && isNewer(packMeta(packFile), { referenceDate: manifest.reference_date, version: manifest.version }))
    return shipped(because.newer)
  return { file: pack.baseFile, origin: 'installed', because: because.installed }
}

interface Edition {
  readonly referenceDate: string
  readonly version: string
}

/** Whether one base is later than another. Versions count number by number: 2026.9 is before 2026.11. */
export function isNewer(one: Edition, other: Edition): boolean {
  if (one.referenceDate !== other.referenceDate) return one.referenceDate > other.referenceDate
  return one.version.localeCompare(other.version, 'en', { numeric: true }) > 0
}
