import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { electronModule, fusesOf, writeStandIn } from './fake-distribution.ts'

interface Asar {
  extractAll(archive: string, folder: string): void
}

const folder = mkdtempSync(join(tmpdir(), 'plomada-package-'))
const targets = [
  { name: 'Linux x64', unpacked: 'linux-unpacked', file: 'plomada', native: 'linux-x64' },
  { name: 'Linux arm64', unpacked: 'linux-arm64-unpacked', file: 'plomada', native: 'linux-arm64' },
  { name: 'Windows x64', unpacked: 'win-unpacked', file: 'Plomada.exe', native: 'win32-x64' },
  { name: 'Windows arm64', unpacked: 'win-arm64-unpacked', file: 'Plomada.exe', native: 'win32-arm64' },
] as const
const inPackage = (unpacked: string, ...path: string[]): string => join(folder, 'out', unpacked, ...path)
const programOf = (unpacked: string): string => join(folder, 'program', unpacked)
const filesUnder = (root: string): string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
const megabytes = (root: string): number => filesUnder(root).reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / 1e6
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>

beforeAll(async () => {
  for (const system of ['linux', 'win'] as const) {
    const options = ['--dir', `--${system}`, '--x64', '--arm64', `-c.electronDist=${writeStandIn(join(folder, system), system)}`]
    execFileSync(process.execPath, ['scripts/package.mjs', ...options, `-c.directories.output=${folder}/out`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  // Comes with electron-builder.
  const asar = (await import(createRequire(join(process.cwd(), 'package.json')).resolve('@electron/asar'))) as Asar
  for (const { unpacked } of targets) asar.extractAll(inPackage(unpacked, 'resources', 'app.asar'), programOf(unpacked))
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000)

describe.each(targets)('the package for $name', ({ unpacked, file, native }) => {
  test('has the program without its sources and tests', () => {
    const files = filesUnder(programOf(unpacked))
    expect(files).toContain('dist/desktop/main.js')
    expect(files).toContain('dist/desktop/licencias.txt')
    expect(files.filter((one) => !/^(?:dist\/desktop\/(?:[\w.-]+\.js|licencias\.txt)$|node_modules\/|package\.json$)/.test(one))).toEqual([])
    expect(files.filter((one) => /\.tsx?$|\.map$|swagger-ui-dist\/log\.|\/test\//.test(one))).toEqual([])
    // Two helpers of fonts and what they use; of the counter of tokens, nothing.
    expect(files.filter((one) => one.includes('@swc/')).length).toBeLessThan(25)
    expect(files.filter((one) => /tokenizer|bpe/i.test(one))).toEqual([])
  })
  test('has every library that the program imports, and none of the tools, pages or compiler', () => {
    const modules = modulesOf(programOf(unpacked))
    const named = askedFor(programOf(unpacked), ['import', 'resolve']).map((one) => /^(?:@[^/]+\/)?[^/]+/.exec(one)?.[0])
    expect(named).toEqual(expect.arrayContaining(['better-sqlite3', 'pdfmake', 'fontkit', 'es-atlas', 'swagger-ui-dist', 'web-ifc']))
    // pdf.js draws with it where it is found; its text is read without.
    expect(named.filter((one) => one !== '@napi-rs/canvas' && !modules.includes(one ?? ''))).toEqual([])
    // A library of the documents brings `@noble/hashes` along.
    expect(modules.filter((one) => (one in (devDependencies ?? {}) && one !== '@noble/hashes') || /^(?:node-|@types\/)/.test(one))).toEqual([])
    for (const one of ['react', 'react-aria-components', '@tanstack/react-query', '@trpc/client', 'd3-geo', 'yaml'])
      expect(devDependencies, one).toHaveProperty([one])
    expect(modules.filter((one) => ['commander', 'd3-array', 'internmap', '@ibm/telemetry-js', 'argparse', 'typescript'].includes(one))).toEqual([])
  })
  test('has the fonts that documents embed, with their licence', () => {
    const fonts = filesUnder(join(programOf(unpacked), 'node_modules', '@ibm', 'plex-sans'))
    const embedded = ['IBMPlexSans-Regular.woff', 'IBMPlexSans-SemiBold.woff', 'license.txt'].map((one) => `fonts/complete/woff/${one}`)
    expect(fonts.filter((one) => one.startsWith('fonts/')).toSorted()).toEqual(embedded)
  })
  test('has the native module of its system, the knowledge base and the pages', () => {
    expect(filesUnder(inPackage(unpacked)).filter((one) => one.endsWith('.node'))).toEqual([
      `resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds/${native}.node`,
    ])
    for (const shipped of ['plomada.kb', 'pages/index.html'])
      expect(readFileSync(inPackage(unpacked, 'resources', shipped)).equals(readFileSync(join('.cache', shipped))), shipped).toBe(true)
  })
  test('cannot be run as Node, debugged or given other code', () => {
    expect(fusesOf(readFileSync(inPackage(unpacked, file)))).toBe('00001110')
  })
  test('has its own icon, and the Chromium texts in the languages of its pages', () => {
    const pictures = readFileSync(native.startsWith('win32') ? 'electron/icons/plomada.ico' : 'electron/icons/linux/256x256.png')
    // The largest picture of an .ico is the last one.
    const largest = pictures.subarray(pictures.lastIndexOf(Buffer.from('\x89PNG', 'latin1')))
    const holder = native.startsWith('win32') ? inPackage(unpacked, file) : inPackage(unpacked, 'resources', 'plomada.png')
    expect(readFileSync(holder).includes(largest)).toBe(true)
    expect(readdirSync(inPackage(unpacked, 'locales')).toSorted()).toEqual(['en-US.pak', 'es.pak'])
  })
  // The base has 53 MB, pdf.js 3, the base's reader for devices without a network 1.3.
  test('adds little to the size of Electron', () => {
    const size = megabytes(inPackage(unpacked, 'resources'))
    expect(size, `MB besides Electron's own files`).toBeLessThan(100)
  })
})

test('the package for Linux x64 answers from its own files, with a fake Electron', () => {
  const program = programOf('linux-unpacked')
  const resources = inPackage('linux-unpacked', 'resources')
  cpSync(join(resources, 'app.asar.unpacked'), program, { recursive: true })
  mkdirSync(join(program, 'node_modules', 'electron'))
  writeFileSync(join(program, 'node_modules', 'electron', 'package.json'), '{"type":"module","exports":"./index.js"}')
  writeFileSync(join(program, 'node_modules', 'electron', 'index.js'), electronModule)
  const libraries = askedFor(program, ['import']).map((one) => `import '${one}'`)
  writeFileSync(join(program, 'libraries.mjs'), libraries.join('\n'))
  writeFileSync(
    join(program, 'go.mjs'),
    `import './libraries.mjs'\nprocess.resourcesPath = ${JSON.stringify(resources)}\nawait import('./dist/desktop/main.js')\n`,
  )
  const printed = execFileSync(process.execPath, [join(program, 'go.mjs')], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PLOMADA_DATA: join(folder, 'user'),
      PLOMADA_TEST_MODEL: resolve('test/fixtures/ifc/piso.ifc'),
      PLOMADA_TEST_SHIM: pathToFileURL('test/desktop/utility-shim.mjs').href,
    },
  })
  const answers = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; status: number; body: string })
  const log = join(folder, 'user', 'desktop', 'plomada.log')
  expect(
    answers.map(({ name, status }) => `${name} ${status}`),
    existsSync(log) ? readFileSync(log, 'utf8') : 'no log',
  ).toEqual(['page 200', 'docs 200', 'answer 200', 'ficha 200', 'model 200', 'verdict 200'])
  expect(answers.find(({ name }) => name === 'ficha')?.body).toMatch(/^%PDF-/)
  expect(answers.find(({ name }) => name === 'model')?.body).toContain('"schema":"IFC4"')
  expect(answers.at(-1)?.body).toContain('"limit_value":0.35')
})

/** Names of the packages in a program's `node_modules`. */
function modulesOf(program: string): string[] {
  const root = join(program, 'node_modules')
  return readdirSync(root).flatMap((name) => (name.startsWith('@') ? readdirSync(join(root, name)).map((one) => `${name}/${one}`) : [name]))
}

/** How the built program writes the names of packages: as imports at the start of a line or in a call, or to find a file of one. */
const asks = {
  import: /^(?:import|export) (?:[^"']*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm,
  resolve: /\b(?:resolve|require\$?\d*)\("([^"]+)"\)/g,
} as const

/** The packages that a program's code imports or resolves, without its own modules and those of Node. */
function askedFor(program: string, ways: readonly (keyof typeof asks)[]): string[] {
  const own = join(program, 'dist', 'desktop')
  const found = filesUnder(own).flatMap((one) => {
    const text = readFileSync(join(own, one), 'utf8')
    return ways.flatMap((way) => [...text.matchAll(asks[way])].map(([, name, dynamic]) => name ?? dynamic ?? ''))
  })
  // The validator of JSON Schema holds such lines as texts, for code that it writes out where it is asked to.
  const isText = (name: string): boolean => /^ajv(?:-formats)?\/dist\//.test(name)
  return [...new Set(found)].filter((name) => /^[\w@]/.test(name) && !isBuiltin(name) && name !== 'electron' && !isText(name))
}
