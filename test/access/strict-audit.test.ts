import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../../server/access/audit-verification.ts'
import { openSharedStore } from '../../server/access/postgres/open.ts'
import { openStore, type Store, type StoreOptions } from '../../server/access/store.ts'
import type { App } from '../../server/api/app.ts'
import { strictForTerminal } from '../../server/commands/audit-act.ts'
import type { KnowledgeBase } from '../../server/kb/open.ts'
import { testApp } from '../declared-problems.ts'
import { samples } from '../operations/sample-photos.ts'
import { bodyOf, type Json, network, realBase } from '../service.ts'
import { runLimited } from './child-process.ts'
import { type PostgresCluster, postgresMissing, startPostgres } from './postgres-cluster.ts'

const missing = postgresMissing()
if (missing !== undefined) console.warn(missing)
let cluster: PostgresCluster | undefined
let kb: KnowledgeBase
beforeAll(async () => {
  kb = realBase()
  if (missing === undefined) cluster = await startPostgres()
}, 60_000)
afterAll(() => {
  kb.close()
  cluster?.remove()
}, 60_000)

/** A store with an audit that can be broken and mended from outside. */
interface Place {
  open(options: StoreOptions): Promise<Store>
  /** From now on no line can be added. */
  break(): Promise<void>
  mend(): Promise<void>
}

const breaking = "CREATE TRIGGER broken BEFORE INSERT ON audit_line BEGIN SELECT RAISE(ABORT, 'broken'); END"

const kinds: readonly (readonly [string, () => Place])[] = [
  [
    'SQLite in a folder',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'plomada-strict-'))
      const execute = async (sql: string): Promise<void> => {
        const database = new Database(join(folder, 'audit.db'))
        database.exec(sql)
        database.close()
      }
      return {
        open: async (options) => openStore(folder, () => new Date(), options),
        break: () => execute(breaking),
        mend: () => execute('DROP TRIGGER broken'),
      }
    },
  ],
  [
    'PostgreSQL',
    () => {
      const url = cluster?.newDatabase() ?? ''
      const execute = async (sql: string): Promise<void> => {
        const client = new pg.Client({ connectionString: url })
        await client.connect()
        await client.query(sql)
        await client.end()
      }
      return {
        open: async (options) => (await openSharedStore(url, () => new Date(), { nodeName: 'uno', ...options })).store,
        break: () => execute('ALTER TABLE audit_line ADD CONSTRAINT broken CHECK (false) NOT VALID'),
        mend: () => execute('ALTER TABLE audit_line DROP CONSTRAINT broken'),
      }
    },
  ],
]
const here = kinds.filter(([name]) => missing === undefined || name !== 'PostgreSQL')

const checks = [{ id: '1', element: 'escalera', parameter: 'huella', value: 27, unit: 'cm' }]
const document = { name: 'Obra', reference: '', geo_id: 'ES-41039', notes: '', context: {}, checks }

/** A service over a store, and a key that may do everything. */
async function serviceOf(store: Store) {
  const app: App = testApp({ kb, store, rate: undefined, allowedHosts: [] })
  const { text, key } = await store.keys.issue({ name: 'todo', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null })
  const send = async (method: string, path: string, body?: unknown, authorization = `Bearer ${text}`) => {
    const headers = { host: 'localhost', authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await app.fetch(new Request(`http://localhost${path}`, { method, headers, ...sent }), network)
    return { status: response.status, body: response.status === 204 ? {} : await bodyOf(response), headers: response.headers }
  }
  return { send, key, text }
}

/** Requests that change something, in an order in which each has what it needs; `$P`, `$Q`, `$K` are what the earlier ones made. */
const acts: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['POST', '/api/v1/proyectos', document],
  ['PUT', '/api/v1/proyectos/$P', { revision: 1, project: { ...document, name: 'Obra nueva' } }],
  ['POST', '/api/v1/proyectos/$P/revisiones/1/restaurar', { current: 2 }],
  ['DELETE', '/api/v1/proyectos/$P'],
  ['POST', '/api/v1/papelera/$P/recuperar', {}],
  ['DELETE', '/api/v1/proyectos/$P'],
  ['DELETE', '/api/v1/papelera/$P'],
  ['POST', '/api/v1/admin/keys', { name: 'otra', scopes: ['read'] }],
  ['POST', '/api/v1/admin/keys/$K/rotate', {}],
  ['POST', '/api/v1/admin/keys/$K/revoke', {}],
  ['POST', '/session'],
]

/** Sends every act and returns the answers. */
async function sendAll(send: Awaited<ReturnType<typeof serviceOf>>['send']) {
  const answers = []
  let [project, key] = ['00000000-0000-4000-8000-000000000000', '2']
  for (const [method, path, body] of acts) {
    const answer = await send(method, path.replace('$P', project).replace('$K', key), body)
    answers.push(answer)
    if (path === '/api/v1/proyectos' && answer.status === 200) project = String(answer.body['id'])
    const issued = answer.body['key']
    if (typeof issued === 'object' && issued !== null && 'number' in issued) key = String(issued.number)
  }
  return answers
}

/** Everything that the acts can change. */
async function stateOf({ keys, projects, photos }: Store): Promise<unknown> {
  const list = await keys.list()
  const shown = await Promise.all((await projects.list()).map(async ({ id }) => photos.list(id)))
  return { keys: list.map(({ id, revoked_at }) => [id, revoked_at]), projects: await projects.list(), bin: await projects.bin(), photos: shown }
}

const linesOf = async (store: Store) =>
  (await store.audit.newest(Number.MAX_SAFE_INTEGER, 1000)).toReversed().map(({ who, operation, status, subject, unlisted }) => ({
    who: who.kind,
    operation,
    status,
    subject: subject?.replace(/plm_\w+/g, 'plm_'),
    unlisted,
  }))

describe.each(here)('a strict audit: %s', (_name, newPlace) => {
  test('every act has the one line that it has under a relaxed audit', async () => {
    const lines = []
    for (const auditRule of ['relaxed', 'strict'] as const) {
      const store = await newPlace().open({ auditRule })
      const { send } = await serviceOf(store)
      expect((await sendAll(send)).map(({ status }) => status)).toEqual(acts.map(() => 200))
      await send('DELETE', '/session')
      await send('DELETE', '/api/v1/proyectos/00000000-0000-4000-8000-000000000000')
      await send('POST', '/api/v1/proyectos', { name: '' })
      await send('GET', '/api/v1/proyectos')
      expect((await verifyAll(store.audit)).map(({ broken }) => broken)).toEqual([undefined])
      lines.push(await linesOf(store))
      await store.close()
    }
    expect(lines[1]).toHaveLength(acts.length + 4)
    expect(lines[1]).toEqual(lines[0])
  })

  test('nothing is answered and nothing stored without its line, and the next line counts the requests', async () => {
    const place = newPlace()
    const store = await place.open({ auditRule: 'strict' })
    const { send, text, key } = await serviceOf(store)
    const [kept] = await sendAll(send)
    const project = await send('POST', '/api/v1/proyectos', document)
    const photo = await send('POST', `/api/v1/proyectos/${String(project.body['id'])}/fotos`, { check: '1', content: samples.png.toString('base64') })
    expect(photo.status).toBe(200)
    await store.projects.delete(String((await send('POST', '/api/v1/proyectos', document)).body['id']))
    const before = await stateOf(store)
    await place.break()
    const reading = [
      await send('GET', '/api/v1/proyectos'),
      await send('POST', '/api/v1/verify', { element: 'cubierta', parameter: 'transmitancia', value: 0.3, unit: 'W/m²K', geo_id: 'ES-28079' }),
      await send('GET', '/api/v1/nada'),
    ]
    const changing = [
      await send('PUT', `/api/v1/proyectos/${String(project.body['id'])}`, { revision: 1, project: { ...document, name: 'Otra' } }),
      await send('POST', `/api/v1/proyectos/${String(project.body['id'])}/fotos`, { check: '1', content: samples.png.toString('base64') }),
      await send('DELETE', `/api/v1/proyectos/${String(project.body['id'])}/fotos/${String(photo.body['id'])}`),
      await send('DELETE', `/api/v1/proyectos/${String(project.body['id'])}`),
      await send('POST', '/api/v1/proyectos', document),
      await send('POST', '/api/v1/admin/keys', { name: 'más', scopes: ['read'] }),
      await send('POST', `/api/v1/admin/keys/${key.id}/rotate`, {}),
      await send('POST', `/api/v1/admin/keys/${key.id}/revoke`, {}),
      await send('PUT', '/api/v1/admin/oficina', { name: 'Estudio', address: '', logo: null }),
      await send('POST', '/session'),
    ]
    for (const answer of [...reading, ...changing]) {
      expect(answer).toMatchObject({ status: 503, body: { code: 'audit-unavailable' } })
      expect(Object.keys(answer.body).sort()).toEqual(['code', 'detail', 'instance', 'request_id', 'status', 'title', 'type'])
      expect(answer.headers.get('set-cookie')).toBe(null)
    }
    expect(await stateOf(store)).toEqual(before)
    expect(await store.office.get()).toBeUndefined()
    // The key goes on, also in this process.
    expect(await store.keys.authenticate(text)).toMatchObject({ id: key.id })
    expect(await send('GET', '/healthz')).toMatchObject({ status: 200 })
    await place.mend()
    expect((await send('GET', '/api/v1/proyectos')).status).toBe(200)
    const last = (await linesOf(store)).at(-1)
    // An act that is refused counts twice: its own line, and that of its refusal.
    expect(last).toMatchObject({ operation: 'listProjects', unlisted: expect.any(Number) })
    expect(last?.unlisted).toBeGreaterThanOrEqual(reading.length + changing.length)
    expect(kept?.status).toBe(200)
    await store.close()
  })

  test('a relaxed audit answers and counts', async () => {
    const place = newPlace()
    const store = await place.open({})
    const { send } = await serviceOf(store)
    await place.break()
    expect((await send('POST', '/api/v1/proyectos', document)).status).toBe(200)
    await place.mend()
    await send('GET', '/api/v1/proyectos')
    expect((await linesOf(store)).at(-1)).toMatchObject({ unlisted: 1 })
    await store.close()
  })

  test('a sink that is gone counts only where the operator says so', async () => {
    for (const [auditRule, status] of [
      ['strict', 200],
      ['strict-sinks', 503],
    ] as const) {
      const folder = join(mkdtempSync(join(tmpdir(), 'plomada-sink-')), 'mounted')
      mkdirSync(folder)
      const store = await newPlace().open({ auditRule, auditSink: join(folder, 'audit.ndjson') })
      const { send } = await serviceOf(store)
      expect((await send('POST', '/api/v1/proyectos', document)).status).toBe(200)
      rmSync(folder, { recursive: true })
      const before = await stateOf(store)
      expect((await send('POST', '/api/v1/proyectos', document)).status, auditRule).toBe(status)
      expect((await send('GET', '/api/v1/proyectos')).status, auditRule).toBe(status)
      if (status === 503) expect(await stateOf(store)).toEqual(before)
      expect(store.unready()).toContainEqual({ part: 'audit-sink', reason: 'unwritable' })
      mkdirSync(folder)
      expect((await send('GET', '/api/v1/proyectos')).status).toBe(200)
      // What the chain has, the sink has, as far as it was required.
      const sunk = readFileSync(join(folder, 'audit.ndjson'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Json)
      const lines = await store.audit.newest(Number.MAX_SAFE_INTEGER, 10)
      if (status === 503) expect(sunk.map(({ hash }) => hash)).toEqual([lines[0]?.hash])
      await store.close()
    }
  })

  test('a syslog server that is gone counts where the operator says so', async () => {
    const received: string[] = []
    const server = createServer((socket) => {
      socket.on('data', (bytes) => received.push(bytes.toString()))
      open.add(socket)
    })
    const open = new Set<{ destroy(): unknown }>()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
    const store = await newPlace().open({ auditRule: 'strict-sinks', auditSyslog: { transport: 'tcp', host: '127.0.0.1', port } })
    const { send } = await serviceOf(store)
    expect((await send('POST', '/api/v1/proyectos', { ...document, name: 'Peñón' })).status).toBe(200)
    await expect.poll(() => received.join('')).toMatch(/^\d+ <110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ plomada \d+ audit - \{.*"operation":"createProject"/)
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    const before = await stateOf(store)
    await expect.poll(async () => (await send('GET', '/api/v1/proyectos')).status, { timeout: 5000 }).toBe(503)
    expect(await send('POST', '/api/v1/proyectos', document)).toMatchObject({ status: 503, body: { code: 'audit-unavailable' } })
    expect(await stateOf(store)).toEqual(before)
    await store.close()
  }, 30_000)

  test('an act of the command line is not done without its line', async () => {
    const place = newPlace()
    const opened = await place.open({ auditRule: 'strict' })
    const store = strictForTerminal(opened, 'key add')
    await place.break()
    await expect(async () => store.keys.issue({ name: 'una', scopes: ['read'], expiresAt: null })).rejects.toMatchObject({
      code: 'audit-unavailable',
    })
    expect(await opened.keys.list()).toEqual([])
    await place.mend()
    await store.keys.issue({ name: 'una', scopes: ['read'], expiresAt: null })
    expect((await linesOf(opened)).map(({ who, operation }) => [who, operation])).toEqual([['terminal', 'key add']])
    await opened.close()
  })
})

test('on a full disk a strict audit answers no verdict, and does so again when there is space', async ({ skip }) => {
  const disk = mkdtempSync(join(tmpdir(), 'plomada-strict-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]).status !== 0) skip('a small disk cannot be mounted here')
  try {
    const store = openStore(disk, () => new Date(), { auditRule: 'strict' })
    const { send } = await serviceOf(store)
    const check = () =>
      send('POST', '/api/v1/verify', { element: 'cubierta', parameter: 'transmitancia', value: 0.3, unit: 'W/m²K', geo_id: 'ES-28079' })
    const answered = (await check()).status
    expect(answered).not.toBe(503)
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'lleno')}`, 'bs=1k', 'count=16384'])
    // The log of the database takes some more lines before it has to grow.
    const outcomes = new Set<unknown>()
    for (let times = 0; times < 200 && !outcomes.has('audit-unavailable'); times++) outcomes.add((await check()).body['code'])
    expect(outcomes).toContain('audit-unavailable')
    rmSync(join(disk, 'lleno'))
    expect((await check()).status).toBe(answered)
    store.close()
  } finally {
    spawnSync('umount', [disk])
  }
})

// PLOMADA_KILLS=100 is the long run.
const kills = Number(process.env['PLOMADA_KILLS'] ?? 5)

test(`after each of ${kills} kills, nothing is stored that the audit does not tell of`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-strict-kill-'))
  for (let kill = 0; kill < kills; kill++) {
    const { code, lines } = await runLimited('strict-writer.ts', [folder], {
      killAfterLines: 1 + Math.floor(Math.random() * 20),
      killAfterMs: Math.random() * 20,
    })
    expect(code).toBe(null)
    expect(lines.length).toBeGreaterThan(0)
    const store = openStore(folder, () => new Date())
    const told = new Set(store.audit.after(0, Number.MAX_SAFE_INTEGER).map(({ text }) => (JSON.parse(text) as Json)['subject']))
    const stored = store.keys.list().map(({ name }) => name)
    expect(stored.filter((name) => !told.has(name))).toEqual([])
    // What was acknowledged is in both.
    expect(lines.filter((name) => !told.has(name) || !stored.includes(name))).toEqual([])
    expect((await verifyAll(store.audit)).map(({ broken }) => broken)).toEqual([undefined])
    store.close()
  }
  expect(existsSync(folder)).toBe(true)
}, 900_000)
