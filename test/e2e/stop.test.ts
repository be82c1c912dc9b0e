import { mkdtempSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { flatRoof } from '../service.ts'
import { type Program, startProgram } from './program.ts'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const body = JSON.stringify(flatRoof)

/** A verify whose body stops half-way, until `rest` sends the other half. */
async function slowRequest({ url, key }: Program): Promise<{ readonly socket: Socket; rest(): void; readonly answer: Promise<string> }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const half = Math.floor(Buffer.byteLength(body) / 2)
  const bytes = Buffer.from(body)
  socket.write(
    `POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`,
  )
  socket.write(bytes.subarray(0, half))
  let text = ''
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  socket.on('error', () => undefined)
  const answer = new Promise<string>((resolve) => socket.on('close', () => resolve(text)))
  await wait(300)
  return { socket, rest: () => socket.write(bytes.subarray(half)), answer }
}

describe('a server that is told to stop', () => {
  test('answers the request under way, takes no other, closes its databases and ends with 0', async () => {
    const data = mkdtempSync(join(tmpdir(), 'plomada-stop-'))
    const program = await startProgram(data)
    const { rest, answer } = await slowRequest(program)
    program.process.kill('SIGTERM')
    await vi.waitFor(() => expect(fetch(`${program.url}/healthz`)).rejects.toThrow(), 5000)
    rest()
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*"result_status":"NON_COMPLIANT"/)
    expect(await program.ended).toBe(0)
    // A database that was closed leaves no log beside it.
    expect(readdirSync(data).filter((name) => /-(wal|shm)$/.test(name))).toEqual([])
  }, 30_000)

  test('does not wait for ever for a request that does not go on', async () => {
    const program = await startProgram(mkdtempSync(join(tmpdir(), 'plomada-stop-')))
    const { answer } = await slowRequest(program)
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await answer
  }, 30_000)

  test('ends at once when it is told again, but not by the echo of the same key press', async () => {
    const program = await startProgram(mkdtempSync(join(tmpdir(), 'plomada-stop-')))
    const { answer } = await slowRequest(program)
    const told = performance.now()
    program.process.kill('SIGINT')
    program.process.kill('SIGINT')
    await wait(1000)
    expect(program.process.exitCode).toBe(null)
    program.process.kill('SIGINT')
    expect(await program.ended).toBe(130)
    expect(performance.now() - told).toBeLessThan(4000)
    await answer
  }, 30_000)
})
