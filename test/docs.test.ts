import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile } from '../kb/compiler/compile.ts'
import type { Coverage } from '../kb/compiler/coverage.ts'
import { coveragePage } from '../kb/compiler/coverage-page.ts'
import { territoryPages } from '../kb/compiler/territory-page.ts'
import { runCli } from '../server/cli.ts'
import { settings } from '../server/commands/terminal.ts'
import { readConfig } from '../server/config/config.ts'
import { version } from '../server/config/version.ts'
import { verify } from '../server/operations/verify.ts'
import { commandNames } from '../server/usage/usages.ts'
import { type Json, realBase, startService } from './service.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = [
  'README.md',
  'server/README.md',
  'server/OPERATING.md',
  'server/DESIGN.md',
  'server/BENCHMARKS.md',
  'server/CHANGELOG.md',
  'server/SECURITY.md',
  'kb/README.md',
  'renderer/README.md',
  'electron/README.md',
]

describe('documents', () => {
  test('the top level of the repository has only the agreed entries', () => {
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

  test.each(pages)('the links of %s are not broken', (page) => {
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

  test.each(pages)('the anchors that %s links to exist', (page) => {
    for (const [, file = '', anchor = ''] of read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)) {
      const target = file === '' ? page : join(dirname(page), file)
      expect(headingsOf(target), `${target}#${anchor}`).toContain(anchor)
    }
  })

  test.each(pages)('the files that %s names exist', (page) => {
    const named = [...read(page).matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|md|json|yml))`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !existsSync(name) && !existsSync(join(dirname(page), name)) && !/^(?:packs|tls|keys)\//.test(name))).toEqual([])
  })

  test.each(pages)('the commands of plomada that %s names are in its help', async (page) => {
    const help = await helpText()
    for (const [, name = ''] of read(page).matchAll(/(?:npm run (?:-s )?plomada --|`plomada) ([a-z]+)/g))
      expect(name === 'help' || help.includes(`plomada ${name}`), name).toBe(true)
  })

  test('the documented settings are those of the program, with their flags and defaults, and so are those of its help', async () => {
    const rows = read('server/OPERATING.md')
      .split('\n')
      .filter((line) => line.startsWith('| `PLOMADA_'))
    const told = (pattern: RegExp): string[] => rows.flatMap((row) => [...(row.split('|').slice(1, 3).join('|').match(pattern) ?? [])]).toSorted()
    const inProgram = new Set(
      readdirSync('server/config').flatMap((file) => [...read(join('server/config', file)).matchAll(/'(PLOMADA_\w+)'/g)].map(([, name]) => name)),
    )
    expect(told(/PLOMADA_\w+/g)).toEqual([...inProgram].toSorted())
    const flags = [...Object.keys(settings).filter((name) => name !== 'json' && name !== 'color'), 'lan', 'insecure-http'].map((name) => `--${name}`)
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

  test('each decision is under a listed topic and states its cost', () => {
    const [beginning = '', ...topics] = read('server/DESIGN.md').split(/^## /m)
    for (const topic of topics) {
      const [title = '', ...decisions] = topic.split(/^### /m)
      expect(beginning).toContain(`](#${anchorOf(title.trim())})`)
      expect(decisions.length, title).toBeGreaterThan(0)
      for (const decision of decisions) expect(decision.trimEnd().split('\n').at(-1), decision.split('\n')[0]).toMatch(/^Cost: .+\.$/)
    }
    expect(topics.length).toBeGreaterThan(0)
  })

  test('every decision has its own anchor', () => {
    const anchors = headingsOf('server/DESIGN.md')
    expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([])
  })

  test('no source or document refers to a decision by a number', () => {
    const sources = ['server', 'kb/compiler', 'renderer', 'electron', 'scripts', 'test'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(tsx?|mjs|css)$/.test(name) && !name.includes('node_modules'))
        .map((name) => join(folder, name)),
    )
    expect([...pages, ...sources].filter((file) => /\bDESIGN(?:\.md)?`?\)?,? (?:no\. )?\d|\bdecisions? \d/.test(read(file)))).toEqual([])
  })

  test('the picture of the README is a palette PNG from its script, under 100 kB', () => {
    const picture = /!\[[^\]]+\]\(([^)]+)\)/.exec(read('README.md'))?.[1] ?? ''
    expect(read('scripts/picture.ts')).toContain(picture.split('/').at(-1))
    const png = readFileSync(picture)
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png[25], 'type of colour').toBe(3)
    expect(png.length).toBeLessThan(100_000)
  })

  test('the README shows the first example of verify with its real answer', async () => {
    const readme = read('README.md')
    const body = JSON.parse(/-d '(\{[^']+\})'/.exec(readme)?.[1] ?? '') as unknown
    expect(body).toEqual(verify.examples['cubierta'])
    const answer = (await (await startService().post('/api/v1/verify', body)).json()) as Json
    const [, shown = ''] = /```jsonc\n([\s\S]*?)```/.exec(readme) ?? []
    for (const field of ['is_compliant', 'result_status', 'provided_value', 'limit_value', 'unit'])
      expect(shown).toContain(`"${field}": ${JSON.stringify(answer[field])}`)
    for (const { code_slug, section, version: edition } of answer['sources'] as Json[])
      expect(shown).toContain(`"code_slug": "${code_slug}", "section": "${section}", "version": "${edition}"`)
    expect(shown).toContain(`"climate_zone": "${(answer['geo_context'] as Json)['climate_zone']}"`)
  })

  test('the changelog begins with the current version', () => {
    expect(/^## (\S+?),/m.exec(read('server/CHANGELOG.md'))?.[1]).toBe(version)
  })

  test('the program reports the version of package.json', () => {
    expect(version).toBe((JSON.parse(read('package.json')) as { version: string }).version)
  })

  test('the coverage page is current', () => {
    if (process.env['PLOMADA_TEST_KB'] !== undefined) return
    expect(coveragePage(realBase().meta.coverage as Coverage)).toBe(read('kb/COVERAGE.md'))
  })

  test('the pages of the territories are current', () => {
    const { compiled } = compile('kb')
    const pages = [...(compiled === undefined ? [] : territoryPages(compiled))]
    expect(pages).toHaveLength(19)
    for (const [file, page] of pages) expect(read(`kb/${file}`), file).toBe(page)
  })

  test('no document names a package mirror', () => {
    for (const page of [...pages, 'package.json', '.ci/run']) expect(read(page)).not.toMatch(/registry\.npmjs|deb\.debian/)
    expect(read('package-lock.json')).not.toMatch(/"resolved": "http:/)
  })
})

/** The anchors that Markdown viewers make from the headings of a document. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** The help of every command. */
async function helpText(): Promise<string> {
  const lines: string[] = []
  for (const name of commandNames)
    await runCli([name, '--help'], { environment: {}, out: (text) => lines.push(text), err: (text) => lines.push(text) })
  return lines.join('\n')
}
