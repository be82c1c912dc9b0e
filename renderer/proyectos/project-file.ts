import type { Client, Inputs } from '../api.ts'
import type { Project, StoredProject } from './project.ts'

type PhotoInFile = Omit<Inputs['addPhoto'], 'id'>

/** A project file: the project, and its photographs as the service takes them. */
export interface ProjectFile {
  readonly project: Project
  readonly photos: readonly PhotoInFile[]
}

/** Largest project file that a page reads, in bytes: more than what a key may store. */
export const mostFileBytes = 192 * 1024 * 1024
/** Most photographs of a project. */
const mostPhotos = 200

/** Thrown for a photograph of a file that the service refuses; `cause` is its error. */
export class RefusedPhoto extends Error {
  /** Its number in the file, from 1. */
  readonly number: number
  readonly caption: string
  constructor(number: number, caption: string, cause: unknown) {
    super('The service refuses a photograph of the file', { cause })
    this.number = number
    this.caption = caption
  }
}

/** Called when some of the photographs of a file are done. */
export type OnPhotos = (done: number, total: number) => void

/** The project as a file, with its photographs if it has any. They are fetched one by one. */
export async function projectFile(client: Client, { id, project }: StoredProject, onPhotos: OnPhotos): Promise<Blob> {
  const { items } = await client.listPhotos.query({ id })
  const text = JSON.stringify(project, null, 2)
  if (items.length === 0) return new Blob([text], { type: 'application/json' })
  const parts = [`${text.replace(/\n?\}$/, '')},\n  "photos": [`]
  for (const [index, photo] of items.entries()) {
    onPhotos(index, items.length)
    const { check, caption, added_at, content } = await client.getPhoto.query({ id, photo: photo.id })
    // What is in the project is what was asked to keep.
    const kept = { check, caption, added_at, keep_metadata: true, content } satisfies PhotoInFile
    parts.push(`${index === 0 ? '' : ','}\n    ${JSON.stringify(kept)}`)
  }
  return new Blob([...parts, '\n  ]\n}'], { type: 'application/json' })
}

/** Reads a project file. Undefined if it is none; the service checks the rest. */
export async function readProjectFile(file: File): Promise<ProjectFile | undefined> {
  if (file.size > mostFileBytes) return undefined
  const parsed = parse(await file.text())
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
  const { photos = [], ...project } = parsed as { readonly photos?: unknown }
  if (!Array.isArray(photos) || photos.length > mostPhotos || !photos.every((one) => typeof one === 'object' && one !== null)) return undefined
  // Safe cast: the service takes nothing of another form.
  return { project: project as Project, photos: photos as readonly PhotoInFile[] }
}

/** Stores the project of a file with its photographs, or nothing. Throws `RefusedPhoto` for one that is refused. */
export async function importProject(client: Client, { project, photos }: ProjectFile, onPhotos: OnPhotos): Promise<StoredProject> {
  const stored = await client.createProject.mutate(project)
  const { id } = stored
  for (const [index, photo] of photos.entries()) {
    onPhotos(index, photos.length)
    try {
      await client.addPhoto.mutate({ ...photo, id })
    } catch (cause) {
      await client.deleteProject.mutate({ id })
      await client.purgeProject.mutate({ id })
      throw new RefusedPhoto(index + 1, typeof photo.caption === 'string' ? photo.caption : '', cause)
    }
  }
  return stored
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
