import { mkdtempSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAll } from '../../server/access/audit-verification.ts'
import { openSharedStore } from '../../server/access/postgres/open.ts'
import { sha256Of } from '../../server/access/sha256.ts'
import { formatPublicKey } from '../../server/packs/minisign.ts'
import { type PostgresCluster, postgresMissing, startPostgres } from '../access/postgres-cluster.ts'
import { baseFile, keys as publisher, signedPack } from '../packs/test-packs.ts'
import { flatRoof, type Json } from '../service.ts'
import { type Program, startWith } from './program.ts'

// Three processes over one PostgreSQL behind one address.
const missing = postgresMissing()
if (missing !== undefined) console.warn(missing)
const names = ['uno', 'dos', 'tres'] as const
const document = (name: string) => ({ name, geo_id: 'ES-28079', checks: [] })

/** Hands connections to the nodes in turn, and passes over those that do not take them. */
function balancer(ports: () => readonly number[]): Promise<Server> {
  let next = 0
  const server = createServer((client) => {
    const attempt = (tries: number): void => {
      const all = ports()
      const node: Socket = connect(all[next++ % all.length] ?? 0, '127.0.0.1')
      node.once('connect', () => client.pipe(node).pipe(client))
      node.on('error', () => (tries > 0 && node.connecting ? attempt(tries - 1) : client.destroy()))
      node.once('close', () => node.connecting || client.destroy())
      client.on('error', () => node.destroy())
    }
    attempt(names.length)
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

describe.skipIf(missing !== undefined)('three nodes over one database', () => {
  let cluster: PostgresCluster
  let url: string
  let nodes: Map<string, Program>
  let front: Server
  let key: string
  const folders = new Map(names.map((name) => [name, mkdtempSync(join(tmpdir(), `plomada-${name}-`))]))
  const start = async (name: (typeof names)[number]): Promise<Program> => {
    const program = await startWith(folders.get(name) ?? '', ['--node', name, '--rate', '1000000', '--quiet'], ['env', `PLOMADA_STATE_URL=${url}`])
    nodes.set(name, program)
    return program
  }
  const portOf = ({ url: address }: Program): number => Number(new URL(address).port)
  const send = async (
    path: string,
    { method = 'GET', body, text = key, at }: { method?: string; body?: unknown; text?: string; at?: Program } = {},
  ) => {
    const port = at === undefined ? (front.address() as { port: number }).port : portOf(at)
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${text}`, 'content-type': 'application/json', connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    })
    return { status: response.status, base: response.headers.get('knowledge-base'), body: (await response.json()) as Json }
  }
  const each = <Value>(work: (at: Program) => Promise<Value>): Promise<Value[]> => Promise.all([...nodes.values()].map(work))
  const openHere = async () => (await openSharedStore(url, () => new Date(), { nodeName: 'prueba' })).store

  beforeAll(async () => {
    cluster = await startPostgres()
    url = cluster.newDatabase()
    nodes = new Map()
    const { store, packs } = await openSharedStore(url, () => new Date(), { nodeName: 'prueba' })
    await packs.trust(publisher.id, formatPublicKey(publisher))
    const pack = signedPack(baseFile('2099.1.0', '2099-01-01'))
    await packs.put(sha256Of(pack.bytes), pack)
    await store.close()
    key = (await start('uno')).key
    await Promise.all([start('dos'), start('tres')])
    front = await balancer(() => [...nodes.values()].map(portOf))
  }, 120_000)
  afterAll(async () => {
    await Promise.all([...(nodes?.values() ?? [])].map((one) => one.stop()))
    front?.close()
    cluster?.remove()
  })

  test('all fetch the base in use and check its signature; one makes the first key, and all let it in', async () => {
    expect((await each((at) => send('/api/v1/meta', { at }))).map(({ base }) => base?.split(';')[0])).toEqual(['2099.1.0', '2099.1.0', '2099.1.0'])
    expect([...nodes.values()].filter(({ key: printed }) => printed !== '')).toHaveLength(1)
    expect((await each((at) => send('/api/v1/verify', { method: 'POST', body: flatRoof, at }))).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('a project written by one is read and replaced by the others', async () => {
    const [first, second, third] = [...nodes.values()]
    const made = await send('/api/v1/proyectos', { method: 'POST', body: document('Casa'), ...(first && { at: first }) })
    const path = `/api/v1/proyectos/${String(made.body['id'])}`
    expect((await send(path, second && { at: second })).body).toEqual(made.body)
    expect(await send(path, { method: 'PUT', body: { revision: 1, project: document('Casa nueva') }, ...(third && { at: third }) })).toMatchObject({
      status: 200,
      body: { revision: 2 },
    })
    expect(await send(path, { method: 'PUT', body: { revision: 1, project: document('Vieja') }, ...(first && { at: first }) })).toMatchObject({
      status: 409,
    })
  })

  test('a key issued anywhere holds at once everywhere; revoked, it is refused everywhere within 5 s', async () => {
    const store = await openHere()
    const { text, key: issued } = await store.keys.issue({ name: 'obra', scopes: ['read'], expiresAt: null })
    expect((await each((at) => send('/api/v1/meta', { text, at }))).map(({ status }) => status)).toEqual([200, 200, 200])
    await store.keys.revoke(String(issued.id))
    await store.close()
    const revokedAt = performance.now()
    await expect
      .poll(async () => (await each((at) => send('/api/v1/meta', { text, at }))).map(({ status }) => status), { timeout: 5000 })
      .toEqual([401, 401, 401])
    expect(performance.now() - revokedAt).toBeLessThan(5000)
  }, 20_000)

  test('a base installed at one is soon used by all; no answer mixes two, and a node without it says so', async () => {
    const store = await openHere()
    const { text: admin } = await store.keys.issue({ name: 'jefa', scopes: ['read', 'verify', 'admin'], expiresAt: null })
    await store.close()
    const { bytes, signature } = signedPack(baseFile('2099.2.0', '2099-01-01'))
    let isOver = false
    const seen: { status: number; base: string | null; named: string }[] = []
    const asking = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (!isOver) {
          const { status, base, body } = await send('/api/v1/meta', { text: admin })
          seen.push({ status, base, named: String((body['kb'] as Json | undefined)?.['version'] ?? body['code']) })
        }
      }),
    )
    const [first] = [...nodes.values()]
    const installed = await send('/api/v1/admin/base', {
      method: 'POST',
      text: admin,
      body: { pack: bytes.toString('base64'), signature },
      ...(first && { at: first }),
    })
    expect(installed.status, JSON.stringify(installed.body)).toBe(200)
    const versions = async () =>
      (await each((at) => send('/api/v1/meta', { text: admin, at }))).map(({ body }) => (body['kb'] as Json | undefined)?.['version'])
    await expect.poll(versions, { timeout: 20_000 }).toEqual(['2099.2.0', '2099.2.0', '2099.2.0'])
    isOver = true
    await asking
    for (const { status, base, named } of seen) {
      if (status === 200) expect(base?.startsWith(`${named};`)).toBe(true)
      else expect([status, named]).toEqual([503, 'not-ready'])
    }
    expect(seen.length).toBeGreaterThan(20)
    expect(await send('/api/v1/admin/base/rollback', { method: 'POST', text: admin, body: {} })).toMatchObject({ status: 200 })
    await expect.poll(versions, { timeout: 20_000 }).toEqual(['2099.1.0', '2099.1.0', '2099.1.0'])
  }, 60_000)

  test('kill -9 of a node under load: the others answer, and nothing acknowledged is lost', async () => {
    const victim = nodes.get('dos')
    const made: string[] = []
    let isOver = false
    const load = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (!isOver) {
          const answer = await send('/api/v1/proyectos', { method: 'POST', body: document('Obra') }).catch(() => undefined)
          if (answer?.status === 200) made.push(String(answer.body['id']))
        }
      }),
    )
    await expect.poll(() => made.length, { timeout: 15_000 }).toBeGreaterThan(30)
    victim?.process.kill('SIGKILL')
    nodes.delete('dos')
    const before = made.length
    await expect.poll(() => made.length, { timeout: 15_000 }).toBeGreaterThan(before + 60)
    isOver = true
    await load
    await start('dos')
    const { body } = await send('/api/v1/proyectos')
    const listed = new Set((body['items'] as Json[]).map(({ id }) => String(id)))
    expect(made.filter((id) => !listed.has(id))).toEqual([])
    const store = await openHere()
    const checks = await verifyAll(store.audit)
    expect(checks.map(({ node, broken }) => [node, broken])).toEqual([...names].toSorted().map((name) => [name, undefined]))
    await store.close()
  }, 90_000)

  test('kill -9 of PostgreSQL under load: the base is read on, writes are 503, and nothing acknowledged is lost', async () => {
    const made: string[] = []
    let isOver = false
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const answer = await send('/api/v1/proyectos', { method: 'POST', body: document('Obra') }).catch(() => undefined)
          if (answer?.status === 200) made.push(String(answer.body['id']))
          else await new Promise((resolve) => setTimeout(resolve, 20))
        }
      }),
    )
    await expect.poll(() => made.length, { timeout: 15_000 }).toBeGreaterThan(30)
    cluster.kill()
    const write = () => each((at) => send('/api/v1/proyectos', { method: 'POST', body: document('Perdida'), at }))
    await expect
      .poll(async () => (await write()).map(({ body }) => body['code']), { timeout: 15_000 })
      .toEqual(['read-only', 'read-only', 'read-only'])
    expect((await write()).map(({ status }) => status)).toEqual([503, 503, 503])
    expect((await each((at) => send('/api/v1/verify', { method: 'POST', body: flatRoof, at }))).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await each((at) => send('/healthz/ready', { at }))).map(({ status, body }) => [status, JSON.stringify(body['reasons'])])).toEqual(
      Array.from({ length: 3 }, () => [200, '[{"part":"state","reason":"unreachable"}]']),
    )
    await cluster.start()
    const before = made.length
    await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(before + 20)
    isOver = true
    await load
    const { body } = await send('/api/v1/proyectos')
    const listed = new Set((body['items'] as Json[]).map(({ id }) => String(id)))
    expect(made.filter((id) => !listed.has(id))).toEqual([])
    const store = await openHere()
    expect((await verifyAll(store.audit)).map(({ broken }) => broken)).toEqual([undefined, undefined, undefined])
    // The requests answered while the database was lost have no line, and the next line counts them.
    expect((await store.audit.newest(Number.MAX_SAFE_INTEGER, 10_000)).some(({ unlisted = 0 }) => unlisted > 0)).toBe(true)
    await store.close()
  }, 120_000)
})
