import { z } from 'zod'

/** Where a value of the model comes from. Property sets and quantities count first, attributes second, geometry last. */
const valueOrigins = ['property', 'quantity', 'type-property', 'attribute', 'geometry', 'derived'] as const

/** Units that numbers of the model are converted to; `1` is a count, a ratio or a number whose measure says no more. */
const units = ['m', 'm²', 'm³', '°', 'W/m²K', '1'] as const
export type ModelUnit = (typeof units)[number]

const modelValue = z.object({
  /** Property set or quantity set; empty for attributes and geometry. */
  set: z.string(),
  name: z.string(),
  value: z.union([z.number(), z.string(), z.boolean()]),
  unit: z.enum(units).optional(),
  origin: z.enum(valueOrigins),
  /** `no-unit`: the model declares no unit for it. `default-unit`: none either, and the SI unit is taken. `bracket`: geometry, off by up to a millimetre. */
  doubt: z.enum(['no-unit', 'default-unit', 'bracket']).optional(),
})

const point = z.tuple([z.number(), z.number()])
const corner = z.tuple([z.number(), z.number(), z.number()])

const shape = z.object({
  min: corner,
  max: corner,
  /** Outlines in plan, in metres, without a repeated last point. */
  outline: z.array(z.array(point)),
  /** True if top and bottom are two horizontal planes and nothing lies between them. */
  isPrism: z.boolean(),
})

const modelElement = z.object({
  globalId: z.string(),
  /** As in the schema: `IfcDoor`. Subclasses such as `IfcWallStandardCase` are named by the class that is read. */
  class: z.string(),
  predefinedType: z.string(),
  name: z.string(),
  longName: z.string(),
  typeName: z.string(),
  /** GlobalId of the storey; empty if the model says none. */
  storey: z.string(),
  /** GlobalId of the element that this one is a part of; empty if none. */
  partOf: z.string(),
  /** GlobalId of the wall that a door or window is in; empty if none. */
  host: z.string(),
  /** What the space boundaries of the model say; empty if nothing. */
  boundary: z.enum(['', 'internal', 'external', 'earth', 'several']),
  values: z.array(modelValue),
  shape: shape.optional(),
})

/** What the child process hands over: the model without anything of the file format. */
export const ifcModel = z.object({
  schema: z.string(),
  name: z.string(),
  /** The program that wrote the file. */
  application: z.string(),
  site: z
    .object({ latitude: z.number().optional(), longitude: z.number().optional(), elevation: z.number().optional(), name: z.string() })
    .optional(),
  storeys: z.array(z.object({ globalId: z.string(), name: z.string(), elevation: z.number().optional() })),
  elements: z.array(modelElement),
  /** Building elements of classes that are not read. */
  unread: z.array(z.object({ class: z.string(), count: z.int() })),
  /** What could not be read, by code. */
  faults: z.array(z.enum(['no-length-unit', 'no-geometry', 'part-of-geometry', 'many-properties', 'cycle', 'many-elements'])),
})

export type IfcModel = z.output<typeof ifcModel>
export type ModelElement = z.output<typeof modelElement>
export type ModelValue = z.output<typeof modelValue>
export type Shape = z.output<typeof shape>
export type Point = z.output<typeof point>
