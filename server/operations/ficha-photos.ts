import { elementText, type Ficha, type FichaCheck } from '../ficha/model.ts'
import type { Context } from './operation.ts'
import { cleanImage } from './photo-content.ts'
import { projectFor } from './stored-project.ts'

/** Bytes of photographs that one ficha prints at most. */
const mostBytes = 20 * 1024 * 1024

/**
 * The photographs of a stored project that are of checks of a ficha, in their order, as long as they fit; and how many do not. Without their metadata: a ficha
 * goes to others, who would not see that they are in it.
 */
export async function fichaPhotos(
  context: Context,
  projectId: string | undefined,
  checks: readonly FichaCheck[],
): Promise<Pick<Ficha, 'photos' | 'photos_left'>> {
  if (projectId === undefined) return { photos: [], photos_left: 0 }
  await projectFor(context, projectId)
  const listed = await context.store.photos.list(projectId)
  const wanted = checks.flatMap((check) => listed.filter((photo) => photo.check === check.id).map((photo) => ({ check, photo })))
  const photos: Ficha['photos'] = []
  let bytes = 0
  for (const { check, photo } of wanted) {
    bytes += photo.bytes
    const found = bytes > mostBytes ? undefined : await context.store.photos.get(projectId, photo.id)
    if (found === undefined) continue
    const { type, caption, added_at } = found
    const clean = type === 'image/webp' ? undefined : cleanImage(found.content)
    const image = clean === undefined ? null : `data:${type};base64,${Buffer.from(clean.content).toString('base64')}`
    photos.push({ number: check.number, check: elementText(check), caption, added_on: added_at.slice(0, 10), image })
  }
  return { photos, photos_left: wanted.length - photos.length }
}
