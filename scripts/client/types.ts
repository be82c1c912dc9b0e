type Json = Record<string, unknown>

/** A JSON Schema of the OpenAPI document as a type of TypeScript. */
export function typeOf(schema: Json): string {
  const { $ref, enum: values, const: only, anyOf, oneOf, type } = schema
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown'
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  const either = anyOf ?? oneOf
  if (Array.isArray(either)) return [...new Set(either.map((one) => typeOf(objectIn(one))))].join(' | ')
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return listType(schema)
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

/** The fields of an object, one to a line, each with its description. */
export function fieldsOf(properties: Json, required: readonly unknown[]): string[] {
  return Object.entries(properties).map(([name, value]) => {
    const schema = objectIn(value)
    const isOptional = !required.includes(name)
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${commentOf(schema)}readonly ${key}${isOptional ? '?' : ''}: ${typeOf(schema)}${isOptional ? ' | undefined' : ''}`
  })
}

/** A description as a comment; nothing without one. */
export function commentOf({ description }: Json): string {
  return typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/').replace(/\s*\n\s*/g, ' ')} */\n` : ''
}

/** The value if it is an object, else an empty one. */
export function objectIn(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {}
}

function listType({ prefixItems, items }: Json): string {
  if (Array.isArray(prefixItems)) return `readonly [${prefixItems.map((one) => typeOf(objectIn(one))).join(', ')}]`
  return `readonly (${typeOf(objectIn(items))})[]`
}

function objectType({ properties, required, additionalProperties }: Json): string {
  const fields = objectIn(properties)
  const values = typeof additionalProperties === 'object' ? typeOf(objectIn(additionalProperties)) : 'unknown'
  if (Object.keys(fields).length === 0)
    return additionalProperties === false ? 'Readonly<Record<never, never>>' : `Readonly<Record<string, ${values}>>`
  return `{ ${fieldsOf(fields, Array.isArray(required) ? required : []).join('\n')} }`
}
