import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../kb/compiler/compile.ts'
import { coverageOf, coveragePage } from '../kb/compiler/coverage.ts'
import { describe } from '../kb/compiler/problem.ts'
import { writePack } from '../kb/compiler/write.ts'
import { defaultPackFile } from '../server/config.ts'

/** `kb build [--out file] | check | coverage`: exits 1 and lists every fault by file and line where the sources do not pass. */
const root = join(import.meta.dirname, '..', 'kb')
const [command = 'build', ...rest] = process.argv.slice(2)
const started = performance.now()
const { compiled, problems } = compile(root)
for (const problem of problems) console.error(`kb/${describe(problem)}`)
if (compiled === undefined) {
  console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: nothing was written`)
  process.exitCode = 1
} else if (command === 'build') {
  const file = rest[0] === '--out' && rest[1] !== undefined ? rest[1] : defaultPackFile
  writePack(compiled, file)
  console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256} in ${Math.round(performance.now() - started)} ms → ${file}`)
} else if (command === 'coverage') {
  writeFileSync(join(root, 'COVERAGE.md'), coveragePage(coverageOf(compiled)))
  console.log('kb/COVERAGE.md written')
} else console.log(`${compiled.id} ${compiled.version} sha256 ${compiled.sha256}: every check passes`)
