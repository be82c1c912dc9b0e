import { statfsSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'

/** Why the state cannot be written, or not even read. */
export type Fault = 'full' | 'damaged' | 'unwritable' | 'busy'

/** What the log of a database and its index need to begin. */
const leastRoomBytes = 64 * 1024

/** A fault found by looking, not told by the system. */
export class StorageError extends Error {
  readonly fault: Fault
  readonly detail: Text

  constructor(fault: Fault, detail: Text) {
    super(detail.en)
    this.detail = detail
    this.name = 'StorageError'
    this.fault = fault
  }
}

const reasons: Readonly<Record<Fault, Text>> = {
  full: { es: 'el disco está lleno: libere espacio', en: 'the disk is full: free some space' },
  damaged: {
    es: 'la base de datos está dañada: pare el servicio y restaure una copia con «plomada restore»',
    en: 'the database is damaged: stop the service and restore a backup with "plomada restore"',
  },
  unwritable: {
    es: 'la carpeta de datos no deja escribir: revise sus permisos y su disco',
    en: 'the data folder cannot be written: look at its permissions and its disk',
  },
  busy: { es: 'otro programa la está usando: pruebe de nuevo', en: 'another program is using it: try again' },
}

/** What is the matter and what would mend it, as the end of a sentence. */
export function reasonOf(fault: Fault): Text {
  return reasons[fault]
}

/** The fault of storage that an error tells of; undefined where it is about anything else. */
export function faultOf(error: unknown): Fault | undefined {
  if (error instanceof StorageError) return error.fault
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(error.code)) return 'full'
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_IOERR_SHORT_READ)/.test(error.code)) return 'damaged'
  if (error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(error.code)) return 'busy'
  if (/^(SQLITE_(READONLY|CANTOPEN|IOERR|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EIO)/.test(error.code)) return 'unwritable'
  return undefined
}

/** The same for a folder that was just used: a system without room does not always say so. */
export function faultIn(folder: string, error: unknown): Fault | undefined {
  const fault = faultOf(error)
  if (fault !== 'unwritable') return fault
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastRoomBytes ? 'full' : fault
  } catch {
    // The folder itself cannot be reached: it is not for want of room.
    return fault
  }
}

/** What an act gives; undefined where storage is at fault. For what is worth no refusal. */
export function unlessFault<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch (error) {
    if (faultOf(error) === undefined) throw error
    return undefined
  }
}

/** What a caller is told who wanted to write, or to read what cannot be read. */
export function readOnly(fault: Fault): ServiceError {
  const { es, en } = reasons[fault]
  return new ServiceError('read-only', { es: `No se ha guardado nada: ${es}`, en: `Nothing was stored: ${en}` })
}

/** What stands in the way of a whole state: its fault since the start, and whether what it held can still be read. */
export interface Standing {
  readonly fault: Fault
  readonly isReadable: boolean
}

/** The same functions; a fault of storage in them becomes the problem `read-only`, and nothing is said to be absent that merely cannot be read. */
export function guarded<Part extends object>(part: Part, standing: Standing | undefined): Part {
  const call = (one: (...given: unknown[]) => unknown, given: unknown[]): unknown => {
    if (standing?.isReadable === false) throw readOnly(standing.fault)
    try {
      return one(...given)
    } catch (error) {
      const fault = faultOf(error)
      throw fault === undefined ? error : readOnly(standing?.fault ?? fault)
    }
  }
  const entries = Object.entries(part).map(([name, one]) => [name, typeof one === 'function' ? (...given: unknown[]) => call(one, given) : one])
  // The border: every function keeps its name, its arguments and its answer.
  return Object.fromEntries(entries) as Part
}
