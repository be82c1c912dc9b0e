import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPackFile } from '../../server/config/defaults.ts'
import { variedRoof } from './request.ts'

/**
 * `npm run bench:soak [requests]` starts `plomada serve` and sends it mixed requests over loopback, by 8 connections, each closed and opened anew now and then.
 * Prints the memory and descriptors of the server ten times, after a garbage collection. Exits with 1 if an answer has another status than it should, if
 * memory grows by more than 5 % from the middle to the end (what JavaScript holds, and all that the process does), or if descriptors do.
 */
const total = Number(process.argv[2] ?? 200_000)
const connections = 8
const grownAtMost = 1.05
const folder = mkdtempSync(join(tmpdir(), 'plomada-soak-'))

interface Sent {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT'
  readonly path: string
  readonly status: number
  readonly body?: unknown
  /** Sent without the key. */
  readonly isStranger?: true
}

const places = ['ES-28079', 'ES-09059', 'ES-08019', 'ES-38038', 'ES-15030', 'ES-41091', 'ES-48020', 'ES-46250']
const place = (turn: number): string => places[turn % places.length] ?? 'ES-28079'
const trpc = (turn: number): string => `/trpc/getGeo?input=${encodeURIComponent(JSON.stringify({ municipio: place(turn) }))}`
const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** The kinds of request, in turns. Requests of one kind differ from turn to turn, as with many users. */
const kinds: readonly ((turn: number) => Sent)[] = [
  (turn) => ({ method: 'POST', path: '/api/v1/verify', status: 200, body: variedRoof(turn) }),
  (turn) => ({ method: 'POST', path: '/api/v1/verify', status: 200, body: { ...variedRoof(turn * 7), include: ['trace'] } }),
  (turn) => ({ method: 'POST', path: '/api/v1/verify', status: 422, body: { ...variedRoof(turn), [`campo-${turn}`]: 1 } }),
  (turn) => ({ method: 'GET', path: `/api/v1/geo/${place(turn)}`, status: 200 }),
  (turn) => ({ method: 'GET', path: `/api/v1/nada/${turn}`, status: 404 }),
  (turn) => ({ method: 'GET', path: trpc(turn), status: 200 }),
  (turn) => ({ method: 'GET', path: `/api/v1/municipios?limit=5&provincia=${String((turn % 50) + 1).padStart(2, '0')}`, status: 200 }),
  (turn) =>
    turn % 20 === 0
      ? { method: 'GET', path: `/api/v1/search?q=transmitancia+${turn}&limit=5`, status: 200 }
      : { method: 'GET', path: '/api/v1/normativa/cte', status: 200 },
  (turn) =>
    turn % 40 === 0
      ? {
          method: 'POST',
          path: '/api/v1/ask',
          status: 200,
          body: { query: `límite de transmitancia de una cubierta, caso ${turn}`, geo_id: place(turn) },
        }
      : { method: 'GET', path: '/api/v1/meta', status: 200 },
  (turn) =>
    turn % 40 === 0
      ? { method: 'POST', path: '/api/v1/proyectos', status: 200, body: { name: `Obra ${turn}`, geo_id: place(turn), checks: [] } }
      : { method: 'GET', path: `/api/v1/proyectos/${turn}`, status: 404 },
  (turn) => (turn % 50 === 0 ? { method: 'POST', path: '/mcp', status: 200, body: mcp } : { method: 'GET', path: '/healthz', status: 200 }),
  () => ({ method: 'GET', path: '/api/v1/meta', status: 401, isStranger: true }),
]

/** The server, started. */
async function start(): Promise<{ readonly child: ReturnType<typeof spawn>; readonly url: string; readonly key: string }> {
  const flags = ['--port', '0', '--data', folder, '--kb', defaultPackFile, '--rate', '1000000', '--quiet']
  const preload = ['--expose-gc', '--import', new URL('collected-memory.ts', import.meta.url).href]
  const child = spawn(process.execPath, [...preload, 'server/main.ts', 'serve', ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  return new Promise((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString()
      const url = /^listening on (\S+)$/m.exec(said)?.[1]
      const key = /plm_[0-9A-Za-z]{36}/.exec(said)?.[0]
      if (url !== undefined && key !== undefined) resolve({ child, url, key })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}

const server = await start()
let agent = new Agent({ keepAlive: true, maxSockets: connections })
const wrong = new Map<string, number>()

function send({ method, path, status, body, isStranger }: Sent): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    accept: path === '/mcp' ? 'application/json, text/event-stream' : 'application/json',
    ...(isStranger === true ? {} : { authorization: `Bearer ${server.key}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise((resolve) => {
    const count = (what: string): void => {
      if (!wrong.has(what)) console.log(`first seen: ${what}`)
      wrong.set(what, (wrong.get(what) ?? 0) + 1)
    }
    const sent = request(`${server.url}${path}`, { method, agent, headers }, (response) => {
      if (response.statusCode !== status) count(`${method} ${path.replace(/\d+/g, 'N')}: ${response.statusCode} for ${status}`)
      response.resume().on('end', resolve)
    })
    sent.on('error', (error) => {
      count(`${method} ${path.replace(/\d+/g, 'N')}: ${error.message}`)
      resolve()
    })
    sent.end(text)
  })
}

/** What the server holds after a garbage collection, in MiB: in JavaScript (heap and buffers), and in all. */
function collected(): Promise<{ readonly held: number; readonly rss: number }> {
  return new Promise((resolve) => {
    let said = ''
    const read = (chunk: Buffer): void => {
      said += chunk.toString()
      const [, heap, outside, rss] = /^memory (\d+) (\d+) (\d+)$/m.exec(said) ?? []
      if (rss === undefined) return
      server.child.stderr?.off('data', read)
      resolve({ held: (Number(heap) + Number(outside)) / 2 ** 20, rss: Number(rss) / 2 ** 20 })
    }
    server.child.stderr?.on('data', read)
    server.child.kill('SIGUSR2')
  })
}
const descriptors = (): number => readdirSync(`/proc/${server.child.pid}/fd`).length

const figures: { readonly held: number; readonly rss: number; readonly files: number }[] = []
const began = performance.now()
console.log(`load ${loadavg()[0]?.toFixed(1)}\n requests  held MiB  RSS MiB  descriptors  seconds  wrong`)
for (let part = 1, next = 0; part <= 10; part++) {
  const end = Math.floor((total * part) / 10)
  const worker = async (): Promise<void> => {
    while (next < end) {
      const turn = next++
      const kind = kinds[turn % kinds.length]
      if (kind !== undefined) await send(kind(Math.floor(turn / kinds.length)))
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  agent.destroy()
  agent = new Agent({ keepAlive: true, maxSockets: connections })
  // What is closed and what is garbage may go before it is counted.
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const { held, rss } = await collected()
  const files = descriptors()
  figures.push({ held, rss, files })
  const faults = [...wrong.values()].reduce((sum, one) => sum + one, 0)
  const columns = [end, held.toFixed(1), rss.toFixed(1), files, Math.round((performance.now() - began) / 1000), faults]
  console.log(columns.map((one, at) => String(one).padStart([9, 10, 9, 13, 9, 7][at] ?? 9)).join(''))
}
for (const [what, count] of wrong) console.log(`${count} × ${what}`)
const ended = new Promise((resolve) => server.child.once('exit', resolve))
server.child.removeAllListeners('exit').once('exit', () => undefined)
server.child.kill('SIGTERM')
await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))])
rmSync(folder, { recursive: true, force: true })
const grownIn = (what: 'held' | 'rss'): number => {
  const least = (from: number, to: number): number => Math.min(...figures.slice(from, to).map((one) => one[what]))
  return least(-2, 10) / least(4, 6)
}
const [held, resident] = [grownIn('held'), grownIn('rss')]
const moreFiles = (figures.at(-1)?.files ?? 0) - (figures[4]?.files ?? 0)
const grown = `${held.toFixed(3)} held, ${resident.toFixed(3)} resident`
console.log(`memory at the end divided by memory in the middle: ${grown} (at most ${grownAtMost}); descriptors ${moreFiles} more`)
process.exitCode = Math.max(held, resident) <= grownAtMost && moreFiles <= 0 && wrong.size === 0 ? 0 : 1
