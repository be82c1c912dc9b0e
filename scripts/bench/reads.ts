import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns, openServer, underTest } from './over-http.ts'
import { median, type Row } from './row.ts'

const requestsARound = 1500

const paths = [
  ['GET /geo', '/api/v1/geo/ES-28079'],
  ['GET of an article', '/api/v1/normativa/cte/cte-db-he/he1-3-1-1'],
  ['GET /municipios of a province', '/api/v1/municipios?provincia=09'],
] as const

/** Measures reads over HTTP in turns with a bare server that sends the same bytes, and a 304 where the client has them. */
export async function readsOverHttp(packFile: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-bench-'))
  const server = await openServer('ours', packFile, join(folder, 'data'))
  const headers = { authorization: `Bearer ${server.key}` }
  const answers: Record<string, { headers: Record<string, string>; body: string }> = {}
  for (const [, path] of paths) {
    const response = await fetch(`${server.url}${path}`, { headers })
    if (response.status !== 200) throw new Error(`${path}: status ${response.status}`)
    answers[path] = {
      headers: { etag: response.headers.get('etag') ?? '', 'content-type': response.headers.get('content-type') ?? '' },
      body: await response.text(),
    }
  }
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  const bare = await openServer('bytes', packFile, folder)
  const rows: Row[] = []
  const row = async (name: string, path: string, atMost: number, sent: { headers?: Record<string, string>; status?: number }): Promise<void> => {
    const [ours, beside] = [underTest(server), underTest(bare)]
    await inTurns([beside, ours], () => ({ path, method: 'GET', ...sent }), requestsARound)
    rows.push({ name: `${name}, CPU`, value: median(ours.cpu), unit: 'µs', bare: { name: 'the same bytes', value: median(beside.cpu) }, atMost })
  }
  for (const [name, path] of paths) await row(`${name} (${Math.ceil((answers[path]?.body.length ?? 0) / 1000)} kB)`, path, 1.5, {})
  const [, geo] = paths[0]
  await row('304 of GET /geo', geo, 1.2, { headers: { 'if-none-match': answers[geo]?.headers['etag'] ?? '' }, status: 304 })
  for (const { child } of [server, bare]) child.kill('SIGINT')
  rmSync(folder, { recursive: true, force: true })
  return rows
}
