import { z } from 'zod'
import { documentedSchema } from '../operations/documented-as.ts'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

/** Converts a zod schema to JSON Schema, whole. Schemas of answers allow other fields, because answers may gain fields within v1. */
export function schemaOf(schema: z.ZodType, io: Side): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = documentedSchema(zodSchema)
      if (shown !== undefined) Object.assign(jsonSchema, schemaOf(shown.schema, shown.io))
      adapt(jsonSchema, io)
    },
  })
  return withSingleTypes(rest)
}

/** Converts schemas to JSON Schema by name. A schema within another that has a name of its own is a reference to it: `addressOf` makes its address. */
export function namedSchemasOf(schemas: ReadonlyMap<z.ZodType, string>, io: Side, addressOf: (name: string) => string): Record<string, Json> {
  const registry = z.registry<{ id: string }>()
  for (const [schema, id] of schemas) registry.add(schema, { id })
  const converted = z.toJSONSchema(registry, {
    io,
    uri: addressOf,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = documentedSchema(zodSchema)
      const name = shown === undefined ? undefined : schemas.get(shown.schema)
      if (shown !== undefined) Object.assign(jsonSchema, name === undefined ? schemaOf(shown.schema, shown.io) : { $ref: addressOf(name) })
      adapt(jsonSchema, io)
    },
  })
  return Object.fromEntries(
    Object.entries(converted.schemas).map(([name, { $schema: _dialect, $id: _id, ...rest }]): [string, Json] => [name, withSingleTypes(rest)]),
  )
}

/** Says what zod leaves out, and leaves out what readers of other drafts stumble over. */
function adapt(jsonSchema: z.core.JSONSchema.BaseSchema, io: Side): void {
  if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  // `maxItems` says the same as `items: false`, which readers of older drafts do not know.
  if (jsonSchema.items === false) jsonSchema.items = {}
  // In OpenAPI `readOnly` means left out of requests, not unchanging.
  delete jsonSchema.readOnly
  // `base64` is a format of zod; JSON Schema has `contentEncoding` for it.
  if (jsonSchema.format === 'base64') delete jsonSchema.format
  // Client generators take a field with a default for one that is always present; an empty default is not worth that.
  if (isEmpty(jsonSchema.default)) delete jsonSchema.default
  if (jsonSchema.type === 'integer') jsonSchema.format = 'int64'
  if (jsonSchema.format === 'date') jsonSchema.maxLength = 'AAAA-MM-DD'.length
}

/** The same schema with `anyOf` in place of a list of types, which several generators of clients read as no type at all. */
function withSingleTypes(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === 'type' && Array.isArray(value) ? ['anyOf', value.map((type: unknown) => ({ type }))] : [key, withinTypes(value)],
    ),
  )
}

function withinTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withinTypes)
  return isJson(value) ? withSingleTypes(value) : value
}

/** True for an object that is not a list. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
