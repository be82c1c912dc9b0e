import fs, { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openAuditFiles } from '../../server/access/audit-files.ts'
import type { AuditEntry } from '../../server/access/audit-line.ts'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { openStore, type StoreOptions } from '../../server/access/store.ts'

const entry: AuditEntry = { who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null }
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-files-'))
const auditFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^audit.*\.db$/.test(name))
    .sort()

afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** A closed folder with so many lines in each of some months, of which the last line of each run is signed. */
function months(names: readonly string[], lines = 5, folder = newFolder()): string {
  for (const month of names) {
    const store = openStore(folder, () => new Date(`${month}-01T10:00:00Z`))
    for (let times = 0; times < lines; times++) store.audit.append(entry)
    store.close()
  }
  return folder
}

const seqs = (lines: readonly { readonly seq: number }[]): number[] => lines.map(({ seq }) => seq)

describe('the files of the audit', () => {
  const folder = months(['2026-09', '2026-10', '2026-11'])

  test('are read across their ends, as many lines as are asked for and no more', () => {
    const files = openAuditFiles(folder)
    for (const [after, limit, expected] of [
      [0, 3, [1, 2, 3]],
      [0, 5, [1, 2, 3, 4, 5]],
      [0, 6, [1, 2, 3, 4, 5, 6]],
      [4, 3, [5, 6, 7]],
      [5, 2, [6, 7]],
      [9, 100, [10, 11, 12, 13, 14, 15]],
      [15, 5, []],
    ] as const)
      expect(seqs(files.after(after, limit)), `after ${after}`).toEqual(expected)
    for (const [before, limit, expected] of [
      [100, 2, [15, 14]],
      [12, 2, [11, 10]],
      [11, 5, [10, 9, 8, 7, 6]],
      [7, 100, [6, 5, 4, 3, 2, 1]],
      [6, 1, [5]],
      [1, 5, []],
    ] as const)
      expect(seqs(files.newest(before, limit)), `before ${before}`).toEqual(expected)
    expect([files.first()?.seq, files.lastCheckpoint()?.seq]).toEqual([1, 15])
    files.close()
  })

  test('have the signatures of some lines wherever they are, both ends as said', () => {
    const files = openAuditFiles(folder)
    const signed = seqs(files.checkpointsIn(0, Number.MAX_SAFE_INTEGER))
    expect(signed).toEqual([1, 5, 10, 15])
    expect(seqs(files.checkpointsIn(0, 10))).toEqual([1, 5, 10])
    expect(seqs(files.checkpointsIn(1, 9))).toEqual([5])
    expect(seqs(files.checkpointsIn(5, 10))).toEqual([10])
    expect(seqs(files.checkpointsIn(5, 6))).toEqual([])
    expect(seqs(files.checkpointsIn(15, 100))).toEqual([])
    files.close()
  })

  test('have together the size of what is on the disk', () => {
    const files = openAuditFiles(folder)
    expect(files.bytes()).toBe(auditFiles(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0))
    files.close()
    expect([openAuditFiles(undefined).bytes(), openAuditFiles(undefined).isInFiles, openAuditFiles(newFolder()).isInFiles]).toEqual([0, false, true])
  })
})

test('a file that another process deletes after it was listed is passed over', () => {
  const folder = months(['2026-09', '2026-10', '2026-11'])
  const listed = readdirSync(folder)
  let files = openAuditFiles(folder)
  vi.spyOn(fs, 'readdirSync').mockReturnValue(listed as never)
  syncBuiltinESMExports()
  rmSync(join(folder, 'audit.db'))
  expect(files.first()?.seq).toBe(6)
  expect([seqs(files.after(0, 6)), seqs(files.newest(8, 10))]).toEqual([
    [6, 7, 8, 9, 10, 11],
    [7, 6],
  ])
  expect(seqs(files.checkpointsIn(0, 100))).toEqual([10, 15])
  files.close()
  rmSync(join(folder, 'audit-2026-10-000000000006.db'))
  files = openAuditFiles(folder)
  files.current().database.exec('DELETE FROM audit_checkpoint')
  expect(files.lastCheckpoint()).toBeUndefined()
  expect(files.bytes()).toBe(statSync(join(folder, 'audit-2026-11-000000000011.db')).size)
  files.close()
})

test('other files of the folder are not taken for files of the audit', async () => {
  const folder = months(['2026-09', '2026-10'])
  for (const name of ['audit.db.bak', 'audit-2026-12-000000000099.db.tmp', 'audit-2026-12-99.db', 'copia-audit.db'])
    writeFileSync(join(folder, name), 'x')
  const store = openStore(folder, () => new Date('2026-10-02T10:00:00Z'))
  store.audit.append(entry)
  expect(await verifyAudit(store.audit, [])).toMatchObject({ lines: 11, broken: undefined })
  store.close()
})

describe('what is kept by its size', () => {
  const open = (folder: string, day: string, options: StoreOptions) => openStore(folder, () => new Date(`${day}T10:00:00Z`), options)

  test('is looked at with the first line of a day: the oldest files go, and never the newest', async () => {
    const folder = months(['2026-09', '2026-10', '2026-11'])
    const store = open(folder, '2026-11-20', { auditBytes: 1 })
    store.audit.append(entry)
    expect(auditFiles(folder)).toEqual(['audit-2026-11-000000000011.db'])
    expect(store.audit.newest(100, 4).map(({ seq, operation, removed_through: removed }) => [seq, operation, removed?.seq, removed?.lines])).toEqual([
      [18, 'verify', undefined, undefined],
      [17, 'audit retention', 10, 5],
      [16, 'audit retention', 5, 5],
      [15, 'verify', undefined, undefined],
    ])
    expect(await verifyAudit(store.audit, [])).toMatchObject({ lines: 8, broken: undefined })
    store.audit.append(entry)
    expect(store.audit.count()).toBe(9)
    store.close()
  })

  test('is all, where nothing is said of it or it is within what is said', () => {
    const folder = months(['2026-09', '2026-10', '2026-11'])
    const size = auditFiles(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    for (const auditBytes of [0, size, size + 1]) {
      const store = open(folder, '2026-11-20', { auditBytes })
      const before = store.audit.count()
      store.audit.append(entry)
      expect(store.audit.count()).toBe(before + 1)
      store.close()
    }
    const short = open(folder, '2026-11-21', { auditBytes: size - 1 })
    short.audit.append(entry)
    expect(auditFiles(folder)).toHaveLength(2)
    short.close()
  })

  test('leaves nothing of a file that goes', () => {
    const folder = months(['2026-09', '2026-10'])
    const store = open(folder, '2026-10-20', { auditBytes: 1 })
    store.audit.append(entry)
    store.close()
    expect(readdirSync(folder).filter((name) => name.startsWith('audit'))).toEqual(['audit-2026-10-000000000006.db'])
  })
})

test('lines older than is kept go from every file that has some, and a file of which none is left goes too', async () => {
  const folder = months(['2026-09', '2026-10', '2026-11'])
  const now = (day: string) => () => new Date(`${day}T10:00:00Z`)
  let store = openStore(folder, now('2026-12-05'), { auditDays: 20 })
  store.audit.append(entry)
  store.close()
  store = openStore(folder, now('2026-12-06'), { auditDays: 20 })
  store.audit.append(entry)
  expect(auditFiles(folder)).toEqual(['audit-2026-12-000000000016.db'])
  const told = store.audit.newest(100, 10).flatMap(({ removed_through: removed }) => (removed === undefined ? [] : [[removed.seq, removed.lines]]))
  expect(told).toEqual([
    [15, 5],
    [10, 5],
    [5, 5],
  ])
  expect(await verifyAudit(store.audit, [])).toMatchObject({ broken: undefined })
  store.close()
})
