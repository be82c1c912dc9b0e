import { z } from 'zod'
import { mostPhotos, type PhotoType } from '../access/photos.ts'
import { sha256Of } from '../access/sha256.ts'
import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'
import { letterheadPdf } from '../ficha/pdf.ts'
import { operation } from './operation.ts'
import { cleanImage } from './photo-content.ts'
import { mostPhotoBytes, mostPhotoPixels, photoBody, photoOutput } from './photo-fields.ts'
import { authorOf, documentOf, projectFor, projectIdField, unknownProject } from './stored-project.ts'

/** Adds a photograph to a check of a project, as evidence. */
export const addPhoto = operation({
  method: 'POST',
  path: '/api/v1/proyectos/{id}/fotos',
  writes: true,
  mostBodyBytes: 6 * 1024 * 1024,
  scope: 'verify',
  tag: 'projects',
  summary: 'Add a photograph to a check',
  description: `JPEG, PNG or still WebP, told by its content, of at most 4 MiB and ${mostPhotoPixels} pixels a side; at most ${mostPhotos} for a project. Place, date, camera, comments and thumbnails are taken out of the file, unless \`keep_metadata\` asks for them. It is erased with its project.`,
  input: z.strictObject({
    id: projectIdField,
    check: z.string().min(1).max(64).meta({ description: 'The `id` of a check of the project' }),
    caption: z.string().trim().max(300).default(''),
    content: z
      .string()
      .max(Math.ceil(mostPhotoBytes / 3) * 4)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .meta({ description: 'The file in base64' }),
    keep_metadata: z.boolean().default(false).meta({ description: 'Keeps the file as it is, with the place and date that it may state' }),
  }),
  output: photoOutput,
  problems: ['out-of-reach', 'unknown-project', 'quota-exceeded'],
  examples: {},
  async run(context, { id, check, caption, content, keep_metadata }) {
    const stored = await projectFor(context, id)
    if (!documentOf(stored).checks.some((one) => one.id === check))
      throw wrong('/check', { es: 'se espera el id de una comprobación del proyecto', en: 'expected the id of a check of the project' })
    const sent = new Uint8Array(Buffer.from(content, 'base64'))
    const image = imageIn(sent)
    const kept = keep_metadata ? sent : image.content
    await assertPrintable(image.type, kept)
    const { type, width, height } = image
    const photo = { check, caption, type, width, height, content: kept, sha256: sha256Of(kept), author: authorOf(context.who) }
    const added = await context.store.photos.add(id, photo)
    if (added === undefined) throw unknownProject(id)
    return photoBody(added)
  },
})

function imageIn(bytes: Uint8Array) {
  const image = cleanImage(bytes)
  if (bytes.length > mostPhotoBytes || image === undefined)
    throw wrong('/content', {
      es: 'se espera un JPEG, PNG o WebP entero, de 4 MiB como máximo',
      en: 'expected a whole JPEG, PNG or WebP of at most 4 MiB',
    })
  const { width, height } = image
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostPhotoPixels)
    throw wrong('/content', {
      es: `mide ${width} × ${height} píxeles: se esperan de 1 a ${mostPhotoPixels} de lado`,
      en: `it is ${width} × ${height} pixels: expected 1 to ${mostPhotoPixels} a side`,
    })
  return image
}

/** A ficha prints JPEG and PNG: one that cannot be printed is not kept. */
async function assertPrintable(type: PhotoType, content: Uint8Array): Promise<void> {
  if (type === 'image/webp') return
  try {
    await letterheadPdf({ name: '', address: '', logo: `data:${type};base64,${Buffer.from(content).toString('base64')}` })
  } catch {
    throw wrong('/content', {
      es: 'la imagen está dañada o es de una clase que no se puede imprimir',
      en: 'the image is damaged or of a kind that cannot be printed',
    })
  }
}

function wrong(pointer: string, detail: Text): ServiceError {
  const { es, en } = detail
  return new ServiceError(
    'validation',
    { es: `La fotografía no vale: ${es}`, en: `The photograph is not valid: ${en}` },
    { errors: [{ pointer, code: pointer === '/check' ? 'unknown' : 'image', detail }] },
  )
}
