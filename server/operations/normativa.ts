import { z } from 'zod'
import { editionOn } from '../engine/book.ts'
import { alikeAmong, identifier } from '../engine/text.ts'
import { quoted } from '../errors/quoted.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { DocumentBody } from '../kb/document.ts'
import type { KnowledgeBase } from '../kb/open.ts'
import { slug } from './fields.ts'
import { operation } from './operation.ts'

const collectionNames: Readonly<Record<string, string>> = {
  cte: 'Código Técnico de la Edificación',
  estatal: 'Normas estatales',
  autonomica: 'Normas autonómicas',
}

const editionOutput = z.object({
  version: z.string(),
  label: z.string(),
  in_force_from: z.string(),
  in_force_to: z.string().nullable(),
  date_basis: z.string().meta({ description: 'entrada_en_vigor, publicacion or desconocida: what `in_force_from` is' }),
  instruments: z.array(z.string()),
  changes: z.string(),
})
const documentOutput = z.object({
  collection: z.string(),
  document: z.string(),
  title: z.string(),
  short_title: z.string(),
  authority: z.string(),
  identifier: z.string().nullable(),
  official_url: z.string().nullable(),
  scope: z.object({ level: z.enum(['national', 'regional']), ccaa: z.string().nullable() }),
  version: z.string().meta({ description: 'Edition in force on the reference date of the base' }),
  url: z.string(),
})

/** Lists the collections of regulations. */
export const listCollections = operation({
  name: 'listCollections',
  method: 'GET',
  path: '/api/v1/normativa',
  scope: 'read',
  tag: 'normativa',
  summary: 'Collections of regulations',
  description: 'The collections of the base and how many documents each holds.',
  input: z.strictObject({}),
  output: z.object({ items: z.array(z.object({ collection: z.string(), title: z.string(), documents: z.int(), url: z.string() })), total: z.int() }),
  problems: [],
  examples: { all: {} },
  run({ kb }) {
    const items = collectionsOf(kb).map((collection) => ({
      collection,
      title: collectionNames[collection] ?? collection,
      documents: kb.documents.filter((document) => document.collection === collection).length,
      url: `/api/v1/normativa/${collection}`,
    }))
    return { items, total: items.length }
  },
})

/** Lists the documents of a collection. */
export const listDocuments = operation({
  name: 'listDocuments',
  method: 'GET',
  path: '/api/v1/normativa/{collection}',
  scope: 'read',
  tag: 'normativa',
  summary: 'Documents of a collection',
  description: 'Every document of one collection, with the edition in force.',
  input: z.strictObject({ collection: slug }),
  output: z.object({ items: z.array(documentOutput), total: z.int() }),
  problems: ['unknown-collection'],
  examples: { cte: { collection: 'cte' } },
  run({ kb }, input) {
    const collection = findCollection(kb, input.collection)
    const items = kb.documents.filter((document) => document.collection === collection).map((document) => documentHead(kb, document))
    return { items, total: items.length }
  },
})

/** A document: its editions and contents. */
export const getDocument = operation({
  name: 'getDocument',
  method: 'GET',
  path: '/api/v1/normativa/{collection}/{document}',
  scope: 'read',
  tag: 'normativa',
  summary: 'Contents and editions of a document',
  description: 'The sections of a document in reading order, each with the editions that hold it.',
  input: z.strictObject({ collection: slug, document: slug }),
  output: documentOutput.extend({
    editions: z.array(editionOutput),
    sections: z.array(
      z.object({
        section: z.string(),
        number: z.string(),
        title: z.string(),
        parent: z.string().nullable(),
        versions: z.array(z.string()),
        url: z.string(),
      }),
    ),
    notices: z.array(z.string()),
  }),
  problems: ['unknown-collection', 'unknown-document'],
  examples: { 'db-he': { collection: 'cte', document: 'cte-db-he' } },
  run({ kb }, input) {
    const document = findDocument(kb, input.collection, input.document)
    return {
      ...documentHead(kb, document),
      editions: (kb.book.documents.get(document.slug)?.editions ?? []).map(({ version, from, to }) => {
        const written = document.editions.find((edition) => edition.version === version)
        return {
          version,
          label: written?.label ?? version,
          in_force_from: from,
          in_force_to: to,
          date_basis: written?.date_basis ?? 'desconocida',
          instruments: [...(written?.instruments ?? [])],
          changes: written?.changes ?? '',
        }
      }),
      sections: kb.articles.contents(document.slug).map((row) => ({
        section: row.slug,
        number: row.number,
        title: row.title,
        parent: row.parent,
        versions: [...row.editions],
        url: articleUrl(document, row.slug),
      })),
      notices: [...document.notices],
    }
  },
})

function documentHead(kb: KnowledgeBase, document: DocumentBody): z.input<typeof documentOutput> {
  const known = kb.book.documents.get(document.slug)
  const edition = known === undefined ? undefined : (editionOn(known, kb.meta.referenceDate) ?? known.editions.at(-1))
  return {
    collection: document.collection,
    document: document.slug,
    title: document.title,
    short_title: document.short_title,
    authority: document.authority,
    identifier: document.identifier ?? null,
    official_url: document.url ?? null,
    scope: document.scope.level === 'regional' ? { level: 'regional', ccaa: document.scope.ccaa } : { level: 'national', ccaa: null },
    version: edition?.version ?? '',
    url: `/api/v1/normativa/${document.collection}/${document.slug}`,
  }
}

/** The address of an article in this service. */
export function articleUrl({ collection, slug: document }: Pick<DocumentBody, 'collection' | 'slug'>, section: string): string {
  return `/api/v1/normativa/${collection}/${document}/${section}`
}

/** The collections of a base, in the order of its documents. */
function collectionsOf(kb: KnowledgeBase): string[] {
  return [...new Set(kb.documents.map(({ collection }) => collection))]
}

/** The collection of that name, or `unknown-collection` with those there are. */
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

/** The document of that name in a collection, or the failure that names what there is. */
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
