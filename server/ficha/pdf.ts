import { Worker } from 'node:worker_threads'
import type { Ficha } from './model.ts'

/** Most PDFs made at the same time; others wait. */
const mostWorkers = 2

let working = 0
const waiting: (() => void)[] = []

/** Makes the PDF of a ficha in a worker thread, so that other requests can be answered. The same ficha gives the same bytes. Rejects on a layout error. */
export async function fichaPdf(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  // The desktop has only one user, who waits anyway, and it is not proven that a worker starts from inside the packaged archive.
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
  // `.ts`, or `.js` in the built program.
  const file = new URL(`./pdf-worker${import.meta.url.slice(-3)}`, import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: ficha })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The PDF worker ended with code ${code} before it returned a document`)))
  })
}
