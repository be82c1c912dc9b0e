import { createHash } from 'node:crypto'
import { type Allowance, allowanceHeaders } from './access/rate.ts'
import { errorKinds, internalError, type Language, problemBody, ServiceError } from './errors.ts'
import { attachment, securityHeaders } from './http/headers.ts'
import type { Caller, Who } from './operation.ts'

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

/** A 200 that is not kept. */
export function json(exchange: Exchange, body: string): Response {
  return respond(exchange, 200, body, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
}

/** A 200 that is a file to save, under a name of its own. */
export function file(exchange: Exchange, name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return respond(exchange, 200, body, { 'Content-Type': type, 'Content-Disposition': attachment(name), 'Cache-Control': 'no-store', Vary: 'Accept' })
}

/** A 200 with a strong validator from pack and representation, or a 304 where the caller has it. */
export function conditional(exchange: Exchange, request: Request, body: string): Response {
  const etag = `"${createHash('sha256').update(exchange.base).update(body).digest('base64url').slice(0, 27)}"`
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Language' }
  if (known.includes(etag) || known.includes('*')) return respond(exchange, 304, null, headers)
  return respond(exchange, 200, body, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
}

/** The problem that an error is to the caller. What was not foreseen tells nothing but its request id. */
export function problem(exchange: Exchange, error: unknown, path: string): Response {
  const failure = error instanceof ServiceError ? error : internalError()
  const { language, requestId } = exchange
  return respond(exchange, failure.status, JSON.stringify(problemBody(failure, { language, instance: path, requestId })), {
    'Content-Type': 'application/problem+json',
    'Content-Language': language,
    'Cache-Control': 'no-store',
    ...failure.extras.headers,
  })
}

/** What a problem type means, for the address that `type` names; undefined where there is no such type. */
export function describeProblem(code: string): unknown {
  const found = Object.entries(errorKinds).find(([name]) => name === code)
  if (found === undefined) return undefined
  const [, { status, es, en }] = found
  return { type: `/problems/${code}`, code, status, title: { es, en } }
}

/** An error in words for the log. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
