import { z } from 'zod'
import type { Book } from '../engine/book.ts'

/** A property of a set (`Pset_DoorCommon.FireRating`), `attribute.OverallWidth`, `geometry.height` or `derived.FlightRise`. */
const source = z.string().regex(/^[\w -]+\.[\w -]+$/, 'expected Set.Property, attribute.Name, geometry.name or derived.name')

/** How a value may be used. `upper`: the true value is this or less, so that it may fail a minimum and never pass one. `lower`: the reverse. */
export const bounds = ['exact', 'upper', 'lower'] as const
export type Bound = (typeof bounds)[number]

const scalar = z.union([z.string().max(200), z.number(), z.boolean()])

/** A fact of an element that decides whether a check applies, and how to ask for it. */
const fact = z.strictObject({
  from: z.array(source).default([]),
  /** `host`: the wall that a door or window is in has it. */
  of: z.literal('host').optional(),
  /** What the space boundaries say of it. */
  boundary: z.partialRecord(z.enum(['internal', 'external', 'earth']), z.boolean()).optional(),
  /** A number over which it is true, for facts that are shares. */
  over: z.number().optional(),
  label: z.string().min(1).max(200),
  en: z.string().min(1).max(200),
})

const checkValue = z.strictObject({
  from: source,
  bound: z.enum(bounds).default('exact'),
  /** For texts: what must match, and what is checked of it (`$1`). A text that does not match is asked about. */
  pattern: z.string().optional(),
  as: z.string().optional(),
})

/** One line of the table: where a check comes from in the model, and what it is in the vocabulary. */
export const ifcCheck = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  class: z.array(z.string().regex(/^Ifc\w+$/)).min(1),
  predefined: z.array(z.string()).optional(),
  not_predefined: z.array(z.string()).optional(),
  /** For spaces: only those of these elements of the vocabulary of rooms. */
  rooms: z.array(z.string()).optional(),
  when: z.record(z.string(), z.boolean()).default({}),
  /** An element of the vocabulary, or `room`: the one that the name of the space stands for. */
  element: z.string().min(1),
  parameter: z.string().min(1),
  values: z.array(checkValue).min(1),
  unit: z.string().min(1),
  /** What such a thing can measure at all, in `unit`, not what a rule asks for. Outside it the model is likely to be in another unit, and nothing is decided. */
  plausible: z.strictObject({ min: z.number(), max: z.number() }).optional(),
  /** Conditions of the case. `fact:Name` takes a fact of the element; unknown, both answers are tried. */
  context: z.record(z.string(), scalar).default({}),
  /** What the model should hold so that this can be decided, for people. */
  note: z.string().max(300).default(''),
})

/** Names of rooms and the element that they stand for; without one the room is known and has no check. */
const ifcRoom = z.strictObject({
  element: z.string().optional(),
  names: z.array(z.string().min(1)).min(1),
})

/** `kb/mapping/ifc.yaml`. */
export const ifcMappingSource = z.strictObject({
  version: z.int().min(1),
  facts: z.record(z.string().regex(/^\w+$/), fact).default({}),
  checks: z.array(ifcCheck),
})

/** `kb/mapping/rooms.yaml`. */
export const ifcRoomsSource = z.strictObject({ version: z.int().min(1), rooms: z.array(ifcRoom) })

/** The mapping of IFC models as the pack keeps it. */
const ifcMapping = z.strictObject({ ...ifcMappingSource.shape, rooms: z.array(ifcRoom) })

export type IfcMapping = z.output<typeof ifcMapping>
export type IfcCheck = z.output<typeof ifcCheck>
export type IfcFact = z.output<typeof fact>

/** What is wrong in a mapping, each in one line: unknown terms, facts, units and conditions, and patterns that cannot be read. */
export function mappingFaults({ facts, checks }: Pick<IfcMapping, 'facts' | 'checks'>, book: Book): string[] {
  const seen = new Set<string>()
  return checks.flatMap((check) => {
    const { id, element, parameter, unit, rooms = [], when, context, values } = check
    const isRepeated = seen.has(id)
    seen.add(id)
    const limited = book.parameters.byId.get(parameter)
    const wrong = [
      ...(isRepeated ? ['its id is repeated'] : []),
      ...[...(element === 'room' ? [] : [element]), ...rooms].filter((one) => !book.elements.byId.has(one)).map((one) => `unknown element "${one}"`),
      ...(element === 'room' && rooms.length === 0 ? ['"room" needs the list "rooms"'] : []),
      ...(limited === undefined ? [`unknown parameter "${parameter}"`] : []),
      ...(check.plausible === undefined && values.some(({ pattern }) => pattern === undefined) ? ['needs "plausible"'] : []),
      ...unitFaults(unit, limited?.unit, book),
      ...Object.keys(when)
        .filter((name) => facts[name] === undefined)
        .map((name) => `unknown fact "${name}"`),
      ...Object.entries(context).flatMap(([name, value]) => contextFaults(name, value, { facts, book })),
      ...values.filter(({ pattern }) => pattern !== undefined && !isPattern(pattern)).map(({ pattern }) => `cannot read the pattern "${pattern}"`),
    ]
    return wrong.map((message) => `check "${id}": ${message}`)
  })
}

function unitFaults(unit: string, limited: string | undefined, { units }: Book): string[] {
  const read = units.parse(unit)
  if (read === undefined) return [`unknown unit "${unit}"`]
  const kind = limited === undefined ? undefined : units.parse(limited)?.kind
  return kind === undefined || kind === read.kind ? [] : [`unit "${unit}" does not measure the parameter: expected one such as "${limited}"`]
}

function contextFaults(
  name: string,
  value: string | number | boolean,
  known: { readonly facts: IfcMapping['facts']; readonly book: Book },
): string[] {
  const dimension = known.book.dimensions.byId.get(name)
  if (dimension === undefined) return [`unknown condition "${name}"`]
  if (typeof value !== 'string') return []
  if (value.startsWith('fact:')) {
    if (known.facts[value.slice('fact:'.length)] === undefined) return [`unknown fact "${value}"`]
    return dimension.type === 'boolean' ? [] : [`condition "${name}" is not of yes or no: it cannot take a fact`]
  }
  return dimension.type === 'enum' && !dimension.values.some(({ id }) => id === value) ? [`unknown value "${value}" of "${name}"`] : []
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern)
    return true
  } catch {
    return false
  }
}
