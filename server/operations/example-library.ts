import type { Library, LibraryDocument } from '../library/library.ts'
import { exampleLibraryId } from './library-fields.ts'

const document: LibraryDocument = {
  id: exampleLibraryId,
  sha256: `${exampleLibraryId}${'0'.repeat(48)}`,
  name: 'ordenanza.pdf',
  title: 'Ordenanza municipal de edificación',
  format: 'pdf',
  bytes: 181_204,
  division: 'page',
  pages: 48,
  unread: [{ page: 3, content: 'image' }],
  addedAt: '2026-01-01T09:00:00.000Z',
  addedBy: { kind: 'terminal' },
}

/** The library that the examples of the documentation read: one document, which cannot be opened. */
export const exampleLibrary: Library = {
  list: () => [document],
  get: (id) => (id === document.id ? document : undefined),
  page: (id, number) => (id === document.id && number === 1 ? 'Ordenanza municipal de edificación\n\nArtículo 1. Objeto' : undefined),
  pages: () => [],
  file: () => undefined,
  search: () => [],
  share: () => 0,
  reading: () => [],
  add: () => Promise.resolve({ document, isNew: false }),
  tidy: () => undefined,
  remove: (id) => (id === document.id ? document : undefined),
  close: () => undefined,
}
