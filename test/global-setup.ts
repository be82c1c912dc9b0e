import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { writeCompiledBase } from './compiled-base.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    packFile: string
  }
}

/**
 * Makes the pack of the real base once for all tests; PLOMADA_TEST_KB names other sources, to work on the program while the base is being edited.
 * Whatever tests and the programs they start leave among temporary files lies in one folder, which goes with the run.
 */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  const packFile = join(folder, 'test.kb')
  writeCompiledBase(process.env['PLOMADA_TEST_KB'] ?? join(import.meta.dirname, '..', 'kb'), packFile)
  project.provide('packFile', packFile)
  return () => rmSync(folder, { recursive: true, force: true })
}
