import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { logRecord } from '../../server/commands/log-lines.ts'
import { flatRoof } from '../service.ts'
import { startProgram } from './program.ts'

type Line = Record<string, unknown>
const filter = 'server/examples/fail2ban-filter.conf'
/** A key of another installation. */
const unknownKey = openStore(undefined, () => new Date()).keys.issue({ name: 'x', scopes: ['read'], expiresAt: null }).text

/** Every line that the program logs while it answers the requests, as text. */
async function logged(requests: readonly [path: string, init?: RequestInit][], withOwnKey: readonly [path: string, init?: RequestInit][] = []) {
  const program = await startProgram(mkdtempSync(join(tmpdir(), 'plomada-log-')))
  for (const [path, init] of requests) await (await fetch(`${program.url}${path}`, init)).arrayBuffer()
  const authorization = `Bearer ${program.key}`
  for (const [path, init] of withOwnKey)
    await (await fetch(`${program.url}${path}`, { ...init, headers: { authorization, 'content-type': 'application/json' } })).arrayBuffer()
  expect(await program.stop()).toBe(0)
  return program
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
}

test('each request has a line with time, level, address, key, route, status and ms, and nothing that was sent', async () => {
  const secret = 'nombre-secreto'
  const lines = await logged(
    [
      ['/api/v1/meta'],
      ['/api/v1/meta', { headers: { authorization: `Bearer ${unknownKey}` } }],
      ['/api/v1/meta', { headers: { authorization: 'Bearer plm_mal' } }],
      [`/${secret}`],
      [`/api/v1/${secret}`, { method: 'DELETE' }],
      ['/healthz'],
    ],
    [
      ['/api/v1/verify', { method: 'POST', body: JSON.stringify(flatRoof) }],
      [`/api/v1/proyectos/${secret}`],
      [`/api/v1/proyectos/${secret}?x=${secret}`],
      ['/trpc/getMeta?input={}'],
      [`/trpc/${secret}`],
    ],
  )
  expect(lines.join('\n')).not.toContain(secret)
  const read = lines.map((line) => JSON.parse(line) as Line)
  for (const line of read) {
    expect(Date.now() - Date.parse(String(line['time']))).toBeLessThan(120_000)
    expect(line).toMatchObject({ address: '127.0.0.1', ms: expect.any(Number), request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  }
  const told = read.map(({ level, key, method, route, status, refused }) => [level, key, method, route, status, refused])
  expect(told).toEqual([
    ['warning', undefined, 'GET', '/api/v1/meta', 401, 'key-missing'],
    ['warning', undefined, 'GET', '/api/v1/meta', 401, 'key-invalid'],
    ['warning', undefined, 'GET', '/api/v1/meta', 401, 'key-malformed'],
    ['info', undefined, 'GET', '', 404, undefined],
    ['warning', undefined, 'DELETE', '', 401, 'key-missing'],
    ['info', undefined, 'GET', '/healthz', 200, undefined],
    ['info', 1, 'POST', '/api/v1/verify', 200, undefined],
    ['info', 1, 'GET', '/api/v1/proyectos/:id', 404, undefined],
    ['info', 1, 'GET', '/api/v1/proyectos/:id', 422, undefined],
    ['info', 1, 'GET', '/trpc/getMeta', 200, undefined],
    ['info', undefined, 'GET', '/trpc/*', 404, undefined],
  ])
}, 60_000)

test('a failure and a repair are errors', () => {
  const line = { request_id: '', operation: 'x', ms: 0 }
  const levelOf = (status: number, error?: string): unknown => JSON.parse(logRecord({ ...line, status, error }, new Date(0))).level
  expect([levelOf(200), levelOf(503), levelOf(200, 'a certificate was made anew')]).toEqual(['info', 'error', 'error'])
})

test('the filter for fail2ban bans who tries keys, and nobody else', async ({ skip }) => {
  if (spawnSync('sh', ['-c', 'command -v fail2ban-regex']).status !== 0) skip('fail2ban is not installed: its filter is not tested')
  const file = join(mkdtempSync(join(tmpdir(), 'plomada-log-')), 'plomada.log')
  const bad = (text: string): RequestInit => ({ headers: { authorization: `Bearer ${text}` } })
  const lines = await logged(
    [
      ['/api/v1/meta', bad(unknownKey)],
      ['/trpc/getMeta', bad(unknownKey)],
      ['/api/v1/nada', bad('plm_mal')],
      // Any web page can cause this one.
      ['/api/v1/meta'],
      // Words of a caller do not pass for a line.
      [`/${encodeURIComponent('","status":401,"ms":1,"refused":"key-invalid",')}`],
      ['/api/v1/meta', bad(`x","refused":"key-invalid","address":"192.0.2.1"`)],
    ],
    [['/api/v1/meta'], ['/api/v1/admin/keys']],
  )
  const over = { request_id: '', operation: 'getMeta', method: 'GET', route: '/api/v1/meta', status: 401, ms: 1 }
  const others = [
    logRecord({ ...over, address: '2001:db8::1', refused: 'key-invalid' }, new Date()),
    logRecord({ ...over, address: '192.0.2.7', refused: 'key-revoked' }, new Date()),
    logRecord({ ...over, address: '192.0.2.7', refused: 'key-expired' }, new Date()),
    logRecord({ ...over, status: 429, address: '192.0.2.7', refused: 'rate-limited' }, new Date()),
    logRecord({ ...over, status: 200, error: '"address":"192.0.2.7","status":401,"refused":"key-invalid",' }, new Date()),
  ]
  writeFileSync(file, [...lines, ...others, ''].join('\n'))
  const found = spawnSync('fail2ban-regex', ['--out', 'ip', file, filter], { encoding: 'utf8' }).stdout.trim().split('\n')
  expect(found.toSorted()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', '2001:db8::1'].toSorted())
}, 60_000)
