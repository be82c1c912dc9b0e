import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPack } from '../kb/compiler/build.ts'
import { compareTable } from '../kb/compiler/compare-table.ts'
import { compile } from '../kb/compiler/compile.ts'
import { coverageOf } from '../kb/compiler/coverage.ts'
import { coveragePage } from '../kb/compiler/coverage-page.ts'
import { formatRules } from '../kb/compiler/format-block.ts'
import { startDocument } from '../kb/compiler/new-document.ts'
import { describe } from '../kb/compiler/problem.ts'
import { openSources } from '../kb/compiler/source-file.ts'
import { isCurrent } from '../kb/compiler/stale.ts'
import { stampReviewed } from '../kb/compiler/stamp-reviewed.ts'
import { territoryPages } from '../kb/compiler/territory-page.ts'
import { defaultPackFile } from '../server/config/defaults.ts'

/**
 * `kb build [--out file] [--if-stale]`, `check [--watch]`, `coverage`, `fmt`, `new collection/slug --title "…" --contents indice.csv`,
 * `reviewed file… [--rule id]… [--date day]`, `compare table.csv second.csv [--date day]`. `reviewed` marks rules as read a second time in the
 * official text, by default today; `compare` a table, where a second transcription agrees with it. Each command accepts `--from folder` for other sources. If the sources have errors, lists each with its file and line and exits with 1.
 */
const [command = 'build', ...rest] = process.argv.slice(2)
const option = (name: string): string | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
const root = option('--from') ?? join(import.meta.dirname, '..', 'kb')

if (command === 'fmt') format()
else if (command === 'new') createDocument()
else if (command === 'reviewed') markReviewed()
else if (command === 'compare') compareReadings()
else if (command === 'check' && rest.includes('--watch')) watchAndCheck()
else if (!(rest.includes('--if-stale') && isCurrent(root, defaultPackFile))) await run()

/** Compiles the sources, reports every error, and writes the output of the command. */
async function run(): Promise<void> {
  const started = performance.now()
  const file = option('--out') ?? defaultPackFile
  const { compiled, problems } = command === 'build' ? await buildPack(root, file) : compile(root)
  for (const problem of problems) console.error(`kb/${describe(problem)}`)
  if (compiled === undefined) {
    console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: nothing was written`)
    process.exitCode = 1
  } else if (command === 'build') {
    console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256} in ${Math.round(performance.now() - started)} ms → ${file}`)
  } else if (command === 'coverage') {
    const pages = new Map([['COVERAGE.md', coveragePage(coverageOf(compiled))], ...territoryPages(compiled)])
    mkdirSync(join(root, 'geo/territorios'), { recursive: true })
    for (const [file, page] of pages) writeFileSync(join(root, file), page)
    console.log(`kb/COVERAGE.md and ${pages.size - 1} pages of kb/geo/territorios written`)
  } else console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256}: every check passes`)
}

/** Checks now and after every change until the process is stopped. */
function watchAndCheck(): void {
  void run()
  let waiting: NodeJS.Timeout | undefined
  watch(root, { recursive: true }, () => {
    clearTimeout(waiting)
    waiting = setTimeout(() => void run(), 200)
  })
}

function format(): void {
  const sources = openSources(root)
  const changed = sources.list('normativa', '.md').filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const formatted = formatRules(text)
    if (formatted !== text) writeFileSync(join(root, file), formatted)
    return formatted !== text
  })
  console.log(changed.length === 0 ? 'every rule is already formatted' : changed.map((file) => `kb/${file}`).join('\n'))
}

function createDocument(): void {
  const [collection = '', slug = ''] = (rest[0] ?? '').split('/')
  const title = option('--title')
  const contents = option('--contents')
  if (collection === '' || slug === '' || title === undefined || contents === undefined) {
    console.error('expected: kb new collection/slug --title "…" --contents indice.csv')
    process.exitCode = 2
    return
  }
  try {
    for (const file of startDocument(root, { collection, slug, title, contents: readFileSync(contents, 'utf8') })) console.log(`kb/${file}`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}

function markReviewed(): void {
  const { files, date, rules } = readingOf(rest)
  if (files.length === 0) {
    console.error('expected: kb reviewed file… [--rule id]… [--date 2026-11-22]')
    process.exitCode = 2
    return
  }
  orFail(() => {
    const marked = stampReviewed(root, { files, rules, date })
    console.log(`${marked.length} ${marked.length === 1 ? 'rule' : 'rules'} marked as read on ${date}: ${marked.join(', ')}`)
  })
}

function compareReadings(): void {
  const { files, date, given } = readingOf(rest)
  const [file, second] = [files[0], given[1]]
  if (file === undefined || second === undefined) {
    console.error('expected: kb compare table.csv second.csv [--date 2026-11-22]')
    process.exitCode = 2
    return
  }
  orFail(() => {
    const differences = compareTable(root, { file, second, date })
    for (const line of differences) console.error(line)
    if (differences.length > 0) process.exitCode = 1
    else console.log(`kb/${file}: both transcriptions agree`)
  })
}

/** The files of a command by their path in the base, as given too, and its day. No files where the day is none. */
function readingOf(args: string[]): { readonly files: string[]; readonly given: string[]; readonly rules: string[]; readonly date: string } {
  const { values, positionals } = parseArgs({
    args,
    options: { rule: { type: 'string', multiple: true, default: [] }, date: { type: 'string' }, from: { type: 'string' } },
    allowPositionals: true,
  })
  const files = positionals.map((file) => relative(root, existsSync(file) ? resolve(file) : join(root, file)).replaceAll('\\', '/'))
  const date = values.date ?? new Date().toISOString().slice(0, 10)
  return { files: /^\d{4}-\d\d-\d\d$/.test(date) ? files : [], given: positionals, rules: values.rule, date }
}

function orFail(act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
