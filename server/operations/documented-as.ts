import { z } from 'zod'

/** The schema that describes a field in the OpenAPI document. */
interface Shown {
  readonly schema: z.ZodType
  readonly io: 'input' | 'output'
}

const shown = new WeakMap<z.core.$ZodType, Shown>()

/** A field that is documented with a schema but not validated with it, because the operation parses it itself or has already parsed it. */
export function documentedAs<Value>(schema: z.ZodType, io: Shown['io']): z.ZodType<Value, Value> {
  const field = z.custom<Value>(() => true)
  shown.set(field, { schema, io })
  return field
}

/** The schema that documents a field made by `documentedAs`; undefined for any other field. */
export function documentedSchema(field: z.core.$ZodType): Shown | undefined {
  return shown.get(field)
}
