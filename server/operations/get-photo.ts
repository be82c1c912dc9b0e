import { z } from 'zod'
import { operation } from './operation.ts'
import { photoBody, photoIdField, photoOutput, unknownPhoto } from './photo-fields.ts'
import { projectFor, projectIdField } from './stored-project.ts'

/** Returns a photograph of a project. */
export const getPhoto = operation({
  method: 'GET',
  path: '/api/v1/proyectos/{id}/fotos/{photo}',
  scope: 'read',
  tag: 'projects',
  summary: 'One photograph',
  description: 'With its bytes, in base64; also one that was deleted and that an earlier revision had, as long as it is kept.',
  input: z.strictObject({ id: projectIdField, photo: photoIdField }),
  output: photoOutput.extend({ content: z.string().meta({ description: 'The file in base64' }) }),
  problems: ['unknown-project', 'unknown-photo'],
  examples: {},
  async run(context, { id, photo }) {
    await projectFor(context, id)
    const found = await context.store.photos.get(id, photo)
    if (found === undefined) throw unknownPhoto(photo)
    return { ...photoBody(found), content: Buffer.from(found.content).toString('base64') }
  },
})
