import { readFileSync } from 'node:fs'
import type { Judged } from './server.ts'

/** What the requests act on. */
export interface Prepared {
  /** Read, replaced and deleted. */
  readonly project: string
  /** Stays, with a second revision and a photograph. */
  readonly kept: string
  readonly check: string
  readonly photo: string
  /** In the bin: one to recover, one to erase. */
  readonly recovered: string
  readonly erased: string
  /** A document of the library that stays, and one to remove. */
  readonly document: string
  readonly removed: string
  /** An IFC model in base64. */
  readonly model: string
}

/** A photograph of one pixel, in base64. */
export const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Json = Readonly<Record<string, unknown>>

/** Stores projects, a photograph and a document of the library. */
export async function prepare({ url, key, modelFile }: Pick<Judged, 'url' | 'key' | 'modelFile'>): Promise<Prepared> {
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/v1/${path}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as Json
  }
  const check = 'cubierta'
  const checks = [{ id: check, element: 'cubierta-plana', parameter: 'U', value: '0,3', unit: 'W/m²K' }]
  const stored = { name: 'Obra', geo_id: 'ES-28079', checks }
  const make = async (): Promise<string> => String((await send('POST', 'proyectos', stored))['id'])
  const [project, kept, recovered, erased] = [await make(), await make(), await make(), await make()]
  await send('PUT', `proyectos/${kept}`, { revision: 1, project: { ...stored, name: 'Obra nueva' } })
  const photo = String((await send('POST', `proyectos/${kept}/fotos`, { check, content: pixel }))['id'])
  for (const id of [recovered, erased]) await send('DELETE', `proyectos/${id}`)
  const add = async (name: string, text: string): Promise<string> => {
    const { document } = await send('POST', 'biblioteca', { name, file: Buffer.from(text).toString('base64') })
    return (document as { readonly id: string }).id
  }
  const document = await add('ordenanza.md', '# Ordenanza\n\nEl vuelo de un balcón.\n')
  const removed = await add('antigua.md', '# Ordenanza antigua\n')
  return { project, kept, check, photo, recovered, erased, document, removed, model: readFileSync(modelFile).toString('base64') }
}
