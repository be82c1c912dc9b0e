import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../kb/compiler/compile.ts'
import { coverageOf, coveragePage } from '../kb/compiler/coverage.ts'
import { describe } from '../kb/compiler/problem.ts'
import { isCurrent } from '../kb/compiler/stale.ts'
import { writePack } from '../kb/compiler/write.ts'
import { defaultPackFile } from '../server/config/defaults.ts'

/** `kb build [--out file] [--if-stale] | check | coverage`, each with `--from folder` for other sources: exits 1 and lists every fault by file and line where the sources do not pass. */
const [command = 'build', ...rest] = process.argv.slice(2)
const option = (name: string): string | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined)
const root = option('--from') ?? join(import.meta.dirname, '..', 'kb')
const started = performance.now()
if (rest.includes('--if-stale') && isCurrent(root, defaultPackFile)) process.exit(0)
const { compiled, problems } = compile(root)
for (const problem of problems) console.error(`kb/${describe(problem)}`)
if (compiled === undefined) {
  console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: nothing was written`)
  process.exitCode = 1
} else if (command === 'build') {
  const file = option('--out') ?? defaultPackFile
  writePack(compiled, file)
  console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256} in ${Math.round(performance.now() - started)} ms → ${file}`)
} else if (command === 'coverage') {
  writeFileSync(join(root, 'COVERAGE.md'), coveragePage(coverageOf(compiled)))
  console.log('kb/COVERAGE.md written')
} else console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256}: every check passes`)
