import { createHash } from 'node:crypto'
import { inspect } from 'node:util'
import { type Allowance, allowanceHeaders } from '../access/rate.ts'
import { errorKinds, internalError, type Language, problemBody, ServiceError } from '../errors/service-error.ts'
import { attachment, securityHeaders } from '../http/headers.ts'
import type { Caller, Who } from '../operations/operation.ts'

/** One request on its way through: who calls, and what its answer and its line in the log will say. */
export interface Exchange {
  readonly caller: Caller
  readonly requestId: string
  readonly language: Language
  /** `Knowledge-Base` of every response. */
  readonly base: string
  operation: string
  /** What went wrong that nobody foresaw, for the log alone. */
  failure: string | undefined
  allowance: Allowance | undefined
  /** Who was let in; undefined until then. */
  who: Who | undefined
  /** What it acted on, for the audit. */
  subject: string | null
  /** Whether it leaves a line in the audit: set by the route that matched, so that no spelling of an address escapes it. */
  isAudited: boolean
}

/** Longer than any address of the service: `instance` repeats no more of a path. */
const mostInstanceCharacters = 500

/** A response with the headers that every response carries. All are given at once: the listener then writes them as they are. */
export function respond(
  exchange: Exchange,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      ...allowanceHeaders(exchange.allowance),
      'X-Request-Id': exchange.requestId,
      'Knowledge-Base': exchange.base,
      ...headers,
    },
  })
}

/** Most characters of an answer in JSON. No operation comes near it with inputs of its size; what would is refused. */
export const mostAnswerCharacters = 32 * 1024 * 1024

/** The text of an answer, where it is not too long to send. Throws `too-large`. */
export function sendable(body: string): string {
  if (body.length <= mostAnswerCharacters) return body
  throw new ServiceError('too-large', {
    es: `La respuesta pasa de ${mostAnswerCharacters} caracteres: pida menos de una vez`,
    en: `The answer is over ${mostAnswerCharacters} characters: ask for less at once`,
  })
}

/** A 200 that is not kept. Throws `too-large`. */
export function json(exchange: Exchange, body: string): Response {
  sendable(body)
  return respond(exchange, 200, body, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
}

/** A 200 that is a file to save, under a name of its own. */
export function file(exchange: Exchange, name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return respond(exchange, 200, body, { 'Content-Type': type, 'Content-Disposition': attachment(name), 'Cache-Control': 'no-store', Vary: 'Accept' })
}

/** A 200 with a strong validator from pack and representation, or a 304 where the caller has it. */
export function conditional(exchange: Exchange, request: Request, body: string | Uint8Array<ArrayBuffer>): Response {
  if (typeof body === 'string') sendable(body)
  const etag = `"${createHash('sha256').update(exchange.base).update(body).digest('base64url').slice(0, 27)}"`
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Language' }
  if (known.includes(etag) || known.includes('*')) return respond(exchange, 304, null, headers)
  return respond(exchange, 200, body, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
}

/** The problem that an error is to the caller. What was not foreseen tells nothing but its request id. Never throws. */
export function problem(exchange: Exchange, error: unknown, path: string): Response {
  try {
    return problemOf(exchange, error instanceof ServiceError ? error : internalError(), path)
  } catch (fault) {
    exchange.failure = `${exchange.failure === undefined ? '' : `${exchange.failure}\n`}The problem was not written: ${wordsOf(fault)}`
    return problemOf(exchange, internalError(), '')
  }
}

function problemOf(exchange: Exchange, failure: ServiceError, path: string): Response {
  const { language, requestId } = exchange
  return respond(
    exchange,
    failure.status,
    JSON.stringify(problemBody(failure, { language, instance: path.slice(0, mostInstanceCharacters), requestId })),
    {
      'Content-Type': 'application/problem+json',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      ...failure.extras.headers,
    },
  )
}

/** What a problem type means, for the address that `type` names; undefined where there is no such type. */
export function describeProblem(code: string): unknown {
  const found = Object.entries(errorKinds).find(([name]) => name === code)
  if (found === undefined) return undefined
  const [, { status, es, en }] = found
  return { type: `/problems/${code}`, code, status, title: { es, en } }
}

/** An error in words for the log, at most 8,000 characters. */
export function wordsOf(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : inspect(error, { depth: 1 })).slice(0, 8000)
}
