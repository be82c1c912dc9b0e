import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { flatRoof, type Json } from '../service.ts'

// The program as its user starts it: a process of its own, a real port, a real folder.
const data = mkdtempSync(join(tmpdir(), 'plomada-e2e-'))
let server: Started

interface Started {
  readonly process: ChildProcess
  readonly url: string
  readonly output: string
}

function start(): Promise<Started> {
  const child = spawn(process.execPath, ['server/main.ts', 'serve', '--port', '0', '--data', data, '--kb', inject('packFile')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /^listening on (\S+)$/m.exec(output)?.[1]
      if (url !== undefined) resolve({ process: child, url, output })
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
}

function stop(one: Started): Promise<number | null> {
  return new Promise((resolve) => {
    one.process.on('exit', resolve)
    one.process.kill('SIGTERM')
  })
}

beforeAll(async () => {
  server = await start()
}, 20_000)
afterAll(() => {
  server.process.kill('SIGKILL')
})

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

  test('prints a key once, with a command to try, and where it listens', () => {
    expect(server.output).toMatch(/curl -s http:\/\/127\.0\.0\.1:\d+\/api\/v1\/verify/)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    key = /plm_[0-9A-Za-z]{36}/.exec(server.output)?.[0] ?? ''
    // Once by itself, once in the command, and once more in the address of the pages where they are built.
    expect(server.output.split(key)).toHaveLength(existsSync('.cache/pages/index.html') ? 4 : 3)
  })

  test('answers over the network', async () => {
    const { status, text } = await verify()
    first = text
    expect(status).toBe(200)
    expect(JSON.parse(text) as Json).toMatchObject({ result_status: 'NON_COMPLIANT', limit_value: 0.35 })
  })

  test('gives the same bytes after a restart, and no second key', async () => {
    expect(await stop(server)).toBe(0)
    server = await start()
    expect(server.output).not.toContain('plm_')
    expect((await verify()).text).toBe(first)
  }, 20_000)

  test('refuses a body that goes on for ever', async () => {
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
