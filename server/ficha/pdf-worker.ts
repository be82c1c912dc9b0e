import { parentPort, workerData } from 'node:worker_threads'
import type { Printed } from './printed.ts'
import { typeset } from './typeset.ts'

// Makes the PDF of what is in `workerData`, posts it and ends.
const document = await typeset(workerData as Printed)
parentPort?.postMessage(document, [document.buffer])
