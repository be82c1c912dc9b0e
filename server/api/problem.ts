import { inspect } from 'node:util'
import { errorKinds } from '../errors/error-kinds.ts'
import type { Language } from '../errors/language.ts'
import { internalError, ServiceError } from '../errors/service-error.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'

/** Longer than any address of the service: `instance` repeats no more of a path. */
const mostInstanceCharacters = 500

/** The body of an RFC 9457 problem. */
export function problemBody(
  error: ServiceError,
  about: { readonly language: Language; readonly instance: string; readonly requestId: string },
): Record<string, unknown> {
  const { headers: _headers, ...extras } = error.extras
  return {
    type: `/problems/${error.code}`,
    title: errorKinds[error.code][about.language],
    status: error.status,
    code: error.code,
    detail: error.detail[about.language],
    instance: about.instance,
    request_id: about.requestId,
    ...extras,
  }
}

/** The problem that an error is to the caller. What was not foreseen tells nothing but its request id. Never throws. */
export function problem(requestContext: RequestContext, error: unknown, path: string): Response {
  try {
    return problemOf(requestContext, error instanceof ServiceError ? error : internalError(), path)
  } catch (fault) {
    requestContext.failure = `${requestContext.failure === undefined ? '' : `${requestContext.failure}\n`}The problem was not written: ${wordsOf(fault)}`
    return problemOf(requestContext, internalError(), '')
  }
}

function problemOf(requestContext: RequestContext, failure: ServiceError, path: string): Response {
  const { language, requestId } = requestContext
  // The listener's Response reads its headers only when it sends them: one that cannot be sent has to fail here.
  new Headers(failure.extras.headers)
  return respond(
    requestContext,
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
