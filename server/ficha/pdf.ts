import { Worker } from 'node:worker_threads'
import type { Letterhead } from './letterhead.ts'
import type { Ficha } from './model.ts'
import type { Printed } from './printed.ts'
import type { PrintedSheet } from './requirements-model.ts'

/** Most PDFs made at the same time; others wait. */
const mostWorkers = 2

let working = 0
const waiting: (() => void)[] = []

/** Makes the PDF of a ficha. The same ficha gives the same bytes. Rejects on a layout error. */
export function fichaPdf(ficha: Ficha): Promise<Uint8Array<ArrayBuffer>> {
  return printed({ kind: 'ficha', ficha })
}

/** Makes the PDF of the requirements of a building. The same requirements give the same bytes. Rejects on a layout error. */
export function requirementsPdf(sheet: PrintedSheet): Promise<Uint8Array<ArrayBuffer>> {
  return printed({ kind: 'requirements', sheet })
}

/** Makes a page with a letterhead. Rejects if its logo cannot be printed. */
export function letterheadPdf(office: Letterhead): Promise<Uint8Array<ArrayBuffer>> {
  return printed({ kind: 'letterhead', office })
}

/** Makes a PDF in a worker thread, so that other requests can be answered. */
async function printed(what: Printed): Promise<Uint8Array<ArrayBuffer>> {
  // The desktop has only one user, who waits anyway, and it is not proven that a worker starts from inside the packaged archive.
  if ('electron' in process.versions) return (await import('./typeset.ts')).typeset(what)
  if (working >= mostWorkers) await new Promise<void>((resolve) => waiting.push(resolve))
  working += 1
  try {
    return await inWorker(what)
  } finally {
    working -= 1
    waiting.shift()?.()
  }
}

function inWorker(what: Printed): Promise<Uint8Array<ArrayBuffer>> {
  // `.ts`, or `.js` in the built program.
  const file = new URL(`./pdf-worker${import.meta.url.slice(-3)}`, import.meta.url)
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { workerData: what })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The PDF worker ended with code ${code} before it returned a document`)))
  })
}
