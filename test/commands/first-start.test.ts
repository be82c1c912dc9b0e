import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openStore } from '../../server/access/store.ts'
import { runCli } from '../../server/cli.ts'
import { type Program, startProgram } from '../e2e/program.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'plomada-doors-'))
async function plomada(data: string, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const environment = { PLOMADA_DATA: data, PLOMADA_KB: inject('packFile') }
  const code = await runCli(args, { environment, out: (text) => out.push(text), err: (text) => err.push(text) })
  return { code, out: out.join('\n'), err: err.join('\n') }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const started: Program[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

describe('the program', () => {
  test('prints its first key once', async () => {
    const server = await startProgram(folder())
    started.push(server)
    expect(server.key).not.toBe('')
    expect(server.said().split(server.key)).toHaveLength(2)
  }, 60_000)

  test.skipIf(process.platform === 'win32')(
    'opens no debugger at SIGUSR1, and continues',
    async () => {
      const server = await startProgram(folder())
      started.push(server)
      server.process.kill('SIGUSR1')
      await pause(1500)
      expect(server.said()).not.toMatch(/debugger|inspector/i)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    },
    60_000,
  )
})

describe('names of keys', () => {
  const faked = 'buena\n2     falsa   plm_00000000  admin  2026-01-01  nunca  —  en vigor'
  test('cannot forge a row of the list', async () => {
    const data = folder()
    const store = openStore(data, () => new Date())
    for (const name of [faked, 'con\ttabulador', 'con\u2028línea', 'a\r\nb', '\u0085c']) store.keys.issue({ name, scopes: ['read'], expiresAt: null })
    store.close()
    const { out } = await plomada(data, 'key', 'list')
    expect(out.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(6)
    expect(out).toContain('buena\\u000a2')
    expect((await plomada(data, 'key', 'revoke', '1')).out.split('\n')).toHaveLength(1)
  })
  test.each(['a\nb', 'a\u001bb', 'a\u2028b', 'a\u202eb'])('with a control character are refused: %j', async (name) => {
    const { code, err } = await plomada(folder(), 'key', 'add', '--name', name)
    expect([code, err]).toEqual([2, expect.stringContaining('--name')])
  })
})

describe('audit export', () => {
  test('to a dangling link is an error and writes nothing', async () => {
    const data = folder()
    await plomada(data, 'key', 'add', '--name', 'una')
    const link = join(folder(), 'enlace')
    symlinkSync(join(data, 'no-existe'), link)
    expect(await plomada(data, 'audit', 'export', '--out', link)).toMatchObject({ code: 2, err: expect.stringContaining('ya existe') })
  })
  test('to a missing folder is an error of one line', async () => {
    const data = folder()
    await plomada(data, 'key', 'add', '--name', 'una')
    const { code, err } = await plomada(data, 'audit', 'export', '--out', join(data, 'no', 'hay.ndjson'))
    expect(code).not.toBe(0)
    expect(err).not.toMatch(/\n\s+at /)
  })
})
