import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flatRoof, type Json } from '../service.ts'
import { type Program, startProgram } from './program.ts'

// The program as a user starts it: a process, a real port, a real folder.
const data = mkdtempSync(join(tmpdir(), 'plomada-e2e-'))
let server: Program

beforeAll(async () => {
  server = await startProgram(data)
}, 20_000)
afterAll(() => server.stop())

describe('the server', () => {
  let first = ''
  let key = ''
  const verify = async () => {
    const response = await fetch(`${server.url}/api/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(flatRoof),
    })
    return { status: response.status, text: await response.text() }
  }

  test('prints a key once, an example command, and its address', () => {
    expect(server.said()).toMatch(/curl -s http:\/\/127\.0\.0\.1:\d+\/api\/v1\/verify/)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    key = server.key
    // Once: alone, or in the address of the pages if they are built.
    expect(key).not.toBe('')
    expect(server.said().split(key)).toHaveLength(2)
  })

  test('answers over the network', async () => {
    const { status, text } = await verify()
    first = text
    expect(status).toBe(200)
    expect(JSON.parse(text) as Json).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 0.35 })
  })

  test('gives the same bytes after a restart, and no second key', async () => {
    expect(await server.stop()).toBe(0)
    server = await startProgram(data)
    expect(server.said()).not.toContain('plm_')
    expect((await verify()).text).toBe(first)
  }, 20_000)

  test('rejects an endless body', async () => {
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(0x20))
      },
    })
    const response = await fetch(`${server.url}/api/v1/verify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  }, 20_000)
})
