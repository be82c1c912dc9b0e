import { Worker } from 'node:worker_threads'
import type { Problem } from './problem.ts'
import type { ReadApart } from './read-apart.ts'
import type { SourceFolder } from './source-file.ts'
import type { IndexedTexts, TextIndexes } from './text-indexes.ts'

/** What the second thread is started with. */
export interface Started {
  readonly root: string
}

/** What it answers: first what it read by itself. */
export type Answered =
  | { readonly kind: 'apart'; readonly apart: ReadApart; readonly texts: ReadonlyMap<string, string>; readonly problems: readonly Problem[] }
  | { readonly kind: 'indexes'; readonly indexes: TextIndexes }

/** The second thread of a build. */
export interface Thread {
  /** What it read; its files and problems are added to those of `sources`. */
  apart(sources: SourceFolder): Promise<ReadApart>
  index(texts: IndexedTexts): void
  indexes(): Promise<TextIndexes>
  stop(): Promise<unknown>
}

/** Starts the second thread, which begins to read. */
export function startThread(root: string): Thread {
  const worker = new Worker(new URL('./build-thread.ts', import.meta.url), { workerData: { root } satisfies Started })
  const answer = answersOf(worker)
  const [apart, indexes] = [answer('apart'), answer('indexes')]
  return {
    async apart(sources) {
      const read = await apart
      for (const [file, text] of read.texts) sources.texts.set(file, text)
      for (const { file, line, message, column } of read.problems) sources.report(file, line, message, column)
      return read.apart
    },
    index: (texts) => worker.postMessage(texts),
    indexes: async () => (await indexes).indexes,
    stop: () => worker.terminate(),
  }
}

function answersOf(worker: Worker) {
  return <Kind extends Answered['kind']>(kind: Kind): Promise<Extract<Answered, { kind: Kind }>> => {
    const answer = new Promise<Extract<Answered, { kind: Kind }>>((resolve, reject) => {
      worker.on('message', (one: Answered) => {
        if (isOf(one, kind)) resolve(one)
      })
      worker.once('error', reject)
      worker.once('exit', (code) => reject(new Error(`The second thread of the build ended with code ${code} before it answered "${kind}"`)))
    })
    // After a failed check nobody waits for it.
    answer.catch(() => undefined)
    return answer
  }
}

function isOf<Kind extends Answered['kind']>(one: Answered, kind: Kind): one is Extract<Answered, { kind: Kind }> {
  return one.kind === kind
}
