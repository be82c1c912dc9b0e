import { readFileSync } from 'node:fs'
import { mostPhotos } from '../access/photos.ts'
import { parseExactJson } from '../engine/exact-json.ts'
import { RepeatedKeyError } from '../engine/repeated-keys.ts'
import { errorText } from '../errors/error-text.ts'
import { type Json, list } from './problem-text.ts'
import { UsageError } from './terminal.ts'

/** A project file: the project as the service takes it, and its photographs as `addPhoto` takes them, neither checked yet. */
export interface ProjectFile {
  readonly project: Json
  readonly photos: readonly Json[]
}

/** Reads a project file. Throws `UsageError` if it is none. */
export function readProjectFile(file: string): ProjectFile {
  const { photos = [], ...project } = readDocument(file)
  const isList = Array.isArray(photos) && photos.length <= mostPhotos && photos.every((one) => typeof one === 'object' && one !== null)
  if (!isList)
    throw new UsageError({
      es: `«${file}» no es un proyecto exportado: «photos» ha de ser una lista de ${mostPhotos} fotografías como máximo`,
      en: `"${file}" is not an exported project: "photos" must be a list of at most ${mostPhotos} photographs`,
    })
  return { project, photos: list(photos) as Json[] }
}

/** Names a photograph of a file for people: `Fotografía 2 («Peldaño»)`. */
export function photoName(photo: Json, index: number): { readonly es: string; readonly en: string } {
  const caption = typeof photo['caption'] === 'string' && photo['caption'] !== '' ? photo['caption'] : undefined
  return {
    es: `Fotografía ${index + 1}${caption === undefined ? '' : ` («${caption}»)`}`,
    en: `Photograph ${index + 1}${caption === undefined ? '' : ` ("${caption}")`}`,
  }
}

function readDocument(file: string): Json {
  const text = readText(file)
  try {
    const parsed = parseExactJson(text.replace(/^\uFEFF/, ''))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch (error) {
    if (error instanceof RepeatedKeyError) {
      const { pointer, values } = error
      throw new UsageError({
        es: `«${file}» indica dos veces «${pointer}» con valores distintos: ${values.join(' y ')}`,
        en: `"${file}" states "${pointer}" twice with different values: ${values.join(' and ')}`,
      })
    }
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UsageError({
    es: `«${file}» no es un proyecto exportado: se espera un objeto JSON`,
    en: `"${file}" is not an exported project: expected a JSON object`,
  })
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const why = errorText(error)
    throw new UsageError({ es: `No se puede leer «${file}». ${why.es}`, en: `Cannot read "${file}". ${why.en}` })
  }
}
