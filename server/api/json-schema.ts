import { z } from 'zod'
import { schemaShown } from '../operations/shown-as.ts'

/** A zod schema as JSON Schema. Answers may gain fields within v1, so they are left open. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const shown = schemaShown(zodSchema)
      if (shown !== undefined) Object.assign(jsonSchema, schemaOf(shown.schema, shown.io))
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

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}
