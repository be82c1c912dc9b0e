import { z } from 'zod'
import { libraryBody, libraryDocument } from './library-fields.ts'
import { operation } from './operation.ts'

/** Lists the documents of the library, and those that are being read. */
export const listLibrary = operation({
  method: 'GET',
  path: '/api/v1/biblioteca',
  scope: 'library',
  tag: 'library',
  summary: 'The documents of the library',
  description:
    'The documents that this office has added, by title: ordinances, plans, product sheets, standards. They are searched and quoted when asked for, and never decide a verdict. `reading`: those that this process is reading now.',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(libraryDocument),
    total: z.int().min(0),
    reading: z.array(
      z.object({
        name: z.string(),
        pages_read: z.int().min(0).nullable().meta({ description: 'null: it waits for its turn' }),
        pages: z.int().min(0).meta({ description: '0: not known yet' }),
        started_at: z.iso.datetime(),
      }),
    ),
  }),
  problems: [],
  examples: { all: {} },
  run({ library }) {
    const items = library.list().map(libraryBody)
    const reading = library
      .reading()
      .map(({ name, done, total, startedAt }) => ({ name, pages_read: done ?? null, pages: total, started_at: startedAt }))
    return { items, total: items.length, reading }
  },
})
