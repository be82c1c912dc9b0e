import address from 'es-atlas/es/municipalities.json?url'
import { type Atlas, atlasFrom, type SpainTopology } from './atlas.ts'

/** The outlines, fetched from this program's own files the first time a map is opened. Rejects where they are not there. */
export async function loadAtlas(): Promise<Atlas> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Cannot load the outlines of the map: ${response.status}`)
  return atlasFrom((await response.json()) as SpainTopology)
}
