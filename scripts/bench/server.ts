import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
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

/** Runs one of the two servers that `bench.ts` compares: `server.ts ours|bare pack folder`. Answers the message `usage` with its CPU time and memory. */
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
  // The minimum that a JSON service does: read the body, parse it with the same schema, write an answer as large as ours.
  const padding = await verdictOf(packFile)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const parsed = verify.input.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ ...parsed, padding }))
    })
  })
  const port = await new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)))
  return { url: `http://127.0.0.1:${port}`, key: '' }
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, rssMiB: process.memoryUsage().rss / 2 ** 20 })
})
process.once('SIGINT', () => process.exit(0))
process.send?.(await start())
