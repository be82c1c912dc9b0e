import { Worker } from 'node:worker_threads'
import { byPlace, compile } from './compile.ts'
import { type CasesInput, casesInput } from './pack-cases.ts'
import type { Problem } from './problem.ts'
import { type IndexedTexts, indexedTexts, type TextIndexes } from './text-indexes.ts'
import { tablesOf, writeTables } from './write.ts'

/**
 * Compiles the sources of a folder and writes the pack, unless a check fails. While the other checks run, the texts are indexed in one thread and the worked
 * examples run in another: on the tables of the pack, as a service reads them.
 */
export async function buildPack(root: string, file: string): Promise<ReturnType<typeof compile>> {
  // They load their programs while the sources are read.
  const threads = { index: openThread<IndexedTexts, TextIndexes>('./index-worker.ts'), cases: openThread<CasesInput, Problem[]>('./cases-worker.ts') }
  const close = () => Promise.all([threads.index.worker.terminate(), threads.cases.worker.terminate()])
  let begun: Begun | undefined
  const result = compile(root, {
    runsCases: false,
    onRead: (read) => {
      const indexes = threads.index.run(indexedTexts(read))
      const tables = tablesOf(read)
      begun = { tables, indexes, cases: threads.cases.run(casesInput(read, tables.serialize())) }
    },
  })
  if (result.compiled === undefined || begun === undefined) {
    await close()
    begun?.tables.close()
    return result
  }
  const problems = await begun.cases
  if (problems.length > 0) {
    await close()
    begun.tables.close()
    return { compiled: undefined, problems: problems.toSorted(byPlace) }
  }
  writeTables(begun.tables, { ...(await begun.indexes), sha256: result.compiled.sha256 }, file)
  await close()
  return result
}

/** What goes on while the checks run. */
interface Begun {
  readonly tables: ReturnType<typeof tablesOf>
  readonly indexes: Promise<TextIndexes>
  readonly cases: Promise<Problem[]>
}

/** Starts a thread of this folder, which answers one message. */
function openThread<Input, Result>(file: string): { readonly worker: Worker; run(input: Input): Promise<Result> } {
  const worker = new Worker(new URL(file, import.meta.url), { resourceLimits: { maxYoungGenerationSizeMb: 192 } })
  const result = new Promise<Result>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread ${file} ended with code ${code} before its result`)))
  })
  // After a failed check nobody waits for it.
  result.catch(() => undefined)
  return {
    worker,
    run(input) {
      worker.postMessage(input)
      return result
    },
  }
}
