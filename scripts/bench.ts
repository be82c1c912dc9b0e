import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { defaultPackFile } from '../server/config/defaults.ts'
import { growth } from './bench/growth.ts'
import { inProcess } from './bench/in-process.ts'
import { readModels } from './bench/models.ts'
import { overHttp } from './bench/over-http.ts'
import { packInstall } from './bench/pack-install.ts'
import { readsOverHttp } from './bench/reads.ts'
import { isMet, machine, type Row, tableHead, tableLine } from './bench/row.ts'
import { searchOverHttp } from './bench/search-http.ts'
import { starts } from './bench/start.ts'

/**
 * `npm run bench [-- [--json] [pack]]` measures opening, verify, ask, search, starts, verify and reads over HTTP, models, installing and compiling the base, and growth, beside bare programs
 * that take turns with ours so that the ratios are fair. Says which targets are not met. Not a test.
 */
const [packFile = defaultPackFile] = process.argv.slice(2).filter((one) => one !== '--json')
const root = join(import.meta.dirname, '..')

function run(file: string, args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [join(root, file), ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${file} ended with ${status}`)
}

function compiling(): Row {
  const started = performance.now()
  run('scripts/kb.ts', ['build', '--out', join(root, '.cache', 'bench.kb')])
  return { name: '`npm run kb:build`', value: performance.now() - started, unit: 'ms', atMost: 8000 }
}

run('scripts/program.mjs', ['build', '--if-stale'])
const program = join(root, '.cache', 'program', 'main.js')
const parts: readonly (() => readonly Row[] | Promise<readonly Row[]>)[] = [
  () => inProcess(packFile),
  () => starts(packFile, program),
  () => overHttp(packFile),
  () => readsOverHttp(packFile),
  () => searchOverHttp(packFile),
  () => readModels(),
  () => packInstall(packFile),
  () => growth(packFile),
  () => [compiling()],
]
const isJson = process.argv.includes('--json')
const rows: Row[] = []
if (!isJson) console.log(tableHead())
for (const part of parts) {
  const measured = await part()
  rows.push(...measured)
  // A run takes minutes: each part is there once it is measured.
  if (!isJson) for (const row of measured) console.log(tableLine(row))
}
if (isJson) console.log(JSON.stringify({ ...machine(), rows: rows.map((row) => ({ ...row, is_met: isMet(row) })) }, null, 2))
else {
  const missed = rows.filter((row) => isMet(row) === false)
  console.log(missed.length === 0 ? '\nEvery target is met.' : `\nNot met: ${missed.map(({ name }) => name).join('; ')}.`)
}
