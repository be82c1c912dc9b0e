import type { Text } from '../errors/language.ts'
import type { StoredIndex } from '../kb/search-index.ts'
import { forkReader, type StartReader } from '../reader/child.ts'
import { watchSilence } from '../reader/silence.ts'
import { mib } from './check-document.ts'
import type { DocumentAnswer, DocumentRequest } from './document-reader.ts'
import { LibraryError } from './library-error.ts'
import { documentReaderScript } from './reader-script.ts'
import type { Division } from './text/plain-pages.ts'
import type { Format, ReadPage } from './text/read-page.ts'

/** How much a document may cost. */
export interface DocumentLimits {
  readonly mostBytes: number
  readonly mostPages: number
  readonly mostMemory: number
  readonly mostMs: number
  /** Longest work without a page: a hostile page can hold the library for ever. */
  readonly mostSilentMs: number
}

/** 256 MB of file, 5,000 pages, 1.5 GB of memory, fifteen minutes, and a minute for one page. */
export const documentLimits: DocumentLimits = {
  mostBytes: 256 * mib,
  mostPages: 5000,
  mostMemory: 1536 * mib,
  mostMs: 900_000,
  mostSilentMs: 60_000,
}

/** A document that was read, with its search index. */
export interface ReadDocument {
  readonly division: Division
  readonly pages: readonly ReadPage[]
  readonly index: StoredIndex
}

export interface ReadOptions {
  readonly limits: DocumentLimits
  /** Called with each page: how many are read, and how many there are. */
  readonly progress: (done: number, total: number) => void
  /** Starts the process of the reader; another process of Node by default. */
  readonly start: StartReader | undefined
}

/** Reads a document in a process of its own, within limits. Its memory returns when that process ends. Rejects with a `LibraryError`. */
export function readDocument(
  { file, name, format }: { readonly file: string; readonly name: string; readonly format: Format },
  { limits, progress, start = forkReader }: ReadOptions,
): Promise<ReadDocument> {
  const { mostPages, mostMemory } = limits
  const child = start(documentReaderScript)
  const pages: ReadPage[] = []
  let total = 0
  return new Promise((resolve, reject) => {
    const refuse = (reason: LibraryError['reason'], { es, en }: Text): void => {
      reject(new LibraryError(reason, { es: `«${name}» ${es}`, en: `"${name}" ${en}` }))
      child.end()
    }
    const whole = setTimeout(() => refuse('time', tooSlow(limits.mostMs)), limits.mostMs)
    const stand = (): void => refuse('time', standsStill(pages.length + 1))
    const silence = watchSilence(() => child.pid, limits.mostSilentMs, stand)
    child.onAnswer((message) => {
      silence.stop()
      // The one border: the child is the same program.
      const answer = message as DocumentAnswer
      if (answer.kind === 'failed') return refuse(answer.reason, failureText(answer, mostPages))
      if (answer.kind === 'done') {
        resolve({ division: answer.division, pages, index: answer.index })
        child.end()
        return
      }
      // The index of a long document takes its time, and nothing hostile is left in it.
      if (answer.kind === 'indexing') return
      silence.step()
      if (answer.kind === 'opened') total = answer.pages
      else pages.push(answer.page)
      progress(pages.length, Math.max(total, pages.length))
    })
    child.onEnd(() => {
      clearTimeout(whole)
      silence.stop()
      refuse('memory', stopped(mostMemory))
    })
    child.send({ file, format, mostMemory, mostPages } satisfies DocumentRequest)
  })
}

function failureText({ reason, detail }: Extract<DocumentAnswer, { kind: 'failed' }>, mostPages: number): Text {
  if (reason === 'encrypted')
    return {
      es: 'está protegido con contraseña: ábralo con ella y guarde una copia sin protección',
      en: 'has a password: open it with that and save a copy without protection',
    }
  if (reason === 'too-many-pages')
    return {
      es: `tiene ${detail} páginas y se admiten ${mostPages}: divídalo en varios`,
      en: `has ${detail} pages and at most ${mostPages} are taken: divide it`,
    }
  return { es: `no se puede leer: está dañado o incompleto (${detail})`, en: `cannot be read: it is damaged or incomplete (${detail})` }
}

function tooSlow(mostMs: number): Text {
  const minutes = Math.round(mostMs / 60_000)
  return { es: `no se ha leído en ${minutes} minutos: divídalo en varios`, en: `was not read within ${minutes} minutes: divide it` }
}

function standsStill(page: number): Text {
  return {
    es: `no se puede leer: su página ${page} no acaba nunca. Vuelva a guardarlo como PDF con otro programa`,
    en: `cannot be read: its page ${page} never ends. Save it as PDF again with another program`,
  }
}

function stopped(mostMemory: number): Text {
  const memory = Math.round(mostMemory / mib)
  return {
    es: `no se puede leer: está dañado, o necesita más de ${memory} MB de memoria. Vuelva a guardarlo con otro programa, o divídalo`,
    en: `cannot be read: it is damaged, or needs more than ${memory} MB of memory. Save it again with another program, or divide it`,
  }
}
