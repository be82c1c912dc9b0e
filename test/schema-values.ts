import fc from 'fast-check'
import type { Json } from './service.ts'

/** Arbitrary values that mostly match a JSON Schema of the OpenAPI document. `words`: texts that mean something to the service. Strings with a pattern are examples of the schema or words. */
export function valuesOf(schema: Json, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const examples = Array.isArray(schema['examples']) ? schema['examples'] : []
  const made = madeFrom(schema, words)
  return examples.length === 0 ? made : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...examples) }, { weight: 3, arbitrary: made })
}

/** A part of the OpenAPI document with each schema that it refers to written out. */
export function writtenOut(part: unknown, document: Json): unknown {
  if (Array.isArray(part)) return part.map((one) => writtenOut(one, document))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...rest } = part as Json
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, writtenOut(value, document)]))
  if (typeof $ref !== 'string') return own
  let named: unknown = document
  for (const key of $ref.split('/').slice(1)) named = (named as Json)[key]
  return { ...(writtenOut(named, document) as Json), ...own }
}

function madeFrom(schema: Json, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const either = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(either)) return fc.oneof(...(either as Json[]).map((one) => valuesOf(one, words)))
  if (schema['const'] !== undefined) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum'])
  const [low, high] = [Number(schema['minimum'] ?? -1e6), Number(schema['maximum'] ?? 1e6)]
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'date')
        return fc.date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10))
      return fc.oneof(
        words,
        fc.string({
          unit: 'grapheme',
          minLength: Math.min(Number(schema['minLength'] ?? 0), 40),
          maxLength: Math.min(Number(schema['maxLength'] ?? 40), 200),
        }),
      )
    case 'integer':
      return fc.oneof(fc.constantFrom(low, high), fc.integer({ min: Math.max(low, -1_000_000), max: Math.min(high, 1_000_000) }))
    case 'number':
      return fc.oneof(fc.double({ min: low, max: high, noNaN: true }), fc.constantFrom(0, 0.35, 0.5, 1, 50, 1000))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf((schema['items'] ?? {}) as Json, words), {
        minLength: Math.min(Number(schema['minItems'] ?? 0), 3),
        maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4),
      })
    case 'object':
      return objectsOf(schema, words)
    default:
      return fc.oneof(words, fc.jsonValue({ maxDepth: 2 }))
  }
}

function objectsOf(schema: Json, words: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one, words)]))
  const known = fc.record(fields, { requiredKeys: required.filter((name) => properties[name] !== undefined) })
  const more = schema['additionalProperties']
  if (typeof more !== 'object' || more === null) return known
  return fc.tuple(known, fc.dictionary(words, valuesOf(more as Json, words), { maxKeys: 3 })).map(([own, others]) => ({ ...others, ...own }))
}
