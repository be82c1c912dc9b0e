import { parentPort, workerData } from 'node:worker_threads'
import type { Ficha } from './model.ts'
import { typeset } from './typeset.ts'

// Makes the PDF of the ficha in `workerData`, posts it and ends.
const document = await typeset(workerData as Ficha)
parentPort?.postMessage(document, [document.buffer])
