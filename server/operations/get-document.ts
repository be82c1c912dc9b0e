import { z } from 'zod'
import { articleUrl } from './article-url.ts'
import { documentHead, documentOutput } from './document-head.ts'
import { slug } from './fields.ts'
import { findDocument } from './find-document.ts'
import { operation } from './operation.ts'

const editionOutput = z.object({
  version: z.string(),
  label: z.string(),
  in_force_from: z.string(),
  in_force_to: z.string().nullable(),
  date_basis: z
    .string()
    .meta({ description: 'What `in_force_from` is: entrada_en_vigor (entry into force), publicacion (publication) or desconocida (not known)' }),
  instruments: z.array(z.string()),
  changes: z.string(),
})

/** Returns the editions and the table of contents of a document. */
export const getDocument = operation({
  method: 'GET',
  path: '/api/v1/normativa/{collection}/{document}',
  scope: 'read',
  tag: 'normativa',
  isOfBase: true,
  summary: 'Contents and editions of a document',
  description: 'The sections of a document in reading order, each with the editions that have it.',
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
