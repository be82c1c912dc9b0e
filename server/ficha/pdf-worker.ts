import { parentPort, workerData } from 'node:worker_threads'
import type { Ficha } from './model.ts'
import { typeset } from './typeset.ts'

// Lays out the one ficha that it was started with, gives it back and ends.
const document = await typeset(workerData as Ficha)
parentPort?.postMessage(document, [document.buffer])
