import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { plomada } from '../run-cli.ts'

const root = join(import.meta.dirname, '..', '..')
// As deep below the project as the folder of the real one.
const out = join(root, '.cache', `program-test-${process.pid}`)
const folder = mkdtempSync(join(tmpdir(), 'plomada-program-'))
const kb = ['--kb', inject('packFile')] as const
const roof = ['verify', '--element', 'cubierta plana', '--parameter', 'U', '--value', '0,5', '--unit', 'W/m²K', '--geo', 'ES-28079', ...kb]

/** Runs the built program over the data folder of this test. */
async function built(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const options = { env: { ...process.env, PLOMADA_DATA: folder }, maxBuffer: 2 ** 26 }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(out, 'main.js'), ...args], options)
    return { code: 0, out: stdout.trimEnd(), err: stderr.trimEnd() }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, out: stdout.trimEnd(), err: stderr.trimEnd() }
  }
}

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/program.mjs', 'build', '--out', out], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
}, 60_000)
afterAll(() => {
  rmSync(out, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

describe('the built program', () => {
  test.each([
    ['help', ['help']],
    ['a verdict', roof],
    ['a verdict as JSON', [...roof, '--json', '--trace']],
    ['an unknown command', ['nada']],
    ['a base that is not there', ['verify', ...roof.slice(1, -2), '--kb', join(folder, 'nada.kb')]],
    ['a question', ['ask', '¿qué transmitancia máxima tiene una cubierta en Madrid?', ...kb, '--json']],
    ['the trusted keys', ['kb', 'trust', 'list']],
  ])('answers as its sources do: %s', async (_, args) => {
    const expected = await plomada(folder, ...args)
    expect(await built(...args)).toEqual({ ...expected, out: expected.out.trimEnd(), err: expected.err.trimEnd() })
  })

  test('makes a document in its thread and reads a model in its process', async () => {
    const project = join(folder, 'obra.json')
    const pdf = join(folder, 'obra.pdf')
    const check = { id: 'c1', element: 'cubierta-plana', parameter: 'transmitancia-termica', value: 0.3, unit: 'W/m²K' }
    writeFileSync(project, JSON.stringify({ name: 'Obra', geo_id: 'ES-28079', checks: [check] }))
    expect(await built('ficha', project, '--out', pdf, '--date', '2026-11-21', ...kb)).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(pdf).subarray(0, 5).toString('latin1')).toBe('%PDF-')
    const model = ['ifc', 'test/fixtures/ifc/piso.ifc', '--geo', 'Madrid', '--json', ...kb]
    expect((await built(...model)).out).toBe((await plomada(folder, ...model)).out.trimEnd())
  })

  test.each(['legacy', 'auto'] as const)('speaks MCP with the official client, revision %s', async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
    const env = { PATH: process.env['PATH'] ?? '', PLOMADA_DATA: folder }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [join(out, 'main.js'), 'mcp', ...kb], env, stderr: 'inherit' }))
    try {
      const { structuredContent } = await client.callTool({ name: 'geo', arguments: { municipio: 'Madrid' } })
      expect(structuredContent).toMatchObject({ ine: '28079', climate_zone: 'D3' })
    } finally {
      await client.close()
    }
  })

  test('has source maps, which name the source of an error', () => {
    const { sources } = JSON.parse(readFileSync(join(out, 'main.js.map'), 'utf8')) as { sources: string[] }
    expect(sources.some((one) => one.endsWith('server/main.ts'))).toBe(true)
  })
})

test('a built program is current until a source or a folder of sources changes', () => {
  const [sources, program] = [join(folder, 'sources'), join(folder, 'main.js')]
  const isCurrent = (): unknown =>
    JSON.parse(
      execFileSync(
        process.execPath,
        [
          '-e',
          `import('./scripts/built-program.mjs').then((built) => console.log(built.isProgramCurrent(${JSON.stringify(program)}, ${JSON.stringify(sources)})))`,
        ],
        { cwd: root, encoding: 'utf8' },
      ),
    )
  mkdirSync(join(sources, 'engine'), { recursive: true })
  writeFileSync(join(sources, 'engine', 'verify.ts'), '')
  expect(isCurrent()).toBe(false)
  writeFileSync(program, '')
  const later = new Date(Date.now() + 60_000)
  utimesSync(program, later, later)
  expect(isCurrent()).toBe(true)
  const latest = new Date(Date.now() + 120_000)
  utimesSync(join(sources, 'engine', 'verify.ts'), latest, latest)
  expect(isCurrent()).toBe(false)
  utimesSync(join(sources, 'engine', 'verify.ts'), later, new Date())
  expect(isCurrent()).toBe(true)
  // A deleted source changes its folder only.
  utimesSync(join(sources, 'engine'), latest, latest)
  expect(isCurrent()).toBe(false)
})
