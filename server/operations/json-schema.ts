import { z } from 'zod'

/** A zod schema as JSON Schema. Answers may gain fields within v1, so they are left open. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (io === 'output') delete jsonSchema.additionalProperties
      // Said for readers of older drafts: `maxItems` says as much as `items: false`.
      if (jsonSchema.prefixItems !== undefined && jsonSchema.items === false) jsonSchema.items = {}
      // `contentEncoding` says it in the words of JSON Schema; the format is of zod's own.
      if (jsonSchema.format === 'base64') delete jsonSchema.format
      // Empty by default says nothing, and makers of clients take what has a default for always there.
      if (isEmpty(jsonSchema.default)) delete jsonSchema.default
      if (jsonSchema.type === 'integer') jsonSchema.format = 'int64'
      if (jsonSchema.format === 'date') jsonSchema.maxLength = 'AAAA-MM-DD'.length
    },
  })
  return rest
}

/** A field that is described by a schema but not read by it: its operation reads it by itself, or has read it before. */
export function shownAs<Value>(schema: z.ZodType, io: 'input' | 'output'): z.ZodType<Value, Value> {
  return z.custom<Value>(() => true).meta(schemaOf(schema, io))
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
