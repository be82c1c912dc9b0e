import type { NewPhoto } from '../access/photos.ts'
import { elementText, type Ficha, type FichaCheck } from '../ficha/model.ts'
import type { Context } from './operation.ts'
import { cleanImage } from './photo-content.ts'
import { projectFor } from './stored-project.ts'

/** Bytes of photographs that one ficha prints at most. */
const mostBytes = 20 * 1024 * 1024

type Printed = Pick<Ficha, 'photos' | 'photos_left'>

/** A photograph that may be printed; its bytes are read if they are. */
export interface PrintablePhoto extends Pick<NewPhoto, 'check' | 'caption' | 'type'> {
  readonly added_at: string
  readonly bytes: number
  read(): Promise<Uint8Array | undefined>
}

/** The photographs of a stored project that are of checks of a ficha. */
export async function fichaPhotos(context: Context, projectId: string | undefined, checks: readonly FichaCheck[]): Promise<Printed> {
  if (projectId === undefined) return { photos: [], photos_left: 0 }
  await projectFor(context, projectId)
  const { photos } = context.store
  const listed = await photos.list(projectId)
  return printedPhotos(
    checks,
    listed.map((photo) => ({ ...photo, read: async () => (await photos.get(projectId, photo.id))?.content })),
  )
}

/**
 * The photographs that are of checks of a ficha, in the order of these, as long as they fit; and how many do not. Without their metadata: a ficha goes to others, who
 * would not see that they are in it.
 */
export async function printedPhotos(checks: readonly FichaCheck[], listed: readonly PrintablePhoto[]): Promise<Printed> {
  const wanted = checks.flatMap((check) => listed.filter((photo) => photo.check === check.id).map((photo) => ({ check, photo })))
  const photos: Ficha['photos'] = []
  let bytes = 0
  for (const { check, photo } of wanted) {
    bytes += photo.bytes
    const content = bytes > mostBytes ? undefined : await photo.read()
    if (content === undefined) continue
    const { type, caption, added_at } = photo
    const clean = type === 'image/webp' ? undefined : cleanImage(content)
    const image = clean === undefined ? null : `data:${type};base64,${Buffer.from(clean.content).toString('base64')}`
    photos.push({ number: check.number, check: elementText(check), caption, added_on: added_at.slice(0, 10), image })
  }
  return { photos, photos_left: wanted.length - photos.length }
}
