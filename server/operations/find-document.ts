import { alikeAmong, identifier } from '../engine/text.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { DocumentBody } from '../kb/document-body.ts'
import type { KnowledgeBase } from '../kb/open.ts'

/** The slugs of the collections of a base, in the order of its documents. */
export function collectionsOf(kb: KnowledgeBase): string[] {
  return [...new Set(kb.documents.map(({ collection }) => collection))]
}

/** Finds a collection by name. Throws `unknown-collection` with the names of all collections. */
export function findCollection(kb: KnowledgeBase, name: string): string {
  const all = collectionsOf(kb)
  const found = all.find((collection) => identifier(collection) === identifier(name))
  if (found === undefined)
    throw new ServiceError(
      'unknown-collection',
      { es: `No hay colección «${quoted(name)}»; las hay: ${all.join(', ')}`, en: `No collection "${quoted(name)}"; there are: ${all.join(', ')}` },
      { candidates: all },
    )
  return found
}

/** Finds a document by name in a collection. Throws `unknown-document` with similar names, or `unknown-collection`. */
export function findDocument(kb: KnowledgeBase, collectionName: string, name: string): DocumentBody {
  const collection = findCollection(kb, collectionName)
  const inside = kb.documents.filter((document) => document.collection === collection)
  const found = inside.find((document) => [document.slug, ...document.aliases].some((alias) => identifier(alias) === identifier(name)))
  if (found !== undefined) return found
  const near = alikeAmong(
    inside.flatMap((document) => [document.slug, document.short_title, document.title].map((text) => [text, document.slug] as const)),
  )(name)
  const candidates = near.length > 0 ? near : inside.map((document) => document.slug)
  throw new ServiceError(
    'unknown-document',
    {
      es: `No hay documento «${quoted(name)}» en «${collection}»; quizá: ${candidates.join(', ')}`,
      en: `No document "${quoted(name)}" in "${collection}"; perhaps: ${candidates.join(', ')}`,
    },
    { candidates },
  )
}
