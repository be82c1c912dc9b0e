import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { AuditEntry } from '../../server/access/audit-line.ts'
import { openStore } from '../../server/access/store.ts'
import { createApp } from '../../server/api/app.ts'
import { listen } from '../../server/http/listen.ts'
import { openKnowledgeBase } from '../../server/kb/open.ts'
import { verify } from '../../server/operations/verify.ts'
import { roof } from './request.ts'

/** A verdict in pieces, which make the echo's answer as large as ours and of as many parts. */
async function verdictOf(file: string): Promise<unknown> {
  const store = openStore(undefined, () => new Date())
  const kb = openKnowledgeBase(file)
  const app = createApp({ kb, store, rate: undefined, allowedHosts: [], newRequestId: randomUUID, log: () => undefined })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(roof) }
  const response = await app.fetch(new Request('http://localhost/api/v1/verify', init), { kind: 'desktop' })
  const verdict: unknown = await response.json()
  store.close()
  kb.close()
  return verdict
}

/**
 * Runs one of the servers that `bench.ts` compares: `server.ts ours|bare|audited|bytes pack folder`. `audited` is `bare` with a line of the audit
 * for each request, which its answer waits for. `bytes` sends what the file `answers.json` of the folder says,
 * by path. Answers the message `usage` with its CPU time and memory.
 */
const [kind, packFile = '', folder = ''] = process.argv.slice(2)

async function start(): Promise<{ url: string; key: string }> {
  if (kind === 'ours') {
    const store = openStore(folder, () => new Date())
    const { text: key } = store.keys.issue({ name: 'bench', scopes: ['read', 'verify', 'ask'], expiresAt: null })
    const app = createApp({
      kb: openKnowledgeBase(packFile),
      store,
      rate: undefined,
      allowedHosts: [],
      newRequestId: randomUUID,
      log: () => undefined,
    })
    const { url } = await listen(app.fetch, { host: '127.0.0.1', port: 0, tls: undefined })
    return { url, key }
  }
  if (kind === 'bytes') return { url: await listening(sameBytes(folder)), key: '' }
  // The minimum that a JSON service does: read the body, parse it with the same schema, write an answer as large as ours.
  const padding = await verdictOf(packFile)
  const audit = kind === 'audited' ? openStore(folder, () => new Date()).audit : undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      await audit?.appendInTurn(auditLine())
      const parsed = verify.input.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ ...parsed, padding }))
    })
  })
  return { url: await listening(server), key: '' }
}

function auditLine(): AuditEntry {
  const who = { kind: 'key', id: 1, name: 'bench', prefix: 'plm_bench' } as const
  return { who, address: '127.0.0.1', operation: 'verify', subject: null, status: 200, request_id: randomUUID() }
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`)))
}

/** A server that sends bytes made before, and 304 to who has them. */
function sameBytes(from: string): Server {
  const answers = new Map(
    Object.entries(
      JSON.parse(readFileSync(join(from, 'answers.json'), 'utf8')) as Record<string, { headers: Record<string, string>; body: string }>,
    ).map(([path, { headers, body }]) => [path, { headers, body: Buffer.from(body) }]),
  )
  return createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    const isKnown = answer !== undefined && request.headers['if-none-match'] === answer.headers['etag']
    response.writeHead(answer === undefined ? 404 : isKnown ? 304 : 200, answer?.headers)
    response.end(isKnown ? undefined : answer?.body)
  })
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssMiB: process.memoryUsage().rss / 2 ** 20 })
})
process.once('SIGINT', () => process.exit(0))
process.send?.(await start())
