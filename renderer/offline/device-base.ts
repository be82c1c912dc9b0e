import { type KnowledgeBase, knowledgeBaseOver } from '../../server/kb/knowledge-base.ts'
import { openDeviceDatabase } from './device-database.ts'

/** Opens the copy of a base that a device keeps, from its packed bytes. Throws if they are damaged. */
export async function openDeviceBase(packed: Uint8Array<ArrayBuffer>, wasm: ArrayBuffer): Promise<KnowledgeBase> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
  return knowledgeBaseOver(await openDeviceDatabase(bytes, wasm), { file: 'copia', copyForDevices: undefined })
}
