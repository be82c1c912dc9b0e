import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { freePort } from '../access/postgres-cluster.ts'
import { flatRoof, type Json } from '../service.ts'
import { type Program, startProgram } from './program.ts'

// The program behind a reverse proxy, over sockets: whose address is slowed down, and whose stands in the audit.
const data = mkdtempSync(join(tmpdir(), 'plomada-proxy-'))
const keyFile = join(data, 'primera-clave')
const publicName = 'plomada.example.es'
let server: Program
let key: string
let upstream: string

beforeAll(async () => {
  server = await startProgram(data, ['--trust-proxy', '127.0.0.0/28', '--allow-host', publicName, '--rate', '60', '--first-key-file', keyFile])
  key = readFileSync(keyFile, 'utf8').trim()
  upstream = new URL(server.url).host
}, 60_000)
afterAll(() => server.stop())

/** Sends one request with any headers, from any loopback address, and resolves to its status and body. */
function send(
  url: string,
  { path, headers = {}, body, localAddress }: { path: string; headers?: Record<string, string>; body?: unknown; localAddress?: string },
) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request(
      {
        hostname,
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        localAddress,
      },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString()
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
const verify = (url: string, headers: Record<string, string>, localAddress?: string) =>
  send(url, { path: '/api/v1/verify', body: flatRoof, headers, ...(localAddress === undefined ? {} : { localAddress }) })
const wrongKey = { authorization: `Bearer ${`plm_${'0'.repeat(36)}`}` }
const goodKey = () => ({ authorization: `Bearer ${key}` })
/** Addresses in the audit, newest first. */
const auditedAddresses = (most: number): (string | null)[] => {
  const store = openStore(data, () => new Date())
  const addresses = store.audit.newest(Number.MAX_SAFE_INTEGER, most).map(({ address }) => address)
  store.close()
  return addresses
}

test('the first key is in its file alone, which only its owner reads, and never replaces another', async () => {
  expect(key).toMatch(/^plm_[0-9A-Za-z]{36}$/)
  expect(server.said()).not.toContain(key)
  expect(server.said()).toContain(keyFile)
  if (process.platform !== 'win32') expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  const fresh = mkdtempSync(join(tmpdir(), 'plomada-proxy-'))
  await expect(startProgram(fresh, ['--first-key-file', keyFile])).rejects.toThrow(/ya existe|already exists/)
  const store = openStore(fresh, () => new Date())
  expect(store.keys.list()).toEqual([])
  store.close()
}, 60_000)

test('wrong keys of one caller behind a proxy lock out that caller alone', async () => {
  const bad = { ...wrongKey, 'x-forwarded-for': '203.0.113.7' }
  // At once: a key a second more is let through.
  const statuses = await Promise.all(Array.from({ length: 90 }, async () => (await verify(server.url, bad)).status))
  const refused = statuses.filter((status) => status === 401).length
  expect([refused >= 60 && refused < 75, statuses.filter((status) => status === 429).length]).toEqual([true, 90 - refused])
  expect((await verify(server.url, { ...goodKey(), forwarded: 'for=203.0.113.7' })).status).toBe(429)
  expect((await verify(server.url, { ...goodKey(), 'x-forwarded-for': '203.0.113.8' })).status).toBe(200)
  expect((await verify(server.url, goodKey())).status).toBe(200)
  expect(auditedAddresses(4)).toEqual(['127.0.0.1', '203.0.113.8', '203.0.113.7', '203.0.113.7'])
})

test('what a caller that is no trusted proxy says of itself is not believed', async () => {
  expect((await verify(server.url, { ...goodKey(), 'x-forwarded-for': '203.0.113.9' }, '127.0.1.1')).status).toBe(200)
  expect(auditedAddresses(1)).toEqual(['127.0.1.1'])
})

test('two headers that name different callers are refused', async () => {
  const { status, text } = await verify(server.url, { ...goodKey(), forwarded: 'for=203.0.113.1', 'x-forwarded-for': '203.0.113.2' })
  expect([status, (JSON.parse(text) as Json)['code']]).toEqual([400, 'contradiction'])
})

test('a health check is answered whatever its Host; nothing else is', async () => {
  const headers = { host: 'otro.example.org' }
  expect(await send(server.url, { path: '/healthz/live', headers })).toEqual({ status: 200, text: '{"status":"ok"}' })
  expect(await send(server.url, { path: '/healthz/ready', headers })).toEqual({ status: 200, text: '{"is_ready":true,"reasons":[]}' })
  expect((await send(server.url, { path: '/healthz', headers })).status).toBe(403)
  expect((await send(server.url, { path: '/metrics', headers })).status).toBe(403)
})

test('metrics need a key with their own scope', async () => {
  expect((await send(server.url, { path: '/metrics' })).status).toBe(401)
  const store = openStore(data, () => new Date())
  const { text: reader } = store.keys.issue({ name: 'lectura', scopes: ['read', 'admin'], expiresAt: null })
  expect((await send(server.url, { path: '/metrics', headers: { authorization: `Bearer ${reader}` } })).status).toBe(403)
  const { text: monitor } = store.keys.issue({ name: 'vigilancia', scopes: ['metrics'], expiresAt: null })
  store.close()
  const metrics = async () => (await send(server.url, { path: '/metrics', headers: { authorization: `Bearer ${monitor}` } })).text
  const figure = (text: string, line: string): number =>
    Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${line} `))
        ?.slice(line.length + 1),
    )
  const before = await metrics()
  await verify(server.url, { ...goodKey(), 'x-forwarded-for': '203.0.113.8' })
  const after = await metrics()
  const verified = 'plomada_requests_total{operation="verify",status="200"}'
  expect(figure(after, verified)).toBe(figure(before, verified) + 1)
  expect(figure(after, 'plomada_request_duration_seconds_count{operation="verify"}')).toBeGreaterThan(60)
  expect(figure(after, 'plomada_refusals_total{reason="key"}')).toBeGreaterThanOrEqual(60)
  expect(figure(after, 'plomada_refusals_total{reason="rate"}')).toBeGreaterThanOrEqual(2)
  for (const line of [
    'plomada_pack_info{id="',
    'plomada_build_info{version="',
    'plomada_audit_lag_lines{waiting_for="signature"}',
    'plomada_writable 1',
    'nodejs_eventloop_lag_p99_seconds ',
  ])
    expect(after).toContain(line)
  expect((await verify(server.url, { authorization: `Bearer ${monitor}` })).status).toBe(403)
  // A caller of tRPC may write any name of an operation; it must not make a series of its own.
  await send(server.url, { path: '/trpc/inventada', headers: goodKey() })
  expect(await metrics()).not.toContain('inventada')
})

const hasProgram = (name: string): boolean => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
const proxies: Readonly<Record<string, (folder: string, port: number) => { config: string; args: string[] }>> = {
  caddy: (folder, port) => ({
    config: `{\n\tadmin off\n\tauto_https off\n}\n${readFileSync('server/examples/Caddyfile', 'utf8')
      .replace('plomada.example.es {', `http://:${port} {`)
      .replace('127.0.0.1:4780', upstream)}`,
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'proxy.conf')],
  }),
  nginx: (folder, port) => ({
    config: `daemon off; pid ${folder}/pid; error_log stderr;\nevents {}\nhttp { access_log off;\n${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${folder};`).join(' ')}\n${readFileSync(
      'server/examples/nginx.conf',
      'utf8',
    )
      .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
      .replace(/ssl_certificate.*\n/g, '')
      .replace('127.0.0.1:4780', upstream)}}`,
    args: ['-p', folder, '-c', join(folder, 'proxy.conf'), '-e', 'stderr'],
  }),
}

describe.each(Object.keys(proxies))('the example for %s', (name) => {
  const running: ChildProcess[] = []
  afterAll(() => {
    for (const one of running) one.kill('SIGTERM')
  })

  test('tells whose request it is, and lets nobody outside pretend or look inside', async ({ skip }) => {
    if (!hasProgram(name)) skip(`${name} is not installed: its example is not tested`)
    const folder = mkdtempSync(join(tmpdir(), `plomada-${name}-`))
    const port = await freePort()
    const { config, args } = proxies[name]?.(folder, port) ?? { config: '', args: [] }
    writeFileSync(join(folder, 'proxy.conf'), config)
    let said = ''
    const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, HOME: folder } })
    running.push(child)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const url = `http://127.0.0.1:${port}`
    await expect
      .poll(
        () =>
          send(url, { path: '/healthz', headers: { host: publicName } }).then(
            ({ status }) => status,
            () => said,
          ),
        { timeout: 15_000 },
      )
      .toBe(200)
    const headers = { ...goodKey(), host: publicName, forwarded: 'for=203.0.113.50', 'x-forwarded-for': '203.0.113.51' }
    expect((await verify(url, headers, '127.0.2.1')).status, said).toBe(200)
    expect(auditedAddresses(1)).toEqual(['127.0.2.1'])
    for (const path of ['/metrics', '/healthz/live']) expect((await send(url, { path, headers })).status).toBe(404)
  }, 60_000)
})
