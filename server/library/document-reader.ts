import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { buildIndex, type StoredIndex } from '../kb/search-index.ts'
import { readerPort } from '../reader/port.ts'
import { indexedPage } from './index-pages.ts'
import { docxLines } from './text/docx-lines.ts'
import { type Division, decodeText, partsOf, plainPages } from './text/plain-pages.ts'
import type { Format, ReadPage } from './text/read-page.ts'

/** What the parent asks for. */
export interface DocumentRequest {
  readonly file: string
  readonly format: Format
  /** Most bytes of memory that the process may take; over it, the process ends itself. */
  readonly mostMemory: number
  readonly mostPages: number
}

/** Why a document cannot be read, as far as the child can tell. */
export type DocumentFailure = 'encrypted' | 'unreadable' | 'too-many-pages'

/** What the child answers: the number of pages if it is known, each page, the search index; or why there is none. */
export type DocumentAnswer =
  | { readonly kind: 'opened'; readonly pages: number }
  | { readonly kind: 'page'; readonly page: ReadPage }
  | { readonly kind: 'indexing' }
  | { readonly kind: 'done'; readonly division: Division; readonly index: StoredIndex }
  | { readonly kind: 'failed'; readonly reason: DocumentFailure; readonly detail: string }

/** Ends the process when it takes too much memory. As text, because no worker starts from a file inside the archive of the desktop for certain. */
const memoryWatch = `
const { workerData } = require('node:worker_threads')
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL')
}, 25)`

const port = readerPort()
port.onRequest((message) => {
  // The one border: the parent is the same program.
  const request = message as DocumentRequest
  // In a thread of its own, because a hostile document can hold this one.
  new Worker(memoryWatch, { eval: true, workerData: request.mostMemory }).unref()
  answer(request).then(
    (last) => port.finish(last),
    (error: unknown) => port.finish(failureOf(error)),
  )
})
// Reading a document must not slow the service down.
setPriority(10)

async function answer(request: DocumentRequest): Promise<DocumentAnswer> {
  const tell = (one: DocumentAnswer): void => port.tell(one)
  const pages: ReadPage[] = []
  const add = (page: ReadPage): void => {
    pages.push(page)
    tell({ kind: 'page', page })
  }
  const division = await readInto(request, add, (count) => {
    if (count > request.mostPages) throw new TooManyPages(String(count))
    tell({ kind: 'opened', pages: count })
  })
  tell({ kind: 'indexing' })
  const index = buildIndex(pages.filter(({ content }) => content === 'text').map(indexedPage), 'typed')
  return { kind: 'done', division, index }
}

async function readInto({ file, format }: DocumentRequest, add: (page: ReadPage) => void, opened: (pages: number) => void): Promise<Division> {
  const bytes = new Uint8Array(readFileSync(file))
  if (format === 'pdf') {
    const { readPdfPages } = await import('./text/pdf-pages.ts')
    await readPdfPages(bytes, { opened, page: add })
    return 'page'
  }
  const { division, pages } =
    format === 'docx' ? { division: 'part' as const, pages: partsOf(docxLines(bytes)) } : plainPages(decodeText(bytes) ?? fail())
  opened(pages.length)
  for (const page of pages) add(page)
  return division
}

class TooManyPages extends Error {}

function fail(): never {
  throw new RangeError('it is no text')
}

function failureOf(error: unknown): DocumentAnswer {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  const reason = error instanceof TooManyPages ? 'too-many-pages' : name === 'PasswordException' ? 'encrypted' : 'unreadable'
  return { kind: 'failed', reason, detail: message.slice(0, 300) }
}
