import { z } from 'zod'
import { operation } from './operation.ts'
import { authorBody, revisionFields } from './revision-fields.ts'
import { exampleProjectId, projectFor, projectIdField } from './stored-project.ts'

const photosField = z.int().nullable().meta({ description: 'How many photographs it had; null where an earlier version of the program wrote it' })

/** Lists the revisions of a project that are kept: when each was written, and by whom. */
export const listRevisions = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}/revisiones',
  scope: 'read',
  tag: 'projects',
  summary: 'List the revisions of a project',
  description: 'The current one first, then up to 100 earlier ones.',
  input: z.strictObject({ id: projectIdField }),
  output: z.object({ items: z.array(z.object({ ...revisionFields, photos: photosField })), total: z.int() }),
  problems: ['unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run(context, { id }) {
    await projectFor(context, id)
    const items = (await context.store.projects.revisions(id)).map(({ by, ...rest }) => ({ ...rest, by: authorBody(by) }))
    return { items, total: items.length }
  },
})
