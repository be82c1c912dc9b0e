import { parentPort, workerData } from 'node:worker_threads'
import { type CasesInput, runCases } from './pack-cases.ts'

// Runs the worked examples in `workerData` and posts what is wrong.
parentPort?.postMessage(runCases(workerData as CasesInput))
