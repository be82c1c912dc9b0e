import { parentPort } from 'node:worker_threads'
import { type IndexedTexts, indexTexts } from './text-indexes.ts'

// Indexes the texts that it is sent and posts the indexes.
parentPort?.once('message', (texts: IndexedTexts) => parentPort?.postMessage(indexTexts(texts)))
