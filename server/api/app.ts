import { auditUnavailable } from '../access/strict-audit.ts'
import { ServiceError } from '../errors/service-error.ts'
import type { Caller } from '../http/caller.ts'
import { preferredLanguage } from '../http/headers.ts'
import { withNormalizedPath } from '../http/normalize-url.ts'
import { entryOf } from './audit-act.ts'
import type { AccessControl } from './authorize.ts'
import type { Dependencies } from './dependencies.ts'
import { logText, problem } from './problem.ts'
import type { RequestContext } from './request-context.ts'
import { buildRoutes } from './routes.ts'

export interface App {
  /** Answers a request. The caller is the one that the adapter states; headers cannot change it. The promise never rejects. */
  fetch(request: Request, caller: Caller): Promise<Response>
}

/** Builds the service. Several services can run in one process: they share no state. */
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
        route: '',
        refused: undefined,
        unexpected: undefined,
        rateLimit: undefined,
        who: undefined,
        subject: null,
        isAudited: false,
      }
      let response: Response
      try {
        response = await routes.fetch(request, requestContext)
      } catch (error) {
        if (!(error instanceof ServiceError)) requestContext.unexpected = logText(error)
        response = problem(requestContext, error, new URL(request.url).pathname)
      }
      try {
        if (requestContext.isAudited) await addAuditLine(dependencies, requestContext, requestContext.operationStatus ?? response.status)
      } catch (error) {
        // A full disk does not stop verdicts, unless the audit is strict. The next line that can be written counts the missing ones.
        if (dependencies.store.auditRule !== 'relaxed') {
          void response.body?.cancel()
          response = problem(requestContext, auditUnavailable(error), new URL(request.url).pathname)
        }
        requestContext.unexpected = `${requestContext.unexpected === undefined ? '' : `${requestContext.unexpected}\n`}The audit was not written: ${String(error)}`
      }
      log({
        request_id: requestContext.requestId,
        address: caller.kind === 'network' ? caller.address : undefined,
        key: requestContext.who?.kind === 'key' ? requestContext.who.id : undefined,
        method: request.method,
        route: requestContext.route,
        operation: requestContext.operation,
        status: response.status,
        ms: Math.round((performance.now() - started) * 100) / 100,
        refused: requestContext.refused,
        error: requestContext.unexpected,
      })
      return response
    },
  }
}

/**
 * Adds the audit line of a request before its answer is sent. Rejected requests share one audit budget, whatever their address: beyond it
 * they are only counted, so that a flood cannot fill the disk.
 */
async function addAuditLine({ store: { audit }, rate }: AccessControl, requestContext: RequestContext, status: number): Promise<void> {
  const { who } = requestContext
  if ((who === undefined || status === 429) && rate?.take('lines of those not let in').allowed === false) {
    audit.countUnlisted()
    return
  }
  await audit.appendInTurn(entryOf(requestContext, status))
}
