import { existsSync } from 'node:fs'
import type { Text } from '../errors/language.ts'
import { packMeta } from '../kb/open.ts'
import { installedPack, isIntact, manifestOf, readPointer } from './installed-pack.ts'
import { packError } from './pack-error.ts'

/** Where knowledge bases can come from. */
export interface BaseSources {
  readonly packFile: string
  /** `asked`: the operator named `packFile`. `shipped`: it comes with the program. */
  readonly packFileIs: 'asked' | 'shipped'
  readonly dataFolder: string
}

/** The base to use, and the reason. */
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
 * Chooses the base that the operator named; otherwise the installed one, unless the shipped one has a later reference date or, on the same date, a
 * later version. Throws `base-refused` if the installed one is damaged, rather than using another base silently.
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
  if (manifest === undefined || !isIntact(pack))
    throw packError('damaged', {
      es: `La base instalada está dañada (${pack.baseFile}): vuelva a instalarla, o plomada kb rollback`,
      en: `The installed base is damaged (${pack.baseFile}): install it again, or plomada kb rollback`,
    })
  if (existsSync(packFile) && isNewer(packMeta(packFile), { referenceDate: manifest.reference_date, version: manifest.version }))
    return shipped(because.newer)
  return { file: pack.baseFile, origin: 'installed', because: because.installed }
}

interface DatedVersion {
  readonly referenceDate: string
  readonly version: string
}

/** True if one base is newer than another. Compares the numbers in versions: 2026.9 is before 2026.11. */
export function isNewer(one: DatedVersion, other: DatedVersion): boolean {
  if (one.referenceDate !== other.referenceDate) return one.referenceDate > other.referenceDate
  return one.version.localeCompare(other.version, 'en', { numeric: true }) > 0
}
