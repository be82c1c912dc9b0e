import { isJson } from './json-schema.ts'

type Json = Record<string, unknown>

/** Renders an OpenAPI document of version 3.1 as version 3.0.3, for generators that know no other. What 3.0 cannot say is said more loosely, never more strictly. */
export function olderOpenApi(document: Json): Json {
  const { info, components, paths, ...rest } = document
  const { schemas, ...others } = objectIn(components)
  const { summary: _summary, license, ...about } = objectIn(info)
  const known = objectIn(schemas)
  const rendered = Object.fromEntries(Object.entries(known).map(([name, schema]) => [name, olderSchema(objectIn(schema), known)]))
  const olderPaths = withOlderSchemas(paths, known)
  const olderOthers = objectIn(withOlderSchemas(others, known))
  // What was written out wherever it may be null may have no other use.
  const used = JSON.stringify([olderPaths, olderOthers, rendered])
  const kept = Object.entries(rendered).filter(([name]) => used.includes(`"#/components/schemas/${name}"`))
  return {
    ...rest,
    openapi: '3.0.3',
    info: { ...about, license: olderLicense(objectIn(license)) },
    paths: olderPaths,
    components: { ...olderOthers, schemas: Object.fromEntries(kept) },
  }
}

/** Version 3.0 names a license by an address, not by its identifier. */
function olderLicense({ name, identifier }: Json): Json {
  return { name, url: `https://spdx.org/licenses/${String(identifier)}.html` }
}

/** The same part of a document with each `schema` in it rendered. Examples are data and stay. */
function withOlderSchemas(part: unknown, known: Json): unknown {
  if (Array.isArray(part)) return part.map((one) => withOlderSchemas(one, known))
  if (!isJson(part)) return part
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'example' || key === 'examples') return [key, value]
      return [key, key === 'schema' && isJson(value) ? olderSchema(value, known) : withOlderSchemas(value, known)]
    }),
  )
}

function olderSchema(schema: Json, known: Json): Json {
  const {
    $ref,
    const: only,
    examples,
    prefixItems,
    propertyNames: _names,
    contentEncoding,
    anyOf,
    properties,
    items,
    additionalProperties,
    ...kept
  } = schema
  if (typeof $ref === 'string') return Object.keys(schema).length === 1 ? schema : { ...kept, allOf: [{ $ref }] }
  const within = (value: unknown): unknown => (isJson(value) ? olderSchema(value, known) : value)
  return {
    ...kept,
    ...(only === undefined ? {} : { enum: [only] }),
    ...(Array.isArray(examples) && examples.length > 0 ? { example: examples[0] } : {}),
    ...(contentEncoding === 'base64' ? { format: 'byte' } : {}),
    ...(isJson(properties) ? { properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, within(one)])) } : {}),
    ...(items === undefined ? {} : { items: within(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: within(additionalProperties) }),
    ...(Array.isArray(kept['oneOf']) ? { oneOf: kept['oneOf'].map(within) } : {}),
    ...(Array.isArray(prefixItems) ? tuple(prefixItems.map(objectIn), known) : {}),
    ...(Array.isArray(anyOf) ? oneOfMany(anyOf.map(objectIn), known) : {}),
  }
}

/** Version 3.0 has no tuples: a list of that length, whose members are any of those of the tuple. */
function tuple(members: readonly Json[], known: Json): Json {
  const different = new Map(members.map((one) => olderSchema(one, known)).map((one) => [JSON.stringify(one), one]))
  const [only, ...others] = different.values()
  return { items: others.length === 0 ? only : { anyOf: [only, ...others] }, minItems: members.length, maxItems: members.length }
}

/** Version 3.0 has no type of null: what may be null says so itself, so a schema with a name is written out. */
function oneOfMany(members: readonly Json[], known: Json): Json {
  const others = members.filter(({ type }) => type !== 'null')
  if (others.length === members.length) return { anyOf: others.map((one) => olderSchema(one, known)) }
  const nullable = others.map((one) => ({ ...olderSchema(writtenOut(one, known), known), nullable: true, ...withNull(one) }))
  return nullable.length === 1 ? { ...nullable[0] } : { anyOf: nullable }
}

/** A list of values has to name null as well. */
function withNull({ enum: values }: Json): Json {
  return Array.isArray(values) ? { enum: [...values, null] } : {}
}

function writtenOut(schema: Json, known: Json): Json {
  const { $ref, ...rest } = schema
  return typeof $ref === 'string' ? { ...objectIn(known[$ref.split('/').at(-1) ?? '']), ...rest } : schema
}

function objectIn(value: unknown): Json {
  return isJson(value) ? value : {}
}
