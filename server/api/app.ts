import type { Actor } from '../access/audit-line.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Caller } from '../http/caller.ts'
import { preferredLanguage } from '../http/headers.ts'
import { withNormalizedPath } from '../http/normalize-url.ts'
import type { Who } from '../operations/operation.ts'
import type { AccessControl } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import { problem, wordsOf } from './problem.ts'
import type { RequestContext } from './request-context.ts'
import { buildRoutes } from './routes.ts'

export interface App {
  /** Answers any request. The caller is what the adapter says, whatever the headers claim. Never rejects. */
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** Builds the service. As many as one likes: nothing is shared between them. */
export function createApp(dependencies: Dependencies): App {
  const { kb, newRequestId, log } = dependencies
  const routes = buildRoutes(dependencies)
  const base = `${kb.meta.version}; sha256=${kb.meta.sha256.slice(0, 12)}`
  return {
    async fetch(given, caller) {
      const started = performance.now()
      const request = withNormalizedPath(given)
      const language = preferredLanguage(request.headers.get('accept-language'))
      const requestContext: RequestContext = {
        caller,
        requestId: newRequestId(),
        language,
        base,
        operation: '',
        failure: undefined,
        rateLimit: undefined,
        who: undefined,
        subject: null,
        isAudited: false,
      }
      let response: Response
      try {
        response = await routes.fetch(request, requestContext)
      } catch (error) {
        if (!(error instanceof ServiceError)) requestContext.failure = wordsOf(error)
        response = problem(requestContext, error, new URL(request.url).pathname)
      }
      try {
        if (requestContext.isAudited) note(dependencies, requestContext, response.status)
      } catch (error) {
        // A full disk does not stop verdicts: the next line that can be written counts this one.
        requestContext.failure = `${requestContext.failure === undefined ? '' : `${requestContext.failure}\n`}The audit was not written: ${String(error)}`
      }
      log({
        request_id: requestContext.requestId,
        operation: requestContext.operation,
        status: response.status,
        ms: Math.round((performance.now() - started) * 100) / 100,
        error: requestContext.failure,
      })
      return response
    },
  }
}

/**
 * Adds the audit line of a request before its answer goes. Requests without an authorized caller, or over their rate limit, share one
 * rate limit of lines, whatever their address: past it they are only counted, or a flood would fill the disk.
 */
function note({ store: { audit }, rate }: AccessControl, requestContext: RequestContext, status: number): void {
  const { caller, who, operation, subject, requestId } = requestContext
  if ((who === undefined || status === 429) && rate?.take('lines of those not let in').allowed === false) {
    audit.countUnlisted()
    return
  }
  const address = caller.kind === 'network' ? caller.address : null
  audit.append({ who: actorOf(who), address, operation, subject, status, request_id: requestId })
}

function actorOf(who: Who | undefined): Actor {
  if (who === undefined) return { kind: 'refused' }
  return who.kind === 'key' ? { kind: 'key', id: who.id, name: who.name, prefix: who.prefix } : who
}
