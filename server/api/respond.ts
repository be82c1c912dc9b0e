import { createHash } from 'node:crypto'
import { rateLimitHeaders } from '../access/rate-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import { attachment, securityHeaders } from '../http/headers.ts'
import type { RequestContext } from './request-context.ts'

/** A response with the headers that every response carries. All are given at once: the listener then writes them as they are. */
export function respond(
  requestContext: RequestContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      ...rateLimitHeaders(requestContext.rateLimit),
      'X-Request-Id': requestContext.requestId,
      'Knowledge-Base': requestContext.base,
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
export function json(requestContext: RequestContext, body: string): Response {
  sendable(body)
  return respond(requestContext, 200, body, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
}

/** A 200 that is a file to save, under a name of its own. */
export function file(requestContext: RequestContext, name: string, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return respond(requestContext, 200, body, {
    'Content-Type': type,
    'Content-Disposition': attachment(name),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  })
}

/** A 200 with a strong validator from pack and representation, or a 304 where the caller has it. */
export function conditional(requestContext: RequestContext, request: Request, body: string | Uint8Array<ArrayBuffer>): Response {
  if (typeof body === 'string') sendable(body)
  const etag = `"${createHash('sha256').update(requestContext.base).update(body).digest('base64url').slice(0, 27)}"`
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Language' }
  if (known.includes(etag) || known.includes('*')) return respond(requestContext, 304, null, headers)
  return respond(requestContext, 200, body, { ...headers, 'Content-Type': 'application/json; charset=utf-8' })
}
