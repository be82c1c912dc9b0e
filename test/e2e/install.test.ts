import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfFile } from '../library/pdf-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'plomada-install-'))
const [prefix, elsewhere, data] = ['prefix', 'elsewhere', 'data'].map((name) => join(folder, name)) as [string, string, string]
const command = join(prefix, 'bin', 'plomada')
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: Readonly<Record<string, string>> }
const environment = { ...process.env, PLOMADA_DATA: data, PLOMADA_LANG: 'es' }

const npm = (args: readonly string[], options: { readonly timeout?: number } = {}) =>
  spawnSync('npm', [...args], { encoding: 'utf8', env: { ...process.env, npm_config_update_notifier: 'false' }, ...options })
const isReachable = npm(['view', `web-ifc@${dependencies['web-ifc']}`, 'version'], { timeout: 30_000 }).status === 0
if (!isReachable) console.warn('NOT TESTED: the installation from the package, because the npm registry cannot be reached')

let tarball = ''
let names: string[] = []
beforeAll(() => {
  execFileSync('mkdir', ['-p', elsewhere])
  const packed = npm(['pack', '--json', '--silent', '--pack-destination', folder])
  expect(packed.status, packed.stderr).toBe(0)
  tarball = join(folder, (JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[\n'))) as { readonly filename: string }[])[0]?.filename ?? '')
  names = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

describe('the package of npm', () => {
  test('has the program as JavaScript, the knowledge base, the pages and the documents', () => {
    for (const one of [
      '.cache/program/main.js',
      '.cache/program/pdf-worker.js',
      // The notices of the libraries inside.
      '.cache/program/licencias.txt',
      '.cache/plomada.kb',
      '.cache/pages/index.html',
      'scripts/bin.mjs',
      'README.md',
      'LICENSE',
      'server/OPERATING.md',
    ])
      expect(names).toContain(`package/${one}`)
  })
  test('has no sources, no tests and no sources of the knowledge base', () => {
    // The types of the client are declarations, not sources.
    expect(names.filter((name) => /(?<!\.d)\.(?:tsx?|map)$|^package\/(?:test|kb\/(?!trust\/|[A-Z]+\.md$))/.test(name))).toEqual([])
    expect(statSync(tarball).size).toBeLessThan(25e6)
  })
})

describe.skipIf(!isReachable)('installed into a clean prefix', () => {
  beforeAll(() => {
    const installed = npm(['install', '--global', '--ignore-scripts', '--prefix', prefix, '--no-audit', '--no-fund', tarball], { timeout: 280_000 })
    expect(installed.status, installed.stderr).toBe(0)
  }, 300_000)
  const plomada = (...args: string[]) => spawnSync(command, args, { cwd: elsewhere, encoding: 'utf8', env: environment })

  test('decides from any folder, with nothing of the sources', () => {
    const roof = ['--element', 'cubierta plana', '--parameter', 'U', '--value', '0,5', '--unit', 'W/m²K', '--geo', 'Madrid']
    expect(plomada('verify', ...roof)).toMatchObject({ status: 3, stdout: expect.stringContaining('NO CUMPLE: 0,5 W/m²K (límite: ≤ 0,35 W/m²K)') })
    expect(plomada('kb', 'check')).toMatchObject({ status: 0, stdout: expect.stringContaining(join(prefix, 'lib')) })
    expect(plomada('--version').stdout).toMatch(/^plomada \d/)
  })
  test('speaks MCP with the command that the README gives', async () => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StdioClientTransport({ command, args: ['mcp'], cwd: elsewhere, env: { PATH: process.env['PATH'] ?? '', PLOMADA_DATA: data } }),
    )
    try {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain('verify')
    } finally {
      await client.close()
    }
  })
  test('reads, keeps and searches a PDF', () => {
    const pdf = join(folder, 'ordenanza.pdf')
    writeFileSync(pdf, pdfFile([{ lines: ['El vuelo máximo de un balcón'] }, { image: 300 }]))
    expect(plomada('library', 'add', pdf)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/ordenanza: 2 páginas\n {2}página 2: imagen sin texto/),
    })
    expect(plomada('library', 'search', 'vuelo').stdout).toMatch(/^ordenanza, página 1/)
  })
  test('serves the API and the pages, and ends when it is told to', async () => {
    const server = spawn(command, ['serve', '--port', '0'], { cwd: elsewhere, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        said += chunk.toString()
        const listening = /^listening on (\S+)$/m.exec(said)?.[1]
        if (listening !== undefined) resolve(listening)
      }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.once('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
    })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    try {
      const key = /plm_[0-9A-Za-z]{36}/.exec(said)?.[0] ?? ''
      const answer = await fetch(`${url}/api/v1/geo/ES-28079`, { headers: { Authorization: `Bearer ${key}` } })
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ climate_zone: 'D3' })])
      expect(await (await fetch(url, { headers: { Accept: 'text/html' } })).text()).toContain('<title>')
      expect((await fetch(`${url}/docs`)).status).toBe(200)
    } finally {
      server.kill('SIGTERM')
    }
    expect(await ended).toBe(0)
  })
})
