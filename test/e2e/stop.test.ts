import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { flatRoof } from '../service.ts'
import { type Program, startProgram } from './program.ts'

/** Slightly longer than the time in which a second signal counts as a repetition of the first. */
const pastEchoMs = 600
const body = JSON.stringify(flatRoof)

/** A verify request with half of its body sent, until `rest` sends the other half. The server has already read its headers. */
async function slowRequest({ url, key }: Program): Promise<{ rest(): void; readonly answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const bytes = Buffer.from(body)
  const half = Math.floor(bytes.length / 2)
  const text = textOf(socket)
  socket.write(
    `POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n`,
  )
  await text.startsWith('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(bytes.subarray(0, half))
  return { rest: () => socket.write(bytes.subarray(half)), answer: text.whole }
}

/** An idle connection, which the server closes when it begins to stop. */
async function idleConnection({ url }: Program): Promise<{ readonly closed: Promise<unknown> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const text = textOf(socket)
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await text.startsWith('HTTP/1.1 200 ')
  return { closed: text.whole }
}

/** The text that a connection receives. */
function textOf(socket: Socket): { startsWith(words: string): Promise<void>; readonly whole: Promise<string> } {
  let text = ''
  socket.on('error', () => undefined)
  const whole = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  const startsWith = async (words: string): Promise<void> => {
    while (text.length < words.length) await once(socket, 'data')
    expect(text).toMatch(new RegExp(`^${words}`))
  }
  return { startsWith, whole }
}

describe('a server that is told to stop', () => {
  test('answers the request in progress, accepts no other, closes its databases and exits with 0', async () => {
    const data = mkdtempSync(join(tmpdir(), 'plomada-stop-'))
    const program = await startProgram(data)
    const { rest, answer } = await slowRequest(program)
    const { closed } = await idleConnection(program)
    program.process.kill('SIGTERM')
    await closed
    await expect(fetch(`${program.url}/healthz`)).rejects.toThrow()
    rest()
    expect(await answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*"result_status":"NON_COMPLIANT"/)
    expect(await program.ended).toBe(0)
    // A closed database has no WAL file.
    expect(readdirSync(data).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  })

  test('does not wait for a stalled request', async () => {
    const program = await startProgram(mkdtempSync(join(tmpdir(), 'plomada-stop-')))
    const { answer } = await slowRequest(program)
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await answer
  })

  test('ends at once on a second signal, but not on a repetition of the first', async () => {
    const program = await startProgram(mkdtempSync(join(tmpdir(), 'plomada-stop-')))
    const { answer } = await slowRequest(program)
    const { closed } = await idleConnection(program)
    program.process.kill('SIGINT')
    program.process.kill('SIGINT')
    await closed
    await new Promise((resolve) => setTimeout(resolve, pastEchoMs))
    expect(program.process.exitCode).toBe(null)
    program.process.kill('SIGINT')
    // After waiting for the request in progress it would exit with 0.
    expect(await program.ended).toBe(130)
    await answer
  })
})
