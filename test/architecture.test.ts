import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operations } from '../server/operations/index.ts'

/** Allowed imports by path prefix. The first matching prefix applies; everything else is forbidden. */
const allowed: readonly (readonly [string, readonly string[]])[] = [
  ['server/engine', ['server/engine']],
  ['server/kb', ['server/kb', 'server/engine', 'server/errors']],
  ['server/errors', ['server/errors']],
  ['server/config', ['server/config', 'server/errors', 'server/http/private-network', 'server/http/proxy']],
  ['server/access', ['server/access', 'server/errors']],
  ['server/batch', ['server/batch', 'server/engine', 'server/errors']],
  ['server/ficha', ['server/ficha', 'server/batch/csv', 'server/batch/write-xlsx', 'server/engine/unit-words', 'server/engine/spanish-day']],
  ['server/ask', ['server/ask', 'server/kb', 'server/engine']],
  ['server/certificate', ['server/certificate', 'server/access', 'server/engine', 'server/errors']],
  ['server/reader', ['server/reader']],
  [
    'server/library',
    [
      'server/library',
      'server/reader',
      'server/access',
      'server/kb/search-engine',
      'server/kb/search-index',
      'server/kb/text-analysis',
      'server/engine/fold',
      'server/batch/sheet-xml',
      'server/batch/zip-parts',
      'server/errors',
    ],
  ],
  ['server/hulc', ['server/hulc', 'server/kb/hulc-mapping', 'server/engine', 'server/errors']],
  ['server/ifc', ['server/ifc', 'server/reader', 'server/kb', 'server/engine', 'server/batch', 'server/errors']],
  ['server/packs', ['server/packs', 'server/access', 'server/kb', 'server/errors']],
  [
    'server/operations',
    [
      'server/operations',
      'server/errors',
      'server/engine',
      'server/kb',
      'server/ask',
      'server/access',
      'server/batch',
      'server/ficha',
      'server/ifc',
      'server/library',
      'server/reader',
      'server/packs',
      'server/certificate',
      'server/config/version',
      'server/http/network',
    ],
  ],
  ['server/http', ['server/http', 'server/access/durable-write', 'server/errors']],
  [
    'server/api',
    [
      'server/api',
      'server/operations',
      'server/errors',
      'server/engine',
      'server/kb',
      'server/ask',
      'server/access',
      'server/library',
      'server/packs',
      'server/http',
      'server/config/version',
    ],
  ],
  // What callers install: nothing of the server is in it.
  ['server/client', ['server/client']],
  ['server/workers', ['server/workers', 'server/errors']],
  ['server/commands', ['server']],
  ['server/usage', ['server/usage', 'server/operations', 'server/api/json-schema', 'server/errors']],
  // Puts the parts together.
  [
    'server/service',
    ['server/access', 'server/api', 'server/ask', 'server/config', 'server/errors', 'server/http', 'server/kb', 'server/library', 'server/packs'],
  ],
  ['server/cli', ['server']],
  ['server/main', ['server']],
  [
    'kb/compiler',
    [
      'kb/compiler',
      'server/engine',
      'server/kb/pack-schema',
      'server/kb/ifc-mapping',
      'server/kb/no-mapping',
      'server/kb/hulc-mapping',
      'server/kb/room-name',
      'server/kb/answer-index',
      'server/kb/word-vectors',
      'server/kb/text-analysis',
      'server/kb/search-index',
      'server/kb/search-engine',
      'server/packs/pack-file',
      'server/access/sha256',
    ],
  ],
  // The operations that read the base alone, run in a browser; no page imports them.
  ['renderer/offline', ['renderer/offline', 'server/api', 'server/operations', 'server/engine', 'server/kb', 'server/errors']],
  // Only types, the parser of typed numbers, the words for tables and units, the folding of names and the list of routes: see below.
  [
    'renderer',
    [
      'renderer',
      'server/api/trpc',
      'server/errors',
      'server/ifc/report-schema',
      'server/engine/typed-number',
      'server/engine/table-words',
      'server/engine/unit-words',
      'server/engine/fold',
      'server/api/page-routes',
    ],
  ],
  ['electron', ['electron', 'server']],
  // Measures with models that the tests' builder writes.
  ['scripts/bench', ['scripts', 'server', 'test/ifc/step-builder']],
  ['scripts', ['scripts', 'kb', 'server']],
]
const engineMayUse = ['fraction.js', 'zod']

const root = join(import.meta.dirname, '..')
const folders = ['server', 'kb/compiler', 'scripts', 'test', 'renderer', 'electron']
const files = folders.flatMap((folder) => {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name) && !entry.parentPath.includes('node_modules'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  } catch {
    return []
  }
})
const source = (file: string): string => readFileSync(join(root, file), 'utf8')

describe('architecture', () => {
  test('imports point one way', () => {
    const wrong = files
      .filter((file) => !file.startsWith('test/'))
      .flatMap((file) => {
        const mayImport = allowed.find(([prefix]) => file === `${prefix}.ts` || file.startsWith(`${prefix}/`))?.[1] ?? []
        return [...source(file).matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)].flatMap(([, target = '']) => {
          const path = relative(root, join(root, dirname(file), target)).replace(/\.(tsx?|mjs)$/, '')
          return mayImport.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ? [] : [`${file} → ${path}`]
        })
      })
    expect(wrong).toEqual([])
  })

  // These files have no imports, so they bring nothing else of the server into the pages.
  test('the pages import only types from the server, its parser of typed numbers, its words for tables and units, its folding of names and its routes', () => {
    for (const file of ['engine/typed-number', 'engine/table-words', 'engine/unit-words', 'engine/fold', 'api/page-routes'])
      expect(source(`server/${file}.ts`)).not.toMatch(/^import /m)
    const wrong = files
      .filter((file) => file.startsWith('renderer/') && !file.startsWith('renderer/offline/'))
      .flatMap((file) =>
        [
          ...source(file).matchAll(
            /^import (?!type ).*'(?:\.\.\/)+server\/(?!(?:engine\/(?:typed-number|table-words|unit-words|fold)|api\/page-routes)\.).*$/gm,
          ),
        ].map(([line]) => `${file}: ${line}`),
      )
    expect(wrong).toEqual([])
  })

  test('the engine is pure: no I/O, clock, randomness or await', () => {
    for (const file of files.filter((name) => name.startsWith('server/engine/'))) {
      const text = source(file)
      for (const [, name = ''] of text.matchAll(/from '([^.'][^']*)'/g)) expect(engineMayUse, `${file} imports ${name}`).toContain(name)
      expect(text, file).not.toMatch(/\bawait\b|\basync\b|Date\.now|new Date|Math\.random|process\.|node:/)
    }
  })

  test('every export is used by another file', () => {
    const words = new Map(files.map((file) => [file, new Set(source(file).match(/\w+/g))]))
    const unused = files.flatMap((file) =>
      [...source(file).matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)].flatMap(([, name = '']) =>
        files.some((other) => other !== file && words.get(other)?.has(name)) ? [] : [`${file}: ${name}`],
      ),
    )
    expect(unused).toEqual([])
  })

  test('every operation is in a file of its name', () => {
    const defined = files
      .filter((file) => file.startsWith('server/operations/'))
      .flatMap((file) => [...source(file).matchAll(/^export const (\w+) = (?:file)?[oO]peration\(/gm)].map(([, name = '']) => [file, name] as const))
    const fileOf = (name: string): string => `server/operations/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`
    expect(defined.filter(([file, name]) => file !== fileOf(name))).toEqual([])
    expect(defined.map(([, name]) => name).toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  test('only one file imports Electron', () => {
    expect(files.filter((file) => /from 'electron'/.test(source(file)) && !file.startsWith('test/'))).toEqual(['electron/main.ts'])
  })

  test('only the configuration reads the environment and the command line arguments', () => {
    const readers = files.filter((file) => /^(server|electron)\//.test(file) && /process\.(env|argv)/.test(source(file)))
    expect(readers).toEqual(['server/config/environment.ts'])
  })

  test('no file is over 400 lines, and the median is at most 80', () => {
    const generated = 'server/client/api.ts'
    const lengths = files.filter((file) => !file.startsWith('test/')).map((file) => source(file).split('\n').length - 1)
    const sorted = lengths.toSorted((left, right) => left - right)
    expect(files.filter((file) => file !== generated && source(file).split('\n').length - 1 > 400)).toEqual([])
    expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(80)
  })

  test('no any, no default export, no non-null assertion in sources', () => {
    const code = (file: string): string =>
      source(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .replace(/'[^'\n]*'|`[^`]*`/g, '')
    const wrong = files.filter((file) => !file.startsWith('test/') && /: any\b|<any>|as any\b|^export default/m.test(code(file)))
    expect(wrong).toEqual([])
  })

  test('every exported function has a doc comment', () => {
    const silent = files
      .filter((file) => file.startsWith('server/') || file.startsWith('kb/') || file.startsWith('renderer/') || file.startsWith('electron/'))
      .flatMap((file) => {
        const lines = source(file).split('\n')
        return lines.flatMap((line, index) =>
          /^export (async )?function /.test(line) && !/\*\/\s*$/.test(lines[index - 1] ?? '') ? [`${file}: ${line}`] : [],
        )
      })
    expect(silent).toEqual([])
  })
})
