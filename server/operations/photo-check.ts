import type { Text } from '../errors/language.ts'
import { ServiceError } from '../errors/service-error.ts'
import { letterheadPdf } from '../ficha/pdf.ts'
import { type CleanImage, cleanImage } from './photo-content.ts'
import { mostPhotoBytes, mostPhotoPixels } from './photo-fields.ts'

/** Reads a photograph, and returns it without metadata. Throws `validation` for one that is damaged, too large, or that a ficha could not print. */
export async function checkedPhoto(bytes: Uint8Array): Promise<CleanImage> {
  const image = cleanImage(bytes)
  if (bytes.length > mostPhotoBytes || image === undefined)
    throw wrongPhoto('/content', {
      es: 'se espera un JPEG, PNG o WebP entero, de 4 MiB como máximo',
      en: 'expected a whole JPEG, PNG or WebP of at most 4 MiB',
    })
  const { width, height } = image
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostPhotoPixels)
    throw wrongPhoto('/content', {
      es: `mide ${width} × ${height} píxeles: se esperan de 1 a ${mostPhotoPixels} de lado`,
      en: `it is ${width} × ${height} pixels: expected 1 to ${mostPhotoPixels} a side`,
    })
  await assertPrintable(image)
  return image
}

/** A ficha prints JPEG and PNG: one that cannot be printed is not kept. What draws it is the same with its metadata. */
async function assertPrintable({ type, content }: CleanImage): Promise<void> {
  if (type === 'image/webp') return
  try {
    await letterheadPdf({ name: '', address: '', logo: `data:${type};base64,${Buffer.from(content).toString('base64')}` })
  } catch {
    throw wrongPhoto('/content', {
      es: 'la imagen está dañada o es de una clase que no se puede imprimir',
      en: 'the image is damaged or of a kind that cannot be printed',
    })
  }
}

/** The error for a field of a photograph. */
export function wrongPhoto(pointer: string, detail: Text): ServiceError {
  const { es, en } = detail
  return new ServiceError(
    'validation',
    { es: `La fotografía no vale: ${es}`, en: `The photograph is not valid: ${en}` },
    { errors: [{ pointer, code: pointer === '/content' ? 'image' : 'unknown', detail }] },
  )
}
