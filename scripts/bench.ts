import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultPackFile } from '../server/config/defaults.ts'
import { parseDecimal } from '../server/engine/decimal.ts'
import { requirementsOf } from '../server/engine/requirements.ts'
import { verify } from '../server/engine/verify.ts'
import { type KnowledgeBase, openKnowledgeBase } from '../server/kb/open.ts'
import { placeFor } from '../server/operations/place-for.ts'
import { readModels } from './bench/models.ts'

/** `npm run bench [pack]` compares our server with a bare one. Both are measured in turns within one run, so that the ratios are fair. Not a test. */
const packFile = process.argv[2] ?? defaultPackFile
const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
const body = JSON.stringify({
  element: 'cubierta-plana',
  parameter: 'transmitancia-termica',
  value: 0.5,
  unit: 'W/m²K',
  geo_id: 'ES-28079',
  codes: [{ slug: 'cte-db-he' }],
})
const rounds = 5
const requestsARound = 4000
const connections = 32

interface ServerUnderTest {
  readonly name: string
  readonly child: ChildProcess
  readonly url: string
  readonly key: string
}
interface Usage {
  readonly cpuMs: number
  readonly rssMiB: number
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

async function open(name: 'ours' | 'bare'): Promise<ServerUnderTest> {
  const child = fork(join(import.meta.dirname, 'bench', 'server.ts'), [name, packFile, folder])
  return { name, child, ...(await nextMessage<{ url: string; key: string }>(child)) }
}

function usage({ child }: ServerUnderTest): Promise<Usage> {
  const answer = nextMessage<Usage>(child)
  child.send('usage')
  return answer
}

function load({ url, key }: ServerUnderTest, count: number): Promise<void> {
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
    for (let turn = 0; turn < count / connections; turn++) await one()
  }
  return Promise.all(Array.from({ length: connections }, worker)).then(() => agent.destroy())
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function overHttp(): Promise<void> {
  const sides = [await open('bare'), await open('ours')] as const
  const cpu = new Map<string, number[]>()
  const rate = new Map<string, number[]>()
  for (const side of sides) await load(side, requestsARound)
  for (let round = 0; round < rounds; round++) {
    for (const side of sides) {
      const before = await usage(side)
      const started = performance.now()
      await load(side, requestsARound)
      const elapsed = performance.now() - started
      cpu.set(side.name, [...(cpu.get(side.name) ?? []), (((await usage(side)).cpuMs - before.cpuMs) / requestsARound) * 1000])
      rate.set(side.name, [...(rate.get(side.name) ?? []), requestsARound / (elapsed / 1000)])
    }
  }
  const [bare, ours] = [median(cpu.get('bare') ?? []), median(cpu.get('ours') ?? [])]
  console.log(
    `verify over HTTP      ${ours.toFixed(1)} µs CPU a request, bare node:http + zod ${bare.toFixed(1)} µs: ${(ours / bare).toFixed(2)}×  (target ≤ 1.5×)`,
  )
  console.log(
    `                      ${median(rate.get('ours') ?? []).toFixed(0)} and ${median(rate.get('bare') ?? []).toFixed(0)} requests/s with ${connections} connections, client on the same machine`,
  )
  const { rssMiB } = await usage(sides[1])
  console.log(
    `memory                ${rssMiB.toFixed(0)} MiB after ${requestsARound * (rounds + 1)} requests; ${(await usage(sides[0])).rssMiB.toFixed(0)} MiB bare`,
  )
  for (const side of sides) side.child.kill()
}

function inProcess(): void {
  const kb = openKnowledgeBase(packFile)
  const one = () =>
    verify(kb.book, {
      element: 'cubierta-plana',
      parameter: 'transmitancia-termica',
      value: parseDecimal('0.5'),
      unit: 'W/m²K',
      place: placeFor(kb, 'ES-28079'),
      context: {},
      asOf: kb.meta.referenceDate,
      codes: [{ slug: 'cte-db-he' }],
    })
  const times: number[] = []
  for (let round = 0; round < 20; round++) {
    const started = performance.now()
    for (let turn = 0; turn < 2000; turn++) one()
    times.push(((performance.now() - started) / 2000) * 1000)
  }
  console.log(`verify in process     ${median(times.slice(5)).toFixed(1)} µs  (target ≤ 10 µs)`)
  sheet(kb)
  kb.close()
}

/** The requirements of a block with a car park: the first sheet after opening the base, and others of other buildings. */
function sheet(kb: KnowledgeBase): void {
  const times = [12, 24, 36, 48, 60].map((viviendas) => {
    const started = performance.now()
    const found = requirementsOf(kb.book, {
      place: placeFor(kb, 'ES-09059'),
      context: { uso: 'residencial_privado', intervencion: 'obra_nueva', altura_evacuacion_m: viviendas / 2, viviendas },
      parts: [{ name: 'Garaje', context: { uso: 'aparcamiento', plazas: viviendas } }],
      absent: [],
      asOf: kb.meta.referenceDate,
      codes: [],
    })
    return { ms: performance.now() - started, rules: 'errors' in found ? 0 : found.requirements.length }
  })
  const [first, ...others] = times.map(({ ms }) => ms)
  console.log(
    `requirements sheet    ${first?.toFixed(0)} ms the first of a base, then ${median(others).toFixed(0)} ms, of ${times[0]?.rules} rules and a part  (target ≤ 150 ms)`,
  )
}

function timeToOutput(args: readonly string[], pattern: RegExp, after?: (text: string) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout.on('data', async (chunk: Buffer) => {
      text += chunk.toString()
      if (!pattern.test(text)) return
      await after?.(text)
      resolve(performance.now() - started)
      child.kill('SIGKILL')
    })
    child.on('error', reject)
  })
}

async function toFirstAnswer(): Promise<void> {
  const bare =
    'const s=require("node:http").createServer((q,r)=>r.end("{}"));s.listen(0,"127.0.0.1",()=>console.log("listening on http://127.0.0.1:"+s.address().port))'
  const ask = (text: string) => fetch(`${/http:\S+/.exec(text)?.[0]}/healthz`).then((response) => response.text())
  const own = ['server/main.ts', 'serve', '--port', '0', '--data', folder, '--kb', packFile, '--quiet']
  const times: { bare: number[]; ours: number[] } = { bare: [], ours: [] }
  await timeToOutput(own, /listening on/)
  for (let round = 0; round < 7; round++) {
    times.bare.push(await timeToOutput(['-e', bare], /listening on/, ask))
    times.ours.push(await timeToOutput(own, /listening on/, ask))
  }
  const [ours, base] = [median(times.ours), median(times.bare)]
  console.log(`start to first answer ${ours.toFixed(0)} ms, bare Node ${base.toFixed(0)} ms: ${(ours / base).toFixed(1)}×  (target ≤ 3×)`)
}

inProcess()
await readModels()
await toFirstAnswer()
await overHttp()
rmSync(folder, { recursive: true, force: true })
