import { Worker } from 'node:worker_threads'
import type { Ficha } from './model.ts'

/** So many are laid out at once; the others wait their turn. */
const mostWorkers = 2

let working = 0
const waiting: (() => void)[] = []

/** A ficha as a PDF, laid out beside the service so that others are answered meanwhile. The same ficha gives the same bytes. Rejects with what the layout throws. */
export async function fichaPdf(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  // The desktop has one user, who waits for it; a worker out of its archive is not known to start.
  if ('electron' in process.versions) return (await import('./typeset.ts')).typeset(ficha)
  if (working >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve))
  working += 1
  try {
    return await inWorker(ficha)
  } finally {
    working -= 1
    waiting.shift()?.()
  }
}

function inWorker(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  // Compiled for the desktop it is JavaScript.
  const file = new URL(`./pdf-worker${import.meta.url.slice(-3)}`, import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: ficha })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The layout of a ficha ended with ${code} and no document`)))
  })
}
