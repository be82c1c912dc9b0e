import { type ErrorCode, errorKinds } from '../errors/error-kinds.ts'
import type { Operation } from '../operations/operation.ts'
import { hasBody } from './read-input.ts'

type Json = Record<string, unknown>

/** Problem codes that every operation can answer with. */
const common: readonly ErrorCode[] = [
  'key-missing',
  'key-malformed',
  'key-invalid',
  'key-expired',
  'key-revoked',
  'scope-missing',
  'host-not-allowed',
  'contradiction',
  'not-ready',
  'not-acceptable',
  'too-large',
  'validation',
  'rate-limited',
  'internal',
  'read-only',
  'audit-unavailable',
]
/** Problem codes of every operation with a body. */
const ofBodies: readonly ErrorCode[] = ['malformed-json', 'media-type']

/** All problem codes that an operation can answer with: its own and those of every operation. Tests check that no answer has another. */
export function problemsOf(operation: Operation): readonly ErrorCode[] {
  return [...new Set([...operation.problems, ...common, ...(hasBody(operation) ? ofBodies : [])])]
}

/** The answers with problems of one operation, by status and name. Operations with the same codes share an answer. */
export function problemResponses(operation: Operation): readonly { readonly status: number; readonly name: string; readonly response: Json }[] {
  const codes = problemsOf(operation)
  return [...new Set(codes.map((code) => errorKinds[code].status))].sort().map((status) => {
    const own = codes.filter((code) => errorKinds[code].status === status).toSorted()
    return {
      status,
      name: `Problem${status}${own
        .filter((code) => !common.includes(code))
        .map(pascal)
        .join('')}`,
      response: {
        description: own.map((code) => `\`${code}\`: ${errorKinds[code].en}`).join('. '),
        headers: headersFor(status, operation.method),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    }
  })
}

/** References to the headers of an answer. */
export function headersFor(status: number, method: string): Json {
  const names = [
    'X-Request-Id',
    'Knowledge-Base',
    'RateLimit',
    ...(status === 200 && method === 'GET' ? ['ETag'] : []),
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 ? ['Retry-After'] : []),
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function pascal(code: string): string {
  return code.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
