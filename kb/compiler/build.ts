import { Worker } from 'node:worker_threads'
import { compile } from './compile.ts'
import { indexedTexts, type ReadTexts, type TextIndexes } from './text-indexes.ts'
import { writePack } from './write.ts'

/** Compiles the sources of a folder and writes the pack, unless a check fails. The texts are indexed in a thread of their own while the checks run. */
export async function buildPack(root: string, file: string): Promise<ReturnType<typeof compile>> {
  let indexing: { readonly worker: Worker; readonly indexes: Promise<TextIndexes> } | undefined
  const result = compile(root, (read) => {
    indexing = indexInThread(read)
  })
  if (result.compiled === undefined || indexing === undefined) {
    await indexing?.worker.terminate()
    return result
  }
  writePack(result.compiled, file, await indexing.indexes)
  return result
}

function indexInThread(read: ReadTexts): { readonly worker: Worker; readonly indexes: Promise<TextIndexes> } {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), { workerData: indexedTexts(read) })
  const indexes = new Promise<TextIndexes>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The thread that indexes texts ended with code ${code} before it returned them`)))
  })
  // After a failed check nobody waits for it.
  indexes.catch(() => undefined)
  return { worker, indexes }
}
