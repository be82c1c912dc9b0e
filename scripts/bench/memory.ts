import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRateLimiter } from '../../server/access/rate-limit.ts'
import { openStore } from '../../server/access/store.ts'
import { createApp } from '../../server/api/app.ts'
import { defaultPackFile } from '../../server/config/defaults.ts'
import type { Caller } from '../../server/http/caller.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'

/**
 * `npm run bench:memory [requests]` sends mixed requests to a service in this process and prints its memory, after a garbage collection, ten times.
 * Exits with 1 if memory grows by more than 5 % between the middle and the end.
 */
const total = Number(process.argv[2] ?? 200_000)
const grownAtMost = 1.05
const folder = mkdtempSync(join(tmpdir(), 'plomada-memory-'))
const store = openStore(folder, () => new Date(), { auditDays: 365 })
const kb = openKnowledgeBase(defaultPackFile)
const { text: key } = store.keys.issue({ name: 'memoria', scopes: ['read', 'verify', 'ask', 'admin'], expiresAt: null })
const rate = openRateLimiter(1_000_000, Date.now)
const app = createApp({ kb, store, rate, allowedHosts: [], newRequestId: randomUUID, log: () => undefined })
const caller: Caller = { kind: 'network', address: '127.0.0.1' }

async function send(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { host: 'localhost', authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
  const response = await app.fetch(new Request(`http://localhost${path}`, init), caller)
  return { status: response.status, text: await response.text() }
}

const roof = { element: 'cubierta-plana', parameter: 'transmitancia-termica', unit: 'W/m²K', codes: [{ slug: 'cte-db-he' }] }
const municipios = kb.geography.list({}).map(({ ine }) => `ES-${ine}`)
const place = (turn: number): string => municipios[(turn * 7919) % municipios.length] ?? 'ES-28079'
const project = (turn: number) => ({ name: `Obra ${turn}`, geo_id: place(turn), checks: [] })

/** Sends the costly request once in `every` turns and the cheap one otherwise. */
const costlyEvery = (turn: number, every: number, costly: () => Promise<unknown>, cheap: () => Promise<unknown>): Promise<unknown> =>
  turn % every === 0 ? costly() : cheap()

/** The requestKinds of request. Requests of one kind differ from turn to turn, as with many users. */
const requestKinds: readonly ((turn: number) => Promise<unknown>)[] = [
  (turn) => send('POST', '/api/v1/verify', { ...roof, value: (turn % 997) / 1000, geo_id: place(turn) }),
  (turn) => send('POST', '/api/v1/verify', { ...roof, value: turn, geo_id: place(turn), include: ['trace'] }),
  (turn) =>
    costlyEvery(
      turn,
      20,
      () => send('POST', '/api/v1/verify', { ...roof, element: `nada-${turn}`, value: 1, geo_id: place(turn) }),
      () => send('POST', '/api/v1/verify', { ...roof, [`campo-${turn}`]: 1 }),
    ),
  (turn) => send('GET', `/api/v1/geo/${place(turn)}`),
  (turn) =>
    costlyEvery(
      turn,
      20,
      () => send('GET', `/api/v1/geo/nadie-${turn}`),
      () => send('GET', `/api/v1/normativa/cte/nada-${turn}`),
    ),
  (turn) =>
    costlyEvery(
      turn,
      20,
      () => send('GET', `/api/v1/search?q=transmitancia+${turn}&limit=5`),
      () => send('GET', '/api/v1/normativa/cte'),
    ),
  (turn) =>
    costlyEvery(
      turn,
      5,
      () => send('GET', `/api/v1/municipios?limit=5&provincia=${(turn % 50) + 1}`),
      () => send('GET', '/api/v1/admin/keys'),
    ),
  (turn) => send('GET', `/api/v1/nada/${turn}`),
  (turn) => send('GET', `/trpc/getGeo?input=${encodeURIComponent(JSON.stringify({ municipio: place(turn) }))}`),
  // Writes wait for the disk, so they are rare.
  (turn) =>
    costlyEvery(
      turn,
      40,
      () => keepProject(turn),
      () => send('GET', `/api/v1/proyectos/${turn}`),
    ),
  (turn) =>
    costlyEvery(
      turn,
      40,
      () => send('POST', '/api/v1/ask', { query: `límite de transmitancia de una cubierta, caso ${turn}`, geo_id: place(turn) }),
      () => send('GET', '/api/v1/meta'),
    ),
  (turn) =>
    costlyEvery(
      turn,
      1000,
      () => send('GET', '/openapi.json'),
      () => send('GET', '/healthz'),
    ),
]

async function keepProject(turn: number): Promise<unknown> {
  const { id } = JSON.parse((await send('POST', '/api/v1/proyectos', project(turn))).text) as { id: string }
  await send('GET', `/api/v1/proyectos/${id}`)
  return send('DELETE', `/api/v1/proyectos/${id}`)
}

const mebibytes = (bytes: number): number => Math.round((bytes / 2 ** 20) * 10) / 10
const heaps: number[] = []
console.log(' requests   heap MiB   outside MiB   RSS MiB   seconds')
const started = performance.now()
for (let turn = 0; turn < total; turn++) {
  await requestKinds[turn % requestKinds.length]?.(Math.floor(turn / requestKinds.length))
  if ((turn + 1) % Math.ceil(total / 10) !== 0) continue
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  heaps.push(heapUsed + external)
  const columns = [turn + 1, mebibytes(heapUsed), mebibytes(external), mebibytes(rss), Math.round((performance.now() - started) / 1000)]
  console.log(columns.map((one, at) => String(one).padStart([9, 11, 14, 10, 10][at] ?? 10)).join(''))
}
store.close()
kb.close()
rmSync(folder, { recursive: true, force: true })
// By the middle every municipality has been requested, so caches are full.
const grown = Math.min(...heaps.slice(-2)) / Math.min(...heaps.slice(4, 6))
console.log(`memory at the end divided by memory in the middle: ${grown.toFixed(3)} (at most ${grownAtMost})`)
process.exitCode = grown <= grownAtMost ? 0 : 1
