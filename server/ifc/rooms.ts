import type { IfcMapping } from '../kb/ifc-mapping.ts'
import { roomKey } from '../kb/room-name.ts'
import type { ModelElement } from './model.ts'

/** What the names of spaces stand for. */
export interface Rooms {
  /** The element of the vocabulary; undefined for a room without checks and for an unknown name. */
  elementOf(space: ModelElement): string | undefined
  /** The name of a space that the vocabulary of rooms does not have; undefined if it has it. */
  unknownName(space: ModelElement): string | undefined
}

/** Opens the vocabulary of rooms. */
export function roomsOf({ rooms }: Pick<IfcMapping, 'rooms'>): Rooms {
  const byKey = new Map(rooms.flatMap(({ element, names }) => names.map((name) => [roomKey(name), element ?? ''] as const)))
  // The long name says what the room is; the short one is often a number, and sometimes the name itself.
  const found = ({ longName, name }: ModelElement): string | undefined => byKey.get(roomKey(longName)) ?? byKey.get(roomKey(name))
  return {
    elementOf: (space) => (space.class === 'IfcSpace' ? found(space) || undefined : undefined),
    unknownName: (space) => (space.class === 'IfcSpace' && found(space) === undefined ? space.longName || space.name || '(sin nombre)' : undefined),
  }
}
