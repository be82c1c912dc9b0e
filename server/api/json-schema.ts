import { z } from 'zod'
import { documentedSchema } from '../operations/documented-as.ts'

/** Converts a zod schema to JSON Schema. Schemas of answers allow other fields, because answers may gain fields within v1. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = documentedSchema(zodSchema)
      if (shown !== undefined) Object.assign(jsonSchema, schemaOf(shown.schema, shown.io))
      if (io === 'output') delete jsonSchema.additionalProperties
      // `maxItems` says the same as `items: false`, which readers of older drafts do not know.
      if (jsonSchema.prefixItems !== undefined && jsonSchema.items === false) jsonSchema.items = {}
      // `base64` is a format of zod; JSON Schema has `contentEncoding` for it.
      if (jsonSchema.format === 'base64') delete jsonSchema.format
      // Client generators take a field with a default for one that is always present; an empty default is not worth that.
      if (isEmpty(jsonSchema.default)) delete jsonSchema.default
      if (jsonSchema.type === 'integer') jsonSchema.format = 'int64'
      if (jsonSchema.format === 'date') jsonSchema.maxLength = 'AAAA-MM-DD'.length
    },
  })
  return rest
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
