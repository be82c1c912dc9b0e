import { z } from 'zod'
import { mostPhotos } from '../access/photos.ts'
import { sha256Of } from '../access/sha256.ts'
import { operation } from './operation.ts'
import { checkedPhoto, wrongPhoto } from './photo-check.ts'
import { mostPhotoPixels, photoBody, photoOutput, photoToAdd } from './photo-fields.ts'
import { authorOf, documentOf, projectFor, projectIdField, unknownProject } from './stored-project.ts'

const dayMs = 86_400_000

/** Adds a photograph to a check of a project, as evidence. */
export const addPhoto = operation({
  method: 'POST',
  path: '/api/v1/proyectos/{id}/fotos',
  writes: true,
  mostBodyBytes: 6 * 1024 * 1024,
  scope: 'verify',
  tag: 'projects',
  summary: 'Add a photograph to a check',
  description: `JPEG, PNG or still WebP, told by its content, of at most 4 MiB and ${mostPhotoPixels} pixels a side; at most ${mostPhotos} for a project. Place, date, camera, comments and thumbnails are taken out of the file, unless \`keep_metadata\` asks for them. It is erased with its project. Besides \`id\` the body is an item of \`photos\` in a project file.`,
  input: z.strictObject({ id: projectIdField, ...photoToAdd }),
  output: photoOutput,
  problems: ['out-of-reach', 'unknown-project', 'quota-exceeded'],
  examples: {},
  async run(context, { id, check, caption, content, keep_metadata, added_at }) {
    const stored = await projectFor(context, id)
    if (!documentOf(stored).checks.some((one) => one.id === check))
      throw wrongPhoto('/check', { es: 'se espera el id de una comprobación del proyecto', en: 'expected the id of a check of the project' })
    // The clocks of two machines differ.
    if (added_at !== undefined && Date.parse(added_at) > context.store.now().getTime() + dayMs)
      throw wrongPhoto('/added_at', { es: 'se espera un momento que ya haya pasado', en: 'expected a moment in the past' })
    const sent = new Uint8Array(Buffer.from(content, 'base64'))
    const image = await checkedPhoto(sent)
    const kept = keep_metadata ? sent : image.content
    const { type, width, height } = image
    const author = authorOf(context.who)
    const photo = { check, caption, type, width, height, content: kept, sha256: sha256Of(kept), added_at, author }
    const added = await context.store.photos.add(id, photo)
    if (added === undefined) throw unknownProject(id)
    return photoBody(added)
  },
})
