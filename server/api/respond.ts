import { createHash } from 'node:crypto'
import { rateLimitHeaders } from '../access/rate-limit.ts'
import { ServiceError } from '../errors/service-error.ts'
import { attachment, inline, securityHeaders, shownFilePolicy } from '../http/headers.ts'
import { compressed } from './compression.ts'
import type { KeptAnswer } from './kept-answers.ts'
import type { RequestContext } from './request-context.ts'

/** Makes a response with the headers of every response. They are passed to the constructor, because the listener then writes them without copying. */
export function respond(
  requestContext: RequestContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | Blob | null,
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

/** Most characters of a JSON answer. No operation comes near it with inputs of the allowed size. */
export const mostAnswerCharacters = 32 * 1024 * 1024

/** Returns the text of an answer. Throws `too-large` if it is over `mostAnswerCharacters`. */
export function limitedAnswer(body: string): string {
  if (body.length <= mostAnswerCharacters) return body
  throw new ServiceError('too-large', {
    es: `La respuesta pasa de ${mostAnswerCharacters} caracteres: pida menos de una vez`,
    en: `The answer is over ${mostAnswerCharacters} characters: ask for less at once`,
  })
}

/** Makes a 200 with JSON that caches must not store. Throws `too-large`. */
export async function json(requestContext: RequestContext, request: Request, body: string): Promise<Response> {
  const sent = await compressed(requestContext, request, limitedAnswer(body))
  return respond(requestContext, 200, sent.body, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
    ...sent.headers,
  })
}

/** Makes a 200 with a file to save. */
export function file(requestContext: RequestContext, name: string, type: string, body: string | Uint8Array<ArrayBuffer> | Blob): Response {
  return respond(requestContext, 200, body, {
    'Content-Type': type,
    'Content-Disposition': attachment(name),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  })
}

/** Makes a 200 with a file for the browser to show. Whatever is in it, it runs no script and reaches nothing of the service. */
export function shownFile(
  requestContext: RequestContext,
  { name, type, body }: { readonly name: string; readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> | Blob },
): Response {
  return respond(requestContext, 200, body, {
    'Content-Type': type,
    'Content-Disposition': inline(name),
    'Content-Security-Policy': shownFilePolicy,
    'Cache-Control': 'no-store',
    Vary: 'Accept',
  })
}

/** Makes a 200 with an ETag of pack and body (a weak one if the body is compressed), or a 304 if the client has that ETag. Throws `too-large`. */
export async function conditional(
  requestContext: RequestContext,
  request: Request,
  answer: string | Uint8Array<ArrayBuffer> | KeptAnswer,
): Promise<Response> {
  if (typeof answer === 'string') limitedAnswer(answer)
  const isKept = typeof answer !== 'string' && 'etag' in answer
  const { body, etag, encoded } = isKept ? answer : { body: answer, etag: etagOf(requestContext, answer), encoded: undefined }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Accept-Language, Accept-Encoding' }
  if (known.includes(etag) || known.includes('*')) return respond(requestContext, 304, null, headers)
  const sent = await compressed(requestContext, request, body, encoded)
  const type = { 'Content-Type': 'application/json' }
  // The bytes differ from those without encoding, so a strong tag would be wrong.
  const tag = sent.body === body ? {} : { ETag: `W/${etag}` }
  return respond(requestContext, 200, sent.body, { ...headers, ...type, ...tag, ...sent.headers })
}

/** An answer to keep, with its ETag. Throws `too-large`. */
export function keptAnswer(requestContext: RequestContext, text: string): KeptAnswer {
  const body = new TextEncoder().encode(limitedAnswer(text))
  return { body, etag: etagOf(requestContext, body), encoded: new Map() }
}

function etagOf({ base }: RequestContext, body: string | Uint8Array<ArrayBuffer>): string {
  return `"${createHash('sha256').update(base).update(body).digest('base64url').slice(0, 27)}"`
}
