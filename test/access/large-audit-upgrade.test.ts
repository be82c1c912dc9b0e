import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sealLine } from '../../server/access/audit-line.ts'
import { openStore } from '../../server/access/store.ts'
import { runLimited } from './child-process.ts'
import { toVersionThree } from './version-three.ts'

// Upgrade from the version that kept the audit in one file. PLOMADA_AUDIT_GB=3 is the long run: minutes, and 12 GB of disk.
const gigabytes = Number(process.env['PLOMADA_AUDIT_GB'] ?? 0.05)

/** Writes an audit of the given size and a state database, both in the previous format. */
function legacy(folder: string, bytes: number): number {
  openStore(folder, () => new Date()).close()
  const state = new Database(join(folder, 'plomada.db'))
  toVersionThree(state)
  state.close()
  for (const name of ['audit.db', 'audit.db-wal', 'audit.db-shm']) rmSync(join(folder, name), { force: true })
  const database = new Database(join(folder, 'audit.db'))
  database.pragma('journal_mode = OFF')
  database.pragma('synchronous = OFF')
  database.exec('CREATE TABLE audit_line (seq INTEGER PRIMARY KEY, at TEXT NOT NULL, text TEXT NOT NULL, hash TEXT NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO audit_line VALUES (?, ?, ?, ?)')
  const start = Date.now() - 30 * 86_400_000
  let previous = '0'.repeat(64)
  let seq = 0
  while (statSync(join(folder, 'audit.db')).size < bytes) {
    database.transaction(() => {
      for (let times = 0; times < 20_000; times++) {
        seq++
        const at = new Date(start + seq).toISOString()
        const who = { kind: 'key', id: 1, name: 'programa de mediciones', prefix: 'plm_abcdefgh' } as const
        const request_id = `00000000-0000-4000-8000-${String(seq).padStart(12, '0')}`
        const { text, hash } = sealLine({
          who,
          address: '192.168.1.20',
          operation: 'verify',
          subject: null,
          status: 200,
          request_id,
          seq,
          at,
          previous,
        })
        insert.run(seq, at, text, hash)
        previous = hash
      }
    })()
  }
  database.pragma('journal_mode = WAL')
  database.close()
  return seq
}

test(
  `an installation whose audit has ${gigabytes} GB is upgraded, started, added to, backed up, restored and checked within 512 MB of memory`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plomada-large-'))
    const lines = legacy(folder, gigabytes * 1024 ** 3)
    const elsewhere = join(folder, '..', 'plomada-large-restored')
    mkdirSync(elsewhere, { recursive: true })
    try {
      const { code, lines: said } = await runLimited('operator-steps.ts', [folder, elsewhere], {})
      if (process.env['PLOMADA_AUDIT_GB'] !== undefined) console.log(`${lines} lines\n${said.join('\n')}`)
      expect(code).toBe(0)
      const steps = said.map(
        (line) => JSON.parse(line) as { readonly step: string; readonly ms: number; readonly peakMb: number; readonly lines?: number },
      )
      expect(steps.map(({ step }) => step)).toEqual(['upgrade', 'append', 'start', 'backup', 'restore', 'verify'])
      expect(Math.max(...steps.map(({ peakMb }) => peakMb))).toBeLessThan(512)
      expect(steps.find(({ step }) => step === 'start')?.ms).toBeLessThan(2000)
      expect(steps.at(-1)?.lines).toBe(lines + 1)
      expect(readdirSync(folder).filter((name) => /^audit.*\.db$/.test(name)).length).toBeLessThanOrEqual(2)
    } finally {
      rmSync(folder, { recursive: true, force: true })
      rmSync(elsewhere, { recursive: true, force: true })
    }
  },
  60_000 + gigabytes * 600_000,
)
