import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KnowledgeBase, openKnowledgeBase } from '../../server/kb/open.ts'
import { stem, words } from '../../server/kb/text-analysis.ts'
import { hasKiwix, startKiwix } from './kiwix.ts'
import { openServer, usage } from './over-http.ts'
import { median, percentile, type Row } from './row.ts'

const rounds = 5
const connections = 8

interface Side {
  readonly urlOf: (query: string) => string
  readonly key: string
  readonly times: number[]
  readonly rates: number[]
  /** Milliseconds of CPU so far. */
  cpuMs(): Promise<number>
}

/** Measures search over HTTP, one process, with two-word queries from titles and 8 connections, in turns with kiwix-serve of two threads over the same articles. */
export async function searchOverHttp(packFile: string): Promise<Row[]> {
  if (!hasKiwix()) {
    console.error('kiwix-tools and zim-tools are not installed: search is not compared.')
    return []
  }
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const kb = openKnowledgeBase(packFile)
  const queries = twoWordQueries(kb)
  const kiwix = await startKiwix(kb, folder)
  kb.close()
  const server = await openServer('ours', packFile, join(folder, 'data'))
  const ours = sideOf(
    (query) => `${server.url}/api/v1/search?limit=20&q=${query}`,
    server.key,
    async () => (await usage(server.child)).cpuMs,
  )
  const beside = sideOf(
    (query) => `${kiwix.searchUrl}${query}`,
    '',
    async () => kiwix.cpuMs(),
  )
  for (const side of [beside, ours]) await load(side, queries)
  for (const side of [beside, ours]) side.times.length = side.rates.length = 0
  const before = await Promise.all([ours.cpuMs(), beside.cpuMs()])
  for (let round = 0; round < rounds; round++) for (const side of [beside, ours]) await load(side, part(queries, round))
  const [cpu = 0, cpuBeside = 0] = (await Promise.all([ours.cpuMs(), beside.cpuMs()])).map((now, at) => (now - (before[at] ?? 0)) / queries.length)
  const { rssMiB } = await usage(server.child)
  for (const { child } of [server, kiwix]) child.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
  const name = 'kiwix-serve, two threads'
  return [
    { name: 'search over HTTP, two words, requests', value: median(ours.rates), unit: '/s', bare: { name, value: median(beside.rates) }, atLeast: 2 },
    ...([50, 99] as const).map((percent) => ({
      name: `search over HTTP, p${percent} with ${connections} connections`,
      value: percentile(ours.times, percent),
      unit: 'ms' as const,
      bare: { name, value: percentile(beside.times, percent) },
      atMost: 0.5,
    })),
    { name: 'search over HTTP, CPU', value: cpu, unit: 'ms', bare: { name, value: cpuBeside } },
    { name: 'memory after these searches', value: rssMiB, unit: 'MiB' },
  ]
}

function sideOf(urlOf: Side['urlOf'], key: string, cpuMs: Side['cpuMs']): Side {
  return { urlOf, key, cpuMs, times: [], rates: [] }
}

/** The first two words of each title that are no stop words and no numbers. */
function twoWordQueries(kb: KnowledgeBase): string[] {
  const titles = kb.documents.flatMap(({ slug }) => kb.articles.contents(slug).map(({ title }) => title))
  const pairs = titles.map((title) => words(title).filter((word) => stem(word) !== undefined && !/\d/.test(word)))
  return [...new Set(pairs.filter((all) => all.length >= 2).map((all) => all.slice(0, 2).join(' ')))]
}

/** Each fifth query of a round: no round repeats another's. */
function part(queries: readonly string[], round: number): string[] {
  return queries.filter((_, index) => index % rounds === round)
}

async function load({ urlOf, key, times, rates }: Side, queries: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const headers = key === '' ? {} : { authorization: `Bearer ${key}` }
  const one = (query: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const sent = request(urlOf(encodeURIComponent(query)), { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${query}: status ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
      sent.on('error', reject).end()
    })
  const waiting = [...queries]
  const worker = async (): Promise<void> => {
    for (let query = waiting.pop(); query !== undefined; query = waiting.pop()) {
      const started = performance.now()
      await one(query)
      times.push(performance.now() - started)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, worker))
  rates.push(queries.length / ((performance.now() - started) / 1000))
  agent.destroy()
}
