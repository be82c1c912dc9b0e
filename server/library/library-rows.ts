import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { mib } from './check-document.ts'
import type { LibraryDocument } from './library.ts'
import { LibraryError } from './library-error.ts'
import type { LibraryFiles } from './library-files.ts'
import type { ReadDocument } from './read-document.ts'
import { keptText } from './text/read-page.ts'

const idLength = 16
const mostTitle = 200

/** A document as a row of its table. */
export type Row = Omit<LibraryDocument, 'unread' | 'addedAt' | 'addedBy'> & {
  readonly unread: string
  readonly added_at: string
  readonly added_by: string
}
/** The columns of a document without its index. */
export const columns = 'id, sha256, name, title, format, bytes, division, pages, unread, added_at, added_by'

/** The id of a document with a content of this hash. */
export function idOf(sha256: string): string {
  return sha256.slice(0, idLength)
}

/** The name of the original file of a document. */
export function fileNameOf({ sha256, format }: Pick<LibraryDocument, 'sha256' | 'format'>): string {
  return `${sha256}.${format}`
}

/** The document of a row. */
export function documentOf({ unread, added_at: addedAt, added_by, ...row }: Row): LibraryDocument {
  // Written by `insert`.
  return { ...row, unread: JSON.parse(unread) as LibraryDocument['unread'], addedAt, addedBy: JSON.parse(added_by) as LibraryDocument['addedBy'] }
}

type Given = Pick<LibraryDocument, 'sha256' | 'name' | 'format' | 'addedAt'> & {
  readonly title: string | undefined
  readonly by: LibraryDocument['addedBy']
}

/** The document that was read from a file. Without a title it has the name of the file. Throws `LibraryError` if it has no pages. */
export function describe({ title, by, name, ...given }: Given, { division, pages }: ReadDocument, file: string): LibraryDocument {
  if (pages.length === 0) throw new LibraryError('empty', { es: `«${name}» no tiene texto ni páginas`, en: `"${name}" has neither text nor pages` })
  const named = keptText(name.replace(/\.[a-z]+$/i, '').replace(/[_\s]+/g, ' '))
  return {
    ...given,
    id: idOf(given.sha256),
    name,
    title: (title?.trim() || named || name).slice(0, mostTitle),
    bytes: statSync(file).size,
    division,
    pages: pages.length,
    unread: pages.flatMap(({ number, content }) => (content === 'text' ? [] : [{ page: number, content }])),
    addedBy: by,
  }
}

interface Insertion {
  readonly document: LibraryDocument
  readonly read: ReadDocument
  /** The file, on its way into the library. */
  readonly received: string
  readonly files: LibraryFiles
  readonly mostTotalBytes: number
}

/** Stores a document whole or not at all. Returns false if another process has stored it meanwhile. Throws `LibraryError` (`full`) if there is no room. */
export function insert(database: Database.Database, { document, read, received, files, mostTotalBytes }: Insertion): boolean {
  const add = database.transaction((): boolean => {
    if (database.prepare('SELECT 1 FROM document WHERE id = ?').get(document.id) !== undefined) return false
    const used = Number(database.prepare('SELECT coalesce(sum(bytes), 0) FROM document').pluck().get())
    if (used + document.bytes > mostTotalBytes) throw full(mostTotalBytes)
    const { unread, addedAt, addedBy, ...row } = document
    database
      .prepare(
        `INSERT INTO document (${columns}, index_body, index_words)
         VALUES (:id, :sha256, :name, :title, :format, :bytes, :division, :pages, :unread, :addedAt, :addedBy, :body, :words)`,
      )
      .run({
        ...row,
        unread: JSON.stringify(unread),
        addedAt,
        addedBy: JSON.stringify(addedBy),
        body: Buffer.from(read.index.body),
        words: read.index.words,
      })
    const page = database.prepare<[string, number, string]>('INSERT INTO page (document, number, text) VALUES (?, ?, ?)')
    for (const { number, text } of read.pages) page.run(document.id, number, text)
    // Last: whoever tidies up waits for this transaction, so a file without a row is one that a crash has left.
    files.keep(received, fileNameOf(document))
    return true
  })
  return add.immediate()
}

function full(most: number): LibraryError {
  const room = Math.round(most / mib)
  return new LibraryError('full', {
    es: `La biblioteca ya ocupa los ${room} MB que se admiten: quite algún documento`,
    en: `The library has the ${room} MB that it may take: remove a document`,
  })
}

/** Removes a document: its rows, which are overwritten, its index, and its file. */
export function erase(database: Database.Database, document: LibraryDocument, files: LibraryFiles): void {
  const remove = database.transaction(() => {
    database.prepare('DELETE FROM page WHERE document = ?').run(document.id)
    database.prepare('DELETE FROM document WHERE id = ?').run(document.id)
  })
  remove.immediate()
  files.remove(fileNameOf(document))
  database.pragma('incremental_vacuum')
  // The write-ahead log has the old pages until it is emptied.
  database.pragma('wal_checkpoint(TRUNCATE)')
}

/** Removes the files that have no row. */
export function tidy(database: Database.Database, files: LibraryFiles): void {
  const sweep = database.transaction(() => {
    const rows = database.prepare<[], Pick<LibraryDocument, 'sha256' | 'format'>>('SELECT sha256, format FROM document').all()
    files.sweep(new Set(rows.map(fileNameOf)))
  })
  sweep.immediate()
}
