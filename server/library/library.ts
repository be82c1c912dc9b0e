import type { Author } from '../access/project-history.ts'
import { withStorageErrors } from '../access/storage-error.ts'
import { openEngine } from '../kb/search-index.ts'
import type { StartReader } from '../reader/child.ts'
import { checkDocument } from './check-document.ts'
import { type LibraryDatabase, openLibraryDatabase } from './library-database.ts'
import { fileHash, type LibraryFiles, openLibraryFiles, type Source } from './library-files.ts'
import { columns, describe, documentOf, erase, fileNameOf, idOf, insert, type Row, tidy } from './library-rows.ts'
import { type FoundPage, openLibraryIndex } from './library-search.ts'
import { type DocumentLimits, documentLimits, readDocument } from './read-document.ts'
import { openReadingQueue, type Reading, type ReadingQueue } from './reading-queue.ts'
import type { Division } from './text/plain-pages.ts'
import type { Format, PageContent } from './text/read-page.ts'

/** The name by which a search or a question asks for the library. */
export const libraryCollection = 'biblioteca'

/** A document of the library. */
export interface LibraryDocument {
  /** The beginning of the hash of its content: the same document has the same id in every installation. */
  readonly id: string
  readonly sha256: string
  /** The name of its file. */
  readonly name: string
  readonly title: string
  readonly format: Format
  readonly bytes: number
  readonly division: Division
  readonly pages: number
  /** Pages without text, and why. */
  readonly unread: readonly { readonly page: number; readonly content: Exclude<PageContent, 'text'> }[]
  readonly addedAt: string
  readonly addedBy: Author
}

/** What is to be added. */
export interface NewDocument {
  readonly source: Source
  readonly name: string
  readonly title?: string | undefined
  readonly by: Author
  /** Largest file that is taken, in bytes, if that is less than the library itself takes. */
  readonly mostBytes?: number
  readonly progress?: (done: number, total: number) => void
}

/** The documents that an installation holds besides the knowledge base. They are searched and quoted, and never decide a verdict. */
export interface Library {
  list(): LibraryDocument[]
  get(id: string): LibraryDocument | undefined
  /** The text of one page, in lines; undefined if there is no such page. */
  page(id: string, number: number): string | undefined
  /** The texts of all pages, in order. */
  pages(id: string): { readonly number: number; readonly text: string }[]
  /** The path of the original file; undefined if it is missing. */
  file(id: string): string | undefined
  /** Pages that have words of a query, best first; `document`: of one document only. */
  search(query: string, document?: string): FoundPage[]
  /** The share of the words of a query, weighted by their rarity, that a text has: 0 to 1. */
  share(query: string, text: string): number
  /** The documents that this process is reading. */
  reading(): Reading[]
  /** Reads a document and stores it: on disk, and found by searches, when it resolves. Rejects with a `LibraryError`. Not new: the library has that content already. */
  add(wanted: NewDocument): Promise<{ readonly document: LibraryDocument; readonly isNew: boolean }>
  /** Removes the files that an interrupted process has left. */
  tidy(): void
  /** Removes a document with its text, its index and its file; undefined if there is none. */
  remove(id: string): LibraryDocument | undefined
  close(): void
}

/** A library whose changes may wait for something else, such as their line in the audit. */
export type SharedLibrary = Omit<Library, 'remove'> & {
  remove(id: string): LibraryDocument | undefined | Promise<LibraryDocument | undefined>
}

export interface LibraryOptions {
  readonly limits?: DocumentLimits
  /** Starts the process that reads a document; another process of Node by default. */
  readonly start?: StartReader | undefined
  /** Most bytes of all files together. */
  readonly mostTotalBytes?: number
}

const defaultTotalBytes = 20 * 1024 ** 3

/** Opens the library of a data folder, or one in memory if `folder` is undefined. Nothing is created before something is added. */
export function openLibrary(folder: string | undefined, now: () => Date, options: LibraryOptions = {}): Library {
  const store = openLibraryDatabase(folder)
  const files = openLibraryFiles(folder)
  const queue = openReadingQueue(now)
  const { limits = documentLimits, mostTotalBytes = defaultTotalBytes, start } = options
  const find = (id: string): LibraryDocument | undefined => {
    const row = store.read()?.prepare<[string], Row>(`SELECT ${columns} FROM document WHERE id = ?`).get(id)
    return row && documentOf(row)
  }
  const index = openLibraryIndex({
    database: () => store.read(),
    engineOf: (id) =>
      openEngine({
        body: store.read()?.prepare<[string], Buffer>('SELECT index_body FROM document WHERE id = ?').pluck().get(id) ?? new Uint8Array(),
      }),
  })
  const library: Library = {
    tidy() {
      const database = store.read()
      if (database !== undefined) tidy(database, files)
    },
    list: () => store.read()?.prepare<[], Row>(`SELECT ${columns} FROM document ORDER BY title, id`).all().map(documentOf) ?? [],
    get: find,
    page: (id, number) =>
      store.read()?.prepare<[string, number], string>('SELECT text FROM page WHERE document = ? AND number = ?').pluck().get(id, number),
    pages: (id) =>
      store.read()?.prepare<[string], { number: number; text: string }>('SELECT number, text FROM page WHERE document = ? ORDER BY number').all(id) ??
      [],
    file(id) {
      const document = find(id)
      return document && files.pathOf(fileNameOf(document))
    },
    search: (query, document) => index.search(query, document),
    share: index.share,
    reading: queue.list,
    add: (wanted) => addDocument(wanted, { store, files, queue, limits, start, now, mostTotalBytes, find }),
    remove(id) {
      const document = find(id)
      if (document === undefined) return undefined
      erase(store.write(), document, files)
      return document
    },
    close() {
      store.close()
      files.close()
    },
  }
  return withStorageErrors(library, undefined)
}

interface Parts {
  readonly store: LibraryDatabase
  readonly files: LibraryFiles
  readonly queue: ReadingQueue
  readonly limits: DocumentLimits
  readonly start: StartReader | undefined
  readonly now: () => Date
  readonly mostTotalBytes: number
  find(id: string): LibraryDocument | undefined
}

async function addDocument(
  { source, name, title, by, progress, mostBytes = Number.POSITIVE_INFINITY }: NewDocument,
  { store, files, queue, limits, start, now, mostTotalBytes, find }: Parts,
): Promise<{ readonly document: LibraryDocument; readonly isNew: boolean }> {
  const format = checkDocument(source, name, Math.min(mostBytes, limits.mostBytes))
  // A library that cannot be written says so before the document is read.
  store.write()
  const received = files.receive(source)
  try {
    const sha256 = await fileHash(received)
    const known = find(idOf(sha256))
    if (known !== undefined) return { document: known, isNew: false }
    const read = await queue.add(name, (tell) => {
      const told = (done: number, total: number): void => {
        tell(done, total)
        progress?.(done, total)
      }
      return readDocument({ file: received, name, format }, { limits, start, progress: told })
    })
    const document = describe({ sha256, name, format, title, by, addedAt: now().toISOString() }, read, received)
    return { document, isNew: insert(store.write(), { document, read, received, files, mostTotalBytes }) }
  } finally {
    files.drop(received)
  }
}
