import { statfsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { errorCode } from '../errors/error-code.ts'
import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'

/** Why a file of the data folder cannot be written, or cannot be read. */
export type StorageErrorKind = 'full' | 'damaged' | 'unwritable' | 'busy' | 'unreachable'

/** Free space that SQLite needs to create the WAL of a database and its index. */
const leastFreeBytes = 64 * 1024

/** A storage error that the program found by itself, such as a failed integrity check. */
export class StorageError extends Error {
  readonly kind: StorageErrorKind
  readonly detail: Text

  constructor(kind: StorageErrorKind, detail: Text, options?: ErrorOptions) {
    super(detail.en, options)
    this.detail = detail
    this.name = 'StorageError'
    this.kind = kind
  }
}

const reasons: Readonly<Record<StorageErrorKind, Text>> = {
  full: { es: 'el disco está lleno: libere espacio', en: 'the disk is full: free some space' },
  damaged: {
    es: 'la base de datos está dañada: pare el servicio y restaure una copia con «plomada restore»',
    en: 'the database is damaged: stop the service and restore a backup with "plomada restore"',
  },
  unwritable: {
    es: 'la carpeta de datos no deja escribir: revise sus permisos y su disco',
    en: 'the data folder cannot be written: look at its permissions and its disk',
  },
  unreachable: {
    es: 'no se alcanza la base de datos que comparten los nodos: pruebe de nuevo',
    en: 'the database that the nodes share cannot be reached: try again',
  },
  busy: { es: 'otro programa la está usando: pruebe de nuevo', en: 'another program is using it: try again' },
}

/** The cause and the remedy of a storage error, as the end of a sentence. */
export function storageErrorAdvice(kind: StorageErrorKind): Text {
  return reasons[kind]
}

/** The kind of a storage error; undefined for any other error. */
export function storageErrorKind(error: unknown): StorageErrorKind | undefined {
  if (error instanceof StorageError) return error.kind
  const code = errorCode(error)
  if (/^(SQLITE_FULL|ENOSPC|EDQUOT|EFBIG)/.test(code)) return 'full'
  if (/^(SQLITE_CORRUPT|SQLITE_NOTADB|SQLITE_IOERR_SHORT_READ)/.test(code)) return 'damaged'
  if (error instanceof Database.SqliteError && /^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) return 'busy'
  if (/^(SQLITE_(READONLY|CANTOPEN|IOERR|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EEXIST|EIO)/.test(code)) return 'unwritable'
  return undefined
}

/** Like `storageErrorKind`, but reports `full` if the disk of the folder has no free space: some systems then report only a failed write. */
export function storageErrorKindIn(folder: string, error: unknown): StorageErrorKind | undefined {
  const kind = storageErrorKind(error)
  if (kind !== 'unwritable') return kind
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastFreeBytes ? 'full' : kind
  } catch {
    // The folder itself cannot be reached, so the disk is not simply full.
    return kind
  }
}

/** Runs an optional write. Returns undefined after a storage error; throws any other error. */
export function unlessStorageError<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch (error) {
    if (storageErrorKind(error) === undefined) throw error
    return undefined
  }
}

/** The error `read-only` for a caller whose request needed to write, or to read a file that cannot be read. */
function readOnlyError(kind: StorageErrorKind): ServiceError {
  const { es, en } = reasons[kind]
  return new ServiceError('read-only', { es: `No se ha guardado nada: ${es}`, en: `Nothing was stored: ${en}` })
}

/** The restriction on a database since the start: why it cannot be written, and whether it can be read. */
export interface Degraded {
  readonly kind: StorageErrorKind
  readonly isReadable: boolean
}

/**
 * Wraps the functions of an object so that a storage error becomes the error `read-only`. If the data cannot be read, every call throws it, so
 * that unreadable data is never reported as missing.
 */
export function withStorageErrors<Value extends object>(object: Value, degraded: Degraded | undefined): Value {
  const translated = (error: unknown): unknown => {
    const kind = storageErrorKind(error)
    return kind === undefined ? error : readOnlyError(degraded?.kind ?? kind)
  }
  const call = (one: (...given: unknown[]) => unknown, given: unknown[]): unknown => {
    if (degraded?.isReadable === false) throw readOnlyError(degraded.kind)
    try {
      const result = one(...given)
      return result instanceof Promise ? result.catch((error: unknown) => Promise.reject(translated(error))) : result
    } catch (error) {
      throw translated(error)
    }
  }
  const entries = Object.entries(object).map(([name, one]) => [name, typeof one === 'function' ? (...given: unknown[]) => call(one, given) : one])
  // Every function keeps its name, arguments and result, so the type stays the same.
  return Object.fromEntries(entries) as Value
}
