import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import type { DiskReserve } from '../../server/access/disk-reserve.ts'
import { openRevocations } from '../../server/access/revocation.ts'
import { StorageError, type StorageErrorKind } from '../../server/access/storage-error.ts'

const at = '2026-11-21T10:00:00.000Z'
const failing = (kind: StorageErrorKind) => () => {
  throw new StorageError(kind, { es: kind, en: kind })
}

/** A file with the keys 1 and 2, and which of them are revoked there. */
function keysFile() {
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-revocation-')), 'plomada.db')
  const database = new Database(file)
  database.exec('CREATE TABLE access_key (id INTEGER PRIMARY KEY, revoked_at TEXT); INSERT INTO access_key VALUES (1, NULL), (2, NULL)')
  return { file, revoked: () => database.prepare<[], string | null>('SELECT revoked_at FROM access_key ORDER BY id').pluck().all() }
}

test('a revocation that cannot be written over the connection in use is written over another, or with the reserve of the disk', () => {
  const { file, revoked } = keysFile()
  let released = 0
  const reserve: DiskReserve = {
    releaseDuring: (write) => {
      released++
      return write()
    },
  }
  openRevocations({ write: failing('full'), file, reserve }).add(1, at)
  expect([revoked(), released]).toEqual([[at, null], 0])
  const elsewhere = { write: failing('full'), file: join(file, 'no'), reserve }
  expect(() => openRevocations(elsewhere).add(2, at)).toThrow(expect.objectContaining({ code: 'read-only' }))
  expect([revoked(), released]).toEqual([[at, null], 1])
})

test('a revocation that cannot be written holds in this process with its first date, and its cause is told', () => {
  for (const [kind, file] of [
    ['full', undefined],
    ['busy', keysFile().file],
  ] as const) {
    const revocations = openRevocations({ write: failing(kind), file, reserve: undefined })
    expect(revocations.at(1)).toBeUndefined()
    for (const later of [at, '2026-11-22T10:00:00.000Z'])
      expect(() => revocations.add(1, later)).toThrow(
        expect.objectContaining({
          code: 'read-only',
          detail: {
            es: expect.stringContaining(kind === 'full' ? 'el disco está lleno' : 'otro programa la está usando'),
            en: expect.stringMatching(kind === 'full' ? /^This service rejects key number 1 .*the disk is full/ : /another program is using it/),
          },
        }),
      )
    expect([revocations.at(1), revocations.at(2)]).toEqual([at, undefined])
  }
})

test('what waits to be written is tried again, at most once a second, until it is', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const tried: number[] = []
    let isFull = true
    const write = (id: number, since: string): void => {
      expect(since).toBe(at)
      tried.push(id)
      if (isFull) failing('full')()
    }
    const revocations = openRevocations({ write, file: undefined, reserve: undefined })
    for (const id of [1, 2]) expect(() => revocations.add(id, at)).toThrow()
    const triedAfter = (ms: number): number[] => {
      vi.advanceTimersByTime(ms)
      tried.length = 0
      revocations.retry()
      return [...tried]
    }
    expect([triedAfter(0), triedAfter(999), triedAfter(1)]).toEqual([[1, 2], [], [1, 2]])
    isFull = false
    expect([triedAfter(1000), triedAfter(1000)]).toEqual([[1, 2], []])
    expect(() => revocations.add(1, at)).not.toThrow()
  } finally {
    vi.useRealTimers()
  }
})

test('an error that is not of the disk is not taken for one', () => {
  const broken = () => {
    throw new TypeError('broken')
  }
  expect(() => openRevocations({ write: broken, file: undefined, reserve: undefined }).add(1, at)).toThrow('broken')
})
