import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { type AuditEntry, sealLine } from '../../server/access/audit-line.ts'
import { openStore } from '../../server/access/store.ts'
import { plomada } from '../run-cli.ts'

const entry: AuditEntry = { who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null }

/** A closed folder with ten audit lines of one moment. */
function written(at: Date = new Date()): string {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-forged-'))
  const store = openStore(folder, () => at)
  for (let times = 0; times < 10; times++) store.audit.append({ ...entry, request_id: `t${times}` })
  store.close()
  return folder
}

function verify(folder: string, ...flags: string[]) {
  return plomada(folder, 'audit', 'verify', ...flags)
}

const markPrinted = ({ out }: { readonly out: string }): string => /^Última: (\S+)$/m.exec(out)?.[1] ?? ''

/** Replaces the audit by a forged chain, which begins with a retention line that claims to have removed everything before. */
function forge(folder: string, removed: Record<string, unknown>, at: Date): void {
  const database = new Database(join(folder, 'audit.db'))
  database.exec('DELETE FROM audit_line')
  const insert = database.prepare<[number, string, string, string]>('INSERT INTO audit_line (seq, at, text, hash) VALUES (?, ?, ?, ?)')
  let previous = 'a'.repeat(64)
  const add = (seq: number, more: object): void => {
    const line = { ...entry, ...more, seq, at: at.toISOString(), previous }
    const { text, hash } = sealLine(line)
    insert.run(seq, line.at, text, hash)
    previous = hash
  }
  add(21, { who: { kind: 'service' }, operation: 'audit retention', status: null, removed_through: { seq: 20, hash: previous, ...removed } })
  for (let seq = 22; seq < 30; seq++) add(seq, {})
  database.close()
  const state = new Database(join(folder, 'plomada.db'))
  state.exec('DELETE FROM audit_anchor')
  state.close()
}

describe('audit verify', () => {
  test.each([
    ['as the previous program wrote them', {}],
    ['with its dates', { at: '2020-01-01T00:00:00.000Z', days: 365 }],
  ])('rejects a forged chain with a retention line %s: the external mark is missing', async (_what, removed) => {
    const folder = written()
    const sound = await verify(folder)
    expect(sound.code).toBe(0)
    const mark = markPrinted(sound)
    expect(mark).toMatch(/^10:[0-9a-f]{64}/)
    forge(folder, removed, new Date())
    const withMark = await verify(folder, '--mark', mark)
    expect(withMark.out).toMatch(/Registro alterado/)
    expect(withMark.code).toBe(1)
    expect((await verify(folder, '--mark', mark.slice(0, 67))).code).toBe(1)
  })

  test('rejects the forged chain without a mark too, because it is not signed', async () => {
    const folder = written()
    forge(folder, {}, new Date())
    const { code, out } = await verify(folder)
    expect(out).toMatch(/Registro alterado/)
    expect(code).toBe(1)
  })

  test('rejects lines rewritten with correct hashes and a correct anchor', async () => {
    const folder = written()
    const database = new Database(join(folder, 'audit.db'))
    const rows = database.prepare<[], { seq: number; text: string }>('SELECT seq, text FROM audit_line WHERE seq >= 4 ORDER BY seq').all()
    let previous = database.prepare<[], string>('SELECT hash FROM audit_line WHERE seq = 3').pluck().get() ?? ''
    for (const row of rows) {
      const { text, hash } = sealLine({ ...JSON.parse(row.text), ...(row.seq === 4 ? { operation: 'search' } : {}), previous })
      database.prepare('UPDATE audit_line SET text = ?, hash = ? WHERE seq = ?').run(text, hash, row.seq)
      previous = hash
    }
    database.close()
    const state = new Database(join(folder, 'plomada.db'))
    state.prepare('UPDATE audit_anchor SET hash = ?').run(previous)
    state.close()
    expect((await verify(folder)).code).toBe(1)
  })
})

describe('retention', () => {
  test('removes nothing after the clock was set ahead: age is computed from the dates of the chain', () => {
    let now = new Date('2026-01-01T12:00:00Z')
    const folder = mkdtempSync(join(tmpdir(), 'plomada-forged-'))
    const store = openStore(folder, () => now, { auditDays: 30 })
    for (let times = 0; times < 5; times++) store.audit.append(entry)
    now = new Date('2099-01-01T00:00:00Z')
    store.audit.append(entry)
    store.audit.append(entry)
    expect(store.audit.count()).toBe(7)
    store.close()
    const again = openStore(folder, () => now, { auditDays: 30 })
    again.audit.append(entry)
    expect(again.audit.count()).toBe(8)
    again.close()
  })
})
