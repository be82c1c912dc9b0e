import { z } from 'zod'

/** The schema that describes a field. */
interface Shown {
  readonly schema: z.ZodType
  readonly io: 'input' | 'output'
}

const shown = new WeakMap<z.core.$ZodType, Shown>()

/** A field that the documentation describes by a schema and the input reader takes as it is: its operation reads it, or has read it before. */
export function shownAs<Value>(schema: z.ZodType, io: Shown['io']): z.ZodType<Value, Value> {
  const field = z.custom<Value>(() => true)
  shown.set(field, { schema, io })
  return field
}

/** The schema that `shownAs` gave a field; undefined for any other. */
export function schemaShown(field: z.core.$ZodType): Shown | undefined {
  return shown.get(field)
}
