import { describe, expect, test } from 'vitest'
import { olderOpenApi } from '../../server/api/older-openapi.ts'
import type { Json } from '../service.ts'

const info = { title: 'T', summary: 'S', license: { name: 'L', identifier: 'Apache-2.0' } }

/** A schema as version 3.0 has it, in a document with the named schemas. */
function older(schema: Json, named: Json = {}): unknown {
  const document = olderOpenApi({ openapi: '3.1.0', info, paths: { '/x': { get: { schema } } }, components: { schemas: named } })
  return (document['paths'] as Record<string, Record<string, Json>>)['/x']?.['get']?.['schema']
}

test('a document names its version and the address of its license, and keeps the rest', () => {
  const document = olderOpenApi({
    openapi: '3.1.0',
    info,
    tags: [{ name: 't' }],
    paths: {},
    components: { securitySchemes: { key: { type: 'http' } } },
  })
  expect(document).toEqual({
    openapi: '3.0.3',
    info: { title: 'T', license: { name: 'L', url: 'https://spdx.org/licenses/Apache-2.0.html' } },
    tags: [{ name: 't' }],
    paths: {},
    components: { securitySchemes: { key: { type: 'http' } }, schemas: {} },
  })
})

describe('a schema of version 3.0', () => {
  test.each<[string, Json, Json]>([
    ['one value', { const: 'a' }, { enum: ['a'] }],
    ['a value that is false', { const: false }, { enum: [false] }],
    ['an example', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    ['no example', { type: 'string', examples: [] }, { type: 'string' }],
    ['base64', { type: 'string', contentEncoding: 'base64' }, { type: 'string', format: 'byte' }],
    ['another encoding', { type: 'string', contentEncoding: 'quoted' }, { type: 'string' }],
    ['names of fields', { type: 'object', propertyNames: { maxLength: 3 } }, { type: 'object' }],
    ['fields', { properties: { a: { const: 1 } } }, { properties: { a: { enum: [1] } } }],
    ['further fields', { additionalProperties: { const: 1 } }, { additionalProperties: { enum: [1] } }],
    ['no further fields', { additionalProperties: false }, { additionalProperties: false }],
    ['members', { items: { const: 1 } }, { items: { enum: [1] } }],
    ['one of many', { oneOf: [{ const: 1 }, { const: 2 }] }, { oneOf: [{ enum: [1] }, { enum: [2] }] }],
    ['any of many', { anyOf: [{ const: 1 }, { type: 'string' }] }, { anyOf: [{ enum: [1] }, { type: 'string' }] }],
    [
      'one that may be null',
      { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'd' },
      { description: 'd', type: 'string', nullable: true },
    ],
    ['values that may be null', { anyOf: [{ enum: ['a'] }, { type: 'null' }] }, { enum: ['a', null], nullable: true }],
    [
      'many that may be null',
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      {
        anyOf: [
          { type: 'string', nullable: true },
          { type: 'number', nullable: true },
        ],
      },
    ],
    ['a pair of the same', { prefixItems: [{ type: 'number' }, { type: 'number' }] }, { items: { type: 'number' }, minItems: 2, maxItems: 2 }],
    [
      'a pair of two kinds',
      { prefixItems: [{ type: 'number' }, { const: 1 }], items: {} },
      { items: { anyOf: [{ type: 'number' }, { enum: [1] }] }, minItems: 2, maxItems: 2 },
    ],
  ])('says %s', (_name, schema, expected) => {
    expect(older(schema)).toEqual(expected)
  })

  test('refers to another alone, or beside what it says itself', () => {
    const $ref = '#/components/schemas/A'
    expect(older({ $ref })).toEqual({ $ref })
    expect(older({ $ref, description: 'd' })).toEqual({ description: 'd', allOf: [{ $ref }] })
  })

  test('writes out a schema with a name that may be null, and drops the name where nothing else uses it', () => {
    const $ref = '#/components/schemas/A'
    const named = { A: { type: 'object', properties: { b: { const: 1 } } } }
    const schema = { anyOf: [{ $ref, description: 'd' }, { type: 'null' }] }
    expect(older(schema, named)).toEqual({ type: 'object', description: 'd', properties: { b: { enum: [1] } }, nullable: true })
    const schemasOf = (paths: Json) => (olderOpenApi({ info, paths, components: { schemas: named } })['components'] as Json)['schemas']
    expect(schemasOf({ a: { schema } })).toEqual({})
    expect(schemasOf({ a: { schema }, b: [{ schema: { $ref } }] })).toEqual({ A: { type: 'object', properties: { b: { enum: [1] } } } })
  })
})

test('examples are data, and stay as they are', () => {
  const examples = { one: { value: { schema: { const: 1 } } } }
  const document = olderOpenApi({ info, paths: { a: { example: { schema: { const: 1 } }, examples, schema: { const: 1 } } }, components: {} })
  expect((document['paths'] as Json)['a']).toEqual({ example: { schema: { const: 1 } }, examples, schema: { enum: [1] } })
})
