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
 * Compiles the real knowledge base once for all tests. PLOMADA_TEST_KB names other sources, for working on the program while `kb/` is edited.
 * Temporary files of tests and of the programs they start are in one folder, which is deleted after the run.
 */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'plomada-test-'))
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  const packFile = join(folder, 'test.kb')
  writeCompiledBase(process.env['PLOMADA_TEST_KB'] ?? join(import.meta.dirname, '..', 'kb'), packFile)
  project.provide('packFile', packFile)
  // A store that a test left open may still sign the end of its audit while the folder is being deleted.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
