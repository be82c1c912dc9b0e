import { z } from 'zod'
import type { Photo } from '../access/photos.ts'
import { ServiceError } from '../errors/service-error.ts'
import { base64Field } from './base64-field.ts'
import { authorBody, authorField } from './revision-fields.ts'

/** Largest photograph, in bytes. */
export const mostPhotoBytes = 4 * 1024 * 1024
/** Longest side of a photograph, in pixels. */
export const mostPhotoPixels = 8000

/** Identifier of a photograph. */
export const photoIdField = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Opaque identifier of a photograph', examples: ['9b2d7c10-4a55-4e0b-8f3a-6d1c2e5f7a90'] })

/** A photograph to add, and one in a project file. */
export const photoToAdd = {
  check: z.string().min(1).max(64).meta({ description: 'The `id` of a check of the project' }),
  caption: z.string().trim().max(300).default(''),
  content: base64Field(mostPhotoBytes).meta({ description: 'The file in base64' }),
  keep_metadata: z.boolean().default(false).meta({ description: 'Keeps the file as it is, with the place and date that it may state' }),
  added_at: z.iso.datetime().max(40).optional().meta({ description: 'When it was first added, if it comes from a project file. Absent: now' }),
}

/** A photograph in an answer, without its bytes. */
export const photoOutput = z.object({
  id: photoIdField,
  check: z.string().meta({ description: 'The check of the project that it is evidence of' }),
  caption: z.string(),
  type: z.enum(['image/jpeg', 'image/png', 'image/webp']),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  added_at: z.iso.datetime(),
  added_by: authorField,
  removed_at: z.iso.datetime().nullable().meta({ description: 'When it was taken out of the project; null: it is in use' }),
})

/** The body of a photograph in an answer. */
export function photoBody({
  added_by,
  id,
  check,
  caption,
  type,
  width,
  height,
  bytes,
  sha256,
  added_at,
  removed_at,
}: Photo): z.input<typeof photoOutput> {
  return { id, check, caption, type, width, height, bytes, sha256, added_at, added_by: authorBody(added_by), removed_at }
}

/** The error for an id of no photograph of the project. */
export function unknownPhoto(id: string): ServiceError {
  return new ServiceError(
    'unknown-photo',
    {
      es: `El proyecto no tiene ninguna fotografía «${id}»: puede que se haya borrado`,
      en: `The project has no photograph "${id}": it may have been deleted`,
    },
    { errors: [{ pointer: 'photo', code: 'unknown', detail: { es: 'no existe', en: 'does not exist' } }] },
  )
}
