import { type HulcMapping, hulcMapping } from '../../server/kb/hulc-mapping.ts'
import { type IfcMapping, ifcMappingSource, ifcRoomsSource } from '../../server/kb/ifc-mapping.ts'
import { noMapping } from '../../server/kb/no-mapping.ts'
import { readYaml, type SourceFolder } from './source-file.ts'

/** Where the mapping of IFC models is. */
export const mappingFile = 'mapping/ifc.yaml'
export const roomsFile = 'mapping/rooms.yaml'
/** Where the mapping of files of HULC is. */
export const hulcFile = 'mapping/hulc.yaml'

/** Reads `mapping/`. A small base may do without it. */
export function readMapping(sources: SourceFolder): IfcMapping {
  const files = sources.list('mapping', '.yaml')
  const table = files.includes(mappingFile) ? readYaml(sources, mappingFile, ifcMappingSource)?.value : undefined
  const rooms = files.includes(roomsFile) ? readYaml(sources, roomsFile, ifcRoomsSource)?.value.rooms : undefined
  return { ...noMapping, ...table, rooms: rooms ?? [] }
}

/** Reads `mapping/hulc.yaml`; undefined if a small base does without it. */
export function readHulcMapping(sources: SourceFolder): HulcMapping | undefined {
  return sources.list('mapping', '.yaml').includes(hulcFile) ? readYaml(sources, hulcFile, hulcMapping)?.value : undefined
}
