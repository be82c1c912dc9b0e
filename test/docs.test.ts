import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Coverage, coveragePage } from '../kb/compiler/coverage.ts'
import { runCli } from '../server/cli.ts'
import { settings } from '../server/commands/terminal.ts'
import { readConfig } from '../server/config/config.ts'
import { version } from '../server/config/version.ts'
import { realBase } from './service.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = [
  'README.md',
  'server/README.md',
  'server/OPERATING.md',
  'server/DESIGN.md',
  'server/SECURITY.md',
  'kb/README.md',
  'renderer/README.md',
  'electron/README.md',
]

describe('documents', () => {
  test('the top level is what was agreed and nothing else', () => {
    const agreed = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'electron',
      'renderer',
      'server',
      'kb',
      'scripts',
      'test',
      'README.md',
      'LICENSE',
      'node_modules',
      'dist',
      'release',
    ]
    expect(readdirSync('.').filter((name) => !name.startsWith('.') && !agreed.includes(name))).toEqual([])
  })

  test.each(pages)('the links of %s lead somewhere', (page) => {
    for (const [, link = ''] of read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)) {
      if (!/^(section|table|document):/.test(link)) expect(existsSync(join(dirname(page), link)), link).toBe(true)
    }
  })

  test.each(pages)('the commands that %s names exist', (page) => {
    for (const [, name = ''] of read(page).matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)) expect(scripts, name).toHaveProperty([name])
  })

  test('every command of the project is named in some document', () => {
    const named = new Set(pages.flatMap((page) => [...read(page).matchAll(/npm (?:run )?(?:-s )?([a-z][\w:]*)/g)].map(([, name]) => name)))
    expect(Object.keys(scripts).filter((name) => !named.has(name))).toEqual([])
  })

  test.each(pages)('the headings that %s points at are there', (page) => {
    for (const [, file = '', anchor = ''] of read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)) {
      const target = file === '' ? page : join(dirname(page), file)
      expect(headingsOf(target), `${target}#${anchor}`).toContain(anchor)
    }
  })

  test.each(pages)('the files that %s names are there', (page) => {
    const named = [...read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|md|json|yml))`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !existsSync(name) && !existsSync(join(dirname(page), name)) && !/^(?:packs|tls|keys)\//.test(name))).toEqual([])
  })

  test.each(pages)('the commands of plomada that %s names are in its help', async (page) => {
    const help = await helpText()
    for (const [, name = ''] of read(page).matchAll(/(?:npm run (?:-s )?plomada --|`plomada) ([a-z]+)/g))
      expect(name === 'help' || help.includes(`plomada ${name}`), name).toBe(true)
  })

  test('the settings that are told of are those of the program, with their flags and defaults; its help has the same', async () => {
    const rows = read('server/OPERATING.md')
      .split('\n')
      .filter((line) => line.startsWith('| `PLOMADA_'))
    const told = (pattern: RegExp): string[] => rows.flatMap((row) => [...(row.split('|').slice(1, 3).join('|').match(pattern) ?? [])]).toSorted()
    const inProgram = new Set(
      readdirSync('server/config').flatMap((file) => [...read(join('server/config', file)).matchAll(/'(PLOMADA_\w+)'/g)].map(([, name]) => name)),
    )
    expect(told(/PLOMADA_\w+/g)).toEqual([...inProgram].toSorted())
    const flags = [...Object.keys(settings).filter((name) => name !== 'json'), 'lan', 'insecure-http'].map((name) => `--${name}`)
    expect(told(/--[\w-]+/g)).toEqual(flags.toSorted())
    const help = await helpText()
    expect(flags.filter((flag) => !help.includes(flag))).toEqual([])
    const config = readConfig({})
    const defaultOf = (name: string) => rows.find((row) => row.startsWith(`| \`${name}\``))?.split('|')[3]
    expect(defaultOf('PLOMADA_HOST')).toContain(config.host)
    expect(defaultOf('PLOMADA_PORT')).toContain(String(config.port))
    expect(defaultOf('PLOMADA_RATE')).toContain(String(config.ratePerMinute))
    expect(defaultOf('PLOMADA_AUDIT_DAYS')).toContain(String(config.auditDays))
  })

  test('decisions are numbered one after the other', () => {
    const numbers = [...read('server/DESIGN.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) => Number(number))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect(numbers.length).toBeGreaterThan(0)
  })

  test('the program says the version that package.json has', () => {
    expect(version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
  })

  test('the coverage page is current', () => {
    if (process.env['PLOMADA_TEST_KB'] !== undefined) return
    expect(coveragePage(realBase().meta.coverage as Coverage)).toBe(read('kb/COVERAGE.md'))
  })

  test('no document of the repository tells of a host to fetch packages from', () => {
    for (const page of [...pages, 'package.json', '.ci/run']) expect(read(page)).not.toMatch(/registry\.npmjs|deb\.debian/)
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http:/)
  })
})

/** The anchors of a document, as its readers make them from its headings. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

async function helpText(): Promise<string> {
  const lines: string[] = []
  await runCli(['help'], { environment: {}, out: (text) => lines.push(text), err: (text) => lines.push(text) })
  return lines.join('\n')
}
