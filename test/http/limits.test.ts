import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, listen } from '../../server/http/listen.ts'
import { startService } from '../service.ts'

// The listener of the program with shorter timeouts.
const { app, key } = startService()
const limits = { headersMs: 300, requestMs: 600, checkMs: 50, connections: 5 }
let listener: Listener
beforeAll(async () => {
  listener = await listen(app.fetch, { host: '127.0.0.1', port: 0, tls: undefined, limits })
})
afterAll(() => listener.close())

const open: Socket[] = []
function dial(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(listener.port, '127.0.0.1', () => resolve(socket))
    socket.on('error', reject)
    open.push(socket)
  })
}
/** The text received until the server closes the connection, and the time until then. */
function ending(socket: Socket): Promise<{ readonly text: string; readonly ms: number }> {
  const started = performance.now()
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve({ text, ms: performance.now() - started }))
  })
}
async function send(text: string) {
  const socket = await dial()
  const end = ending(socket)
  socket.write(text)
  return end
}
const head = `POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`
const closing = 'Connection: close\r\n'

describe('a caller over a limit', () => {
  test('that sends its headers byte by byte is disconnected after the timeout', async () => {
    const socket = await dial()
    const end = ending(socket)
    let sent = 0
    const drip = setInterval(() => {
      socket.write(head[sent++ % head.length] ?? '')
    }, 20)
    const { text, ms } = await end
    clearInterval(drip)
    expect(text).toMatch(/^HTTP\/1\.1 408/)
    expect(ms).toBeGreaterThan(250)
    expect(ms).toBeLessThan(3000)
  })
  test('that sends its body byte by byte is disconnected after the timeout', async () => {
    const socket = await dial()
    const end = ending(socket)
    socket.write(`${head}Content-Length: 5000\r\n\r\n`)
    const drip = setInterval(() => {
      socket.write(' ')
    }, 20)
    const { ms } = await end
    clearInterval(drip)
    expect(ms).toBeGreaterThan(500)
    expect(ms).toBeLessThan(4000)
  })
  test('of header bytes gets 431: at 16 KiB, not below', async () => {
    const filled = (bytes: number) => `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${closing}X-Fill: ${'x'.repeat(bytes)}\r\n\r\n`
    expect((await send(filled(15 * 1024))).text).toMatch(/^HTTP\/1\.1 200/)
    expect((await send(filled(16 * 1024))).text).toMatch(/^HTTP\/1\.1 431/)
  })
  test('of header count gets 431: over a hundred, not at a hundred', async () => {
    const numbered = (count: number) => send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${closing}${'X: 1\r\n'.repeat(count - 2)}\r\n`)
    expect((await numbered(100)).text).toMatch(/^HTTP\/1\.1 200/)
    expect((await numbered(101)).text).toMatch(/^HTTP\/1\.1 431/)
  })
  test('of body size gets 413: over 64 KiB, not at 64 KiB', async () => {
    const bodied = (bytes: number) => send(`${head}${closing}Content-Length: ${bytes}\r\n\r\n${' '.repeat(bytes)}`)
    expect((await bodied(64 * 1024)).text).toMatch(/^HTTP\/1\.1 400/)
    expect((await bodied(64 * 1024 + 1)).text).toMatch(/^HTTP\/1\.1 413/)
  })
  test('of connections gets no more of them; the open ones continue', async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const held = await Promise.all(Array.from({ length: limits.connections }, dial))
    const sixth = await send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(sixth.text).toBe('')
    const [first] = held
    if (first === undefined) throw new TypeError('no connection')
    const end = ending(first)
    first.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${closing}\r\n`)
    expect((await end).text).toMatch(/^HTTP\/1\.1 200/)
    for (const socket of open.splice(0)) socket.destroy()
  })
  test.each([
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    ['a length and chunks', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a line break in a header', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n'],
  ])('that sends %s gets 400 and is disconnected', async (_name, text) => {
    expect((await send(text)).text).toMatch(/^HTTP\/1\.1 400/)
  })
})
