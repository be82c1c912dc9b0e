import { z } from 'zod'
import { operationList } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { isJson, namedSchemasOf } from './json-schema.ts'
import { problemParts, problemSchema } from './problem-schema.ts'
import { hasBody } from './read-input.ts'
import { sharedSchemas } from './shared-schemas.ts'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

/** The schemas of the OpenAPI document, and the references to those of bodies and answers. */
export interface DocumentSchemas {
  readonly schemas: Json
  requestOf(operation: Operation): Json
  responseOf(operation: Operation): Json
}

/** Converts the schemas of all operations, with a name for each that is shared. What differs between requests and answers has two: `Project` and `ProjectInput`. */
export function documentSchemas(): DocumentSchemas {
  const names = { input: namesOf('input'), output: namesOf('output') }
  const converted = { input: namedSchemasOf(names.input, 'input', addressOf), output: namedSchemasOf(names.output, 'output', addressOf) }
  const twofold = differing(converted.input, converted.output)
  const nameOf = (name: string, side: Side): string => (side === 'input' && twofold.has(name) ? `${name}Input` : name)
  const all: Json = { Problem: problemSchema, ...problemParts }
  for (const side of ['output', 'input'] as const)
    for (const [name, schema] of Object.entries(converted[side])) all[nameOf(name, side)] = renamed(schema, (ref) => nameOf(ref, side))
  const refTo = (schema: z.ZodType, side: Side): Json => ({ $ref: addressOf(nameOf(names[side].get(schema) ?? '', side)) })
  const requestOf = (operation: Operation): Json => refTo(bodyOf(operation), 'input')
  const responseOf = (operation: Operation): Json => refTo(operation.output, 'output')
  return { schemas: reached(all, [...operationList.filter(hasBody).map(requestOf), ...operationList.map(responseOf)]), requestOf, responseOf }
}

function addressOf(name: string): string {
  return `#/components/schemas/${name}`
}

/** The schemas of one side with their names: the shared ones, then those that one operation has for itself. */
function namesOf(side: Side): ReadonlyMap<z.ZodType, string> {
  const names = new Map(Object.entries(sharedSchemas).map(([name, schema]) => [schema, name]))
  for (const operation of operationList) {
    const own = `${operation.name[0]?.toUpperCase()}${operation.name.slice(1)}`
    if (side === 'output' && !names.has(operation.output)) names.set(operation.output, `${own}Response`)
    if (side === 'input' && hasBody(operation) && !names.has(bodyOf(operation))) names.set(bodyOf(operation), `${own}Request`)
  }
  return names
}

const bodies = new WeakMap<Operation, z.ZodObject>()

/** The input of an operation without the fields that are in its path. */
function bodyOf(operation: Operation): z.ZodObject {
  if (!operation.path.includes('{')) return operation.input
  const known = bodies.get(operation)
  if (known !== undefined) return known
  const inBody = Object.entries(operation.input.shape).filter(([name]) => !operation.path.includes(`{${name}}`))
  const made = z.strictObject(Object.fromEntries(inBody))
  bodies.set(operation, made)
  return made
}

/** The names whose schemas differ between the two sides, themselves or in what they refer to. */
function differing(input: Readonly<Record<string, Json>>, output: Readonly<Record<string, Json>>): ReadonlySet<string> {
  const found = new Set(Object.keys(input).filter((name) => name in output && JSON.stringify(input[name]) !== JSON.stringify(output[name])))
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [name, schema] of Object.entries(input)) if (name in output && referencesIn(schema).some((one) => found.has(one))) found.add(name)
  }
  return found
}

/** The schemas that are reached from some references, in the order of their names. */
function reached(all: Json, from: readonly Json[]): Json {
  const found = new Set<string>()
  const open = ['Problem', ...from.flatMap(referencesIn)]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    open.push(...referencesIn(all[name]))
  }
  return Object.fromEntries([...found].toSorted().map((name) => [name, all[name]]))
}

/** The names of the schemas that a schema refers to. */
function referencesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn)
  if (!isJson(schema)) return []
  return Object.entries(schema).flatMap(([key, value]) => (key === '$ref' && typeof value === 'string' ? [nameIn(value)] : referencesIn(value)))
}

function renamed(schema: unknown, to: (name: string) => string): unknown {
  if (Array.isArray(schema)) return schema.map((one) => renamed(one, to))
  if (!isJson(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' ? addressOf(to(nameIn(value))) : renamed(value, to),
    ]),
  )
}

function nameIn(address: string): string {
  return address.slice(addressOf('').length)
}
