import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

interface Locked {
  readonly license?: string
  readonly dev?: boolean
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Readonly<Record<string, Locked>> }

/** Licences of libraries that are inside the program or beside it. */
const shipped = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', '(MIT AND Zlib)', 'PSF-2.0']
/** Besides, those of tools that are in no package: any that lets us use them. */
const tools = ['MPL-2.0', 'Python-2.0', 'Unlicense', 'WTFPL', 'MIT OR Apache-2.0', '(MIT OR CC0-1.0)', '(WTFPL OR MIT)', 'WTFPL OR ISC']
/** Looked at one by one: a typeface, a library used unchanged as a file of its own, and two whose licence is a file. */
const exceptions: Readonly<Record<string, string>> = {
  'node_modules/@ibm/plex-sans': 'OFL-1.1',
  'node_modules/web-ifc': 'MPL-2.0',
  'node_modules/png-js': 'LICENSE',
  'node_modules/reserved': 'LICENSE-MIT',
}

describe('licences', () => {
  test('of every package are known, and of those shipped let us ship them', () => {
    const wrong = Object.entries(packages).filter(([name, { license, dev }]) => {
      if (name === '' || name in exceptions) return false
      return license === undefined || !(dev === true ? [...shipped, ...tools] : shipped).includes(license)
    })
    expect(wrong).toEqual([])
  })

  test('of the exceptions are still what they were', () => {
    for (const [name, expected] of Object.entries(exceptions)) {
      const { license } = packages[name] ?? {}
      if (license !== undefined) expect(license, name).toBe(expected)
      else expect(readFileSync(join(name, expected), 'utf8'), name).toMatch(/MIT/)
    }
  })

  test('of the libraries inside the built pages and program are in a file beside them', () => {
    const [pages, program] = ['pages', 'program'].map((name) => mkdtempSync(join(tmpdir(), `plomada-${name}-`)))
    for (const [script, out] of [
      ['scripts/pages.ts', pages],
      ['scripts/program.mjs', program],
    ] as const)
      execFileSync(process.execPath, [script, 'build', '--out', out ?? ''], { stdio: 'ignore' })
    const noticed = [readFileSync(join(pages ?? '', 'assets', 'licencias.txt'), 'utf8'), readFileSync(join(program ?? '', 'licencias.txt'), 'utf8')]
    for (const [at, names] of [
      ['react', 'react-aria-components', '@tanstack/react-query'],
      ['hono', 'zod', 'fraction.js'],
    ].entries())
      for (const name of names) expect(noticed[at], name).toContain(`## ${name} - `)
    expect(noticed.every((text) => text.includes('Permission is hereby granted'))).toBe(true)
    expect(readdirSync(join(pages ?? '', 'assets'))).toContain('IBM-Plex-Sans-OFL.txt')
  }, 120_000)
})
