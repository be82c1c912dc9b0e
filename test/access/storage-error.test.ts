import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import {
  StorageError,
  type StorageErrorKind,
  storageErrorAdvice,
  storageErrorKind,
  storageErrorKindIn,
  unlessStorageError,
  withStorageErrors,
} from '../../server/access/storage-error.ts'

const codes: Readonly<Record<string, readonly string[]>> = {
  full: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG'],
  damaged: ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'SQLITE_IOERR_SHORT_READ'],
  unwritable: [
    'SQLITE_READONLY',
    'SQLITE_CANTOPEN',
    'SQLITE_IOERR_WRITE',
    'SQLITE_PERM',
    'SQLITE_AUTH',
    'EACCES',
    'EPERM',
    'EROFS',
    'ENOTDIR',
    'EEXIST',
    'EIO',
  ],
}
const coded = (code: unknown): Error => Object.assign(new Error(String(code)), { code })

describe('an error of the disk', () => {
  test('is told from others by its code', () => {
    for (const [kind, all] of Object.entries(codes)) for (const code of all) expect(storageErrorKind(coded(code)), code).toBe(kind)
    for (const code of ['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_PROTOCOL', 'SQLITE_BUSY_SNAPSHOT'])
      expect(storageErrorKind(new Database.SqliteError(code, code)), code).toBe('busy')
    const others = [
      coded('SQLITE_BUSY'),
      coded('SQLITE_CONSTRAINT'),
      coded('ENOENT'),
      coded(13),
      coded('NO_ENOSPC'),
      coded('NO_SQLITE_CORRUPT'),
      coded('NO_EACCES'),
      new Database.SqliteError('x', 'NO_SQLITE_BUSY'),
      new Error('ENOSPC'),
      'ENOSPC',
      null,
    ]
    for (const other of others) expect(storageErrorKind(other), String(other)).toBeUndefined()
    expect(storageErrorKind(new StorageError('unreachable', { es: 'no', en: 'no' }))).toBe('unreachable')
  })

  test('that only says that writing failed is that of a folder where there is space', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-error-'))
    expect(storageErrorKindIn(folder, coded('EIO'))).toBe('unwritable')
    expect(storageErrorKindIn(join(folder, 'no'), coded('EIO'))).toBe('unwritable')
    expect([storageErrorKindIn(folder, coded('ENOSPC')), storageErrorKindIn(folder, coded('ENOENT'))]).toEqual(['full', undefined])
    // It has no space, as a disk that is full.
    expect(storageErrorKindIn('/proc', coded('EIO'))).toBe(process.platform === 'linux' ? 'full' : 'unwritable')
  })

  test('is let pass in a write that need not be, and no other error', () => {
    expect(unlessStorageError(() => 7)).toBe(7)
    expect(
      unlessStorageError(() => {
        throw coded('ENOSPC')
      }),
    ).toBeUndefined()
    expect(() =>
      unlessStorageError(() => {
        throw new TypeError('broken')
      }),
    ).toThrow('broken')
  })
})

describe('who asks', () => {
  const thrown = (error: unknown) => () => {
    throw error
  }
  const kinds: readonly StorageErrorKind[] = ['full', 'damaged', 'unwritable', 'busy', 'unreachable']

  test('is told that nothing was stored and why, whether the answer is awaited or not', async () => {
    for (const kind of kinds) {
      const error = new StorageError(kind, { es: 'dentro', en: 'inside' })
      const wrapped = withStorageErrors({ now: thrown(error), later: async () => thrown(error)() }, undefined)
      const { es, en } = storageErrorAdvice(kind)
      const told = { code: 'read-only', detail: { es: `No se ha guardado nada: ${es}`, en: `Nothing was stored: ${en}` } }
      expect(wrapped.now).toThrow(expect.objectContaining(told))
      await expect(wrapped.later()).rejects.toMatchObject(told)
    }
    expect(new Set(kinds.flatMap((kind) => Object.values(storageErrorAdvice(kind)))).size).toBe(2 * kinds.length)
  })

  test('gets what there is, with its arguments, and other errors as they are', async () => {
    const wrapped = withStorageErrors(
      { sum: (a: number, b: number) => a + b, later: async (a: number) => a, name: 'x', broken: thrown(new TypeError('broken')) },
      { kind: 'full', isReadable: true },
    )
    expect([wrapped.sum(1, 2), await wrapped.later(3), wrapped.name]).toEqual([3, 3, 'x'])
    expect(wrapped.broken).toThrow(TypeError)
  })

  test('is told the reason of the start, and nothing is taken for empty that cannot be read', () => {
    const list = { list: () => [], change: thrown(coded('SQLITE_READONLY')) }
    const full = withStorageErrors(list, { kind: 'full', isReadable: true })
    expect(full.list()).toEqual([])
    expect(full.change).toThrow(/the disk is full/)
    const damaged = withStorageErrors(list, { kind: 'damaged', isReadable: false })
    expect(damaged.list).toThrow(/the database is damaged/)
  })
})
