import { z } from 'zod'
import { operation } from './operation.ts'
import { photoIdField, unknownPhoto } from './photo-fields.ts'
import { projectFor, projectIdField } from './stored-project.ts'

/** Erases a photograph of a project. */
export const deletePhoto = operation({
  method: 'DELETE',
  path: '/api/v1/proyectos/{id}/fotos/{photo}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Delete a photograph',
  description: 'It is erased from the database at once; nothing brings it back.',
  input: z.strictObject({ id: projectIdField, photo: photoIdField }),
  output: z.object({ id: photoIdField }),
  problems: ['out-of-reach', 'unknown-project', 'unknown-photo'],
  examples: {},
  async run(context, { id, photo }) {
    await projectFor(context, id)
    if (!(await context.store.photos.remove(id, photo))) throw unknownPhoto(photo)
    return { id: photo }
  },
})
