import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test, vi } from 'vitest'
import { type AuditEntry, type ExternalMark, sealLine } from '../../server/access/audit-line.ts'
import { type AuditVerification, verifyAll, verifyAudit } from '../../server/access/audit-verification.ts'
import { type EmbeddedStore, openStore, type StoreOptions } from '../../server/access/store.ts'

const entry: AuditEntry = { who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null }
const at = new Date('2026-03-01T10:00:00Z')
const dayMs = 86_400_000
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-signatures-'))

/** Opens a folder, adds so many lines to its audit and closes it. */
function write(folder: string, count: number, options: StoreOptions = {}, now = at): void {
  const store = openStore(folder, () => now, options)
  for (let times = 0; times < count; times++) store.audit.append(entry)
  store.close()
}

/** Adds lines of one turn. */
async function writeAtOnce({ audit }: EmbeddedStore, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, async () => audit.appendInTurn(entry)))
}

function change(folder: string, name: 'audit.db' | 'plomada.db', sql: string): void {
  const database = new Database(join(folder, name))
  database.exec(sql)
  database.close()
}

async function verified(folder: string, now = at, options: StoreOptions = {}): Promise<AuditVerification> {
  const store = openStore(folder, () => now, options)
  const found = await verifyAudit(store.audit, [])
  store.close()
  return found
}

/** The numbers of the signed lines. */
function signedIn(folder: string): number[] {
  const store = openStore(folder, () => at)
  const found = store.audit.checkpointsIn(0, Number.MAX_SAFE_INTEGER).map(({ seq }) => seq)
  store.close()
  return found
}

/** Runs `use` while nothing can be signed: a file is in the place of the folder of the key. */
async function withoutKey(folder: string, use: () => void | Promise<void>): Promise<void> {
  const [keys, away] = [join(folder, 'keys'), join(folder, 'keys.away')]
  if (existsSync(keys)) renameSync(keys, away)
  writeFileSync(keys, '')
  await use()
  rmSync(keys)
  if (existsSync(away)) renameSync(away, keys)
}

describe('the signatures of the audit', () => {
  /** Nine lines of three runs of the program. */
  function ofThreeRuns(): string {
    const folder = newFolder()
    for (let run = 0; run < 3; run++) write(folder, 3)
    return folder
  }

  test('are on the first line and on the last one of each run', async () => {
    const folder = ofThreeRuns()
    expect(signedIn(folder)).toEqual([1, 3, 6, 9])
    expect(await verified(folder)).toMatchObject({ lines: 9, signed_through: 9, broken: undefined })
  })

  test.each([
    ['a removed one', 'DELETE FROM audit_checkpoint WHERE seq = 3', { seq: 3, why: 'signature' }],
    ['the first one removed', 'DELETE FROM audit_checkpoint WHERE seq = 1', { seq: 1, why: 'signature' }],
    ['the last one removed', 'DELETE FROM audit_checkpoint WHERE seq = 9', { seq: 7, why: 'unsigned' }],
    ['all removed', 'DELETE FROM audit_checkpoint', { seq: 1, why: 'unsigned' }],
    [
      'that of another line',
      'UPDATE audit_checkpoint SET signature = (SELECT signature FROM audit_checkpoint WHERE seq = 3) WHERE seq = 6',
      { seq: 6, why: 'signature' },
    ],
    ['what is no signature', "UPDATE audit_checkpoint SET signature = '' WHERE seq = 6", { seq: 6, why: 'signature' }],
    ['one of an unknown key', "UPDATE audit_checkpoint SET key_id = 'otra' WHERE seq = 6", { seq: 6, why: 'signature' }],
    ['one that follows another', 'UPDATE audit_checkpoint SET previous_seq = 1 WHERE seq = 6', { seq: 6, why: 'signature' }],
    ['one for another text', "UPDATE audit_checkpoint SET hash = 'f' WHERE seq = 6", { seq: 6, why: 'changed' }],
    ['one moved to another line', 'UPDATE audit_checkpoint SET seq = 8 WHERE seq = 9', { seq: 8, why: 'changed' }],
    ['one beyond the end', 'UPDATE audit_checkpoint SET seq = 12 WHERE seq = 9', { seq: 10, why: 'cut' }],
    ['one before the beginning', 'DELETE FROM audit_line WHERE seq <= 4', { seq: 4, why: 'cut' }],
  ])('show what was done to them: %s', async (_what, sql, broken) => {
    const folder = ofThreeRuns()
    change(folder, 'audit.db', sql)
    expect((await verified(folder)).broken).toEqual(broken)
  })

  test('are made five seconds after a line, and after a thousand lines, once a second at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const store = openStore(newFolder(), () => at)
      const unsigned = () => store.audit.lag().unsigned
      store.audit.append(entry)
      expect(unsigned()).toBe(0)
      store.audit.append(entry)
      vi.advanceTimersByTime(4999)
      store.audit.append(entry)
      expect(unsigned()).toBe(2)
      expect(vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(1)
      expect(unsigned()).toBe(0)
      await writeAtOnce(store, 997)
      expect(unsigned()).toBe(997)
      store.audit.append(entry)
      expect(unsigned()).toBe(0)
      await writeAtOnce(store, 1001)
      expect(unsigned()).toBe(1001)
      vi.advanceTimersByTime(1000)
      store.audit.append(entry)
      expect(unsigned()).toBe(0)
      store.close()
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    ['taken out', 'DELETE FROM audit_line WHERE seq = 9'],
    ['changed', "UPDATE audit_line SET hash = 'f' WHERE seq = 9"],
    ['without its signature', 'DELETE FROM audit_checkpoint WHERE seq = 9'],
    ['with another signature', "UPDATE audit_checkpoint SET signature = '' WHERE seq = 9"],
  ])('are not added after a signed line that is %s', (_what, sql) => {
    const folder = ofThreeRuns()
    const store = openStore(folder, () => at)
    store.audit.append(entry)
    store.audit.append(entry)
    change(folder, 'audit.db', sql)
    store.close()
    expect(signedIn(folder).filter((seq) => seq > 9)).toEqual([])
  })
})

test('nothing is signed after the line that was signed last, where it is the first one left and has no signature any more', () => {
  for (const [left, signed] of [
    [9, []],
    [10, [10]],
  ] as const) {
    const folder = newFolder()
    write(folder, 9)
    const store = openStore(folder, () => at)
    change(folder, 'audit.db', `DELETE FROM audit_checkpoint; DELETE FROM audit_line WHERE seq < ${left}`)
    if (left === 10) change(folder, 'audit.db', `INSERT INTO audit_line VALUES (10, '${at.toISOString()}', '{}', 'f')`)
    store.audit.sign()
    expect(store.audit.checkpointsIn(0, 100).map(({ seq }) => seq)).toEqual(signed)
    store.close()
  }
})

test('a line that does not follow the one before it is found, though its own hash is right', async () => {
  const folder = newFolder()
  write(folder, 9)
  const database = new Database(join(folder, 'audit.db'))
  const kept = database.prepare<[], string>('SELECT text FROM audit_line WHERE seq = 5').pluck().get() ?? ''
  const { text, hash } = sealLine({ ...JSON.parse(kept), operation: 'search' })
  database.prepare('UPDATE audit_line SET text = ?, hash = ? WHERE seq = 5').run(text, hash)
  database.close()
  expect((await verified(folder)).broken).toEqual({ seq: 6, why: 'changed' })
})

test.each([
  ['lines that were not old enough then', { seq: 2, at: '2026-02-20T10:00:00.000Z', because: { days: 30 } }, { seq: 4, why: 'changed' }],
  ['lines that were just as old as what is kept', { seq: 2, at: '2026-01-30T10:00:00.000Z', because: { days: 30 } }, { seq: 4, why: 'changed' }],
  ['no line at all', { seq: 0, at: '2020-01-01T00:00:00.000Z', because: { days: 30 } }, { seq: 4, why: 'changed' }],
  ['lines that were older than what is kept', { seq: 2, at: '2026-01-30T09:59:59.999Z', because: { days: 30 } }, undefined],
  ['lines for their size, whatever their age', { seq: 2, at: '2026-03-01T10:00:00.000Z', because: { bytes: 1 } }, undefined],
  ['lines as an older version wrote it', { seq: 2 }, undefined],
])('a line that says that it removed %s', async (_what, removed, broken) => {
  const folder = newFolder()
  write(folder, 3)
  const database = new Database(join(folder, 'audit.db'))
  const previous = database.prepare<[], string>('SELECT hash FROM audit_line WHERE seq = 3').pluck().get() ?? ''
  const line = { ...entry, operation: 'audit retention', seq: 4, at: at.toISOString(), previous, removed_through: { hash: 'f', ...removed } }
  const { text, hash } = sealLine(line)
  database.prepare('INSERT INTO audit_line (seq, at, text, hash) VALUES (4, ?, ?, ?)').run(line.at, text, hash)
  database.close()
  expect((await verified(folder)).broken).toEqual(broken)
})

test('a chain without its beginning is whole only if a line says that just those lines were removed', async () => {
  const [options, later] = [{ auditDays: 5 }, (days: number) => new Date(at.getTime() + days * dayMs)]
  for (const [removed, broken] of [
    [5, undefined],
    [6, { seq: 6, why: 'cut' }],
  ] as const) {
    const folder = newFolder()
    write(folder, 5, options)
    for (const days of [10, 11]) write(folder, 1, options, later(days))
    change(folder, 'audit.db', `DELETE FROM audit_line WHERE seq <= ${removed}; DELETE FROM audit_checkpoint WHERE seq <= ${removed}`)
    expect((await verified(folder, later(11), options)).broken).toEqual(broken)
  }
})

test('an empty chain is whole, and has neither an end nor a signature', async () => {
  for (const folder of [newFolder(), undefined]) {
    const store = openStore(folder, () => at)
    store.audit.sign()
    expect([store.audit.anchor(), store.audit.lag(), store.audit.checkpointsIn(0, 10)]).toEqual([undefined, { unwritten: 0, unsigned: 0 }, []])
    store.close()
  }
  expect(await verified(newFolder())).toEqual({ lines: 0, head: undefined, signed_through: undefined, broken: undefined })
})

describe('lines that nothing signs', () => {
  /** A folder with a chain that was never signed, in which nothing says that it was. */
  function unsigned(): string {
    const folder = newFolder()
    write(folder, 3)
    change(folder, 'audit.db', 'DELETE FROM audit_checkpoint')
    change(folder, 'plomada.db', 'DELETE FROM audit_anchor')
    return folder
  }

  test('are let pass for an hour: the key may be out of reach', async () => {
    const folder = unsigned()
    const later = (ms: number) => verified(folder, new Date(at.getTime() + ms))
    expect(await later(3_600_000)).toMatchObject({ signed_through: undefined, broken: undefined })
    expect(await later(3_600_001)).toMatchObject({ signed_through: undefined, broken: { seq: 1, why: 'unsigned' } })
  })

  test('are let pass up to two thousand, after the last signature or from the beginning', async () => {
    for (const signed of [0, 1]) {
      const folder = newFolder()
      const store = openStore(folder, () => at)
      if (signed === 1) store.audit.append(entry)
      await withoutKey(folder, () => writeAtOnce(store, 2000))
      expect(store.audit.lag()).toEqual({ unwritten: 0, unsigned: 2000 })
      expect((await verifyAudit(store.audit, [])).broken).toBeUndefined()
      store.audit.append(entry)
      expect((await verifyAudit(store.audit, [])).broken).toEqual({ seq: signed + 1, why: 'unsigned' })
      store.close()
    }
  })

  test('are signed as soon as the key is there, and it is noted outside the chain that they are', async () => {
    const folder = newFolder()
    const store = openStore(folder, () => at)
    await withoutKey(folder, () => store.audit.append(entry))
    expect(store.audit.anchor()).toMatchObject({ seq: 1, signed: 0 })
    store.close()
    expect(await verified(folder)).toMatchObject({ signed_through: 1, broken: undefined })
    change(folder, 'audit.db', 'DELETE FROM audit_checkpoint')
    expect((await verified(folder)).broken).toEqual({ seq: 1, why: 'unsigned' })
  })

  test.each([
    ['cut off', 'DELETE FROM audit_line WHERE seq > 3', { seq: 4, why: 'cut' }],
    ['left', '', undefined],
  ] as const)('are looked for up to the end that is noted outside the chain: the last two are %s', async (_what, sql, broken) => {
    const folder = newFolder()
    await withoutKey(folder, async () => {
      write(folder, 5)
      change(folder, 'audit.db', sql)
      const store = openStore(folder, () => at)
      expect((await verifyAudit({ ...store.audit, publicKey: () => undefined }, [])).broken).toEqual(broken)
      store.close()
    })
  })

  test('may be all that retention has left', async () => {
    const folder = newFolder()
    const options = { auditDays: 30 }
    write(folder, 5, options)
    const [evening, night] = [new Date('2026-05-01T23:40:00Z'), new Date('2026-05-02T00:20:00Z')]
    await withoutKey(folder, () => {
      for (const now of [evening, night]) write(folder, 1, options, now)
    })
    expect(await verified(folder, night, options)).toMatchObject({ lines: 3, signed_through: undefined, broken: undefined })
  })
})

describe('the end of the chain that is noted outside it', () => {
  test('is that of each run', () => {
    const folder = newFolder()
    for (const seq of [3, 6, 9]) {
      write(folder, 3)
      const store = openStore(folder, () => at)
      expect(store.audit.anchor()).toEqual({ seq, hash: store.audit.head()?.hash, at: at.toISOString(), signed: seq })
      store.close()
    }
  })

  test('goes on where retention has removed the line that it was', async () => {
    const folder = newFolder()
    const options = { auditDays: 30 }
    write(folder, 5, options)
    const later = (days: number) => new Date(at.getTime() + days * dayMs)
    for (const days of [60, 61]) write(folder, 1, options, later(days))
    const store = openStore(folder, () => later(61), options)
    expect(store.audit.newest(Number.MAX_SAFE_INTEGER, 10).map(({ seq }) => seq)).toEqual([8, 7, 6])
    expect(store.audit.anchor()).toMatchObject({ seq: 8, signed: 8 })
    expect((await verifyAudit(store.audit, [])).broken).toBeUndefined()
    store.close()
  })

  test('stays where lines before it are missing or changed', () => {
    for (const sql of ['DELETE FROM audit_line WHERE seq > 7', "UPDATE audit_line SET hash = 'f' WHERE seq = 9"]) {
      const folder = newFolder()
      write(folder, 9)
      change(folder, 'audit.db', sql)
      write(folder, 1)
      const store = openStore(folder, () => at)
      expect(store.audit.anchor()?.seq).toBe(9)
      store.close()
    }
  })
})

test('a mark is looked for in the chain that it is of, where there are several; one of none is missing in all', async () => {
  const stores = [3, 3].map((count) => {
    const store = openStore(newFolder(), () => at)
    for (let times = 0; times < count; times++) store.audit.append({ ...entry, request_id: crypto.randomUUID() })
    return store
  })
  const audit = { chains: () => stores.map((store, index) => ({ node: `nodo ${index}`, ...store.audit })) }
  const brokenWith = async (mark: { readonly seq: number; readonly hash: string }) =>
    (await verifyAll(audit, [mark])).map(({ node, broken }) => [node, broken])
  for (const store of stores) {
    const [, line] = store.audit.after(0, 2)
    expect(await brokenWith({ seq: 2, hash: line?.hash ?? '' })).toEqual([
      ['nodo 0', undefined],
      ['nodo 1', undefined],
    ])
  }
  const changed = { seq: 2, why: 'changed' }
  expect(await brokenWith({ seq: 2, hash: 'f' })).toEqual([
    ['nodo 0', changed],
    ['nodo 1', changed],
  ])
  for (const store of stores) store.close()
})

test('a mark of a line that retention removed is excused if the line was older than what is kept, to the moment', async () => {
  const folder = newFolder()
  write(folder, 5)
  const before = openStore(folder, () => at)
  const hash = before.audit.head()?.hash ?? ''
  before.close()
  const later = (days: number) => new Date(at.getTime() + days * dayMs)
  for (const days of [60, 61]) write(folder, 1, { auditDays: 30 }, later(days))
  const brokenWith = async (mark: ExternalMark, auditDays = 30) => {
    const store = openStore(folder, () => later(61), { auditDays })
    const { broken } = await verifyAudit(store.audit, [mark])
    store.close()
    return broken
  }
  const old = new Date(later(31).getTime() - 1).toISOString()
  expect(await brokenWith({ seq: 5, hash, at: old })).toBeUndefined()
  const missing = { seq: 5, why: 'cut' }
  expect(await brokenWith({ seq: 5, hash, at: later(31).toISOString() })).toEqual(missing)
  expect(await brokenWith({ seq: 5, hash })).toEqual(missing)
  expect(await brokenWith({ seq: 5, hash, at: old }, 0)).toEqual(missing)
  expect(await brokenWith({ seq: 20, hash, at: old })).toEqual({ seq: 9, why: 'cut' })
})

test('who waits for a verification is told how many lines are done, of those that are left', async () => {
  const folder = newFolder()
  let now = at
  const store = openStore(folder, () => now, { auditDays: 30 })
  for (const [days, lines] of [
    [0, 10],
    [60, 1],
    [61, 4500],
  ] as const) {
    now = new Date(at.getTime() + days * dayMs)
    await writeAtOnce(store, lines)
  }
  const told: (readonly [number, number])[] = []
  const { lines, broken } = await verifyAudit(store.audit, [], [], (done, total) => told.push([done, total]))
  expect({ lines, broken, told }).toEqual({
    lines: 4502,
    broken: undefined,
    told: [
      [2000, 4502],
      [4000, 4502],
    ],
  })
  store.close()
})
