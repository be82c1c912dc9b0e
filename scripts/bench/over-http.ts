import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roof } from './request.ts'
import { median, percentile, type Row } from './row.ts'

const rounds = 5
const requestsARound = 4000
const connections = 32
const body = JSON.stringify(roof)

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
}

interface ServerUnderTest extends Server {
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

/** Measures verify over HTTP in turns with an echo that parses the same body and writes an answer of the same size. Both are on this machine. */
export async function overHttp(packFile: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const ours = underTest(await openServer('ours', packFile, folder))
  const bare = underTest(await openServer('bare', packFile, folder))
  for (const side of [bare, ours]) await load(side, requestsARound)
  for (const side of [bare, ours]) side.times.length = 0
  for (let round = 0; round < rounds; round++) for (const side of [bare, ours]) await measure(side)
  const { rssMiB } = await usage(ours.child)
  for (const { child } of [ours, bare]) child.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
  const echo = (name: string, value: number) => ({ name: `zod echo of ${name}`, value })
  return [
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

async function measure(side: ServerUnderTest): Promise<void> {
  const before = await usage(side.child)
  const started = performance.now()
  await load(side, requestsARound)
  side.rates.push(requestsARound / ((performance.now() - started) / 1000))
  side.cpu.push((((await usage(side.child)).cpuMs - before.cpuMs) / requestsARound) * 1000)
}

function underTest(server: Server): ServerUnderTest {
  return { ...server, cpu: [], times: [], rates: [] }
}

/** Starts one of the two servers of `server.ts` in a process of its own. */
export async function openServer(name: 'ours' | 'bare', packFile: string, folder: string): Promise<Server> {
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

function load({ url, key, times }: ServerUnderTest, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'content-length': Buffer.byteLength(body) }
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/api/v1/verify`, { method: 'POST', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      sent.on('error', reject).end(body)
    })
  const worker = async (): Promise<void> => {
    for (let turn = 0; turn < count / connections; turn++) {
      const started = performance.now()
      await one()
      times.push(performance.now() - started)
    }
  }
  return Promise.all(Array.from({ length: connections }, worker)).then(() => agent.destroy())
}
