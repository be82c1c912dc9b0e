import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { compile } from '../../../kb/compiler/compile.ts'
import { describe } from '../../../kb/compiler/problem.ts'

/** The sources that the tests use. */
export const sources = process.env['PLOMADA_TEST_KB'] ?? 'kb'

/** A knowledge base in a temporary folder: the real geography of the given provinces, without documents. Deleted after the test. */
export function makeBase(provinces: readonly string[] = ['01', '28']): string {
  const root = mkdtempSync(join(tmpdir(), 'plomada-import-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of filesOf(provinces.join())) {
    mkdirSync(join(root, file, '..'), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const made = new Map<string, ReadonlyMap<string, string>>()

/** Cached, because many tests make the same base. */
function filesOf(provinces: string): ReadonlyMap<string, string> {
  const known = made.get(provinces)
  if (known !== undefined) return known
  const files = new Map([['pack.yaml', 'id: prueba\nversion: "1"\nreference_date: "2026-11-21"\n']])
  for (const folder of ['geo', 'vocabulary']) {
    for (const entry of readdirSync(join(sources, folder), { withFileTypes: true }).filter(
      (one) => one.isFile() && !/^(?:distinct|everyday|near-synonyms|thresholds|building)/.test(one.name),
    )) {
      // Without the documents its lines would be of no use.
      const text = readFileSync(join(sources, folder, entry.name), 'utf8')
      const isCut = entry.name.endsWith('.csv') && !/^(?:comunidades|normativa)/.test(entry.name)
      const isKept = (line: string, index: number): boolean => index === 0 || provinces.includes(line.slice(0, 2))
      files.set(`${folder}/${entry.name}`, isCut ? text.split('\n').filter(isKept).join('\n') : text)
    }
  }
  made.set(provinces, files)
  return files
}

/** The rows of the municipalities of a base, by code. */
export function municipalities(root: string): Map<string, string> {
  const lines = readFileSync(join(root, 'geo/municipios.csv'), 'utf8').trim().split('\n').slice(1)
  return new Map(lines.map((line) => [line.slice(0, 5), line]))
}

/** The compile errors of a base. */
export function compileErrors(root: string): string[] {
  return compile(root).problems.map(describe)
}

/** All files of a base, to compare before and after. */
export function snapshot(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(files.map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), 'base64')]))
}
