import { parentPort, workerData } from 'node:worker_threads'
import { type IndexedTexts, indexTexts } from './text-indexes.ts'

// Indexes the texts in `workerData` and posts the indexes.
parentPort?.postMessage(indexTexts(workerData as IndexedTexts))
