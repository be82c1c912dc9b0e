import { execFile, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { flatRoof } from '../service.ts'
import { startProgram } from './program.ts'

// Starts the program and tests it from outside.
const newFolder = () => mkdtempSync(join(tmpdir(), 'plomada-lan-'))

describe('plomada serve --lan', () => {
  test('serves the private network over TLS, explains how to trust it, and prints a working command', async () => {
    const data = newFolder()
    const server = await startProgram(data, ['--lan'])
    const output = server.said()
    const { key } = server
    const authority = readFileSync(join(data, 'tls', 'ca.crt'), 'utf8')
    const port = Number(new URL(server.url).port)
    expect(output).toContain('En la red local, con TLS:')
    expect(output).toContain(`https://127.0.0.1:${port}`)
    expect(output).toContain(new X509Certificate(authority).fingerprint256)
    if (spawnSync('curl', ['--version']).status === 0) {
      const command = /^ {2}(curl -s --cacert .*)$/m.exec(output)?.[1] ?? ''
      const { stdout } = await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, CLAVE: key } })
      expect(JSON.parse(stdout)).toMatchObject({ result_status: 'NON_COMPLIANT' })
      const refused = await promisify(execFile)('curl', ['-s', `https://127.0.0.1:${port}/healthz`]).catch(({ code }: { code: number }) => code)
      expect(refused).toBe(60)
    }
    await server.stop()
    // No file and no later output contains the key.
    for (const name of readdirSync(data, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()))
      expect(readFileSync(join(name.parentPath, name.name)).includes(key.slice(12)), name.name).toBe(false)
  }, 60_000)

  test('refuses to listen beyond loopback without TLS, unless allowed, and then warns', async () => {
    const data = newFolder()
    await expect(startProgram(data, ['--host', '0.0.0.0'])).rejects.toThrow(
      /ended with 2: Sin cifrar solo se escucha en este equipo, no en «0\.0\.0\.0»/,
    )
    const server = await startProgram(data, ['--host', '0.0.0.0', '--insecure-http'])
    expect(server.said()).toMatch(/^AVISO: se escucha en 0\.0\.0\.0 sin cifrar/m)
    await server.stop()
  }, 60_000)
})

const canTrace = spawnSync('strace', ['-f', '-e', 'trace=network', 'true']).status === 0
describe.skipIf(!canTrace)('the calls to the network of a server that serves this machine alone (skipped where strace cannot run)', () => {
  test('are a listener on loopback and its connections: no outgoing calls', async () => {
    const data = newFolder()
    const trace = join(data, 'trace')
    const server = await startProgram(data, [], ['strace', '-f', '-qq', '-e', 'trace=connect,bind,listen,sendto,sendmsg', '-o', trace])
    const { key } = server
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    for (const [path, body] of [
      ['/api/v1/verify', flatRoof],
      ['/api/v1/ask', { query: '¿Qué transmitancia máxima tiene una cubierta en Madrid?', geo_id: 'ES-28079' }],
      ['/api/v1/search?q=cubierta'],
      ['/api/v1/municipios'],
      ['/openapi.json'],
      ['/docs/'],
    ] as const) {
      const response = await fetch(`${server.url}${path}`, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status, path).toBe(200)
      await response.arrayBuffer()
    }
    // strace ends when the traced program ends, which is the first process of the trace.
    process.kill(Number(/^\d+/.exec(readFileSync(trace, 'utf8'))?.[0]), 'SIGTERM')
    await server.ended
    const calls = readFileSync(trace, 'utf8').split('\n')
    const named = (call: string) => calls.filter((line) => line.includes(` ${call}(`)).map((line) => line.replace(/^\d+ +/, ''))
    expect(named('listen')).toHaveLength(1)
    expect(named('bind')).toEqual([expect.stringMatching(/sa_family=AF_INET, .*inet_addr\("127\.0\.0\.1"\)/)])
    expect([...named('connect'), ...named('sendto'), ...named('sendmsg')].filter((line) => /AF_INET/.test(line))).toEqual([])
    expect(named('connect')).toEqual([])
  }, 120_000)
})
