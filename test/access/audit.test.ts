import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { type AuditEntry, sealLine } from '../../server/access/audit-line.ts'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { openStore } from '../../server/access/store.ts'
import { bodyOf, desktop, flatRoof, type Service, startService } from '../service.ts'

const entry: AuditEntry = { who: { kind: 'terminal' }, address: null, operation: 'verify', subject: null, status: 200, request_id: null }
const lines = ({ store }: Service) => store.audit.newest(Number.MAX_SAFE_INTEGER, 1000).toReversed()

describe('the audit', () => {
  test('has a line for each request: caller, address, operation, status', async () => {
    const service = startService()
    const { text: reader } = service.keys.issue({ name: 'lector', scopes: ['read'], expiresAt: null })
    await service.post('/api/v1/verify', flatRoof)
    await service.post('/api/v1/verify', flatRoof, { authorization: `Bearer ${reader}` })
    await service.get('/api/v1/meta', { authorization: 'Bearer nada' })
    await service.app.fetch(new Request('http://localhost/api/v1/meta'), desktop)
    await service.get('/api/v1/nada?q=secreto')
    await service.get('/healthz')
    const { prefix, id } = service.keys.list()[0] ?? {}
    const from = { address: '127.0.0.1', subject: null }
    expect(lines(service)).toMatchObject([
      { seq: 1, who: { kind: 'key', name: 'test', prefix, id }, operation: 'verify', status: 200, request_id: 'r1', ...from },
      { seq: 2, who: { kind: 'key', name: 'lector' }, operation: 'verify', status: 403, request_id: 'r2', ...from },
      { seq: 3, who: { kind: 'refused' }, operation: 'getMeta', status: 401, request_id: 'r3', ...from },
      { seq: 4, who: { kind: 'desktop' }, operation: 'getMeta', status: 200, request_id: 'r4', address: null },
      { seq: 5, who: { kind: 'key' }, operation: '', status: 404, request_id: 'r5', ...from },
    ])
    expect(lines(service)).toHaveLength(5)
    expect(await verifyAudit(service.store.audit, [])).toMatchObject({ lines: 5, broken: undefined })
  })

  test('has one line for a tRPC request, with the operation and nothing else of the address', async () => {
    const service = startService()
    const input = encodeURIComponent(JSON.stringify({ q: 'palabra-secreta' }))
    await service.get(`/trpc/search?input=${input}`)
    await service.get('/trpc/palabra-secreta')
    await service.get('/trpc/%zz%2CgetMeta')
    expect(lines(service)).toMatchObject([
      { operation: 'search', status: 200 },
      { operation: 'trpc', status: 404 },
      { operation: 'trpc', status: expect.any(Number) },
    ])
    expect(JSON.stringify(lines(service))).not.toContain('palabra')
  })

  test('requests over the rate limit are counted, not listed', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const service = startService({ now: () => now, perMinute: 2 })
    for (let times = 0; times < 7; times++) await service.get('/api/v1/meta', { authorization: 'Bearer plm_no' })
    expect(lines(service).map(({ status }) => status)).toEqual([401, 401])
    now = new Date('2026-01-01T00:01:00Z')
    await service.get('/api/v1/meta')
    expect(lines(service).at(-1)).toMatchObject({ status: 200, unlisted: 5 })
  })

  test('rejected requests share one audit budget, whatever they ask and wherever they come from; the rest are counted', async () => {
    const now = new Date('2026-01-01T00:00:00Z')
    const service = startService({ now: () => now, perMinute: 3 })
    const { text: key } = service.keys.issue({ name: 'otra', scopes: ['read'], expiresAt: null })
    const ask = (path: string, init: RequestInit, last: number) =>
      service.app.fetch(new Request(`http://localhost${path}`, init), { kind: 'network', address: `10.0.0.${last}` })
    const host = 'localhost'
    for (let last = 0; last < 4; last++) {
      expect((await ask('/api/v1/meta', { headers: { host: 'otra.example' } }, last)).status).toBe(403)
      expect((await ask('/api/v1/meta', { headers: { host } }, last)).status).toBe(401)
      expect((await ask('/api/v1/meta', { headers: { host, authorization: 'Bearer plm_no' } }, last)).status).toBe(401)
      expect((await ask('/api/v1/meta', { method: 'DELETE', headers: { host } }, last)).status).toBe(405)
      expect((await ask('/trpc/nada', { headers: { host } }, last)).status).toBe(404)
    }
    const answers = []
    for (let times = 0; times < 4; times++) answers.push((await service.get('/api/v1/meta', { authorization: `Bearer ${key}` })).status)
    expect(answers).toEqual([200, 200, 200, 429])
    expect(lines(service).map(({ status, unlisted }) => [status, unlisted])).toEqual([
      [403, undefined],
      [401, undefined],
      [401, undefined],
      [200, 17],
      [200, undefined],
      [200, undefined],
    ])
  })

  test('the lines of one turn are chained in one transaction, before their answers leave', async () => {
    const service = startService()
    const other = new Database(join(service.folder, 'audit.db'))
    const version = (): unknown => other.pragma('data_version', { simple: true })
    const before = version()
    const answers = Array.from({ length: 20 }, async () => {
      const { status } = await service.post('/api/v1/verify', flatRoof)
      return [status, Number(other.prepare('SELECT count(*) FROM audit_line').pluck().get())]
    })
    // Each answer leaves with its own line, and those of its turn, in the file.
    for (const [status, written] of await Promise.all(answers)) expect([status, (written ?? 0) >= 1]).toEqual([200, true])
    expect(lines(service).map(({ seq, operation }) => [seq, operation])).toEqual(Array.from({ length: 20 }, (_, at) => [at + 1, 'verify']))
    expect(await verifyAudit(service.store.audit, [])).toMatchObject({ broken: undefined, lines: 20 })
    expect(version()).not.toBe(before)
    other.close()
  })

  test('if the lines of one turn cannot be written, every answer leaves and the next line counts them all', async () => {
    const service = startService()
    const database = new Database(join(service.folder, 'audit.db'))
    database.exec('ALTER TABLE audit_line RENAME TO away')
    const answers = await Promise.all(Array.from({ length: 4 }, () => service.post('/api/v1/verify', flatRoof)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(service.lines.filter(({ error }) => error?.includes('The audit was not written'))).toHaveLength(4)
    database.exec('ALTER TABLE away RENAME TO audit_line')
    database.close()
    await service.get('/api/v1/meta')
    expect(lines(service)).toMatchObject([{ operation: 'getMeta', unlisted: 4 }])
  })

  test('requests without a line are counted once, by the first line of the next turn', async () => {
    const service = startService()
    const { audit } = service.store
    for (let times = 0; times < 3; times++) audit.countUnlisted()
    expect(audit.lag()).toMatchObject({ unwritten: 3 })
    await Promise.all([audit.appendInTurn(entry), audit.appendInTurn(entry)])
    await audit.appendInTurn(entry)
    expect(lines(service).map(({ unlisted }) => unlisted)).toEqual([3, undefined, undefined])
    expect(audit.lag()).toMatchObject({ unwritten: 0 })
  })

  test('a verdict is given even if its line cannot be written; the next line counts it', async () => {
    const service = startService()
    const database = new Database(join(service.folder, 'audit.db'))
    database.exec('ALTER TABLE audit_line RENAME TO away')
    expect((await service.post('/api/v1/verify', flatRoof)).status).toBe(200)
    expect(service.lines.at(-1)?.error).toContain('The audit was not written')
    database.exec('ALTER TABLE away RENAME TO audit_line')
    database.close()
    await service.get('/api/v1/meta')
    expect(lines(service)).toMatchObject([{ operation: 'getMeta', unlisted: 1 }])
  })
})

describe('the chain', () => {
  const at = new Date('2026-03-01T10:00:00Z')
  /** Writes ten lines, closes the file so that it is anchored, then runs SQL that tampers with it. */
  async function tampered(change: (database: Database.Database) => void) {
    const { folder } = startService()
    const store = openStore(folder, () => at)
    for (let times = 0; times < 10; times++) store.audit.append({ ...entry, request_id: `t${times}` })
    store.close()
    const database = new Database(join(folder, 'audit.db'))
    change(database)
    database.close()
    const again = openStore(folder, () => at)
    const { broken } = await verifyAudit(again.audit, [])
    again.close()
    // Closing again must not hide the damage.
    const third = openStore(folder, () => at)
    third.audit.append(entry)
    expect((await verifyAudit(third.audit, [])).broken === undefined).toBe(broken === undefined)
    third.close()
    return broken
  }
  /** Rewrites the lines from a number on, with correct hashes. */
  const forgeFrom = (database: Database.Database, seq: number, operation: string): void => {
    const rows = database.prepare<[number], { seq: number; text: string }>('SELECT seq, text FROM audit_line WHERE seq >= ? ORDER BY seq').all(seq)
    let previous =
      database
        .prepare<[number], string>('SELECT hash FROM audit_line WHERE seq = ?')
        .pluck()
        .get(seq - 1) ?? '0'.repeat(64)
    for (const row of rows) {
      const { text, hash } = sealLine({ ...JSON.parse(row.text), ...(row.seq === seq ? { operation } : {}), previous })
      database.prepare('UPDATE audit_line SET text = ?, hash = ? WHERE seq = ?').run(text, hash, row.seq)
      previous = hash
    }
  }

  test('is intact if nobody changed it', async () => {
    expect(await tampered(() => undefined)).toBeUndefined()
  })
  test.each([
    ['a changed word', "UPDATE audit_line SET text = replace(text, 'verify', 'search') WHERE seq = 4", { seq: 4, why: 'changed' }],
    ['a changed time', "UPDATE audit_line SET at = '2020-01-01T00:00:00.000Z' WHERE seq = 4", { seq: 4, why: 'changed' }],
    ['text that is no JSON', "UPDATE audit_line SET text = 'x' WHERE seq = 4", { seq: 4, why: 'changed' }],
    ['a removed line', 'DELETE FROM audit_line WHERE seq = 4', { seq: 4, why: 'missing' }],
    ['lines removed from the beginning', 'DELETE FROM audit_line WHERE seq <= 4', { seq: 4, why: 'cut' }],
    ['lines removed from the end', 'DELETE FROM audit_line WHERE seq > 8', { seq: 9, why: 'cut' }],
    ['all lines removed', 'DELETE FROM audit_line', { seq: 1, why: 'cut' }],
    ['an inserted line', 'INSERT INTO audit_line SELECT 11, at, text, hash FROM audit_line WHERE seq = 10', { seq: 11, why: 'changed' }],
    [
      'two lines in each other’s place',
      'UPDATE audit_line SET seq = -4 WHERE seq = 4; UPDATE audit_line SET seq = 4 WHERE seq = 5; UPDATE audit_line SET seq = 5 WHERE seq = -4',
      { seq: 4, why: 'changed' },
    ],
  ])('names the first bad line: %s', async (_name, sql, expected) => {
    expect(await tampered((database) => database.exec(sql))).toEqual(expected)
  })
  test('rewritten from a line on, does not match the anchor', async () => {
    expect(await tampered((database) => forgeFrom(database, 6, 'search'))).toEqual({ seq: 10, why: 'changed' })
  })
  test('tells whether it contains an external mark', async () => {
    const { store } = startService()
    for (let times = 0; times < 5; times++) store.audit.append(entry)
    const mark = store.audit.head() ?? { seq: 0, hash: '' }
    store.audit.append(entry)
    expect((await verifyAudit(store.audit, [mark])).broken).toBeUndefined()
    expect((await verifyAudit(store.audit, [{ ...mark, hash: 'f'.repeat(64) }])).broken).toEqual({ seq: 5, why: 'changed' })
    expect((await verifyAudit(store.audit, [{ ...mark, seq: 7 }])).broken).toEqual({ seq: 7, why: 'cut' })
  })
})

describe('retention', () => {
  const dayMs = 86_400_000
  test('removes lines older than the limit, to the day, records it, and keeps the chain intact', async () => {
    let now = new Date('2026-01-01T12:00:00Z')
    const { folder } = startService()
    let store = openStore(folder, () => now, { auditDays: 30 })
    const write = (iso: string) => {
      now = new Date(iso)
      store.audit.append(entry)
    }
    write('2026-01-01T11:59:59.999Z')
    write('2026-01-01T12:00:00.000Z')
    write('2026-01-01T12:00:00.001Z')
    store.close()
    store = openStore(folder, () => now, { auditDays: 30 })
    // Age is counted in days up to the last line, so the first line of the next day removes it.
    now = new Date(Date.parse('2026-01-01T12:00:00.000Z') + 30 * dayMs)
    store.audit.append(entry)
    expect(store.audit.count()).toBe(4)
    now = new Date(now.getTime() + dayMs)
    store.audit.append(entry)
    expect(store.audit.newest(1000, 10).map(({ seq, operation }) => [seq, operation])).toEqual([
      [6, 'verify'],
      [5, 'audit retention'],
      [4, 'verify'],
      [3, 'verify'],
      [2, 'verify'],
    ])
    expect(store.audit.newest(6, 1)[0]).toMatchObject({
      who: { kind: 'service' },
      removed_through: { seq: 1, hash: expect.any(String), at: '2026-01-01T11:59:59.999Z', lines: 1, because: { days: 30 } },
    })
    expect(await verifyAudit(store.audit, [])).toMatchObject({ lines: 5, broken: undefined })
    // Years later the anchored line has been removed too, which is correct.
    now = new Date('2030-01-01T00:00:00Z')
    store.audit.append(entry)
    now = new Date('2030-01-02T00:00:00Z')
    store.audit.append(entry)
    expect(await verifyAudit(store.audit, [])).toMatchObject({ lines: 5, broken: undefined })
    store.close()
  })
  test('removes nothing if it is 0', () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { folder } = startService()
    const store = openStore(folder, () => now, { auditDays: 0 })
    store.audit.append(entry)
    now = new Date('2126-01-01T00:00:00Z')
    store.audit.append(entry)
    expect(store.audit.count()).toBe(2)
    store.close()
  })
})

describe('the audit over the network', () => {
  test('is for administrators: newest first, in pages', async () => {
    const service = startService()
    expect(await bodyOf(await service.get('/api/v1/admin/audit'))).toMatchObject({ code: 'scope-missing' })
    const { text } = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
    const headers = { authorization: `Bearer ${text}` }
    for (let times = 0; times < 4; times++) await service.get('/api/v1/meta')
    const first = await bodyOf(await service.get('/api/v1/admin/audit?limit=3', headers))
    expect(first).toMatchObject({ total: 5, next_cursor: '3', items: [{ seq: 5 }, { seq: 4 }, { seq: 3 }] })
    const second = await bodyOf(await service.get('/api/v1/admin/audit?limit=3&cursor=3', headers))
    expect(second).toMatchObject({ next_cursor: null, items: [{ seq: 2 }, { seq: 1 }] })
    expect(await bodyOf(await service.get('/api/v1/admin/audit?cursor=x', headers))).toMatchObject({ status: 400, code: 'cursor-invalid' })
    expect(await bodyOf(await service.get('/api/v1/admin/audit/check', headers))).toMatchObject({
      is_intact: true,
      lines: 8,
      head: { seq: 8, hash: expect.any(String) },
      broken: null,
    })
  })
  test('anybody can check the hash of an exported line', async () => {
    const service = startService()
    await service.get('/api/v1/meta')
    const [{ hash, ...line } = { hash: '' }] = lines(service)
    expect(sealLine(line as Parameters<typeof sealLine>[0]).hash).toBe(hash)
  })
  test.each([
    { who: { kind: 'key', prefix: 'plm_abc', name: 'Ofic\u00edna «\u20ac»\n', id: 7 }, address: '::1', unlisted: 3, node: 'b' },
    { who: { kind: 'refused' }, address: null, subject: '1 plm_x "a\\b"', request_id: null, status: null },
    { who: { kind: 'service' }, address: null, removed_through: { seq: 2, hash: 'a', lines: 2, because: { days: 30 }, at: '2026-01-01' } },
  ] as const)('a line is sealed as RFC 8785 writes it: $who.kind', (some) => {
    const line = { seq: 4, at: '2026-11-30T00:00:00.000Z', operation: 'verify', subject: null, status: 200, request_id: 'r', previous: 'f', ...some }
    expect(sealLine(line).text).toBe(canonicalize(line))
  })
  test('no file of the data folder holds the text of a key, however it was issued or used', async () => {
    const service = startService()
    const { text: admin } = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
    const headers = { authorization: `Bearer ${admin}` }
    const issued = await bodyOf(await service.post('/api/v1/admin/keys', { name: 'obra' }, headers))
    const rotated = await bodyOf(await service.post('/api/v1/admin/keys/3/rotate', {}, headers))
    const texts = [service.key, admin, String(issued['text']), String(rotated['text'])]
    for (const text of texts) {
      await service.get(`/api/v1/meta?clave=${text}`, { authorization: `Bearer ${text}` })
      await service.get(`/api/v1/${text}`, { authorization: `Bearer ${text}x` })
      await service.get(`/trpc/${text}`, { 'x-request-id': text })
    }
    service.store.close()
    for (const text of texts) {
      expect(text).toMatch(/^plm_\w{36}$/)
      for (const entry of readdirSync(service.folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) expect(readFileSync(join(entry.parentPath, entry.name)).includes(text.slice(12)), entry.name).toBe(false)
      expect(JSON.stringify(service.lines)).not.toContain(text.slice(12))
    }
  })
})
