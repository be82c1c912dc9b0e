import { parentPort } from 'node:worker_threads'
import { type CasesInput, runCases } from './pack-cases.ts'

// Runs the worked examples that it is sent and posts what is wrong.
parentPort?.once('message', (input: CasesInput) => parentPort?.postMessage(runCases(input)))
