import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { backUpBeforeMigration } from '../../server/access/backup.ts'
import { readArchive } from '../../server/access/backup-archive.ts'
import { stateMigrations, statementsOf } from '../../server/access/state-schema.ts'
import { openStore } from '../../server/access/store.ts'

const now = () => new Date('2026-11-21T10:00:00Z')
const newFolder = (): string => mkdtempSync(join(tmpdir(), 'plomada-migration-'))

describe('a store of an older version', () => {
  // The state database of version 1.
  const key = 'plm_0000000000000000000000000000001W8XEv'
  const older = (folder: string): void => {
    rmSync(join(folder, 'plomada.db'), { force: true })
    const database = new Database(join(folder, 'plomada.db'))
    database.exec(`CREATE TABLE access_key (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, prefix TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, scopes TEXT NOT NULL,
        created_at TEXT NOT NULL, expires_at TEXT, last_used_at TEXT, revoked_at TEXT
      ) STRICT;
      CREATE INDEX access_key_prefix ON access_key (prefix);
      PRAGMA user_version = 1`)
    database
      .prepare("INSERT INTO access_key (name, prefix, hash, scopes, created_at) VALUES ('antigua', ?, ?, 'read', '2026-01-01T00:00:00.000Z')")
      .run(key.slice(0, 12), createHash('sha256').update(key).digest())
    database.close()
  }

  test('keeps its keys when it is migrated, and leaves a backup from before', () => {
    const folder = newFolder()
    older(folder)
    const store = openStore(folder, now)
    expect(store.keys.authenticate(key)).toMatchObject({ name: 'antigua' })
    store.close()
    const [kept = ''] = readdirSync(join(folder, 'backups'))
    expect(kept).toBe('v1-20261121T100000Z.plomada')
    expect(readArchive(join(folder, 'backups', kept), (held) => held.map(({ name }) => name))).toContain('plomada.db')
  })

  test('is backed up without the audit and the library, which no version changes', () => {
    const folder = newFolder()
    const store = openStore(folder, now)
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'key add', subject: null, status: null, request_id: null })
    store.close()
    mkdirSync(join(folder, 'biblioteca'))
    writeFileSync(join(folder, 'biblioteca', `${'a'.repeat(64)}.pdf`), 'x')
    writeFileSync(join(folder, 'biblioteca.db'), '')
    older(folder)
    openStore(folder, now).close()
    const [kept = ''] = readdirSync(join(folder, 'backups'))
    expect(readArchive(join(folder, 'backups', kept), (held) => held.map(({ name }) => name))).toEqual(['keys/certificate.key', 'plomada.db'])
  })

  test('keeps the last five backups', () => {
    const folder = newFolder()
    for (let month = 1; month <= 7; month++) {
      older(folder)
      openStore(folder, () => new Date(Date.UTC(2027, month, 1))).close()
    }
    expect(readdirSync(join(folder, 'backups'))).toEqual(
      ['20270401', '20270501', '20270601', '20270701', '20270801'].map((day) => `v1-${day}T000000Z.plomada`),
    )
  })

  test('keeps the last five of those backups by their moment, whatever version they are of, and every other file', () => {
    const folder = newFolder()
    const kept = join(folder, 'backups')
    mkdirSync(kept)
    const others = ['plomada-20200101T000000Z.plomada', 'mi copia.plomada', 'v1-2020.plomada', 'xv1-20200101T000000Z.plomada', 'status.json']
    // In the order of the alphabet the two oldest would be the last.
    const older9 = ['v9-20250301T000000Z', 'v9-20250601T000000Z']
    const left = ['v10-20260101T000000Z', 'v10-20260201T000000Z', 'v10-20260401T000000Z', 'v11-20261121T100000Z', 'v2-20260501T000000Z']
    const made = [...older9, ...left.filter((one) => !one.startsWith('v11'))]
    for (const name of [...others, ...made.map((one) => `${one}.plomada`)]) writeFileSync(join(kept, name), '')
    older(folder)
    backUpBeforeMigration(folder, 11, now())
    expect(readdirSync(kept).sort()).toEqual([...others, ...left.map((one) => `${one}.plomada`)].sort())
    // Made again within the second, it is the same one.
    const before = readFileSync(join(kept, 'v11-20261121T100000Z.plomada'))
    backUpBeforeMigration(folder, 11, now())
    expect(readFileSync(join(kept, 'v11-20261121T100000Z.plomada')).equals(before)).toBe(true)
  })
})

test('PostgreSQL has the tables of the state that SQLite has, without what SQLite keeps of the audit', () => {
  const tables = (dialect: 'sqlite' | 'postgres') =>
    stateMigrations.flatMap((one) => statementsOf(one, dialect)).flatMap((sql) => /^create table "(\w+)"/.exec(sql)?.[1] ?? [])
  const state = ['access_key', 'project', 'session', 'project_revision', 'photo']
  expect(tables('postgres')).toEqual(state)
  expect(tables('sqlite').toSorted()).toEqual(['audit_anchor', ...state].toSorted())
})
