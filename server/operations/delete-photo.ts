import { z } from 'zod'
import { operation } from './operation.ts'
import { photoIdField, unknownPhoto } from './photo-fields.ts'
import { authorOf, projectFor, projectIdField, revisionField } from './stored-project.ts'

/** Takes a photograph out of a project, or erases it. */
export const deletePhoto = operation({
  method: 'DELETE',
  path: '/api/v1/proyectos/{id}/fotos/{photo}',
  writes: true,
  scope: 'verify',
  tag: 'projects',
  summary: 'Delete a photograph',
  description:
    'A new revision of the project has it no more. For 30 days, `restoreRevision` brings it back with a revision that had it; then it is erased. With `keep=nothing` it is erased at once, also one that was deleted before; nothing brings it back.',
  input: z.strictObject({
    id: projectIdField,
    photo: photoIdField,
    keep: z.enum(['history', 'nothing']).default('history').meta({ description: 'What is kept of it' }),
  }),
  output: z.object({ id: photoIdField, revision: revisionField }),
  problems: ['out-of-reach', 'unknown-project', 'unknown-photo'],
  examples: {},
  async run(context, { id, photo, keep }) {
    await projectFor(context, id)
    const { photos } = context.store
    const author = authorOf(context.who)
    const revision = keep === 'nothing' ? await photos.erase(id, photo, author) : await photos.remove(id, photo, author)
    if (revision === undefined) throw unknownPhoto(photo)
    return { id: photo, revision }
  },
})
