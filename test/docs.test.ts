import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Coverage, coveragePage } from '../kb/compiler/coverage.ts'
import { readConfig } from '../server/config.ts'
import { version } from '../server/version.ts'
import { realBase } from './service.ts'

const read = (file: string): string => readFileSync(file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
const pages = ['README.md', 'server/README.md', 'server/DESIGN.md', 'server/SECURITY.md', 'kb/README.md', 'renderer/README.md', 'electron/README.md']

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

  test('the settings in the README are those of the program, with their defaults', () => {
    const config = readConfig({})
    const row = (name: string) =>
      read('README.md')
        .split('\n')
        .find((line) => line.startsWith(`| \`${name}\``)) ?? ''
    expect(row('PLOMADA_HOST')).toContain(config.host)
    expect(row('PLOMADA_PORT')).toContain(String(config.port))
    expect(row('PLOMADA_RATE')).toContain(String(config.ratePerMinute))
    for (const [, name = ''] of read('server/config.ts').matchAll(/'(PLOMADA_\w+)'/g)) expect(read('README.md'), name).toContain(name)
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
