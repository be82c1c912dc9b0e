import type { Language } from '../errors/language.ts'
import { answerOf, type Local } from './local-service.ts'
import { type Answer, type Json, list } from './problem-text.ts'
import { type ProjectFile, photoName } from './project-file.ts'

const address = '/api/v1/proyectos'
const bin = '/api/v1/papelera'

/** A project at its address as a file has it: with its photographs, if it has any. */
export async function exportProject(local: Local, path: string): Promise<Answer> {
  const answer = await answerOf(await local.fetch(path))
  const listed = answer.ok ? await answerOf(await local.fetch(`${path}/fotos`)) : answer
  if (!listed.ok) return listed
  const photos: Json[] = []
  for (const one of list(listed.body['items'])) {
    const photo = await answerOf(await local.fetch(`${path}/fotos/${String((one as Json)['id'])}`))
    if (!photo.ok) return photo
    const { check, caption, added_at, content } = photo.body
    // What is in the project is what was asked to keep.
    photos.push({ check, caption, added_at, keep_metadata: true, content })
  }
  const project = answer.body['project'] as Json
  return { ok: true, body: photos.length === 0 ? project : { ...project, photos } }
}

/** Stores the project of a file with its photographs, or nothing: then the answer is that of what was refused, with the name of the photograph. */
export async function importProject(local: Local, { project, photos }: ProjectFile, language: Language): Promise<Answer> {
  const answer = await answerOf(await local.fetch(address, project))
  if (!answer.ok) return answer
  const id = encodeURIComponent(String(answer.body['id']))
  for (const [index, photo] of photos.entries()) {
    const added = await answerOf(await local.fetch(`${address}/${id}/fotos`, photo))
    if (added.ok) continue
    await local.fetch(`${address}/${id}`, undefined, 'DELETE')
    await local.fetch(`${bin}/${id}`, undefined, 'DELETE')
    return { ...added, body: { ...added.body, detail: `${photoName(photo, index)[language]}: ${String(added.body['detail'])}` } }
  }
  return answer
}
