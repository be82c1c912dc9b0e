import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import type { AuditEntry } from '../../server/access/audit-line.ts'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { openStore } from '../../server/access/store.ts'
import { plomada } from '../run-cli.ts'
import { toVersionThree } from './version-three.ts'

const entry: AuditEntry = { who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null }
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-segments-'))
const filesIn = (folder: string): string[] => readdirSync(folder).filter((name) => /^audit.*\.db$/.test(name))

/** A folder with audit lines in three months. */
function threeMonths(folder = newFolder()): string {
  let now = new Date()
  const store = openStore(folder, () => now)
  for (const month of ['2026-09', '2026-10', '2026-11'])
    for (let day = 1; day <= 5; day++) {
      now = new Date(`${month}-0${day}T10:00:00Z`)
      store.audit.append({ ...entry, request_id: `${month}-${day}` })
    }
  store.close()
  return folder
}

describe('the files of the audit', () => {
  test('are one for each month, and form one chain', async () => {
    const folder = threeMonths()
    expect(filesIn(folder).sort()).toEqual(['audit-2026-10-000000000006.db', 'audit-2026-11-000000000011.db', 'audit.db'])
    const store = openStore(folder, () => new Date('2026-11-05T10:00:01Z'))
    expect(await verifyAudit(store.audit, [])).toMatchObject({ lines: 15, broken: undefined, signed_through: 15 })
    expect(store.audit.newest(9, 5).map(({ seq }) => seq)).toEqual([8, 7, 6, 5, 4])
    expect(store.audit.after(3, 5).map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8])
    expect(store.audit.count()).toBe(15)
    store.close()
  })

  test('are none in memory, where the audit is whole as well', async () => {
    let now = new Date('2026-09-01T10:00:00Z')
    const { audit } = openStore(undefined, () => now)
    expect([audit.count(), audit.head(), audit.newest(100, 5)]).toEqual([0, undefined, []])
    audit.append(entry)
    now = new Date('2026-10-01T10:00:00Z')
    for (let times = 0; times < 2; times++) audit.append(entry)
    expect([audit.count(), audit.head()?.seq]).toEqual([3, 3])
    expect([audit.newest(3, 5).map(({ seq }) => seq), audit.after(1, 5).map(({ seq }) => seq)]).toEqual([
      [2, 1],
      [2, 3],
    ])
    expect(await verifyAudit(audit, [])).toMatchObject({ lines: 3, broken: undefined })
    // Nobody could verify what a key signs that is gone with it.
    expect([audit.publicKey(), audit.lag().unsigned, audit.checkpointsIn(0, 10)]).toEqual([undefined, 0, []])
  })

  test.each([0, 1, 2])('a missing file (%i) is detected', async (index) => {
    const folder = threeMonths()
    const name = ['audit.db', 'audit-2026-10-000000000006.db', 'audit-2026-11-000000000011.db'][index] ?? ''
    new Database(join(folder, name)).exec('DELETE FROM audit_line').close()
    const { code, out } = await plomada(folder, 'audit', 'verify')
    expect(out).toMatch(/Registro alterado/)
    expect(code).toBe(1)
  })

  test('a large file is followed by another one; beyond the total size the oldest files are deleted', async () => {
    const folder = newFolder()
    const store = openStore(folder, () => new Date(), { auditFileBytes: 200_000, auditBytes: 1_500_000 })
    for (let times = 0; times < 9000; times++) store.audit.append(entry)
    const found = await verifyAudit(store.audit, [])
    const told = store.audit.newest(Number.MAX_SAFE_INTEGER, 10_000).find(({ removed_through }) => removed_through !== undefined)
    store.close()
    expect(filesIn(folder).length).toBeGreaterThan(2)
    expect(found.broken).toBeUndefined()
    expect(found.lines).toBeLessThan(9000)
    expect(told).toMatchObject({ operation: 'audit retention', removed_through: { because: { bytes: 1_500_000 }, lines: expect.any(Number) } })
    const size = filesIn(folder).reduce((sum, name) => sum + readFileSync(join(folder, name)).length, 0)
    expect(size).toBeLessThan(2_000_000)
  })

  test('two programs can write at once without forking the chain, also at the end of a month', async () => {
    const folder = newFolder()
    let now = new Date('2026-09-30T23:59:59Z')
    const one = openStore(folder, () => now)
    const other = openStore(folder, () => now)
    for (let times = 0; times < 10; times++) {
      for (const store of times % 2 === 0 ? [one, other] : [other, one]) store.audit.append(entry)
      if (times === 4) now = new Date('2026-10-01T00:00:00Z')
      if (times === 7) now = new Date('2026-11-01T00:00:00Z')
    }
    expect(await verifyAudit(one.audit, [])).toMatchObject({ lines: 20, broken: undefined })
    expect(other.audit.newest(Number.MAX_SAFE_INTEGER, 1)[0]?.seq).toBe(20)
    one.close()
    other.close()
    expect((await plomada(folder, 'audit', 'verify')).code).toBe(0)
  })

  test('a restore brings them back and sets other files aside', async () => {
    const folder = threeMonths()
    const copy = join(newFolder(), 'copia.plomada')
    expect((await plomada(folder, 'backup', copy)).code).toBe(0)
    let now = new Date('2027-01-01T00:00:00Z')
    const store = openStore(folder, () => now)
    store.audit.append(entry)
    now = new Date('2027-02-01T00:00:00Z')
    store.audit.append(entry)
    store.close()
    expect((await plomada(folder, 'restore', copy)).code).toBe(0)
    const { code, out } = await plomada(folder, 'audit', 'verify')
    expect(out).toContain('Registro íntegro')
    expect(code).toBe(0)
    expect(filesIn(folder)).not.toContain('audit-2027-02-000000000018.db')
  })
})

describe('checkpoints of the audit', () => {
  test('cover the end when a program closes it; unsigned lines after that are reported', async () => {
    const folder = threeMonths()
    const state = new Database(join(folder, 'plomada.db'))
    state.exec('DELETE FROM audit_anchor')
    state.close()
    const last = new Database(join(folder, 'audit-2026-11-000000000011.db'))
    last.exec("UPDATE audit_checkpoint SET signature = 'AAAA'")
    last.close()
    expect((await plomada(folder, 'audit', 'verify')).out).toMatch(/Registro alterado: la línea 15 no lleva una firma/)
  })

  test('are reported if all of them were removed', async () => {
    const folder = threeMonths()
    for (const name of filesIn(folder)) new Database(join(folder, name)).exec('DELETE FROM audit_checkpoint').close()
    expect((await plomada(folder, 'audit', 'verify')).out).toMatch(/Registro alterado: la línea 1 y las que siguen no están firmadas/)
  })

  test('of another installation are accepted only with its key', async () => {
    const folder = threeMonths()
    const before = join(newFolder(), 'antes.pem')
    writeFileSync(before, (await plomada(folder, 'certificate', 'key')).out.match(/-----BEGIN[\s\S]*?-----END PUBLIC KEY-----/)?.[0] ?? '')
    writeFileSync(join(folder, 'keys', 'certificate.key'), readFileSync(join(threeMonths(), 'keys', 'certificate.key')))
    expect((await plomada(folder, 'audit', 'verify')).code).toBe(1)
    expect((await plomada(folder, 'audit', 'verify', '--public-key', before)).code).toBe(0)
  })

  test('begin with the upgrade of an older installation and cover its lines', async () => {
    const folder = newFolder()
    const store = openStore(folder, () => new Date('2026-01-01T00:00:00Z'))
    for (let times = 0; times < 3000; times++) store.audit.append(entry)
    store.close()
    const audit = new Database(join(folder, 'audit.db'))
    audit.exec('DROP TABLE audit_checkpoint; DROP TABLE audit_bounds')
    audit.close()
    const state = new Database(join(folder, 'plomada.db'))
    toVersionThree(state)
    state.close()
    const { code, out } = await plomada(folder, 'audit', 'verify')
    expect(out).toMatch(/Registro íntegro: 3000 líneas\nFirmado: hasta la línea 3000/)
    expect(code).toBe(0)
  })
})

describe('the second copy of the audit', () => {
  test('has each line in the format of the export; an error there is reported but stops nothing', async () => {
    const folder = newFolder()
    const auditSink = join(newFolder(), 'audit.ndjson')
    const store = openStore(folder, () => new Date(), { auditSink })
    store.audit.append(entry)
    store.audit.append(entry)
    expect(store.unready()).toEqual([])
    store.close()
    const { out } = await plomada(folder, 'audit', 'export')
    expect(readFileSync(auditSink, 'utf8')).toBe(`${out}\n`)
    const broken = openStore(folder, () => new Date(), { auditSink: join(newFolder(), 'no', 'hay') })
    broken.audit.append(entry)
    expect(broken.audit.count()).toBe(3)
    expect(broken.unready()).toEqual([{ part: 'audit-sink', reason: 'unwritable' }])
    broken.close()
    expect(existsSync(auditSink)).toBe(true)
    expect(() => appendFileSync(auditSink, '')).not.toThrow()
  })
})

describe('a dated mark', () => {
  test('must be found if it is younger than the retention time; an older one may be gone', async () => {
    const old = '2020-01-01'
    const folder = newFolder()
    let now = new Date(`${old}T10:00:00Z`)
    const store = openStore(folder, () => now, { auditDays: 365 })
    store.audit.append(entry)
    const { seq = 0, hash = '' } = store.audit.head() ?? {}
    now = new Date(Date.now() - 86_400_000)
    store.audit.append(entry)
    now = new Date()
    store.audit.append(entry)
    store.close()
    expect((await plomada(folder, 'audit', 'verify', '--mark', `${seq}:${hash}:${old}`)).code).toBe(0)
    expect((await plomada(folder, 'audit', 'verify', '--mark', `${seq}:${hash}:${new Date().toISOString().slice(0, 10)}`)).code).toBe(1)
    expect((await plomada(folder, 'audit', 'verify', '--mark', `${seq}:${hash}`)).code).toBe(1)
  })
})
