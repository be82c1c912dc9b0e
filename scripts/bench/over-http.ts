import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { variedRoof } from './request.ts'
import { median, percentile, type Row } from './row.ts'

const rounds = 5
const requestsARound = 4000
const connections = 32
const bodies = Array.from({ length: 997 }, (_, turn) => JSON.stringify(variedRoof(turn)))

/** A server in a process of its own. */
export interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
}

/** A server under test, with what was measured of it. */
export interface ServerUnderTest extends Server {
  /** Microseconds of CPU a request, by round. */
  readonly cpu: number[]
  /** Milliseconds of each request. */
  readonly times: number[]
  readonly rates: number[]
}

interface Usage {
  readonly cpuMs: number
  readonly rssMiB: number
}

/** Measures verify over HTTP in turns with an echo that parses the same body and writes an answer of the same size, also with a line of the audit. */
export async function overHttp(packFile: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const ours = underTest(await openServer('ours', packFile, folder))
  const bare = underTest(await openServer('bare', packFile, folder))
  const audited = underTest(await openServer('audited', packFile, mkdtempSync(join(folder, 'audited-'))))
  await inTurns([bare, audited, ours], verifies, requestsARound)
  const { rssMiB } = await usage(ours.child)
  for (const { child } of [ours, bare, audited]) child.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
  const echo = (name: string, value: number) => ({ name: `zod echo of ${name}`, value })
  return [
    { name: 'the echo with a line of the audit, CPU', value: median(audited.cpu), unit: 'µs', bare: echo('the same size', median(bare.cpu)) },
    { name: 'verify over HTTP, CPU', value: median(ours.cpu), unit: 'µs', bare: echo('the same size', median(bare.cpu)), atMost: 1.5 },
    {
      name: `verify over HTTP, p99 with ${connections} connections`,
      value: percentile(ours.times, 99),
      unit: 'ms',
      bare: echo('the same size', percentile(bare.times, 99)),
      atMost: 2,
    },
    { name: 'verify over HTTP, requests', value: median(ours.rates), unit: '/s', bare: echo('the same size', median(bare.rates)) },
    { name: `memory after ${requestsARound * (rounds + 1)} requests`, value: rssMiB, unit: 'MiB' },
  ]
}

/** The requests of a load, by their number. */
export type Requests = (turn: number) => {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

const verifies: Requests = (turn) => ({
  path: '/api/v1/verify',
  method: 'POST',
  body: bodies[turn % bodies.length] ?? '',
  headers: { 'content-type': 'application/json' },
})

/** Sends a load to some servers in turns, after one that is not counted. */
export async function inTurns(sides: readonly ServerUnderTest[], requests: Requests, aRound: number): Promise<void> {
  for (const side of sides) await load(side, requests, aRound)
  for (const side of sides) side.times.length = 0
  for (let round = 0; round < rounds; round++) for (const side of sides) await measure(side, requests, aRound)
}

async function measure(side: ServerUnderTest, requests: Requests, aRound: number): Promise<void> {
  const before = await usage(side.child)
  const started = performance.now()
  await load(side, requests, aRound)
  side.rates.push(aRound / ((performance.now() - started) / 1000))
  side.cpu.push((((await usage(side.child)).cpuMs - before.cpuMs) / aRound) * 1000)
}

/** A server of which nothing was measured yet. */
export function underTest(server: Server): ServerUnderTest {
  return { ...server, cpu: [], times: [], rates: [] }
}

/** Starts one of the servers of `server.ts` in a process of its own. */
export async function openServer(name: 'ours' | 'bare' | 'audited' | 'bytes', packFile: string, folder: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'server.ts'), [name, packFile, folder])
  return { child, ...(await nextMessage<{ url: string; key: string }>(child)) }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null): void => reject(new Error(`the bench server ended with ${code}`))
    child.once('exit', ended)
    child.once('message', (value) => {
      child.off('exit', ended)
      resolve(value as T)
    })
  })
}

/** What a server of `server.ts` has used so far. */
export function usage(child: ChildProcess): Promise<Usage> {
  const answer = nextMessage<Usage>(child)
  child.send('usage')
  return answer
}

function load({ url, key, times }: ServerUnderTest, requests: Requests, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const one = (turn: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const { path, method, body, headers, status = 200 } = requests(turn)
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = request(`${url}${path}`, { method, agent, headers: { authorization: `Bearer ${key}`, ...headers, ...length } }, (response) => {
        if (response.statusCode !== status) reject(new Error(`${path}: status ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      sent.on('error', reject).end(body)
    })
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      const started = performance.now()
      await one(next++)
      times.push(performance.now() - started)
    }
  }
  return Promise.all(Array.from({ length: connections }, worker)).then(() => agent.destroy())
}
