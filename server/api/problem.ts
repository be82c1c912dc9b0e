import { inspect } from 'node:util'
import { errorKinds } from '../errors/error-kinds.ts'
import { internalError, ServiceError } from '../errors/service-error.ts'
import { problemBody } from './problem-body.ts'
import type { RequestContext } from './request-context.ts'
import { respond } from './respond.ts'

/** Most characters of a path that `instance` repeats: longer than any path of the service. */
const mostInstanceCharacters = 500

/** Turns an error into a problem response. The response to an unexpected error has only the request id. Never throws. */
export function problem(requestContext: RequestContext, error: unknown, path: string): Response {
  try {
    return problemOf(requestContext, error instanceof ServiceError ? error : internalError(), path)
  } catch (second) {
    requestContext.unexpected = `${requestContext.unexpected === undefined ? '' : `${requestContext.unexpected}\n`}The problem could not be written: ${logText(second)}`
    return problemOf(requestContext, internalError(), '')
  }
}

function problemOf(requestContext: RequestContext, failure: ServiceError, path: string): Response {
  const { language, requestId } = requestContext
  // The `Response` of the listener validates headers only when it sends them. An invalid header must fail here, where it is caught.
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

/** Describes a problem type, for the path in `type`; undefined if there is no such type. */
export function describeProblem(code: string): unknown {
  const found = Object.entries(errorKinds).find(([name]) => name === code)
  if (found === undefined) return undefined
  const [, { status, es, en }] = found
  return { type: `/problems/${code}`, code, status, title: { es, en } }
}

/** Formats an error for the log, with its stack, in at most 8,000 characters. */
export function logText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : inspect(error, { depth: 1 })).slice(0, 8000)
}
