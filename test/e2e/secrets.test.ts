import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { flatRoof } from '../service.ts'
import { startProgram } from './program.ts'

/** Texts that must not be found anywhere: the key, and its hidden part. */
const traces = (key: string): string[] => [key, key.slice(12)]

function filesWith(folder: string, wanted: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => wanted.some((one) => readFileSync(file).includes(one)))
}

describe('a key', () => {
  test('is in no file and no later output of the service, whatever is done with it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'plomada-secrets-'))
    const first = await startProgram(data)
    const { key } = first
    expect(key).not.toBe('')
    expect(await first.stop()).toBe(0)
    const again = await startProgram(data)
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`${again.url}${path}`, { ...init, headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' } })
    expect((await ask('/api/v1/verify', { method: 'POST', body: JSON.stringify(flatRoof) })).status).toBe(200)
    expect((await ask('/api/v1/admin/keys')).status).toBe(200)
    expect((await ask('/api/v1/verify', { method: 'POST', body: '{' })).status).toBe(400)
    // Send it in wrong places: in the address, a body, the user agent.
    await fetch(`${again.url}/api/v1/search?q=${key}`)
    await ask(`/api/v1/search?q=${key}`)
    await ask('/api/v1/verify', { method: 'POST', body: JSON.stringify({ ...flatRoof, element: key }) })
    await fetch(`${again.url}/api/v1/meta`, { headers: { authorization: `Bearer ${key.slice(0, -1)}`, 'user-agent': key } })
    expect(await again.stop()).toBe(0)
    expect(again.said()).toContain('"operation":"verify"')
    for (const trace of traces(key)) expect(again.said()).not.toContain(trace)
    expect(filesWith(data, traces(key))).toEqual([])
  }, 60_000)

  test('is not in the output of a crashing program', async () => {
    const data = mkdtempSync(join(tmpdir(), 'plomada-secrets-'))
    const child = spawn(process.execPath, [join(import.meta.dirname, 'crashing-service.ts'), data, inject('packFile')], {
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    let words = ''
    let key = ''
    child.stdout?.on('data', (chunk: Buffer) => (words += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (words += chunk.toString()))
    child.stdio[3]?.on('data', (chunk: Buffer) => (key += chunk.toString()))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).not.toBe(0)
    expect(key).toMatch(/^plm_/)
    expect(words).toContain('the database went away')
    expect(words).toContain('"status":500')
    for (const trace of traces(key)) expect(words).not.toContain(trace)
    expect(filesWith(data, traces(key))).toEqual([])
  }, 60_000)
})
