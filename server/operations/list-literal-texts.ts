import { z } from 'zod'
import { slug } from './fields.ts'
import { libraryFileUrl, libraryIdField } from './library-fields.ts'
import { operation } from './operation.ts'
import { recognisedText } from './recognised-texts.ts'

/** Finds the literal text of the sections of a document in official PDFs of the library. */
export const listLiteralTexts = operation({
  method: 'GET',
  path: '/api/v1/biblioteca/textos',
  scope: 'library',
  tag: 'library',
  summary: 'Where the literal text of a section is',
  description:
    'Official documents of the library, such as a DB of the CTE, are recognised by the title on their cover and by their headings in order. For a document of the base: each section with the page on which it begins. Only for the edition that the cover names by its year. The base words its articles itself: this is the text that they stand for.',
  input: z.strictObject({
    document: slug.meta({ examples: ['cte-db-he'] }),
    section: slug.optional(),
    version: z.string().min(1).max(40).optional().meta({ description: 'Only of this edition' }),
  }),
  output: z.object({
    items: z.array(
      z.object({
        section: z.string(),
        version: z.string(),
        id: libraryIdField,
        title: z.string(),
        page: z.int().min(1),
        has_comments: z.boolean().meta({ description: 'The file has comments of the ministry besides, which explain and do not bind' }),
        url: z.string(),
      }),
    ),
    total: z.int().min(0),
  }),
  problems: [],
  examples: { 'he1-3-1-1': { document: 'cte-db-he', section: 'he1-3-1-1' } },
  run(context, { document, section, version }) {
    const items = context.library.list().flatMap(({ id, title }) => {
      const found = recognisedText(context, id)
      if (found?.document !== document || found.version === undefined || (version !== undefined && found.version !== version)) return []
      const { version: edition, hasComments } = found
      return [...found.pages]
        .filter(([one]) => section === undefined || one === section)
        .map(([one, page]) => ({
          section: one,
          version: edition,
          id,
          title,
          page,
          has_comments: hasComments,
          url: `${libraryFileUrl(id)}#page=${page}`,
        }))
    })
    // The literal text alone comes before the one with comments.
    items.sort((one, other) => Number(one.has_comments) - Number(other.has_comments))
    return { items, total: items.length }
  },
})
