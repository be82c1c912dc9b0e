import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openWriteProbe } from '../../server/access/write-probe.ts'

/** What a probe of a folder that can be written says, with that error of the audit. */
function probed(auditError: string | undefined, database = new Database(':memory:')): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-probe-'))
  const parts = { folder, database, degraded: undefined, auditDegraded: undefined, lastAuditError: () => auditError, monotonicMs: () => 0 }
  return openWriteProbe(parts)()
}

test('the reason why the audit cannot be written is said by its kind, and what is no error of storage as internal', () => {
  expect(probed(undefined)).toEqual([])
  for (const reason of ['full', 'damaged', 'unwritable', 'busy', 'unreachable']) expect(probed(reason)).toEqual([{ part: 'audit', reason }])
  expect(probed('other')).toEqual([{ part: 'audit', reason: 'internal' }])
  expect(probed('sink')).toEqual([{ part: 'audit-sink', reason: 'unwritable' }])
})

test('a disk that can be written leaves the version of the database as it was', () => {
  const database = new Database(':memory:')
  database.pragma('user_version = 9')
  expect(probed(undefined, database)).toEqual([])
  expect(database.pragma('user_version', { simple: true })).toBe(9)
})

test('an error that is not of the disk is not taken for a disk that can be written', () => {
  const broken = new Database(':memory:')
  broken.pragma = () => {
    throw new TypeError('broken')
  }
  expect(() => probed(undefined, broken)).toThrow(TypeError)
})
