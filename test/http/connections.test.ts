import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectionCounter } from '../../server/http/connection-limits.ts'
import { type Listener, type ListenerLimits, listen } from '../../server/http/listen.ts'
import { startService } from '../service.ts'

// Two loopback addresses simulate two machines: one opens as many connections as it can, the other must still be served.
const greedy = '127.0.0.2'
const other = '127.0.0.3'
const { app, key } = startService()
const open: Socket[] = []
let listener: Listener | undefined
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  await listener?.close()
  listener = undefined
})

/** Starts a listener with the default limits, except those given. */
async function start(limits: Partial<ListenerLimits> = {}, fetch = app.fetch): Promise<void> {
  listener = await listen(fetch, { host: '0.0.0.0', port: 0, tls: undefined, limits })
}
function dial(localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: listener?.port ?? 0, host: '127.0.0.1', localAddress }, () => resolve(socket))
    socket.on('error', reject)
    open.push(socket)
  })
}
const dialMany = (localAddress: string, count: number) => Promise.all(Array.from({ length: count }, () => dial(localAddress).catch(() => undefined)))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const openOf = (sockets: readonly (Socket | undefined)[]): number =>
  sockets.filter((one) => one !== undefined && !one.destroyed && one.readyState === 'open').length

/** The answer, and the milliseconds until it came. */
function ask(localAddress: string, path = '/healthz'): Promise<{ readonly text: string; readonly ms: number }> {
  const started = performance.now()
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ port: listener?.port ?? 0, host: '127.0.0.1', localAddress }, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ text, ms: performance.now() - started }))
  })
}

describe('connectionCounter()', () => {
  test('counts connections in total and by address, reserves some for loopback, and releases closed ones', () => {
    const enter = connectionCounter({ connections: 5, perAddress: 3, forLoopback: 2 })
    const ends = [enter('10.0.0.1'), enter('10.0.0.1'), enter('10.0.0.2')]
    expect(ends.every((end) => end !== undefined)).toBe(true)
    expect(enter('10.0.0.3')).toBeUndefined()
    expect([enter('127.0.0.1'), enter('::1'), enter('127.0.0.1')].map((end) => end !== undefined)).toEqual([true, true, false])
    ends[0]?.()
    expect([enter('10.0.0.3'), enter('127.0.0.1')].map((end) => end !== undefined)).toEqual([false, true])
    const one = connectionCounter({ connections: 9, perAddress: 2, forLoopback: 0 })
    expect([one('a'), one('a'), one('a')].map((end) => end !== undefined)).toEqual([true, true, false])
  })
})

describe('a service that is busy', () => {
  /** What comes of bytes that are sent just before the service is busy for twice the time that a caller has. `begun`: what it has read of the request before. */
  async function sentBeforePause(limits: Partial<ListenerLimits>, bytes: string, begun = ''): Promise<string> {
    await start(limits)
    const socket = await dial(other)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    // The connection has been accepted; what is sent now waits in the system, and the timers come before the service looks.
    if (begun !== '') socket.write(begun)
    await pause(100)
    setImmediate(() => {
      socket.write(bytes)
      const busyUntil = performance.now() + 600
      while (performance.now() < busyUntil);
    })
    await new Promise((resolve) => socket.once('close', resolve))
    return text
  }
  const head = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
  test.each<[string, Partial<ListenerLimits>]>([
    ['the first byte', { firstMs: 300 }],
    ['the headers', { headersMs: 300, checkMs: 50 }],
  ])('does not hold its own pause against a caller whose request waits to be read: %s', async (_what, limits) => {
    expect(await sentBeforePause(limits, `${head}\r\n`)).toMatch(/^HTTP\/1\.1 200/)
  })
  test('still refuses headers that are not whole', async () => {
    expect(await sentBeforePause({ headersMs: 300, checkMs: 50 }, head)).toBe('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  })
  test('gives a body the time of a request from when its headers were read, and no more', async () => {
    const began = performance.now()
    const late = `Host: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n`
    expect(await sentBeforePause({ headersMs: 300, requestMs: 500, checkMs: 50 }, late, 'POST /api/v1/verify HTTP/1.1\r\n')).toBe('')
    expect(performance.now() - began).toBeGreaterThan(1000)
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe('connections without a key', () => {
  // The OpenAPI document is built at its first request.
  beforeAll(async () => {
    await app.fetch(new Request('http://localhost/openapi.json'), { kind: 'desktop' })
  }, 120_000)

  test('another address is served at once while a thousand are idle', async () => {
    await start()
    const held = await dialMany(greedy, 1000)
    for (let times = 0; times < 50 && openOf(held) > 200; times++) await pause(50)
    expect(openOf(held)).toBe(200)
    const { text, ms } = await ask(other)
    expect(text).toMatch(/^HTTP\/1\.1 200/)
    expect(ms).toBeLessThan(2000)
  })

  test('another address is served at once while a thousand connections do not read their answers', async () => {
    await start()
    const held = await dialMany(greedy, 1000)
    for (const socket of held) {
      socket?.pause()
      socket?.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(4))
    }
    const { text, ms } = await ask(other)
    expect(text).toMatch(/^HTTP\/1\.1 200/)
    expect(ms).toBeLessThan(5000)
  })

  test('an idle one is closed after a timeout', async () => {
    await start({ firstMs: 300, headersMs: 60_000, requestMs: 60_000 })
    const socket = await dial(greedy)
    const started = performance.now()
    await new Promise((resolve) => socket.once('close', resolve))
    expect(performance.now() - started).toBeGreaterThan(200)
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('one that does not read its answer is closed after a timeout; one that reads it is not', async () => {
    await start({ writeMs: 1000, perAddress: 1 }, async ({ url }) => new Response('x'.repeat((url.endsWith('/short') ? 1 : 32) * 1024 * 1024)))
    const socket = await dial(greedy)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const started = performance.now()
    // The address may have one connection, so another one is accepted only after this one is closed.
    while ((await ask(greedy, '/short')).text === '' && performance.now() - started < 10_000) await pause(50)
    expect(performance.now() - started).toBeGreaterThan(900)
    expect(performance.now() - started).toBeLessThan(8000)
    const { text } = await ask(other, '/short')
    expect(text).toHaveLength(1024 * 1024 + text.indexOf('\r\n\r\n') + 4)
  })

  test('some are reserved for this machine; each closed one makes room for another', async () => {
    await start({ connections: 20, perAddress: 15, forLoopback: 5 })
    const held = await dialMany(greedy, 30)
    await pause(50)
    expect(openOf(held)).toBe(15)
    held[0]?.destroy()
    await pause(50)
    await dial(greedy)
    await pause(50)
    expect(openOf(open)).toBe(15)
  })
})
