import { load } from 'js-yaml'
import { z } from 'zod'
import type { Book } from '../engine/book.ts'
import type { Text } from '../errors/language.ts'
import { type IfcMapping, ifcCheck, ifcMappingSource, mappingFaults } from '../kb/ifc-mapping.ts'
import { roomKey } from '../kb/room-name.ts'

const condition = z.union([z.string().max(200), z.number(), z.boolean()])
const names = z.union([z.string().max(300), z.array(z.string().max(300)).max(5000)]).optional()

/** What a user answers for a group of elements. All that is named must hold; `*` stands for any text. */
const answer = z.strictObject({
  class: z
    .string()
    .max(80)
    .regex(/^Ifc\w+$/)
    .optional(),
  name: names,
  type: names,
  storey: names,
  room: names,
  global_id: names,
  facts: z.record(z.string().max(80), z.boolean()).default({}),
  context: z.record(z.string().max(80), condition).default({}),
})

/** The user's own map: conditions of the building, names of rooms, answers for groups, and further checks. */
const userMap = z.strictObject({
  context: z.record(z.string().max(80), condition).default({}),
  rooms: z.record(z.string().max(300), z.string().max(120)).default({}),
  answers: z.array(answer).max(2000).default([]),
  facts: ifcMappingSource.shape.facts,
  checks: z.array(ifcCheck).max(500).default([]),
})

/** The part of a map that comes over the network: without checks and facts, whose patterns could hold the process. */
export const sentMap = userMap.omit({ checks: true, facts: true })

export type UserMap = z.output<typeof userMap>
export type Answer = UserMap['answers'][number]

/** A map that says nothing. */
export const emptyMap: UserMap = userMap.parse({})

/** What a room that needs no check is called in a map. */
const noRoom = 'ninguno'

/** Reads a map in YAML or JSON. Gives the faults instead where there are any, one a line. */
export function readUserMap(text: string): { readonly map: UserMap } | { readonly faults: Text } {
  let raw: unknown
  try {
    raw = load(text) ?? {}
  } catch (error) {
    const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return { faults: { es: `no es YAML: ${line}`, en: `it is not YAML: ${line}` } }
  }
  const read = userMap.safeParse(raw)
  if (read.success) return { map: read.data }
  const faults = read.error.issues.slice(0, 10).map((issue) => `${issue.path.join('.') || '(…)'}: ${issue.message}`)
  return { faults: { es: faults.join('; '), en: faults.join('; ') } }
}

/** The mapping of the base with that of the user. A check or fact of the user takes the place of the one with its name. Faults name what the vocabulary does not have. */
export function withUserMap(base: IfcMapping, map: UserMap, book: Book): { readonly mapping: IfcMapping; readonly faults: readonly string[] } {
  const own = new Set(map.checks.map(({ id }) => id))
  const rooms = Object.entries(map.rooms)
  const keys = new Set(rooms.map(([name]) => roomKey(name)))
  const mapping: IfcMapping = {
    ...base,
    facts: { ...base.facts, ...map.facts },
    checks: [...base.checks.filter(({ id }) => !own.has(id)), ...map.checks],
    rooms: [
      ...base.rooms.map((room) => ({ ...room, names: room.names.filter((name) => !keys.has(roomKey(name))) })),
      ...rooms.map(([name, element]) => ({ names: [name], ...(element === noRoom ? {} : { element }) })),
    ],
  }
  const faults = [
    ...mappingFaults({ facts: mapping.facts, checks: map.checks }, book),
    ...rooms.filter(([, element]) => element !== noRoom && !book.elements.byId.has(element)).map(([name, element]) => `rooms.${name}: ${element}`),
    ...map.answers.flatMap(({ facts }, index) =>
      Object.keys(facts)
        .filter((name) => mapping.facts[name] === undefined)
        .map((name) => `answers.${index}.facts.${name}`),
    ),
    ...[map.context, ...map.answers.map(({ context }) => context)].flatMap((context) =>
      Object.keys(context).filter((name) => book.dimensions.named(name) === undefined),
    ),
  ]
  return { mapping, faults }
}

/** The names of all properties that a mapping reads. */
export function wantedProperties({ checks, facts }: IfcMapping): string[] {
  const sources = [...checks.flatMap(({ values }) => values.map(({ from }) => from)), ...Object.values(facts).flatMap(({ from }) => from)]
  // Derived values are made of these.
  return [...new Set([...sources.map((source) => source.slice(source.indexOf('.') + 1)), 'Slope'])]
}
