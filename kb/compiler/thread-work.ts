import { parentPort, workerData } from 'node:worker_threads'
import { readApart } from './read-apart.ts'
import { openSources } from './source-file.ts'
import { type IndexedTexts, indexTexts } from './text-indexes.ts'
import type { Answered, Started } from './thread.ts'

// Reads what stands apart, then indexes the texts that it is given.
const { root } = workerData as Started
const sources = openSources(root)
answer({ kind: 'apart', apart: readApart(sources), texts: sources.texts, problems: sources.problems })

parentPort?.on('message', (texts: IndexedTexts) => answer({ kind: 'indexes', indexes: indexTexts(texts) }))

function answer(answered: Answered): void {
  parentPort?.postMessage(answered)
}
