import { z } from 'zod'
import { operation } from './operation.ts'
import { photoBody, photoOutput } from './photo-fields.ts'
import { exampleProjectId, projectFor, projectIdField } from './stored-project.ts'

/** Lists the photographs of a project. */
export const listPhotos = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}/fotos',
  scope: 'read',
  tag: 'projects',
  summary: 'The photographs of a project',
  description:
    'Those in use, in the order in which they were added, without their bytes. Those of a check that was removed stay until they are deleted, since the check may come back.',
  input: z.strictObject({ id: projectIdField }),
  output: z.object({ items: z.array(photoOutput) }),
  problems: ['unknown-project'],
  examples: { edificio: { id: exampleProjectId } },
  async run(context, { id }) {
    await projectFor(context, id)
    return { items: (await context.store.photos.list(id)).map(photoBody) }
  },
})
