import type { PhotoType } from '../access/photos.ts'
import { jpegWithoutMetadata } from './photo-jpeg.ts'
import { pngWithoutMetadata } from './photo-png.ts'
import { webpWithoutMetadata } from './photo-webp.ts'

/** An image without metadata: no place, camera, date, comment or thumbnail. */
export interface CleanImage {
  readonly type: PhotoType
  readonly width: number
  readonly height: number
  readonly content: Uint8Array
}

/** Reads an image by its content, whatever its name, and leaves its metadata out. Undefined if it is no whole JPEG, PNG or still WebP. */
export function cleanImage(bytes: Uint8Array): CleanImage | undefined {
  return jpegWithoutMetadata(bytes) ?? pngWithoutMetadata(bytes) ?? webpWithoutMetadata(bytes)
}
