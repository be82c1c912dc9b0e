import { ServiceError } from '../errors/service-error.ts'
import { operationList } from '../operations/index.ts'
import type { Context, Operation } from '../operations/operation.ts'
import { isJson, schemaOf } from './json-schema.ts'
import { headersFor, problemResponses } from './openapi-problems.ts'
import { type DocumentSchemas, documentSchemas } from './openapi-schemas.ts'
import { hasBody } from './read-input.ts'

type Json = Record<string, unknown>

/** Makes the OpenAPI 3.1 document of the service from the operations. The answers of its examples are computed; without a context it has none. */
export async function openApiDocument(context: Context | undefined): Promise<Json> {
  const paths: Record<string, Json> = {}
  const responses: Json = {}
  const schemas = documentSchemas()
  for (const operation of operationList) {
    for (const { name, response } of problemResponses(operation)) responses[name] = response
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: await describe(operation, schemas, context) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plomada',
      version: '1.0.0',
      summary: 'Spanish building regulations: verdicts, articles, geography',
      description:
        'Checks values against the limits in force at a place, singly or in batches, stores projects, answers questions with their sources, and serves articles and zones. Every answer names the knowledge base that it comes from. Within v1 there are only additions: ignore fields that you do not know.',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Plomada' },
    },
    servers: [{ url: '/', description: 'This installation, in production', 'x-internal': true }],
    security: [{ bearerKey: [] }],
    tags: [
      { name: 'verify', description: 'Deterministic checks' },
      { name: 'projects', description: 'Buildings with their checks, stored on this server' },
      { name: 'ask', description: 'Questions answered from the base' },
      { name: 'normativa', description: 'Search, articles and contents' },
      { name: 'library', description: 'Documents that the office has added: quoted when asked for, never deciding' },
      { name: 'geo', description: 'Municipalities and their zones' },
      { name: 'meta', description: 'The knowledge base itself' },
      { name: 'admin', description: 'Keys, audit and the server: for the desktop, or a key with scope admin' },
    ],
    paths,
    components: {
      securitySchemes: {
        bearerKey: { type: 'http', scheme: 'bearer', description: 'Key issued by `plomada key add`: `plm_` and 36 letters or digits' },
      },
      schemas: schemas.schemas,
      responses: { ...sorted(responses), NotModified: notModified },
      headers: {
        'X-Request-Id': { description: 'Identifier of the request, as in the log and in problems', schema: { type: 'string' } },
        'Knowledge-Base': { description: 'Version and hash of the base that answered', schema: { type: 'string' } },
        ETag: { description: 'Strong validator of pack and representation', schema: { type: 'string' } },
        RateLimit: { description: 'What is left of the rate limit', schema: { type: 'string' } },
        'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } },
        'Content-Disposition': { description: 'Name of the file, if the answer is a file', schema: { type: 'string' } },
        'WWW-Authenticate': { description: 'How to authenticate', schema: { type: 'string' } },
      },
    },
  }
}

async function describe(operation: Operation, { requestOf, responseOf }: DocumentSchemas, context: Context | undefined): Promise<Json> {
  const responses: Record<string, Json> = {
    '200': {
      description: 'The answer',
      headers: { ...headersFor(200, operation.method), ...(operation.files === undefined ? {} : fileHeaders) },
      content: {
        ...Object.fromEntries(Object.values(operation.files ?? {}).map(({ type, mostBytes }) => [type, { schema: fileSchema(type, mostBytes) }])),
        'application/json': { schema: responseOf(operation), ...examplesOf(await answers(operation, context)) },
      },
    },
  }
  if (operation.method === 'GET') responses['304'] = { $ref: '#/components/responses/NotModified' }
  for (const { status, name } of problemResponses(operation)) responses[String(status)] = { $ref: `#/components/responses/${name}` }
  const requests = Object.fromEntries(Object.entries(operation.examples).map(([key, value]) => [key, { value: withoutPath(operation, value) }]))
  const pathOrQuery = parametersOf(operation).filter((one) => one['in'] === 'path' || !hasBody(operation))
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description} Scope: ${operation.scope === undefined ? 'any' : `\`${operation.scope}\``}.`,
    ...(pathOrQuery.length === 0 ? {} : { parameters: pathOrQuery }),
    ...(hasBody(operation)
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: requestOf(operation), ...examplesOf(requests) } },
          },
        }
      : {}),
    responses,
  }
}

/** The examples of a representation; nothing if there are none, because readers of the document take an empty list for a fault. */
function examplesOf(examples: Json): Json {
  return Object.keys(examples).length === 0 ? {} : { examples }
}

function withoutPath({ path }: Operation, value: Json): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !path.includes(`{${name}}`)))
}

/** Computes the answer of each example; lists are cut to their first three items. */
async function answers(operation: Operation, context: Context | undefined): Promise<Json> {
  if (context === undefined) return {}
  const computed: Json = {}
  for (const [key, input] of Object.entries(operation.examples)) {
    try {
      computed[key] = { value: shortened(await operation.run(context, operation.input.parse(input))) }
    } catch (error) {
      // A base without the document of an example cannot answer it: the example is left out.
      if (!(error instanceof ServiceError)) throw error
    }
  }
  return computed
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, shortened(one)]])))
}

function parametersOf(operation: Operation): Json[] {
  const schema = schemaOf(operation.input, 'input')
  const properties = isJson(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const [first] = Object.values(operation.examples)
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = isJson(property) ? property : {}
    const inPath = operation.path.includes(`{${name}}`)
    // An operation without an example, since it writes, still has those of its fields.
    const shown = isJson(first) ? first[name] : Array.isArray(rest['examples']) ? rest['examples'][0] : undefined
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
      ...(shown === undefined ? {} : { example: shown }),
    }
  })
}

const notModified = { description: 'Not modified: the representation of If-None-Match is current', headers: headersFor(304, 'GET') }

function sorted(entries: Json): Json {
  return Object.fromEntries(Object.entries(entries).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const fileHeaders = { 'Content-Disposition': { $ref: '#/components/headers/Content-Disposition' } }

function fileSchema(type: string, mostBytes: number | undefined): Json {
  const limit = mostBytes === undefined ? {} : { maxLength: mostBytes }
  return type.startsWith('text/') ? { type: 'string', ...limit } : { type: 'string', format: 'binary', ...limit }
}
