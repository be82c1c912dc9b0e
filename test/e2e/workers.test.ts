import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyAudit } from '../../server/access/audit-verification.ts'
import { openStore } from '../../server/access/store.ts'
import { flatRoof } from '../service.ts'
import { type Program, startProgram } from './program.ts'

const data = mkdtempSync(join(tmpdir(), 'plomada-workers-'))
const rate = 300
let server: Program
let key: string
beforeAll(async () => {
  server = await startProgram(data, ['--workers', '2', '--rate', String(rate)])
  key = server.key
}, 60_000)
afterAll(() => server.stop())

/** Each request has a connection of its own, so that the workers take turns. */
const send = (path: string, init: RequestInit = {}, text = key) =>
  fetch(`${server.url}${path}`, { ...init, headers: { connection: 'close', authorization: `Bearer ${text}`, 'content-type': 'application/json' } })
const verify = (text = key, signal: AbortSignal | null = null) =>
  send('/api/v1/verify', { method: 'POST', body: JSON.stringify(flatRoof), signal }, text)
const workers = (): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)
    .filter((pid) => isAlive(pid))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const issue = (scopes: readonly string[]): { text: string; number: number } => {
  const store = openStore(data, () => new Date())
  const { text, key: issued } = store.keys.issue({ name: 'otra', scopes, expiresAt: null })
  store.close()
  return { text, number: issued.id }
}

describe.skipIf(process.platform === 'win32')('a service in two processes', () => {
  test('prints one key and one address, and both processes answer', async () => {
    expect(server.said().split(key)).toHaveLength(2)
    expect(server.said().match(/^listening on /gm)).toHaveLength(1)
    expect(workers()).toHaveLength(2)
    for (let times = 0; times < 6; times++) expect((await verify()).status).toBe(200)
  })

  test('shows the metrics of both together', async () => {
    const { text: monitor } = issue(['metrics'])
    const counted = async () =>
      /plomada_requests_total\{operation="verify",status="200"\} (\d+)/.exec(await (await send('/metrics', {}, monitor)).text())?.[1]
    await expect.poll(counted, { timeout: 5000 }).toBe('6')
  })

  test('keeps one rate limit for both: a key has hardly more than its requests', async () => {
    const { text: greedy } = issue(['verify'])
    let allowed = 0
    const started = performance.now()
    for (let times = 0; times < rate * 2; times++) allowed += (await verify(greedy)).status === 200 ? 1 : 0
    const refilled = ((performance.now() - started) / 60_000) * rate
    expect(allowed).toBeGreaterThanOrEqual(rate)
    // What the processes let through in the tenth of a second before they tell each other.
    expect(allowed).toBeLessThan(rate * 1.2 + refilled)
  }, 60_000)

  test('the private network, turned on and off by one, is served by both', async () => {
    const { text: admin } = issue(['admin'])
    const switched = async (on: boolean) => (await send('/api/v1/admin/lan', { method: 'POST', body: JSON.stringify({ on }) }, admin)).status
    const reaches = async () => {
      const seen = new Set<unknown>()
      for (let times = 0; times < 6; times++) {
        const body = (await (await send('/api/v1/admin/server', {}, admin)).json()) as { network: { reach: unknown } }
        seen.add(body.network.reach)
      }
      return [...seen]
    }
    expect(await reaches()).toEqual(['machine'])
    expect(await switched(true)).toBe(200)
    await expect.poll(reaches, { timeout: 15_000 }).toEqual(['lan'])
    expect(await switched(false)).toBe(200)
    await expect.poll(reaches, { timeout: 15_000 }).toEqual(['machine'])
  }, 60_000)

  test('a key revoked in another process is refused by both', async () => {
    const { text, number } = issue(['verify'])
    for (let times = 0; times < 4; times++) expect((await verify(text)).status).toBe(200)
    const store = openStore(data, () => new Date())
    store.keys.revoke(String(number))
    store.close()
    await setTimeout(25)
    for (let times = 0; times < 4; times++) expect((await verify(text)).status).toBe(401)
  })

  test('a process that is killed is replaced; the other goes on, and no acknowledged line of the audit is lost', async () => {
    const before = workers()
    const answered: string[] = []
    process.kill(before[0] ?? 0, 'SIGKILL')
    for (let times = 0; times < 30; times++) {
      // A connection that was being handed to the killed process gets no answer.
      const response = await verify(key, AbortSignal.timeout(2000)).catch(() => undefined)
      if (response?.status === 200) answered.push(response.headers.get('x-request-id') ?? '')
    }
    expect(answered.length).toBeGreaterThan(20)
    await expect.poll(() => workers().filter((pid) => !before.includes(pid)).length, { timeout: 20_000 }).toBe(1)
    expect(server.said()).toMatch(/SIGKILL/)
    await expect.poll(async () => (await verify()).status, { timeout: 10_000 }).toBe(200)
    const store = openStore(data, () => new Date())
    const lines = new Set(store.audit.newest(Number.MAX_SAFE_INTEGER, 5000).map(({ request_id }) => request_id))
    expect(answered.filter((id) => !lines.has(id))).toEqual([])
    expect((await verifyAudit(store.audit, [])).broken).toBeUndefined()
    store.close()
  }, 60_000)

  test('stops in order: every process ends, with code 0', async () => {
    const all = workers()
    expect(await server.stop()).toBe(0)
    expect(all.filter(isAlive)).toEqual([])
    await expect(fetch(server.url)).rejects.toThrow()
  }, 30_000)

  test('a service that cannot start ends with its error', async () => {
    await expect(startProgram(data, ['--workers', '2', '--tls-cert', '/no/hay', '--tls-key', '/no/hay'])).rejects.toThrow(
      /ended with 1[\s\S]*no\/hay/,
    )
  }, 30_000)
})
