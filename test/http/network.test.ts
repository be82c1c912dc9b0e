import { mkdtempSync } from 'node:fs'
import { get as getTls } from 'node:https'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../server/config/config.ts'
import { isHostAllowed } from '../../server/http/headers.ts'
import { createNetwork, type Network } from '../../server/http/network.ts'
import { isLocalNetworkAddress } from '../../server/http/private-network.ts'
import { bodyOf, desktop, startService } from '../service.ts'

const opened: Network[] = []
const callers: TLSSocket[] = []
afterEach(async () => {
  // Close clients first, because closing the network waits for them.
  for (const one of callers.splice(0)) one.destroy()
  for (const one of opened.splice(0)) await one.close()
})

/** A service with its own network over loopback. The tests can change its addresses. */
function withNetwork(port = 0) {
  let reachable = { names: ['obra', 'obra.local', 'localhost'], addresses: ['127.0.0.1', '::1', '192.168.77.1'] }
  const service = startService({
    process: {
      get network() {
        return network
      },
      dataFolder: '/datos',
      settings: { ratePerMinute: 600, auditDays: 365, allowedHosts: [], languageModelUrl: undefined },
    },
  })
  const network = createNetwork({
    fetch: (request, caller) => service.app.fetch(request, caller),
    host: '127.0.0.1',
    port,
    tls: undefined,
    folder: mkdtempSync(join(tmpdir(), 'plomada-network-')),
    ownHosts: () => reachable,
    now: () => new Date(),
  })
  opened.push(network)
  const portOf = () => Number(new URL(network.state.urls[0] ?? '').port)
  return {
    service,
    network,
    portOf,
    move: (addresses: string[]) => {
      reachable = { ...reachable, addresses }
    },
    /** Connects as a client that trusts only the given authority. */
    ask: (path: string, headers: Record<string, string> = {}, host = '127.0.0.1') =>
      new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
        getTls({ host, port: portOf(), path, headers, ca: network.authority, servername: 'localhost', agent: false }, (response) => {
          let body = ''
          response.on('data', (chunk: Buffer) => {
            body += chunk.toString()
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
        }).on('error', reject)
      }),
  }
}

describe('the network', () => {
  test('is closed at first; for this machine it is plain HTTP on loopback', async () => {
    const { network } = withNetwork()
    expect(network.state).toEqual({ reach: 'none', urls: [], certificate: undefined })
    const state = await network.open('machine')
    expect(state).toEqual({ reach: 'machine', urls: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)], certificate: undefined })
    expect((await fetch(`${state.urls[0]}/healthz`)).status).toBe(200)
    expect((await fetch(`${state.urls[0]}/ca.crt`)).status).toBe(404)
    await network.close()
    await expect(fetch(`${state.urls[0]}/healthz`)).rejects.toThrow()
  })

  test('for the private network is TLS only, with names and addresses, and offers its authority for download', async () => {
    const { network, ask, service, portOf } = withNetwork()
    const { urls, certificate, reach } = await network.open('lan')
    const port = portOf()
    expect({ reach, urls }).toEqual({
      reach: 'lan',
      urls: ['https://192.168.77.1', 'https://obra', 'https://obra.local', 'https://127.0.0.1', 'https://[::1]', 'https://localhost'].map(
        (url) => `${url}:${port}`,
      ),
    })
    expect((await ask('/api/v1/meta')).status).toBe(401)
    expect((await ask('/api/v1/meta', { authorization: `Bearer ${service.key}` })).status).toBe(200)
    const { body, headers } = await ask('/ca.crt')
    expect(headers['content-type']).toBe('application/x-x509-ca-cert')
    expect(body).toBe(network.authority)
    expect(body).not.toContain('PRIVATE')
    expect(certificate).toMatchObject({ is_own_authority: true, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) })
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  })

  test('a client that does not trust the authority is not served', async () => {
    const { network, portOf } = withNetwork()
    await network.open('lan')
    await expect(fetch(`https://127.0.0.1:${portOf()}/healthz`)).rejects.toThrow()
  })

  test('accepts only private addresses and names of this machine as Host, whatever the origin', async () => {
    const { network, ask, service } = withNetwork()
    await network.open('lan')
    const statuses: Record<string, number> = {
      '192.168.1.20': 200,
      '10.0.0.1:4780': 200,
      '[fd00::1]:4780': 200,
      obra: 200,
      'obra.local:4780': 200,
      'OBRA.local': 200,
      localhost: 200,
      'plomada.test': 200,
      'evil.example': 403,
      'obra.local.evil.example': 403,
      '192.168.1.20.evil.example': 403,
      '8.8.8.8': 403,
      '[2001:db8::1]': 403,
      '172.32.0.1': 403,
    }
    for (const [host, status] of Object.entries(statuses)) {
      const answer = await ask('/api/v1/meta', { host, origin: 'https://evil.example', authorization: `Bearer ${service.key}` })
      expect(answer.status, host).toBe(status)
      expect(JSON.stringify(answer.headers)).not.toMatch(/access-control|evil/)
    }
  })

  test('does not accept names of this machine while only loopback is served', async () => {
    const { service, network } = withNetwork()
    await network.open('machine')
    expect((await service.get('/api/v1/meta', { host: 'obra.local' })).status).toBe(403)
    await network.open('lan')
    expect((await service.get('/api/v1/meta', { host: 'obra.local' })).status).toBe(200)
  })

  test('sends no CORS headers, not even for a preflight', async () => {
    const { service } = withNetwork()
    for (const method of ['OPTIONS', 'GET', 'POST', 'HEAD']) {
      const headers = {
        host: 'localhost',
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        authorization: `Bearer ${service.key}`,
      }
      const response = await service.app.fetch(new Request('http://localhost/api/v1/verify', { method, headers }), {
        kind: 'network',
        address: '127.0.0.1',
      })
      expect([...response.headers].filter(([name, value]) => name.startsWith('access-control') || value.includes('evil'))).toEqual([])
    }
  })

  test('keeps the configured port when switching; a port in use is reported', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => taken.listen(0, '::', () => resolve((taken.address() as { port: number }).port)))
    const { network } = withNetwork(port)
    await expect(network.open('lan')).rejects.toThrow('EADDRINUSE')
    expect(network.state.reach).toBe('none')
    await new Promise((resolve) => taken.close(resolve))
    await network.open('machine')
    expect((await network.open('lan')).urls[0]).toBe(`https://192.168.77.1:${port}`)
  })

  test('a key that may administer switches it from this machine alone, and what serves the machine goes on', async () => {
    const { service, network } = withNetwork()
    const { text } = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
    const authorization = `Bearer ${text}`
    const [own = ''] = (await network.open('machine')).urls
    const turn = (on: boolean, headers: Record<string, string> = {}) => service.post('/api/v1/admin/lan', { on }, { authorization, ...headers })
    for (const headers of [{ host: '192.168.1.20' }, { 'x-forwarded-for': '192.168.1.30' }, { forwarded: 'for=192.168.1.30' }])
      expect(await bodyOf(await turn(true, headers))).toMatchObject({ status: 403, code: 'desktop-only' })
    const far = new Request('http://localhost/api/v1/admin/lan', {
      method: 'POST',
      body: '{"on":true}',
      headers: { authorization, host: 'localhost', 'content-type': 'application/json' },
    })
    expect((await service.app.fetch(far, { kind: 'network', address: '192.168.1.30' })).status).toBe(403)
    expect(network.state.reach).toBe('machine')
    expect(await bodyOf(await turn(true))).toMatchObject({ reach: 'lan', urls: expect.arrayContaining([own]) })
    expect((await fetch(`${own}/healthz`)).status).toBe(200)
    expect(await bodyOf(await turn(false))).toMatchObject({ reach: 'machine', urls: [own] })
    expect((await fetch(`${own}/healthz`)).status).toBe(200)
    // Started with the network alone: closing it would close the page that asks.
    await network.open('lan')
    expect((await turn(false)).status).toBe(403)
    expect(network.state.reach).toBe('lan')
  })

  test('the desktop can switch it; a port in use is reported', async () => {
    const { service, network } = withNetwork()
    const { text } = service.keys.issue({ name: 'jefa', scopes: ['admin'], expiresAt: null })
    const authorization = `Bearer ${text}`
    const turn = async (on: boolean) => {
      const init = { method: 'POST', body: JSON.stringify({ on }), headers: { 'content-type': 'application/json' } }
      return bodyOf(await service.app.fetch(new Request('http://localhost/api/v1/admin/lan', init), desktop))
    }
    expect(await bodyOf(await service.post('/api/v1/admin/lan', { on: true }, { authorization, host: '10.0.0.4' }))).toMatchObject({
      status: 403,
      code: 'desktop-only',
    })
    expect(network.state.reach).toBe('none')
    expect(await turn(true)).toMatchObject({ reach: 'lan', certificate: { is_own_authority: true } })
    expect(await bodyOf(await service.get('/api/v1/admin/server', { authorization }))).toMatchObject({
      network: { reach: 'lan', urls: network.state.urls },
      can_switch_lan: false,
      data_folder: '/datos',
      asked_by: { kind: 'key', name: 'jefa' },
    })
    expect(await turn(false)).toEqual({ reach: 'none', urls: [], certificate: null })
    const acts = service.store.audit.newest(1000, 1000).filter(({ operation }) => operation === 'switchLan')
    expect(acts.map(({ who, subject, status }) => [who.kind, subject, status])).toEqual([
      ['desktop', 'off', 200],
      ['desktop', 'on', 200],
      ['key', null, 403],
    ])
    const taken = createServer()
    const port = await new Promise<number>((resolve) => taken.listen(0, '::', () => resolve((taken.address() as { port: number }).port)))
    const other = withNetwork(port)
    const init = { method: 'POST', body: '{"on":true}', headers: { 'content-type': 'application/json' } }
    const refused = await other.service.app.fetch(new Request('http://localhost/api/v1/admin/lan', init), desktop)
    expect(await bodyOf(refused)).toMatchObject({ status: 409, code: 'port-unavailable', detail: expect.stringContaining('EADDRINUSE') })
    taken.close()
  })

  test('keeps its authority after closing and opening again', async () => {
    const { network } = withNetwork()
    const first = await network.open('lan')
    await network.close()
    expect((await network.open('lan')).certificate).toEqual(first.certificate)
  })

  const far = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ address }) => !isLocalNetworkAddress(address))
  test.each([
    ['TLSv1.3', {}, 'TLSv1.3'],
    ['TLSv1.2 with GCM', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' }, 'TLSv1.2'],
    ['TLSv1.2 with CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' }, 'refused'],
    ['TLSv1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }, 'refused'],
  ] as const)('a caller with %s', async (_name, options, expected) => {
    const { network, portOf } = withNetwork()
    await network.open('lan')
    const got = await new Promise<string | null>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port: portOf(), ca: network.authority, ...options })
      socket.on('secureConnect', () => resolve(socket.getProtocol())).on('error', () => resolve('refused'))
      callers.push(socket)
    })
    expect(got).toBe(expected)
  })

  test('puts a new address of the machine into the TLS certificate for the next caller', async () => {
    const { network, move, portOf } = withNetwork()
    await network.open('lan')
    const shown = () =>
      new Promise<string>((resolve, reject) => {
        const socket = connect({ host: '127.0.0.1', port: portOf(), ca: network.authority, servername: 'localhost' })
        socket.on('secureConnect', () => resolve(String(socket.getPeerCertificate().subjectaltname))).on('error', reject)
        callers.push(socket)
      })
    expect(await shown()).not.toContain('10.9.8.7')
    move(['127.0.0.1', '10.9.8.7'])
    await network.refresh()
    expect(await shown()).toContain('10.9.8.7')
    expect(network.state.urls[0]).toBe(`https://10.9.8.7:${portOf()}`)
  })

  test.skipIf(far === undefined)('does not serve a public address of this machine (skipped if there is none)', async () => {
    const { network, portOf } = withNetwork()
    await network.open('lan')
    const ended = new Promise<string>((resolve) => {
      const socket = connect({ host: far?.address ?? '', port: portOf(), rejectUnauthorized: false })
      socket.on('secureConnect', () => resolve('served')).on('error', () => resolve('refused'))
    })
    expect(await ended).toBe('refused')
  })
})

describe('isHostAllowed()', () => {
  test.each([
    [null, false],
    ['', false],
    ['127.0.0.1', true],
    ['126.255.255.255', false],
    ['169.254.1.1', true],
    ['[::1]', true],
    ['[fe80::1]', true],
    ['[fec0::1]', false],
    ['[fd00::1]', true],
    ['[fd::1]', false],
    ['[fe80:1::%eth0]', true],
    ['[fe8::1]', false],
    ['localhost.evil.example', false],
    ['127.0.0.1@evil.example', false],
    ['0.0.0.0', false],
  ])('%s: %s', (host, expected) => {
    expect(isHostAllowed(host, () => [])).toBe(expected)
  })
  test('a listed name matches in any spelling', () => {
    const { allowedHosts } = readConfig({ PLOMADA_ALLOW_HOST: 'Estudio.Example, otra.example' })
    expect(['estudio.example:4780', 'ESTUDIO.example', 'otra.example', 'example'].map((host) => isHostAllowed(host, () => allowedHosts))).toEqual([
      true,
      true,
      true,
      false,
    ])
  })
})
