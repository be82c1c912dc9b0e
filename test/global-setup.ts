import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { compile } from '../kb/compiler/compile.ts'
import { describe } from '../kb/compiler/problem.ts'
import { writePack } from '../kb/compiler/write.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    packFile: string
  }
}

/**
 * Compiles the real base once for all tests; PLOMADA_TEST_KB names other sources, to work on the program while the base is being edited.
 * Whatever tests and the programs they start leave among temporary files lies in one folder, which goes with the run.
 */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  const packFile = join(folder, 'test.kb')
  const { compiled, problems } = compile(process.env['PLOMADA_TEST_KB'] ?? join(import.meta.dirname, '..', 'kb'))
  if (compiled === undefined) throw new Error(`The knowledge base does not compile:\n${problems.slice(0, 20).map(describe).join('\n')}`)
  writePack(compiled, packFile)
  project.provide('packFile', packFile)
  return () => rmSync(folder, { recursive: true, force: true })
}
