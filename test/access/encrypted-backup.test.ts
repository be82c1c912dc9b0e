import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encryptedBackupName, outdated } from '../../server/access/backup-rotation.ts'
import { isBackupDue } from '../../server/access/backup-schedule.ts'
import { backupHealth, readBackupStatus } from '../../server/access/backup-status.ts'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { type S3Server, s3Key, startS3 } from './s3-server.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'plomada-encrypted-'))

/** Runs `plomada` over a data folder with settings in its environment. */
async function run(folder: string, environment: Record<string, string>, ...args: string[]) {
  const [out, err]: string[][] = [[], []]
  const given = { PLOMADA_DATA: folder, ...environment }
  const code = await runCli(args, { environment: given, out: (text) => out?.push(text), err: (text) => err?.push(text) })
  return { code, out: out?.join('\n') ?? '', err: err?.join('\n') ?? '' }
}

/** A data folder with a key and a project, and the pair of keys of its backups. */
async function installation() {
  const [folder, elsewhere] = [temporary(), temporary()]
  const store = openStore(folder, () => new Date())
  const { text } = store.keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
  store.projects.create(JSON.stringify({ name: 'Edificio', reference: '', geo_id: 'ES-41039', checks: [] }))
  store.signingKey()
  store.close()
  const identity = join(elsewhere, 'clave.txt')
  const made = await run(folder, {}, 'backup', '--new-key', identity, '--json')
  const recipient: string = JSON.parse(made.out).recipient
  return { folder, elsewhere, identity, recipient, text }
}

describe('rotation', () => {
  test('keeps the newest of each day and of each week, and never the last one alone away', () => {
    const at = (day: number, hour: number) => encryptedBackupName(new Date(Date.UTC(2026, 10, day, hour)))
    const names = Array.from({ length: 28 }, (_, index) => [at(index + 1, 6), at(index + 1, 18)]).flat()
    const kept = names.filter((name) => !outdated(names, { days: 3, weeks: 3 }).includes(name))
    // 28 November 2026 is a Saturday; weeks begin on Monday.
    expect(kept).toEqual([at(15, 18), at(22, 18), at(26, 18), at(27, 18), at(28, 18)])
    expect(outdated(names, { days: 0, weeks: 0 })).not.toContain(at(28, 18))
    expect(outdated([...names, 'otra-cosa.age', 'plomada-20261301T000000Z.plomada.age'], { days: 0, weeks: 0 })).toHaveLength(names.length - 1)
  })

  test('removes nothing only because the service stood still for a year', () => {
    const old = [1, 2, 3].map((day) => encryptedBackupName(new Date(Date.UTC(2025, 0, day))))
    expect(outdated([...old, encryptedBackupName(new Date(Date.UTC(2026, 0, 1)))], { days: 4, weeks: 0 })).toEqual([])
  })
})

test('a backup is due after a period, sooner again after a failure, and overdue after two', () => {
  const [hour, now] = [3_600_000, new Date('2026-11-28T12:00:00Z')]
  const status = { tried_at: null, succeeded_at: null, name: null, bytes: null, error: null }
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  expect(isBackupDue(status, hour, now)).toBe(true)
  expect(isBackupDue({ ...status, succeeded_at: before(59) }, hour, now)).toBe(false)
  expect(isBackupDue({ ...status, succeeded_at: before(60) }, hour, now)).toBe(true)
  expect(isBackupDue({ ...status, succeeded_at: before(500), tried_at: before(14), error: 'no' }, hour, now)).toBe(false)
  expect(isBackupDue({ ...status, succeeded_at: before(500), tried_at: before(15), error: 'no' }, hour, now)).toBe(true)
  expect(backupHealth(status, hour, now)).toBe('waiting')
  expect(backupHealth({ ...status, succeeded_at: before(120) }, hour, now)).toBe('ok')
  expect(backupHealth({ ...status, succeeded_at: before(121) }, hour, now)).toBe('overdue')
  expect(backupHealth({ ...status, succeeded_at: before(1), error: 'no' }, hour, now)).toBe('failed')
})

describe('an encrypted backup in a folder', () => {
  test('restores what was there, with its private key alone', async () => {
    const { folder, elsewhere, identity, recipient, text } = await installation()
    const to = join(elsewhere, 'copias')
    const settings = { PLOMADA_BACKUP_TO: to, PLOMADA_BACKUP_RECIPIENT: recipient }
    const made = await run(folder, settings, 'backup')
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('claves: 1, proyectos: 1') })
    const [name = ''] = readdirSync(to)
    expect(name).toMatch(/^plomada-\d{8}T\d{6}Z\.plomada\.age$/)
    expect(await run(folder, settings, 'backup', '--list')).toMatchObject({ out: name })
    // Nothing of it is left in the clear, neither there nor in the data folder.
    expect(readFileSync(join(to, name)).includes('Edificio')).toBe(false)
    expect(readdirSync(join(folder, 'backups'))).toEqual(['status.json'])
    // The drill: the folder is lost, and comes back on another machine.
    rmSync(folder, { recursive: true })
    const other = await run(temporary(), {}, 'backup', '--new-key', join(elsewhere, 'otra.txt'), '--json')
    expect(other.code).toBe(0)
    const [wrong, right] = [temporary(), temporary()]
    expect(await run(wrong, settings, 'restore', name)).toMatchObject({ code: 2, err: expect.stringContaining('--identity') })
    expect(await run(wrong, settings, 'restore', name, '--identity', join(elsewhere, 'otra.txt'))).toMatchObject({ code: 1 })
    expect(readdirSync(join(wrong, 'backups'))).toEqual([])
    expect(await run(right, settings, 'restore', name, '--identity', identity)).toMatchObject({ code: 0 })
    const store = openStore(right, () => new Date())
    expect(store.keys.authenticate(text)).toMatchObject({ name: 'obra' })
    expect(store.projects.list()).toMatchObject([{ name: 'Edificio' }])
    store.close()
  })

  test('is opened by `age` of Debian too', async ({ skip }) => {
    if (spawnSync('age', ['--version']).status !== 0) skip('age is not installed (Debian: apt-get install age)')
    const { folder, elsewhere, identity, recipient } = await installation()
    const to = join(elsewhere, 'copias')
    expect(await run(folder, { PLOMADA_BACKUP_TO: to, PLOMADA_BACKUP_RECIPIENT: recipient }, 'backup')).toMatchObject({ code: 0 })
    const [name = ''] = readdirSync(to)
    const plain = join(elsewhere, 'abierta')
    execFileSync('age', ['--decrypt', '-i', identity, '-o', plain, join(to, name)])
    expect(readFileSync(plain).subarray(0, 15).toString()).toBe('SQLite format 3')
  })

  test('one that is cut or changed is refused whole', async () => {
    const { folder, elsewhere, identity, recipient } = await installation()
    await run(folder, { PLOMADA_BACKUP_TO: elsewhere, PLOMADA_BACKUP_RECIPIENT: recipient }, 'backup')
    const name = readdirSync(elsewhere).find((one) => one.endsWith('.age')) ?? ''
    const bytes = readFileSync(join(elsewhere, name))
    const middle = Math.floor(bytes.length / 2)
    const changed = [
      bytes.subarray(0, middle),
      Buffer.concat([bytes.subarray(0, middle), Buffer.from([(bytes[middle] ?? 0) ^ 1]), bytes.subarray(middle + 1)]),
    ]
    for (const [index, content] of changed.entries()) {
      const [file, target] = [join(elsewhere, `${index}.age`), temporary()]
      writeFileSync(file, content)
      expect(await run(target, {}, 'restore', file, '--identity', identity)).toMatchObject({ code: 1 })
      expect(readdirSync(target)).not.toContain('plomada.db')
    }
  })

  test('a damaged audit fails the trial restore, is noted, and removes no older backup', async () => {
    const { folder, elsewhere, recipient } = await installation()
    const settings = { PLOMADA_BACKUP_TO: elsewhere, PLOMADA_BACKUP_RECIPIENT: recipient, PLOMADA_BACKUP_KEEP: '0d,0w' }
    expect((await run(folder, settings, 'backup')).code).toBe(0)
    const store = openStore(folder, () => new Date())
    store.audit.append({ who: { kind: 'terminal' }, address: null, operation: 'probar', subject: null, status: null, request_id: null })
    store.close()
    const database = new Database(join(folder, 'audit.db'))
    database.exec("UPDATE audit_line SET text = replace(text, 'probar', 'callar')")
    database.close()
    expect(await run(folder, settings, 'backup')).toMatchObject({ code: 1, err: expect.stringContaining('audit verify') })
    expect(readBackupStatus(folder)).toMatchObject({ error: expect.stringContaining('audit verify'), succeeded_at: expect.any(String) })
    expect(readdirSync(elsewhere).filter((name) => name.endsWith('.age'))).toHaveLength(1)
  })

  test('a folder that cannot be written is noted', async () => {
    const { folder, elsewhere, recipient } = await installation()
    const to = join(elsewhere, 'ocupado')
    writeFileSync(to, '')
    expect(await run(folder, { PLOMADA_BACKUP_TO: to, PLOMADA_BACKUP_RECIPIENT: recipient }, 'backup')).toMatchObject({ code: 1 })
    expect(readBackupStatus(folder)).toMatchObject({ succeeded_at: null, error: expect.any(String) })
    mkdirSync(join(elsewhere, 'libre'))
    expect(readdirSync(join(folder, 'backups'))).toEqual(['status.json'])
  })

  test('wrong settings name the setting', async () => {
    const [folder, recipient] = [temporary(), `age1${'q'.repeat(58)}`]
    const tried: readonly (readonly [Record<string, string>, string])[] = [
      [{ PLOMADA_BACKUP_EVERY: '1d' }, 'PLOMADA_BACKUP_EVERY necesita PLOMADA_BACKUP_TO'],
      [{ PLOMADA_BACKUP_TO: '/copias' }, 'Falta PLOMADA_BACKUP_RECIPIENT'],
      [{ PLOMADA_BACKUP_TO: '/copias', PLOMADA_BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' }, 'PLOMADA_BACKUP_RECIPIENT'],
      [{ PLOMADA_BACKUP_TO: '/copias', PLOMADA_BACKUP_RECIPIENT: recipient, PLOMADA_BACKUP_EVERY: '1 día' }, 'PLOMADA_BACKUP_EVERY «1 día»'],
      [{ PLOMADA_BACKUP_TO: '/copias', PLOMADA_BACKUP_RECIPIENT: recipient, PLOMADA_BACKUP_KEEP: '7' }, 'PLOMADA_BACKUP_KEEP «7»'],
      [{ PLOMADA_BACKUP_TO: 's3://cubo', PLOMADA_BACKUP_RECIPIENT: recipient }, 'PLOMADA_BACKUP_TO'],
      [{ PLOMADA_BACKUP_TO: 's3+https://copias.test/cubo', PLOMADA_BACKUP_RECIPIENT: recipient }, 'PLOMADA_BACKUP_S3_KEY'],
    ]
    for (const [settings, named] of tried) expect(await run(folder, settings, 'backup'), named).toMatchObject({ err: expect.stringContaining(named) })
    expect(await run(folder, {}, 'backup')).toMatchObject({ code: 2, err: expect.stringContaining('PLOMADA_BACKUP_TO') })
  })
})

describe('an encrypted backup in a bucket', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await startS3()
  })
  afterAll(() => s3.close())
  const credentials = { PLOMADA_BACKUP_S3_KEY: s3Key.id, PLOMADA_BACKUP_S3_SECRET: s3Key.secret, PLOMADA_BACKUP_S3_REGION: s3Key.region }

  test('is stored, listed, rotated, read back and restored with signed requests', async () => {
    const { folder, identity, recipient, text } = await installation()
    const settings = {
      PLOMADA_BACKUP_TO: `s3+${s3.url}/cubo/obra norte`,
      PLOMADA_BACKUP_RECIPIENT: recipient,
      PLOMADA_BACKUP_KEEP: '2d,0w',
      ...credentials,
    }
    for (const day of [1, 2, 3, 4]) s3.objects.set(`/cubo/obra norte/${encryptedBackupName(new Date(Date.UTC(2026, 0, day)))}`, Buffer.from('x'))
    s3.objects.set('/cubo/obra norte/de otro.txt', Buffer.from('x'))
    expect(await run(folder, settings, 'backup')).toMatchObject({ code: 0 })
    expect(s3.refused).toEqual([])
    const names = [...s3.objects.keys()].map((key) => key.slice('/cubo/obra norte/'.length)).sort()
    expect(names).toEqual([
      'de otro.txt',
      encryptedBackupName(new Date(Date.UTC(2026, 0, 4))),
      expect.stringMatching(/^plomada-2\d+T\d+Z\.plomada\.age$/),
    ])
    const target = temporary()
    expect(await run(target, settings, 'restore', names[2] ?? '', '--identity', identity)).toMatchObject({ code: 0 })
    const store = openStore(target, () => new Date())
    expect(store.keys.authenticate(text)).toMatchObject({ name: 'obra' })
    store.close()
  })

  test('a wrong secret, and a server that fails, are told without the secret', async () => {
    const { folder, recipient } = await installation()
    const settings = { PLOMADA_BACKUP_TO: `s3+${s3.url}/cubo`, PLOMADA_BACKUP_RECIPIENT: recipient, ...credentials }
    const wrong = await run(folder, { ...settings, PLOMADA_BACKUP_S3_SECRET: 'otro-secreto' }, 'backup')
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('403 SignatureDoesNotMatch') })
    expect(s3.refused).toContain('the signature')
    s3.fail = 503
    expect(await run(folder, settings, 'backup')).toMatchObject({ code: 1, err: expect.stringContaining('503') })
    s3.fail = undefined
    expect(`${wrong.err}${JSON.stringify(readBackupStatus(folder))}`).not.toContain('secreto')
  })
})
