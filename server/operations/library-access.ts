import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import { type LibraryDocument, libraryCollection } from '../library/library.ts'
import type { Context } from './operation.ts'

/** True if a collection is named that means the library. */
export function isLibrary(collection: string | undefined): boolean {
  return collection?.toLowerCase() === libraryCollection
}

/** Throws `scope-missing` for a key that may not read the library. For operations that read it only when asked. */
export function assertReadsLibrary({ who }: Pick<Context, 'who'>): void {
  if (who.kind !== 'key' || who.scopes.includes('library')) return
  throw new ServiceError('scope-missing', {
    es: `La clave «${who.name}» no tiene el permiso library, que es el de leer la biblioteca; tiene: ${who.scopes.join(', ')}`,
    en: `Key "${who.name}" lacks scope library, which reads the library; it has: ${who.scopes.join(', ')}`,
  })
}

/**
 * Throws `out-of-reach` for a key that may not change what all share: one that only reads, or one of named projects, which is for somebody from outside.
 */
export function assertChangesLibrary({ who }: Pick<Context, 'who'>): void {
  if (who.kind !== 'key' || (!who.reading_only && who.projects === null)) return
  throw new ServiceError('out-of-reach', {
    es: 'Esta clave lee la biblioteca y no la cambia',
    en: 'This key reads the library and does not change it',
  })
}

/** The document of an id. Throws `unknown-document`. */
export function libraryDocumentOf({ library }: Pick<Context, 'library'>, id: string): LibraryDocument {
  return library.get(id) ?? unknown(id)
}

function unknown(id: string): never {
  throw new ServiceError('unknown-document', {
    es: `La biblioteca no tiene el documento «${quoted(id)}»: puede que alguien lo haya quitado`,
    en: `The library does not have document "${quoted(id)}": somebody may have removed it`,
  })
}
