import type { Book } from '../../server/engine/book.ts'
import { parametersOf } from '../../server/engine/terms.ts'
import { type HulcMapping, hulcFaults } from '../../server/kb/hulc-mapping.ts'
import { type IfcMapping, mappingFaults } from '../../server/kb/ifc-mapping.ts'
import { roomKey } from '../../server/kb/room-name.ts'
import { hulcFile, mappingFile, roomsFile } from './read-mapping.ts'
import type { SourceFolder } from './source-file.ts'

/** Checks the mapping of IFC models against the vocabulary: terms, facts, units and conditions exist, and some rule limits what is mapped. */
export function checkMapping(sources: SourceFolder, mapping: IfcMapping, book: Book): void {
  for (const fault of mappingFaults(mapping, book)) sources.report(mappingFile, 1, fault)
  const limited = new Map<string, ReadonlySet<string>>()
  const limitedOf = (one: string): ReadonlySet<string> => {
    const parameters = limited.get(one) ?? parametersOf(book, [one])
    limited.set(one, parameters)
    return parameters
  }
  for (const { id, element, rooms, parameter } of mapping.checks)
    for (const one of element === 'room' ? (rooms ?? []) : [element])
      if (book.elements.byId.has(one) && !limitedOf(one).has(parameter))
        sources.report(mappingFile, 1, `check "${id}": no rule limits "${parameter}" of "${one}"`)
  const owners = new Map<string, string>()
  for (const { element = '', names } of mapping.rooms) {
    if (element !== '' && !book.elements.byId.has(element)) sources.report(roomsFile, 1, `unknown element "${element}"`)
    for (const name of names) {
      const key = roomKey(name)
      if (key === '') sources.report(roomsFile, 1, `"${name}" has no word: expected a name of a room`)
      if (owners.has(key)) sources.report(roomsFile, 1, `"${name}" names two rooms`)
      owners.set(key, element)
    }
  }
}

/** Checks the mapping of files of HULC against the vocabulary. */
export function checkHulcMapping(sources: SourceFolder, mapping: HulcMapping | undefined, book: Book): void {
  for (const fault of mapping === undefined ? [] : hulcFaults(mapping, book)) sources.report(hulcFile, 1, fault)
}
