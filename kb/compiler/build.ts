import { Worker } from 'node:worker_threads'
import { byPlace, compile, type ReadBase } from './compile.ts'
import { type CasesInput, casesInput } from './pack-cases.ts'
import type { Problem } from './problem.ts'
import { type IndexedTexts, indexedTexts, type TextIndexes } from './text-indexes.ts'
import { tablesOf, writeTables } from './write.ts'

/**
 * Compiles the sources of a folder and writes the pack, unless a check fails. While the other checks run, the texts are indexed in one thread and the worked
 * examples run in another: on the tables of the pack, as a service reads them.
 */
export async function buildPack(root: string, file: string): Promise<ReturnType<typeof compile>> {
  let begun: Begun | undefined
  const result = compile(root, {
    runsCases: false,
    onRead: (read) => {
      begun = begin(read)
    },
  })
  if (result.compiled === undefined || begun === undefined) {
    await begun?.stop()
    return result
  }
  const problems = await begun.cases
  if (problems.length > 0) {
    await begun.stop()
    return { compiled: undefined, problems: problems.toSorted(byPlace) }
  }
  writeTables(begun.tables, { ...(await begun.indexes), sha256: result.compiled.sha256 }, file)
  return result
}

/** What goes on while the checks run. */
interface Begun {
  readonly tables: ReturnType<typeof tablesOf>
  readonly indexes: Promise<TextIndexes>
  readonly cases: Promise<readonly Problem[]>
  stop(): Promise<void>
}

function begin(read: ReadBase): Begun {
  const index = inThread<IndexedTexts, TextIndexes>('./index-worker.ts', indexedTexts(read))
  const tables = tablesOf(read)
  const cases = inThread<CasesInput, readonly Problem[]>('./cases-worker.ts', casesInput(read, tables.serialize()))
  return {
    tables,
    indexes: index.result,
    cases: cases.result,
    async stop() {
      await Promise.all([index.worker.terminate(), cases.worker.terminate()])
      tables.close()
    },
  }
}

/** Starts a thread of this folder, which posts one result. */
function inThread<Input, Result>(file: string, workerData: Input): { readonly worker: Worker; readonly result: Promise<Result> } {
  const worker = new Worker(new URL(file, import.meta.url), { workerData })
  const result = new Promise<Result>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread ${file} ended with code ${code} before its result`)))
  })
  // After a failed check nobody waits for it.
  result.catch(() => undefined)
  return { worker, result }
}
