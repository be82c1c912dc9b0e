import address from 'es-atlas/es/municipalities.json?url'
import { type Atlas, atlasFrom, type SpainTopology } from './atlas.ts'

/** Fetches the outlines from the server. Rejects if they cannot be loaded. */
export async function loadAtlas(): Promise<Atlas> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`Cannot load the outlines of the map: ${response.status}`)
  return atlasFrom((await response.json()) as SpainTopology)
}
